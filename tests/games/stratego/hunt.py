"""Random games in which pieces hunt each other, every move of which the slow judge checks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.board import LAKES, NAMES
from ludotheque.games.stratego.choices import steps
from ludotheque.games.stratego.moves import Fought, Step
from tests.games.stratego.field import RULES, field
from tests.games.stratego.umpire import Umpire, beside

PIECES = "CDDDEEEFFGGHHIIJKL"
LAND = [name for square, name in enumerate(NAMES) if square not in LAKES]


class Hunt:
    """A random game on an open board between small armies that like to threaten, to evade and to repeat themselves."""

    def __init__(self, seed: int, option: str) -> None:
        self.rng = random.Random(seed)
        rng = self.rng
        free = [name for name in LAND if name not in ("a1", "j10")]
        places: tuple[list[str], list[str]] = ([], [])
        for _ in range(rng.randint(1, 4)):  # a hunter, and a prey across a corner from it
            hunter = rng.choice(free)
            free.remove(hunter)
            around = [name for name in free if beside(hunter, name)]
            prey = rng.choice([name for name in free if any(beside(name, one) for one in around)] or free)
            free.remove(prey)
            places[0].append(hunter)
            places[1].append(prey)
        # One more stands in the way of the first hunter: taking it may open a chase.
        places[1].append(rng.choice([name for name in free if beside(places[0][0], name)] or free))
        if rng.random() < 0.3:
            places[0][:], places[1][:] = places[1][:], places[0][:]
        armies = []
        for squares, flag in zip(places, ("M a1", "M j10"), strict=True):
            pieces = rng.sample(PIECES, len(squares))
            armies.append(", ".join([*(" ".join(pair) for pair in zip(pieces, squares, strict=True)), flag]))
        self.state = field(armies[0], armies[1], rng.choice("rb"), shuttle=option, no_fight=2000)
        board = {name: (int(token > 40), name) for name in LAND if (token := self.state.board[NAMES.index(name)])}
        self.umpire = Umpire(option, board)
        self.greed, self.fear = rng.choice((0.0, 0.02, 20.0)), rng.choice((100.0, 1e6))
        self.rage = rng.choice((self.greed, 1e7))
        self.turning, self.habit = rng.choice((1.0, 20.0)), rng.choice((5.0, 500.0))
        self.zeal = rng.choice(((1e6, 0.1), (0.1, 1e6), (100.0, 1.0), (50.0, 50.0)))
        self.refusals: Counter[str] = Counter()
        self.widest: Counter[str] = Counter()

    def run(self, plies: int) -> None:
        """Play, and compare every move there is with the judge's verdict, in every position."""
        s = self.state
        for _ in range(plies):
            if s.outcome is not None:
                break
            seat = RULES.asked(s)[0]
            self.compare(seat)
            move = self.choose(seat)
            events = RULES.play(s, seat, move)
            fought = next((event for event in events if isinstance(event, Fought)), None)
            self.umpire.note(move.frm, move.to, None if fought is None else fought.result)

    def compare(self, seat: int) -> None:
        """Compare what the rules and the judge say of every move of a side, and of the chase it is in."""
        s = self.state
        legal = set(RULES.legal(s, seat))
        possible = steps(s, seat)
        assert legal <= set(possible)
        for move in possible:
            verdict = self.umpire.verdict(move.frm, move.to)
            refusal = RULES.refusal(s, seat, move)
            assert (refusal.reason if refusal else None) == verdict, (move, refusal, verdict)
            assert (move in legal) == (verdict is None)
            if verdict:
                self.refusals[verdict] += 1
        chase = self.umpire.chase()
        if s.options.shuttle == "off":
            assert s.chase == [None, None]
        else:
            assert RULES.sight(s, None).chases[seat] == tuple(f"{turn.frm}-{turn.to}" for turn in chase)
            pieces = [{turn.piece for turn in chase if turn.side == side} for side in (seat, 1 - seat)]
            self.widest["hunters"] = max(self.widest["hunters"], len(pieces[0]))
            self.widest["preys"] = max(self.widest["preys"], len(pieces[1]))
            self.widest["captures"] |= bool(chase and chase[0].fight)
        if self.rng.random() < 0.02:
            world = RULES.imagine(RULES.sight(s, seat), QuickChance(self.rng.randrange(1000)))
            assert set(RULES.legal(world, seat)) == legal

    def choose(self, seat: int) -> Step:
        """A legal move: what the last enemy move threatens flees, hunters come close and go in circles."""
        legal: Sequence[Step] = RULES.legal(self.state, seat)  # type: ignore[assignment]
        return self.rng.choices(legal, [self.weigh(seat, move) for move in legal])[0]

    def weigh(self, seat: int, move: Step) -> float:
        """How much a side likes a move."""
        board, turns = self.umpire.board, self.umpire.turns
        greed = self.rage if len(turns) < 2 else self.greed
        weight = greed if move.to in board else 1.0
        if turns and turns[-1].stands and beside(move.frm, turns[-1].to):
            weight *= self.fear
        if any(side != seat and beside(move.to, square) for square, (side, _) in board.items()):
            weight *= self.zeal[seat]
        piece = board[move.frm][1]
        if any(turn.piece == piece and turn.frm == move.to for turn in turns[-16:]):
            weight *= self.habit
        if len(turns) > 1 and turns[-2].piece != piece:
            weight *= self.turning
        return weight + 1e-9
