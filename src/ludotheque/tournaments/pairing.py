"""Pairing: who sits where in the next round of a match, a round robin or a Swiss tournament."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, Literal

from ludotheque.tournaments.history import Entrant, History, InvalidEntrantCount, Round
from ludotheque.tournaments.matching import Cost, assign_sides, match_pairs
from ludotheque.tournaments.seating import assign_seats, choose_byes, group_by_points, mix_tables, table_sizes

Format = Literal["match", "round_robin", "swiss"]

_REPEAT_COST: Final = 10**9
"""The cost of a repeated meeting: more than all differences in points together."""
_THIRD_SIDE_COST: Final = 10**7
"""The cost if both entrants have had the same side twice more: one of them would have it a third time."""
_POINTS_COST: Final = 10**4
"""The cost of a difference of one point; it grows with the square."""
_SIDE_COST: Final = 100
"""The cost for each time that both entrants have had the same side more."""


def next_round(
    format: Format,
    present: Sequence[Entrant],
    history: History,
    points: Callable[[Entrant], float],
    seats: range,
    wanted: int,
    seed: str,
) -> Round:
    """Pair the next round. ``present`` may have changed since the last one; the same input has the same result.

    Raises :class:`InvalidEntrantCount` if so many entrants cannot be seated.
    """
    entrants = sorted(present)
    rng = random.Random(f"{seed} {len(history.rounds)}")
    if format == "match":
        if len(entrants) not in seats:
            raise InvalidEntrantCount(f"all at one table: {seats[0]} to {seats[-1]}, and there are {len(entrants)}")
        return Round((assign_seats(entrants, history, rng),))
    if len(entrants) < seats[0]:
        raise InvalidEntrantCount(f"this is played by {seats[0]} at least, and there are {len(entrants)}")
    if seats[-1] == 2:
        if format == "round_robin":
            return _pair_round_robin(entrants, history, rng, seed)
        return _pair_swiss(entrants, history, points, rng)
    sizes, out = table_sizes(len(entrants), seats, wanted)
    rng.shuffle(entrants)
    if format == "round_robin":
        byes = choose_byes(entrants, out, history)
        tables = mix_tables([entrant for entrant in entrants if entrant not in byes], sizes, history, rng)
    else:
        entrants.sort(key=points, reverse=True)
        byes = choose_byes(entrants, out, history)
        tables = group_by_points([entrant for entrant in entrants if entrant not in byes], points, sizes, history)
    return Round(tuple(assign_seats(table, history, rng) for table in tables), tuple(byes))


def recommended_rounds(format: Format, entrants: int, seats: range, wanted: int, games: int) -> int:
    """How many rounds a tournament should have: so that all have met, or at most one has won every game."""
    if format == "match":
        return games
    least, most = seats[0], min(max(wanted, seats[0]), seats[-1])
    size = 2 if seats[-1] == 2 else max(least, min(most, entrants))
    if format == "round_robin":
        return max(1, entrants - 1 + entrants % 2) if size == 2 else max(1, -(-(entrants - 1) // max(1, size - 1)))
    rounds, left = 0, entrants
    while left > 1:
        rounds, left = rounds + 1, -(-left // size)
    return max(1, rounds + (1 if size > 2 else 0))


def circle_round(order: Sequence[Entrant], number: int) -> list[tuple[Entrant | None, Entrant | None]]:
    """A round of the circle method: the last entrant stays, the others rotate, and those opposite each other meet.

    Who has the first seat follows from the positions as in Berger's tables, so that each has it in half of the games.
    After a full rotation the seats are swapped. The opponent None, with an odd number of entrants, is a bye.
    """
    places: list[Entrant | None] = [*order, *([None] if len(order) % 2 else [])]
    rotating = len(places) - 1
    rotation, turn = divmod(number, rotating)
    pairs = [(turn, rotating) if turn < rotating / 2 else (rotating, turn)]
    for step in range(1, len(places) // 2):
        low, high = sorted(((turn + step) % rotating, (turn - step) % rotating))
        pairs.append((low, high) if (low + high) % 2 else (high, low))
    found = [(places[one], places[other]) for one, other in pairs]
    return [(other, one) for one, other in found] if rotation % 2 else found


def _pair_round_robin(entrants: list[Entrant], history: History, rng: random.Random, seed: str) -> Round:
    """A round of the circle of the first round's entrants; with a late entrant, those meet who have met least."""
    first = sorted(history.rounds[0].entrants) if history.rounds else entrants
    if set(entrants) <= set(first):
        random.Random(seed).shuffle(first)
        pairs = circle_round(first, len(history.rounds))
        tables = tuple((one, other) for one, other in pairs if one in entrants and other in entrants)
        return Round(tables, _without_table(entrants, tables))

    def cost(one: Entrant, other: Entrant) -> int:
        # Entrants with the most opponents left come first, so that the last rounds are not for two or three alone.
        unmet = [sum(not history.times_met(each, any) for any in entrants if any != each) for each in (one, other)]
        return history.times_met(one, other) * _REPEAT_COST + (2 * len(entrants) - sum(unmet))

    return _pair_by_cost(entrants, cost, history, rng)


def _pair_swiss(
    entrants: list[Entrant], history: History, points: Callable[[Entrant], float], rng: random.Random
) -> Round:
    """Entrants with the same points who have not met: the upper half against the lower half, sides in balance."""
    rng.shuffle(entrants)
    entrants.sort(key=points, reverse=True)
    byes = choose_byes(entrants, len(entrants) % 2, history)
    entrants = [entrant for entrant in entrants if entrant not in byes]
    place = {entrant: number for number, entrant in enumerate(entrants)}
    group_sizes: dict[float, int] = {}
    for entrant in entrants:
        group_sizes[points(entrant)] = group_sizes.get(points(entrant), 0) + 1

    def cost(one: Entrant, other: Entrant) -> int:
        difference = points(one) - points(other)
        balances = history.side_balance[one], history.side_balance[other]
        same_side = min(abs(balances[0]), abs(balances[1])) if balances[0] * balances[1] > 0 else 0
        half = group_sizes[points(one)] // 2
        apart = abs(abs(place[one] - place[other]) - half) if not difference else 0
        sides = _THIRD_SIDE_COST if same_side > 1 else same_side * _SIDE_COST
        repeats = history.times_met(one, other) * _REPEAT_COST
        return repeats + round(difference**2 * _POINTS_COST) + sides + min(apart, 99)

    found = _pair_by_cost(entrants, cost, history, rng)
    return Round(found.tables, tuple(byes))


def _pair_by_cost(entrants: Sequence[Entrant], cost: Cost, history: History, rng: random.Random) -> Round:
    byes: list[Entrant] = []
    if len(entrants) % 2:
        byes = choose_byes(entrants, 1, history)
        entrants = [entrant for entrant in entrants if entrant not in byes]
    tables = tuple(assign_sides(*pair, history, rng) for pair in match_pairs(entrants, cost))
    return Round(tables, tuple(byes))


def _without_table(entrants: Sequence[Entrant], tables: Sequence[Sequence[Entrant]]) -> tuple[Entrant, ...]:
    seated = {entrant for table in tables for entrant in table}
    return tuple(entrant for entrant in entrants if entrant not in seated)
