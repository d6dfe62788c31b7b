"""The effect of an action on a party, as far as a player can see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bots.outlook import Cards, Outlook, Standing, make_standing, shifted_votes
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import AnyMove, Clean, Double, Retire, Scandal, Topple
from ludotheque.games.koalition.sight import Sight

NUMBER: Final = {party: number for number, party in enumerate(PARTIES)}
"""The number of each party, by name."""
LEAST_VOTES: Final = 3
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
            found = _resignation_effect(o, v, cards, move, *where[move.card])
            if found is not None:
                yield found
        elif isinstance(move, Clean) and move.card is not None:
            yield _clean_effect(o, v, cards, move, *where[move.card])
        elif isinstance(move, Topple):
            party = NUMBER[move.party]
            if o.parties[party].leader != o.me:
                yield Effect(move, party, o.expected[party], standing_after_fall(o.parties[party], party, o.me))
        elif isinstance(move, Scandal):
            party = NUMBER[move.party]
            yield Effect(move, party, o.expected[party] / 2)
        elif isinstance(move, Double | Clean):
            party = NUMBER[str(move.party)]
            yield Effect(move, party, o.expected[party] * 2)


def _resignation_effect(o: Outlook, v: Sight, cards: Cards, move: Retire, party: int, place: int) -> Effect | None:
    """The effect of a RÜCKTRITT on a card that keeps another player in office."""
    laid = v.columns[party].cards[place]
    votes = cards.known[move.card][0]
    if votes < LEAST_VOTES or laid.seat == o.me or laid.seat != v.columns[party].leader:
        return None
    here = _standing_after(v, cards, party, place, o.me, True)
    return Effect(move, party, o.expected[party] - shifted_votes(votes, here.shift), here)


def _clean_effect(o: Outlook, v: Sight, cards: Cards, move: Clean, party: int, place: int) -> Effect:
    here = _standing_after(v, cards, party, place, o.me, False)
    return Effect(move, party, o.expected[party] + shifted_votes(cards.known[str(move.card)][0], here.shift), here)


def _standing_after(v: Sight, cards: Cards, party: int, place: int, me: Seat, resigned: bool) -> Standing:
    """The standing of a party once one of its cards has lost its votes, or has them back."""
    column = v.columns[party]
    laid = list(column.cards)
    laid[place] = msgspec.structs.replace(laid[place], resigned=resigned)
    here = make_standing(msgspec.structs.replace(column, cards=tuple(laid)), me, cards, party)
    _find_leader(here, party)
    return here


def standing_after_fall(here: Standing, party: int, me: Seat) -> Standing:
    """The standing of a party once its leader has been toppled."""
    assert here.leader is not None
    after = Standing()
    after.power, after.wanted = here.power, here.wanted
    after.toppled = here.leader
    after.find_rival(me)
    _find_leader(after, party)
    return after


def _find_leader(here: Standing, party: int) -> None:
    """Find the player with the most power who has not just been toppled; none, if two are equal."""
    able = {seat: power for seat, power in here.power.items() if seat != here.toppled}
    most = max(able.values(), default=0)
    first = [seat for seat, power in able.items() if power == most]
    here.set_leader(party, first[0] if len(first) == 1 else None)
