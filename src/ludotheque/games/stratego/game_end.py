"""Ends of a game other than by a move that says so itself."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.rules import Event, Outcome, Seat
from ludotheque.games.stratego.choices import can_step, legal_steps
from ludotheque.games.stratego.moves import Ended
from ludotheque.games.stratego.state import State


def end_if_stuck(s: State, seat: Seat) -> Sequence[Event]:
    """End the game if ``seat``, whose turn it is, cannot move, or if the limit of moves is reached."""
    last, chase = s.shuttle[seat], s.chase[seat]
    # A piece that moved last can at least go back; most of the time nothing has to be counted.
    if last is None and not can_step(s, seat):
        if not can_step(s, 1 - seat):
            return end_game(s, None, "stratego.ruling.both-immobile", "both_immobile")
        return end_game(s, 1 - seat, "stratego.end.immobile", "immobile")
    bound = (last is not None and last.most > 1) or (chase is not None and chase.prey)
    if bound and not legal_steps(s, seat):
        return end_game(s, 1 - seat, "stratego.ruling.no-legal-move", "no_legal_move")
    if s.quiet >= s.options.no_fight:
        return end_game(s, None, "stratego.ruling.no-fight", "no_fight")
    if s.ply >= s.options.max_moves:
        return end_game(s, None, "stratego.ruling.no-fight", "max_moves")
    return ()


def end_game(s: State, winner: Seat | None, clause: str, reason: str) -> Sequence[Event]:
    """End the game; ``winner`` is None for a draw."""
    places = (1, 1) if winner is None else ((1, 2) if winner == 0 else (2, 1))
    s.outcome = Outcome(places, clause, reason)
    s.stack.clear()
    return (Ended(winner, reason, clause),)
