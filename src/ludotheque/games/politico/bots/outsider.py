"""The bot “outsider”: plays like a kingmaker but never governs. It is measured, not offered to players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
