"""Bargaining by bots: which offers they make, and how they answer those of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain
from ludotheque.engine.bargains import Bargain
from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bots.negotiation import Talks
from ludotheque.games.koalition.bots.outlook import Outlook
from ludotheque.games.koalition.bots.promises import Promises, trust
from ludotheque.games.koalition.box import RETIRE, SCANDAL, TOPPLE
from ludotheque.games.koalition.sight import Sight

OFFERS: Final = 1
"""How many bargains a bot offers in a country, so that people are not swamped."""
ENOUGH: Final = 0.5
"""The share of the expected votes from which a coalition of two is likely enough to be promised."""
WILLING: Final = 0.9
"""The chance of agreement from which a partner needs no promise."""
DOUBT: Final = 0.5
"""The least trust in a player with whom a bot bargains."""
_TOMORROW: Final = {"join_for_next": 1.2, "join_for_peace": 1.1}
"""How much better a coalition here is to a bot that is promised something for the next country besides."""


def may_offer(v: Sight, me: Seat, free: Sequence[Any]) -> list[OfferBargain]:
    """The offers that a bot considers: none once it has made enough of them in this country.

    They are in turn order from its own seat: the first of equal offers is made, and low seats must not gain by that.
    """
    mine = [bargain for bargain in v.bargains.entries if bargain.by == me and bargain.round == v.number]
    if len(mine) >= OFFERS:
        return []
    offers = [move for move in free if type(move) is OfferBargain and trust(v, move.to) >= DOUBT]
    offers.sort(key=lambda move: (move.to - me) % v.players)
    if not offers or not Promises(v, me).owed:
        return offers
    return [move for move in offers if move.terms == "peace"]


def is_taken(v: Sight, me: Seat, offer: Bargain) -> bool:
    """Whether a bot cannot promise a coalition because it has promised one to another player: it may not keep both."""
    return offer.terms != "peace" and bool(Promises(v, me).owed - {offer.by})


def offer_in_talks(talks: Talks, labels: tuple[str, ...], offers: Sequence[OfferBargain]) -> OfferBargain | None:
    """An offer to the partner in a coalition about to be proposed who has the most reason to look elsewhere."""
    prize = next(prize for prize in talks.found if prize.labels == labels)
    doubtful = [seat for seat in prize.hands if seat != talks.me and seat not in talks.promises.allies]
    # In turn order from one's own seat where partners are equally willing, as in `may_offer`.
    doubtful.sort(key=lambda seat: (seat - talks.me) % len(talks.best))
    to = min(doubtful, key=lambda seat: talks.willingness(prize, seat), default=talks.me)
    if to == talks.me or talks.willingness(prize, to) > WILLING:
        return None
    wanted = {move.terms: move for move in offers if move.to == to}
    return wanted.get("join_for_next") or wanted.get("together")


def offer_while_laying(o: Outlook, v: Sight, offers: Sequence[OfferBargain]) -> OfferBargain | None:
    """An offer before one's last card: the coalition to the best partner; before that, peace to the most dangerous."""
    if o.laps == 0:
        partners = {to: share for to in {move.to for move in offers} if (share := joint_share(o, to)) >= ENOUGH}
        return _choose(offers, "together", partners)
    if o.laps == 1 and led_share(o, o.me) > 0.3:
        rivals = {to: float(v.trump_counts[to]) for to in {move.to for move in offers} if led_share(o, to) > 0}
        return _choose(offers, "peace", rivals)
    return None


def _choose(offers: Sequence[OfferBargain], terms: str, wanted: dict[Seat, float]) -> OfferBargain | None:
    fitting = [move for move in offers if move.terms == terms and wanted.get(move.to)]
    return max(fitting, key=lambda move: wanted[move.to], default=None)


def accepts_in_talks(talks: Talks, v: Sight, offer: Bargain) -> bool:
    """Whether to promise a coalition after the count: if the best one with the other beats the hopes without."""
    word = trust(v, offer.by)
    together = [prize.value_to(talks.me, talks.rivalry) for prize in talks.found if {talks.me, offer.by} <= prize.hands]
    apart = [hope for labels, hope in talks.hopes.items() if offer.by not in talks.hands_of(labels)]
    value = max(together, default=0.0) * _TOMORROW.get(offer.terms, 1.0) * word
    return word >= DOUBT and value > 0 and value >= max(apart, default=0.0)


def accepts_while_laying(o: Outlook, v: Sight, offer: Bargain) -> bool:
    """Whether to agree while cards are played: to peace if one has more to fear, to a coalition if it is likely."""
    word = trust(v, offer.by)
    if word < DOUBT:
        return False
    if offer.terms == "peace":
        weapons = sum(v.actions[kind] for kind in (TOPPLE, RETIRE, SCANDAL))
        fear = word * led_share(o, o.me) * v.trump_counts[offer.by] / 2
        return fear >= weapons * led_share(o, offer.by)
    return joint_share(o, offer.by) * _TOMORROW.get(offer.terms, 1.0) * word >= ENOUGH * 0.85


def led_share(o: Outlook, seat: Seat) -> float:
    """The share of the expected votes in the parties that a player leads."""
    return sum(o.expected[party] for party in range(7) if o.parties[party].leader == seat) / o.whole


def joint_share(o: Outlook, other: Seat) -> float:
    """The greatest share of the expected votes of a party of one's own and a party of another player that get along."""
    parties = o.parties
    return max(
        (
            (o.expected[mine] + o.expected[theirs]) / o.whole
            for mine in range(7)
            if parties[mine].leader == o.me
            for theirs in range(7)
            if parties[theirs].leader == other
            and parties[mine].accepts >> theirs & 1
            and parties[theirs].accepts >> mine & 1
        ),
        default=0.0,
    )


def reply_to(legal: Sequence[Any], agree: bool) -> Any:
    """The answer among the replies to an offer: to agree comes first, to refuse last."""
    assert type(legal[0]) is AcceptBargain
    return legal[0] if agree else legal[-1]
