"""Numbers for the moves of Koalition.

A coalition is spelled bloc by bloc, strongest first, as it is written. No end is needed: every bloc of a coalition is
needed for its majority, so no coalition begins with another one. A proposal is spelled by its coalition, since no two
on the table are the same.
"""

from __future__ import annotations

from typing import Any, Final

from ludotheque.engine.bargain_spelling import BargainSpelling
from ludotheque.engine.move_numbers import Listed, MoveNumbers, OneOf, Product, SeatFromMe, Spelled, Spelling
from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bargains import TERMS
from ludotheque.games.koalition.box import PARTIES, Box
from ludotheque.games.koalition.moves import (
    Accept,
    Clean,
    Close,
    Decline,
    Double,
    Elect,
    Pass,
    Propose,
    Retire,
    Scandal,
    TakeBack,
    Topple,
)
from ludotheque.games.koalition.sight import Sight

_VERBS: Final = (Propose, Accept, Decline, TakeBack)


class ProposalSpelling(Spelling[Sight]):
    """What is done with a proposal, then its blocs: for each party the whole of it, or the share of a seat."""

    kinds = _VERBS
    by_seat = False
    several = True

    def __init__(self, seats: range, players: int) -> None:
        self.seats = SeatFromMe(seats, players)
        self.width = 1 + self.seats.size
        self.size = len(_VERBS) + len(PARTIES) * self.width

    def spell(self, v: Sight, seat: Seat, move: Any) -> Spelled:
        labels = move.blocs if isinstance(move, Propose) else _terms(v, move.number)
        return (_VERBS.index(type(move)), *(self.bloc(seat, label) for label in labels))

    def bloc(self, seat: Seat, label: str) -> int:
        """The number of a bloc."""
        party, _, speaker = label.partition(":")
        first = len(_VERBS) + PARTIES.index(party) * self.width
        return first + 1 + self.seats.index(seat, int(speaker)) if speaker else first

    def label(self, seat: Seat, number: int) -> str:
        """The label of a bloc."""
        party, share = divmod(number - len(_VERBS), self.width)
        return PARTIES[party] if share == 0 else f"{PARTIES[party]}:{self.seats.value(seat, share - 1)}"

    def read(self, v: Sight, seat: Seat, numbers: Spelled) -> Any:
        verb: Any = _VERBS[numbers[0]]
        labels = tuple(self.label(seat, number) for number in numbers[1:])
        if verb is Propose:
            if labels not in v.possible:
                raise LookupError(labels)
            return Propose(labels)
        (number,) = [made.number for made in v.proposals if made.blocs == labels]
        return verb(number)

    def names(self) -> list[str]:
        verbs = [verb.__name__.lower() for verb in _VERBS]
        shares = ["", *(f" {self.seats.name(index)}" for index in range(self.seats.size))]
        return [*verbs, *(f"bloc {party}{share}" for party in PARTIES for share in shares)]


def _terms(v: Sight, number: int) -> tuple[str, ...]:
    return next(made.blocs for made in v.proposals if made.number == number)


def move_numbers(box: Box, seats: range, players: int) -> MoveNumbers[Sight]:
    """All moves, kind by kind: cards and parties in the order of the box, seats from the one that moves."""
    party, card = OneOf(PARTIES), OneOf(box.ids)
    return MoveNumbers(
        [
            Product(Elect, seat=SeatFromMe(seats, players)),
            Listed(lay for lays in box.lays for lay in lays),
            *(Product(kind, party=party) for kind in (Double, Topple, Scandal)),
            Product(Retire, card=card),
            Listed((*(Clean(card=id) for id in box.ids), *(Clean(party=name) for name in PARTIES))),
            Listed((Pass(), Close())),
            ProposalSpelling(seats, players),
            BargainSpelling(seats, players, [*TERMS]),
        ]
    )
