"""Elections: the preliminary one, dissolutions, and mid-term elections. They deal plaques."""

from __future__ import annotations

from collections import Counter

from ludotheque.engine.chance import Chance, pick, shuffle
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.moves import Elected, Election
from ludotheque.games.politico.state import State

EACH = 3
LEAST = 200
"""The fewest deputies that three or four players have together."""


def draw_election(s: State, rng: Chance) -> Election:
    """An election drawn at random: three plaques each at first, and more until there are enough; later those in use."""
    if s.election != "first":
        pool = [plaque for hand in s.plaques for plaque in hand]
        shuffle(rng, pool)
        return Election(_dealt_around(pool, s.players))
    pool = list(s.box.plaques)
    shuffle(rng, pool)
    count = EACH * s.players
    while s.players <= 4 and sum(pool[:count]) < LEAST:
        count += 1
    plaques = _dealt_around(pool[:count], s.players)
    return Election(plaques, pick(rng, _seats_with_fewest(plaques)))


def _dealt_around(pool: list[int], players: int) -> tuple[tuple[int, ...], ...]:
    """Plaques dealt one by one around the table."""
    return tuple(tuple(pool[seat::players]) for seat in range(players))


def _seats_with_fewest(plaques: tuple[tuple[int, ...], ...]) -> list[Seat]:
    totals = [sum(hand) for hand in plaques]
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


def is_possible_election(s: State, move: Election) -> bool:
    """Whether these are plaques of the box, or those in use, dealt by the rules."""
    plaques = move.plaques
    if len(plaques) != s.players:
        return False
    pool = Counter(plaque for hand in plaques for plaque in hand)
    total, count = sum(pool.elements()), pool.total()
    evenly = [len(hand) for hand in plaques] == [len(range(seat, count, s.players)) for seat in range(s.players)]
    if s.election != "first":
        in_use = Counter(plaque for hand in s.plaques for plaque in hand)
        return evenly and move.first is None and pool == in_use
    if not evenly or pool - Counter(s.box.plaques) or move.first not in _seats_with_fewest(plaques):
        return False
    if s.players > 4 or count == EACH * s.players:
        return count == EACH * s.players and (s.players > 4 or total >= LEAST)
    last = plaques[(count - 1) % s.players][-1]
    return total >= LEAST > total - last


def hold_election(s: State, move: Election, events: list[Event]) -> None:
    """Give each seat the deputies of its new plaques, whatever it had before."""
    s.plaques = move.plaques
    s.deputies = [sum(hand) for hand in move.plaques]
    if move.first is not None:
        s.first = s.seat = move.first
    events.append(Elected(s.election, move.plaques, tuple(s.deputies), move.first))
