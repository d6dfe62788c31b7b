"""The effect of an action on a party, as far as a player can see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import AnyMove, Clean, Double, Retire, Scandal, Topple
from ludotheque.games.koalition.outlook import Cards, Outlook, Standing, stand, weigh
from ludotheque.games.koalition.sight import Sight

NUMBER: Final = {party: number for number, party in enumerate(PARTIES)}
"""The number of each party, by name."""
PETTY: Final = 3
"""A RÜCKTRITT that removes fewer votes than this is not worth playing."""


class Effect(NamedTuple):
    """A party after an action: its expected votes, and its standing where that changes."""

    move: AnyMove
    party: int
    votes: float
    here: Standing | None = None


def effects(o: Outlook, v: Sight, cards: Cards, legal: Sequence[AnyMove]) -> Iterator[Effect]:
    """The effects of the actions in hand; useless ones are left out."""
    where = {
        card.card: (party, place) for party, column in enumerate(v.columns) for place, card in enumerate(column.cards)
    }
    for move in legal:
        if isinstance(move, Retire):
            found = _resigned(o, v, cards, move, *where[move.card])
            if found is not None:
                yield found
        elif isinstance(move, Clean) and move.card is not None:
            yield _cleared(o, v, cards, move, *where[move.card])
        elif isinstance(move, Topple):
            party = NUMBER[move.party]
            if o.parties[party].leader != o.me:
                yield Effect(move, party, o.expected[party], fallen(o.parties[party], party, o.me))
        elif isinstance(move, Scandal):
            party = NUMBER[move.party]
            yield Effect(move, party, o.expected[party] / 2)
        elif isinstance(move, Double | Clean):
            party = NUMBER[str(move.party)]
            yield Effect(move, party, o.expected[party] * 2)


def _resigned(o: Outlook, v: Sight, cards: Cards, move: Retire, party: int, place: int) -> Effect | None:
    """The effect of a RÜCKTRITT on a card that keeps another player in office."""
    laid = v.columns[party].cards[place]
    votes = cards.known[move.card][0]
    if votes < PETTY or laid.seat == o.me or laid.seat != v.columns[party].leader:
        return None
    here = _turned(v, cards, party, place, o.me, True)
    return Effect(move, party, o.expected[party] - weigh(votes, here.shift), here)


def _cleared(o: Outlook, v: Sight, cards: Cards, move: Clean, party: int, place: int) -> Effect:
    here = _turned(v, cards, party, place, o.me, False)
    return Effect(move, party, o.expected[party] + weigh(cards.known[str(move.card)][0], here.shift), here)


def _turned(v: Sight, cards: Cards, party: int, place: int, me: Seat, resigned: bool) -> Standing:
    """The standing of a party once one of its cards has lost its votes, or has them back."""
    column = v.columns[party]
    laid = list(column.cards)
    laid[place] = msgspec.structs.replace(laid[place], resigned=resigned)
    here = stand(msgspec.structs.replace(column, cards=tuple(laid)), me, cards, party)
    _find_leader(here, party)
    return here


def fallen(here: Standing, party: int, me: Seat) -> Standing:
    """The standing of a party once its leader has been toppled."""
    assert here.leader is not None
    after = Standing()
    after.power, after.wanted = here.power, here.wanted
    after.toppled = here.leader
    after.face(me)
    _find_leader(after, party)
    return after


def _find_leader(here: Standing, party: int) -> None:
    """Find the player with the most power who has not just been toppled; none, if two are equal."""
    able = {seat: power for seat, power in here.power.items() if seat != here.toppled}
    most = max(able.values(), default=0)
    first = [seat for seat, power in able.items() if power == most]
    here.lead(party, first[0] if len(first) == 1 else None)
