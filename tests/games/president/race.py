"""Races under way for tests: who holds what, and whose dice are about to roll."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.frames import Stack, Turn
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.president import GAME
from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.box import UNIT, Box
from ludotheque.games.president.moves import AnyMove, Card, Deal, Hit, Roll
from ludotheque.games.president.rules import President
from ludotheque.games.president.state import DEFEND, ROLL, State
from tests.playing import Referee

BOX: Box = GAME.rules.box  # type: ignore[attr-defined]
RULES = President(BOX)
REFEREE = Referee(RULES)
do, refused = REFEREE.do, REFEREE.refused
RUGBY, TURNCOAT, SPEECH = (
    next(card.id for card in BOX.campaign if card.kind == kind and card.provenance == "printed")
    for kind in ("gain", "lose", "keep")
)
"""The three cards that the rulebook shows: +600,000, −300,000, +1,000,000."""
OTHER_SPEECH = next(card.id for card in BOX.campaign if card.kind == "keep" and card.id != SPEECH)
EVERYWHERE = " ".join(department.code for department in BOX.department)


def race(
    *held: str, safe: str = "", kept: Sequence[str] = (), debts: Sequence[str] = (), seat: Seat = 0, round: int = 1
) -> State:
    """``race("59 62", "75")``: seat 0 holds Nord and Pas-de-Calais, seat 1 Paris, and nature rolls for ``seat``.

    ``kept`` and ``debts`` name campaign cards of each seat.
    """
    s = RULES.setup(GAME.options({}), len(held))
    s.parties, s.first, s.seat, s.round = ("RI", "PS", "RPR", "PC")[: len(held)], 0, seat, round
    for side, codes in enumerate(held):
        s.own[side] = BOX.set_of(codes.split())
        s.kept[side] = tuple(BOX.cards[card] for card in (kept[side].split() if kept else ()))
        s.debts[side] = tuple(BOX.cards[card] for card in (debts[side].split() if debts else ()))
        s.votes[side] = sum(BOX.units[BOX.index[code]] for code in codes.split())
        s.votes[side] += sum(BOX.amounts[card] for card in s.kept[side])
    s.free = BOX.whole & ~sum(s.own)
    s.safe = BOX.set_of(safe.split())
    away = {card for cards in (*s.kept, *s.debts) for card in cards}
    s.deck = tuple(card for card in s.deck if card not in away)
    s.stack = Stack([Turn(NATURE, ROLL)], 1)
    return s


def besides(*codes: str) -> str:
    """All departments but those named."""
    away = {code for some in codes for code in some.split()}
    return " ".join(code for code in EVERYWHERE.split() if code not in away)


def roll(s: State, dice: str) -> list[Event]:
    """``roll(s, "26")``, ``roll(s, "2*")``: what the dice show, the lower one first."""
    return do(s, NATURE, Roll(dice[0], dice[1]))


def card(s: State, name: str) -> list[Event]:
    """A campaign card is turned up."""
    return do(s, NATURE, Card(name))


def deal(s: State, *cards: int) -> list[Event]:
    """Challenge cards come: two at once, then each after it is asked for."""
    return do(s, NATURE, Deal(cards))


def hit(s: State, *cards: int) -> list[Event]:
    """Cards come one by one, to a challenged player who asks for each or to a challenger; what the last one brought."""
    events: list[Event] = []
    for value in cards:
        if s.stack.what == DEFEND:
            do(s, RULES.asked(s)[0], Hit())
        events = deal(s, value)
    return events


def choices(s: State) -> list[str]:
    """The departments that the asked seat may choose."""
    seat = RULES.asked(s)[0]
    return [move.code for move in RULES.legal(s, seat) if hasattr(move, "code")]


def votes(s: State) -> list[int]:
    """The votes of each seat."""
    return [units * UNIT for units in s.votes]


def codes(s: State, side: Seat) -> list[str]:
    """The departments of a side."""
    return list(BOX.codes_of(s.own[side]))


def chosen(s: State, bot: type[Militant]) -> AnyMove:
    """What a bot answers now."""
    (seat,) = RULES.asked(s)
    return REFEREE.chosen(s, seat, bot(BOX, seat, QuickChance(seat)))
