"""The outsider: plays like the best bot but never governs. It is measured, not offered to players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludotheque.games.politico.box import PM, PROVIDENTIAL
from ludotheque.games.politico.choices import DECLINE, PASS
from ludotheque.games.politico.kingmaker import Kingmaker
from ludotheque.games.politico.moves import AnyMove, Army, Discard, Form
from ludotheque.games.politico.outlook import Outlook
from ludotheque.games.politico.sight import Sight

_USELESS = (PM, PROVIDENTIAL)


class Outsider(Kingmaker):
    """Forms no government, enters none, and puts back the cards for it; in everything else a kingmaker."""

    encore = 0.0

    def draw(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Two cards for one that only serves to govern."""
        for card in _USELESS:
            if card in v.hand:
                return Discard(card)
        return super().draw(v, legal, free)

    def deeds(self, o: Outlook, legal: Sequence[Any], as_it_is: float) -> Iterator[tuple[float, AnyMove]]:
        """Everything but forming a government or entering one."""
        enter = Army("enter")
        return super().deeds(o, [move for move in legal if type(move) is not Form and move != enter], as_it_is)

    def form(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Not even after a fall."""
        return PASS

    def join(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Never."""
        return DECLINE

    recruit = join
