"""Denunciation: a player charges another with holding irregular supports."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratagem.mats import FINE, change_tokens, drop_supports, irregular_supports
from ludotheque.games.stratagem.moves import Denounce, Denounced
from ludotheque.games.stratagem.state import Charge, State


def denounce(s: State, seat: Seat, move: Denounce, events: list[Event]) -> None:
    """Denounce a player: if rightly, they are fined and lose the supports; a wrong charge costs nothing."""
    target = move.seat
    cards = irregular_supports(s, target)
    s.charged += ((seat, target),)
    s.charge = Charge(seat, target, bool(cards), s.turn)
    events.append(Denounced(seat, target, bool(cards), tuple(s.box.common[card].id for card in cards)))
    if cards:
        change_tokens(s, target, -FINE, "fine", events)
        drop_supports(s, target, cards, events)
        s.stack.renew()
