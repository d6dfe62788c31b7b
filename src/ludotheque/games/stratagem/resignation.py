"""Resignation: a player leaves the game. Players who are out name an heir for tokens that cannot be shared."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratagem.elimination import eliminate_player, give_to_heir
from ludotheque.games.stratagem.moves import Name, Resign
from ludotheque.games.stratagem.state import State
from ludotheque.games.stratagem.turns import continue_after_turn


def resign(s: State, seat: Seat, _move: Resign, events: list[Event]) -> None:
    """Leave the game, and go on unless an heir must be named first."""
    if not eliminate_player(s, seat, "resigned", events):
        continue_after_turn(s, events)


def name_heir(s: State, seat: Seat, move: Name, events: list[Event]) -> None:
    """Give the tokens that could not be shared to the player who is named, and go on."""
    give_to_heir(s, seat, move.seat, 0, events)
    continue_after_turn(s, events)
