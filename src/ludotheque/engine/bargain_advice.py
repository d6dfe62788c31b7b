"""Advice on bargains: to offer one, to agree or to refuse; with how the other player has kept promises so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.advice import ALTERNATIVES, Advice, Alternative, Reason
from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain, RefuseBargain
from ludotheque.engine.bargains import Bargains
from ludotheque.engine.rules import Seat


def advise_offer(bargains: Bargains, move: OfferBargain, otherwise: Advice, clause: str) -> Advice:
    """The advice to offer a bargain first; the first alternative is what would be played without it."""
    reasons = Reason("advice.bargain_offer", {"to": move.to, "terms": move.terms}), _reputation(bargains, move.to)
    others = (Alternative(otherwise.move, otherwise.reasons[0]), *otherwise.alternatives)
    return Advice(move, reasons, others[:ALTERNATIVES], clause)


def advise_reply(
    bargains: Bargains, move: AcceptBargain | RefuseBargain, replies: Sequence[Any], clause: str
) -> Advice:
    """The advice to agree to a bargain, or to refuse it."""
    bargain = bargains.find(move.number)
    assert bargain is not None

    def reason(reply: AcceptBargain | RefuseBargain) -> Reason:
        key = "advice.bargain_accept" if isinstance(reply, AcceptBargain) else "advice.bargain_refuse"
        return Reason(key, {"by": bargain.by, "terms": bargain.terms})

    others = tuple(Alternative(reply, reason(reply)) for reply in replies if reply != move)
    return Advice(move, (reason(move), _reputation(bargains, bargain.by)), others[:ALTERNATIVES], clause)


def _reputation(bargains: Bargains, seat: Seat) -> Reason:
    """How a player has kept promises so far."""
    broken = bargains.broken[seat]
    return Reason("advice.bargain_broken" if broken else "advice.bargain_kept", {"who": seat, "times": broken})
