"""Campaigns under way for tests: what the mats show, who holds which supports, and whose turn it is.

Cards are named by what they do, not by their titles: the box may be another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.frames import Stack, Turn
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.bots.militant import Militant
from ludotheque.games.stratagem.box import Action, Box, Effect, Strength
from ludotheque.games.stratagem.moves import AnyMove, Card, Draw, Launch, Pass, Return, Secret, Show, Withdraw
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.state import NOTHING, TURN, State
from tests.playing import Referee

REAL: Box = GAME.rules.box  # type: ignore[attr-defined]


def _plain(box: Box) -> Box:
    """The box with actions whose costs are easy to remember: coup A+B, strike C, dictatorship A+B, uprising B."""
    needs: dict[str, tuple[Strength, ...]] = {
        "coup": ("A", "B"),
        "strike": ("C",),
        "dictatorship": ("A", "B"),
        "uprising": ("B",),
    }
    percents = {"coup": -3, "strike": 0, "dictatorship": 0, "uprising": 0}
    actions = tuple(
        Action(action.id, action.title, action.text, needs[action.id], percents[action.id]) for action in box.action
    )
    return msgspec.structs.replace(box, action=actions)


BOX = _plain(REAL)
RULES = Stratagem(BOX)
REFEREE = Referee(RULES)
do, refused = REFEREE.do, REFEREE.refused


def option(theme: int, side: int) -> str:
    """An option by its place."""
    return BOX.theme[theme].option[side].id


def _of(strength: str, family: str) -> list[str]:
    return [card.id for card in BOX.common if card.family == family and card.strength == strength]


A, B, C = (_of(strength, "support") for strength in "ABC")
"""Supports by strength."""
HIDDEN = [card.id for card in BOX.common if card.family == "secret" and card.strength is not None]
"""Secret supports."""
IDLE_OPINION = next(c.id for c in BOX.common if c.family == "opinion" and c.effects[0].option is not None)
"""An opinion on an option that nobody shows: it changes nothing."""
EVENTS = [card.id for card in BOX.common if card.family == "event"]
"""Every common card that is an event."""


def secret(percent: int = 0, skip: bool = False, who: str = "target") -> str:
    """A secret with this effect."""
    return next(
        card.id for card in BOX.common if card.family == "secret" and card.effects == (_effect(who, percent, skip),)
    )


def _effect(who: str, percent: int, skip: bool) -> Effect:
    return msgspec.convert({"who": who, "percent": percent, "skip": skip}, Effect)


def campaign(
    *tokens: int,
    shown: Mapping[Seat, Sequence[str]] | None = None,
    supports: Mapping[Seat, Sequence[str]] | None = None,
    secrets: Mapping[Seat, Sequence[str]] | None = None,
    seat: Seat = 0,
    deck: Sequence[str] | None = None,
    meet: bool = True,
    show_irregular: bool = False,
) -> State:
    """``campaign(25, 25, 25, 25, supports={0: A[:1]})``: seats 0 to 3 are the parties in their order.

    Players with supports show what they demand, unless ``meet`` is False. ``deck`` is what is left of the common
    cards; everything that is nowhere else has fallen.
    """
    s = RULES.setup(GAME.options({"show_irregular": show_irregular}), 4)
    s.numbers, s.first, s.seat, s.turn = (4, 3, 2, 1), 0, seat, 1
    s.parties = (0, 1, 2, 3)
    s.plans = [(0,) * 7] * 4
    s.tokens = list(tokens) or [25] * 4
    s.alive = tuple(count > 0 for count in s.tokens)
    s.out = tuple(seat for seat in range(4) if not s.alive[seat])
    for holder in range(4):
        held = tuple(BOX.cards[card] for card in (supports or {}).get(holder, ()))
        s.supports[holder] = held
        s.secrets[holder] = tuple(sorted(BOX.cards[card] for card in (secrets or {}).get(holder, ())))
        wanted = [*(shown or {}).get(holder, ())]
        if meet:
            wanted += [BOX.options[number].id for card in held for number in BOX.demands[card]]
        mat = [NOTHING] * 7
        for id in wanted:
            mat[BOX.number[id] // 2] = BOX.number[id] % 2
        s.shown[holder] = tuple(mat)
    away = {card for hand in (*s.supports, *s.secrets) for card in hand}
    left = [card for card in range(50) if card not in away]
    s.deck = tuple(left) if deck is None else tuple(sorted(BOX.cards[card] for card in deck))
    s.fallen = () if deck is None else tuple(card for card in left if card not in s.deck)
    s.stack = Stack([Turn(seat, TURN)], 1)
    return s


def draw(s: State, card: str) -> list[Event]:
    """Draw a card in the present turn."""
    do(s, s.seat, Draw())
    return do(s, NATURE, Card(card))


def launch(s: State, action: str) -> list[Event]:
    """Launch an action in the present turn."""
    return do(s, s.seat, Launch(action))  # type: ignore[arg-type]


def wait(s: State, turns: int = 1) -> list[Event]:
    """So many turns in which nothing much happens: an option is shown, or withdrawn, or there is nothing to play.

    That nobody draws is forgotten, or a card would have to be drawn after a round.
    """
    events: list[Event] = []
    for _ in range(turns):
        s.idle = 0
        legal = RULES.legal(s, s.seat)
        quiet = next((kind for kind in (Show, Pass, Withdraw, Return, Secret) if _has(legal, kind)), Draw)
        events = do(s, s.seat, next(move for move in legal if isinstance(move, quiet)))
    return events


def _has(moves: Sequence[AnyMove], kind: type) -> bool:
    return any(isinstance(move, kind) for move in moves)


def to(s: State, seat: Seat) -> None:
    """Play on until it is a seat's turn."""
    while s.seat != seat:
        wait(s)


def stage(s: State) -> str:
    """What is asked now."""
    return str(RULES.sight(s, None).stage)


def demands(card: str) -> list[str]:
    """What a support demands."""
    return [BOX.options[number].id for number in BOX.demands[BOX.cards[card]]]


def could_be(card: str) -> int:
    """A seat whose party can show all that a support demands."""
    numbers = set(BOX.demands[BOX.cards[card]])
    return next(seat for seat in range(4) if not numbers & BOX.denied[seat])


def chosen(s: State, seat: Seat, bot: type[Militant], seed: int = 0) -> AnyMove:
    """What a bot does now."""
    return REFEREE.chosen(s, seat, bot(BOX, seat, QuickChance(seed)))
