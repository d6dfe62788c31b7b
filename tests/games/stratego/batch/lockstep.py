"""Games played by the rules and in a batch at once, compared after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import jax
import msgspec
import numpy as np

from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.rules import Event
from ludotheque.games.stratego.batch import Environment
from ludotheque.games.stratego.batch.environment import State as BatchState
from ludotheque.games.stratego.batch.observation import unpack_planes
from ludotheque.games.stratego.batch.play import REASONS
from ludotheque.games.stratego.batch.position import pack_setups, quiet_moves
from ludotheque.games.stratego.board import BIT, HOME, NEAR, SQUARE, WATER
from ludotheque.games.stratego.choices import legal_steps, steps
from ludotheque.games.stratego.moves import STEPS, Step
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.state import MOVED, SHOWN, TURNS, State, put_token

RULES: Final = Stratego()
MOST_SETUPS: Final = 64
PLANES: Final = 2 + 4 + 2 + 6
"""Me, enemy, kinds, moved and shown, tokens."""


def action_number(frm: int, to: int, seat: int) -> int:
    """The number of a move among the actions of a side."""
    if seat == 1:
        frm, to = 99 - frm, 99 - to
    direction = (0 if to > frm else 1) if frm % 10 == to % 10 else (2 if to > frm else 3)
    return 4 * to + direction


ACTIONS: Final = [
    {step: action_number(SQUARE[step.frm], SQUARE[step.to], seat) for step in STEPS.values()} for seat in (0, 1)
]


def begin(options: Options, armies: Sequence[Sequence[int]]) -> State:
    """A game by the rules whose armies are drawn up, red to move. They need not be complete."""
    s = State.opening(options)
    s.placed = [40, 40]
    for side, kinds in enumerate(armies):
        for index, kind in enumerate(kinds):
            if kind:
                token = 40 * side + 1 + index
                s.kinds[token] = kind
                put_token(s, HOME[side][index], token)
    s.stack.replace(TURNS[0])
    return s


def choose_chase(s: State, seat: int, legal: Sequence[Step], rng: QuickChance) -> Step:
    """A move that likes to threaten, to evade and to return, so that chases happen."""
    if rng.below(100) < 6:
        return pick(rng, legal)
    hunter, chase = s.chase[1 - seat], s.chase[seat]
    best: list[Step] = []
    most = -1000
    for step in legal:
        frm, to = SQUARE[step.frm], SQUARE[step.to]
        weight = 0
        if s.board[to]:
            weight -= 3
        elif NEAR[to] & s.army[1 - seat]:
            weight += 2
        if chase is not None and NEAR[to] & chase.prey:
            weight += 4
        if hunter is not None and hunter.threat & BIT[frm]:
            weight += 5
        if weight > most:
            most, best = weight, [step]
        elif weight == most:
            best.append(step)
    return pick(rng, best)


class Compiled:
    """The functions of an environment, compiled once for all tables with the same rules."""

    def __init__(self, options: Options) -> None:
        self.environment = Environment(options)
        self.step = jax.jit(self.environment.step)
        self.look = jax.jit(self._read)
        self.observe = jax.jit(self._observe)
        self._init = jax.jit(self.environment.init, static_argnums=1)

    @classmethod
    def of(cls, options: Options) -> Compiled:
        """Those of a table's options: the army is no rule."""
        return _compile(msgspec.structs.replace(options, army="full"))

    def begin(self, key: Any, games: int, setups: Sequence[Sequence[int]]) -> BatchState:
        """Begin games from these set-ups; the first is repeated to fill up their number, which is compiled in."""
        padded = [*setups, *[setups[0]] * (MOST_SETUPS - len(setups))]
        state: BatchState = self._init(key, games, pack_setups(np.array(padded, np.uint8)))
        return state

    def _read(self, batch: BatchState) -> Any:
        """What is compared: planes of the board, legal actions, and moves since the last fight."""
        p = batch.position
        sets = (p.me, p.opp, *p.kind, p.moved, p.shown, *p.token)
        packed = jax.numpy.stack([jax.numpy.stack(words, -1) for words in sets], 1)
        return packed, self.environment.legal(batch), quiet_moves(p)

    def _observe(self, batch: BatchState) -> Any:
        """The planes as numbers, and the numbers."""
        planes, numbers = self.environment.observe(batch)
        return unpack_planes(planes, batch.current_player, jax.numpy.dtype("uint8")), numbers


@cache
def _compile(options: Options) -> Compiled:
    return Compiled(options)


class Lockstep:
    """A batch, and the same games by the rules."""

    def __init__(self, options: Options, setups: Sequence[Sequence[int]], games: int, seed: int) -> None:
        self.options = options
        self.compiled = Compiled.of(options)
        self.setups = setups
        self.rng = QuickChance(seed)
        self.batch = self.compiled.begin(jax.random.key(seed), games, setups)
        self.games = [self._begin(drawn) for drawn in np.asarray(self.batch.drawn)]
        #: What has happened in each game.
        self.events: list[list[Event]] = [[] for _ in self.games]
        self.ends: Counter[str] = Counter()
        self.struck: Counter[str] = Counter()
        self.states = 0

    def _begin(self, drawn: Any) -> State:
        found = [self.setups[int(number) if number < len(self.setups) else 0] for number in drawn]
        return begin(self.options, found)

    def compare(self) -> list[Sequence[Step]]:
        """Compare every game as it stands; the legal moves by the rules."""
        packed, legal, quiet = map(np.asarray, self.compiled.look(self.batch))
        bits = np.unpackbits(packed.view(np.uint8), axis=-1, bitorder="little")[:, :, :100]
        assert bits.shape[1] == PLANES
        moves = []
        expected = np.zeros(legal.shape, bool)
        board = np.frombuffer(b"".join(bytes(s.board) for s in self.games), np.uint8).reshape(-1, 100)
        kinds = np.frombuffer(b"".join(bytes(s.kinds) for s in self.games), np.uint8).reshape(-1, 81)
        marks = np.frombuffer(b"".join(bytes(s.marks) for s in self.games), np.uint8).reshape(-1, 81)
        turns = np.array([s.ply & 1 for s in self.games])[:, None]
        for number, s in enumerate(self.games):
            seat = s.ply & 1
            found = legal_steps(s, seat)
            moves.append(found)
            expected[number, [ACTIONS[seat][step] for step in found]] = True
            self._count_struck(s, seat, len(found))
        board = np.where(board == WATER, 0, board)
        on, rows = board > 0, np.arange(len(board))[:, None]
        me, opp = bits[:, 0], bits[:, 1]
        token = sum(bits[:, 8 + i].astype(int) << i for i in range(6))
        mine = np.where(me, 40 * turns, 40 * (1 - turns)) + token + 1
        same("board", board, np.where(me | opp, mine, 0))
        kind = sum(bits[:, 2 + i].astype(int) << i for i in range(4))
        same("kinds", np.where(on, kinds[rows, board], 0), kind)
        same("moved", on & (marks[rows, board] & MOVED > 0), bits[:, 6] > 0)
        same("shown", on & (marks[rows, board] & SHOWN > 0), bits[:, 7] > 0)
        same("quiet", np.array([s.quiet for s in self.games]), quiet)
        same("legal", expected, legal)
        self.states += len(self.games)
        return moves

    def _count_struck(self, s: State, seat: int, left: int) -> None:
        """Note what was forbidden, so that a run can tell whether it met the rules on repetition."""
        if left == len(steps(s, seat)):
            return
        chase, s.chase[seat] = s.chase[seat], None
        unworn = len(legal_steps(s, seat))
        s.chase[seat] = chase
        self.struck["shuttle"] += unworn < len(steps(s, seat))
        self.struck["chase"] += left < unworn

    def advance(self, moves: Sequence[Sequence[Step]], chasing: bool) -> None:
        """Choose and play a move in every game, and compare those that end."""
        chosen = [
            choose_chase(s, s.ply & 1, legal, self.rng) if chasing else pick(self.rng, legal)
            for s, legal in zip(self.games, moves, strict=True)
        ]
        actions = [ACTIONS[s.ply & 1][step] for s, step in zip(self.games, chosen, strict=True)]
        self.batch = self.compiled.step(self.batch, np.array(actions, np.int32))
        over, rewards, reasons, lengths, drawn = map(
            np.asarray,
            (self.batch.terminated, self.batch.rewards, self.batch.reason, self.batch.length, self.batch.drawn),
        )
        for number, (s, step) in enumerate(zip(self.games, chosen, strict=True)):
            self.events[number] += RULES.play(s, s.ply & 1, step)
            assert (s.outcome is not None) == over[number], (s.outcome, REASONS[reasons[number]])
            assert s.ply == lengths[number]
            if s.outcome is None:
                assert not rewards[number].any()
                continue
            assert s.outcome.reason == REASONS[reasons[number]]
            won = {(1, 1): (0, 0), (1, 2): (1, -1), (2, 1): (-1, 1)}[tuple(s.outcome.places)]  # type: ignore[index]
            assert tuple(rewards[number]) == won
            self.ends[s.outcome.reason] += 1
            self.games[number], self.events[number] = self._begin(drawn[number]), []

    def run(self, moves: int, chasing: bool) -> None:
        """Play so many moves in every game."""
        for _ in range(moves):
            self.advance(self.compare(), chasing)
        self.compare()


def same(what: str, expected: Any, found: Any) -> None:
    """Both arrays are equal, or the first game in which they differ is told."""
    if not np.array_equal(expected, found):
        game = np.argwhere(np.asarray(expected) != np.asarray(found))[0]
        raise AssertionError(f"{what} differ in game {game[0]}: {np.asarray(expected)[game[0]]} {found[game[0]]}")
