"""Events drawn from the pile of events."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.box import Effect
from ludotheque.games.politico.moves import Happened
from ludotheque.games.politico.scoring import add_deputies, add_points, end_government
from ludotheque.games.politico.state import Government, State


def carry_out_event(s: State, name: str | None, events: list[Event]) -> int:
    """Carry out an event; return how many trumps the player who has drawn it draws."""
    s.event = name
    events.append(Happened(s.seat, name))
    if name is None:
        return 0
    event = s.box.events[name]
    government = s.government
    if event.falls and government is not None:
        end_government(s, "event", None, events)
    for effect in event.effects:
        for seat in _concerned_seats(s, effect, government):
            add_points(s, seat, effect.points, "event", events)
            add_deputies(s, seat, effect.deputies, "event", events)
    return event.draw


def _concerned_seats(s: State, effect: Effect, government: Government | None) -> list[Seat]:
    """The seats that an effect concerns; none where it concerns a government and there is none."""
    seats = list(range(s.players))
    match effect.who:
        case "drawer":
            return [s.seat]
        case "everybody":
            return seats
        case "largest":
            return [seat for seat in seats if s.deputies[seat] == max(s.deputies)]
        case "smallest":
            return [seat for seat in seats if s.deputies[seat] == min(s.deputies)]
    if government is None:
        return []
    match effect.who:
        case "pm":
            return [government.pm]
        case "members":
            return [seat for seat in government.members if seat != government.pm]
        case "government":
            return list(government.members)
        case _:
            return [seat for seat in seats if seat not in government.members]
