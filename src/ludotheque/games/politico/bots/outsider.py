"""The bot “outsider”: plays like a kingmaker but never governs. It is measured, not offered to players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.bargain_moves import OfferBargain
from ludotheque.engine.bargains import Bargain
from ludotheque.games.politico.bargains import JOIN as PROMISED_JOIN
from ludotheque.games.politico.bargains import TERMS
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.bots.parameters import Parameters
from ludotheque.games.politico.box import PM, PROVIDENTIAL
from ludotheque.games.politico.choices import DECLINE, PASS
from ludotheque.games.politico.moves import AnyMove, Army, Discard, Form
from ludotheque.games.politico.sight import Sight

_USELESS = (PM, PROVIDENTIAL)


class Outsider(Kingmaker):
    """A kingmaker that forms no government, joins none, and puts back the cards that only serve to form one."""

    parameters = Parameters(encore=0.0)

    def draw(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Put back a card that only serves to form a government, and draw two."""
        for card in _USELESS:
            if card in v.hand:
                return Discard(card)
        return super().draw(v, legal, free)

    def act(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Play like a kingmaker, without the moves that form a government or enter one."""
        enter = Army("enter")
        return super().act(v, [move for move in legal if type(move) is not Form and move != enter], free)

    def form(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Pass."""
        return PASS

    def join(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Decline."""
        return DECLINE

    recruit = join

    def offer(self, v: Sight, free: Sequence[Any]) -> AnyMove | None:
        """Offer peace alone: it forms no government that others could support, and joins none."""
        return super().offer(v, [move for move in free if type(move) is OfferBargain and move.terms == "peace"])

    def reply(self, v: Sight, bargain: Bargain) -> bool:
        """Promise a vote or peace, never to join."""
        return TERMS[bargain.terms].wanted.kind != PROMISED_JOIN and super().reply(v, bargain)
