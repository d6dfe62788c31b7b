"""The rules of Le Jeu du Président, clause by clause: who is asked what, and where the answers go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.rules import Event, Refusal, Seat
from ludotheque.games.president import campaign, challenge, dice
from ludotheque.games.president.box import CODES, HIGH, LOW, PARTIES, Box, spread
from ludotheque.games.president.choice import forced
from ludotheque.games.president.moves import (
    AnyEvent,
    AnyMove,
    Card,
    Challenge,
    Claim,
    Draw,
    Hit,
    Lots,
    Protect,
    Release,
    Roll,
    Stand,
    Take,
)
from ludotheque.games.president.options import Options
from ludotheque.games.president.refusals import why_not
from ludotheque.games.president.sight import Sight, imagine, see
from ludotheque.games.president.state import (
    CARD,
    CHALLENGE,
    DEAL,
    DEFEND,
    GAIN,
    LOSE,
    LOTS,
    PAY,
    REST,
    ROLL,
    SPOILS,
    TAKE,
    State,
)
from ludotheque.games.president.turns import go_on, start

_HIT, _STAND, _DRAW = Hit(), Stand(), Draw()
_ROLLS: Final = tuple(Roll(low, high) for low in LOW for high in HIGH)
_KINDS: Final[dict[str, Callable[[str], AnyMove]]] = {
    TAKE: Take,
    GAIN: Take,
    CHALLENGE: Challenge,
    REST: Protect,
    LOSE: Release,
    PAY: Release,
    SPOILS: Claim,
}
_CHOICES: Final = {what: spread([kind(code) for code in CODES]) for what, kind in _KINDS.items()}
"""For each question that is answered with a department, its answers (see :func:`spread`)."""
_ANSWERS: Final[dict[str, Callable[[State, Any, list[Event]], bool]]] = {
    LOTS: start,
    ROLL: dice.roll,
    CARD: campaign.turn_up,
    DEAL: challenge.deal,
    TAKE: dice.take,
    CHALLENGE: challenge.open_duel,
    REST: dice.rest,
    GAIN: campaign.gain,
    LOSE: campaign.release,
    PAY: campaign.release,
    SPOILS: challenge.claim,
    DEFEND: challenge.hit_or_stand,
}
"""What comes of the answer to each question; they say whether it is done with."""
_AMOUNTS: Final = frozenset((GAIN, LOSE, PAY, SPOILS))
"""The questions that are answered with departments until an amount is made up."""
_BYTES: Final = len(_CHOICES[TAKE])


class President(BoxRules[Box, State, Options, AnyMove, Sight]):
    """Two to four candidates, the map of France, and 32 million votes."""

    id = "president"
    version = 2
    seats = range(2, 5)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight

    def setup(self, options: Options, players: int) -> State:
        return State.opening(self.box, players)

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        frames = s.stack.frames
        if not frames or frames[-1].seat != seat or seat < 0:  # type: ignore[attr-defined]
            return ()
        what = frames[-1].what
        if what == DEFEND:
            return (_HIT, _STAND)
        moves: list[AnyMove] = [_DRAW] if what == REST else []
        for answers, byte in zip(_CHOICES[what], s.eligible.to_bytes(_BYTES, "little"), strict=True):
            if byte:
                moves += answers[byte]
        return moves

    def choice(self, s: State, seat: Seat) -> object | None:
        """The departments that make up an amount are named together or one by one; nothing is drawn between them."""
        return (s.stack.what, seat) if s.stack.what in _AMOUNTS else None

    def refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return why_not(self, s, seat, move)

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        """Play a move, and whatever follows from it without a choice."""
        events: list[Event] = []
        answer: AnyMove | None = move
        while answer is not None:
            if _ANSWERS[s.stack.what](s, answer, events):
                go_on(s, events)
            answer = forced(s)
        return events

    def chance(self, s: State, rng: Chance) -> AnyMove:
        what = s.stack.frames[-1].what
        if what == ROLL:
            return _ROLLS[rng.below(36)]
        if what == CARD:
            return Card(s.box.campaign[s.deck[rng.below(len(s.deck))]].id)
        if what == DEAL:
            return challenge.draw(s, rng)
        parties = list(PARTIES)
        shuffle(rng, parties)
        return Lots(tuple(parties[: s.players]), rng.below(s.players))

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Out of time: stand, draw a card, or take what is largest and give up what is smallest."""
        moves = self.legal(s, seat)
        what = s.stack.what
        if what in (DEFEND, REST):
            return moves[-1] if what == DEFEND else moves[0]
        most = min if what in (LOSE, PAY) else max
        return most(moves, key=lambda move: s.box.units[s.box.index[move.code]])  # type: ignore[union-attr]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return see(s, seat)

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v)
