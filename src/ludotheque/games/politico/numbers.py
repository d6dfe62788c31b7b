"""Numbers for the moves of Politico."""

from __future__ import annotations

from typing import Any, Final

from ludotheque.engine.bargain_spelling import BargainSpelling
from ludotheque.engine.move_numbers import Listed, MoveNumbers, OneOf, Product, SeatFromMe, Spelled, Spelling
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.amendments import STEPS, SWITCHES
from ludotheque.games.politico.bargains import TERMS
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.moves import (
    Accept,
    Amend,
    Announce,
    Answer,
    Army,
    Attack,
    Censure,
    Counter,
    Decline,
    Discard,
    Dispute,
    Dissolve,
    Draw,
    Expel,
    Form,
    Invite,
    Join,
    Leave,
    Offer,
    Pass,
    Plead,
    Ready,
    Recruit,
    Resign,
    Suffer,
    Union,
    Vote,
)
from ludotheque.games.politico.sight import Sight

_PLAIN: Final = (
    Draw, Ready, Join, Decline, Plead, Suffer, Offer, Censure, Counter, Union, Leave, Resign, Announce, Dissolve, Pass,
    Dispute,
)  # fmt: skip


class AmendmentSpelling(Spelling[Sight]):
    """An amendment by what it changes: a number one step down or up from where it is, or a rule on or off."""

    kinds = (Amend,)
    by_seat = False
    size = 2 * len(STEPS) + len(SWITCHES)

    def spell(self, v: Sight, seat: Seat, move: Any) -> Spelled:
        if move.option in SWITCHES:
            return (2 * len(STEPS) + SWITCHES.index(move.option),)
        up = move.value > getattr(v.options, move.option)
        return (2 * [*STEPS].index(move.option) + up,)

    def read(self, v: Sight, seat: Seat, numbers: Spelled) -> Amend:
        (number,) = numbers
        if number >= 2 * len(STEPS):
            option = SWITCHES[number - 2 * len(STEPS)]
            return Amend(option, int(not getattr(v.options, option)))
        option = [*STEPS][number // 2]
        step = STEPS[option] if number % 2 else -STEPS[option]
        return Amend(option, getattr(v.options, option) + step)

    def names(self) -> list[str]:
        numbers = [f"amend {option} {way}" for option in STEPS for way in ("down", "up")]
        return [*numbers, *(f"amend {option}" for option in SWITCHES)]


def move_numbers(box: Box, seats: range, players: int) -> MoveNumbers[Sight]:
    """All moves, kind by kind: cards in the order of the box, seats from the one that moves."""
    card, attack = OneOf(box.kinds), OneOf(card.id for card in box.attack)
    seat = SeatFromMe(seats, players)
    return MoveNumbers(
        [
            Listed(kind() for kind in _PLAIN),
            Product(Discard, card=card),
            Product(Form),
            *(Product(kind, seat=seat) for kind in (Invite, Accept, Expel, Recruit)),
            Product(Vote),
            Product(Attack, card=attack, seat=seat),
            Product(Answer, card=card),
            Product(Army),
            AmendmentSpelling(),
            BargainSpelling(seats, players, [*TERMS]),
        ]
    )
