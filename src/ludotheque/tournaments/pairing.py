"""The next round of an evening: everybody meets everybody, like meets like, or all at one table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, Literal

from ludotheque.tournaments.history import BadNumber, Entrant, Past, Round
from ludotheque.tournaments.matching import first_of, match
from ludotheque.tournaments.seating import by_points, seated, sitting_out, spread, table_sizes

Format = Literal["match", "round_robin", "swiss"]
FORMATS: Final[tuple[Format, ...]] = ("match", "round_robin", "swiss")

_AGAIN: Final = 10**9
"""What a second meeting weighs: more than all differences in points together."""
_POINTS: Final = 10**4
_SIDES: Final = 100
_THIRD: Final = 10**7
"""What it weighs that two meet who both have had the same side twice more: one of them would have it a third time."""


def next_round(
    format: Format,
    present: Sequence[Entrant],
    past: Past,
    points: Callable[[Entrant], float],
    seats: range,
    wanted: int,
    seed: str,
) -> Round:
    """Who sits where next. ``present`` may have changed since the last round; the same question has the same answer.

    Raises :class:`BadNumber` where so many people cannot be seated.
    """
    people = sorted(present)
    luck = random.Random(f"{seed} {len(past.rounds)}")
    if format == "match":
        if len(people) not in seats:
            raise BadNumber(f"all at one table: {seats[0]} to {seats[-1]}, and there are {len(people)}")
        return Round((seated(people, past, luck),))
    if len(people) < seats[0]:
        raise BadNumber(f"this is played by {seats[0]} at least, and there are {len(people)}")
    if seats[-1] == 2:
        if format == "round_robin":
            return _everybody(people, past, luck, seed)
        return _likes(people, past, points, luck)
    sizes, out = table_sizes(len(people), seats, wanted)
    luck.shuffle(people)
    if format == "round_robin":
        byes = sitting_out(people, out, past)
        tables = spread([entrant for entrant in people if entrant not in byes], sizes, past, luck)
    else:
        people.sort(key=points, reverse=True)
        byes = sitting_out(people, out, past)
        tables = by_points([entrant for entrant in people if entrant not in byes], points, sizes, past)
    return Round(tuple(seated(table, past, luck) for table in tables), tuple(byes))


def rounds_for(format: Format, people: int, seats: range, wanted: int, games: int) -> int:
    """How many rounds an evening should have: so that all meet, or that one is left who has won throughout."""
    if format == "match":
        return games
    least, most = seats[0], min(max(wanted, seats[0]), seats[-1])
    size = 2 if seats[-1] == 2 else max(least, min(most, people))
    if format == "round_robin":
        return max(1, people - 1 + people % 2) if size == 2 else max(1, -(-(people - 1) // max(1, size - 1)))
    rounds, left = 0, people
    while left > 1:
        rounds, left = rounds + 1, -(-left // size)
    return max(1, rounds + (1 if size > 2 else 0))


def circle(order: Sequence[Entrant], number: int) -> list[tuple[Entrant | None, Entrant | None]]:
    """A round of the circle, the old way to have everybody meet everybody: one sits still, the others move on.

    Those who move on are one against the other across the circle; who has the first seat follows from their numbers
    as in the tables of Berger, so that each has it in half of the games. The second time around seats are swapped.
    None is the chair of a number that is odd.
    """
    chairs: list[Entrant | None] = [*order, *([None] if len(order) % 2 else [])]
    moving = len(chairs) - 1
    lap, turn = divmod(number, moving)
    pairs = [(turn, moving) if turn < moving / 2 else (moving, turn)]
    for step in range(1, len(chairs) // 2):
        low, high = sorted(((turn + step) % moving, (turn - step) % moving))
        pairs.append((low, high) if (low + high) % 2 else (high, low))
    found = [(chairs[one], chairs[other]) for one, other in pairs]
    return [(other, one) for one, other in found] if lap % 2 else found


def _everybody(people: list[Entrant], past: Past, luck: random.Random, seed: str) -> Round:
    """A round of the circle of those who began; if somebody has come since, those meet who have met least."""
    begun = sorted(past.rounds[0].everybody) if past.rounds else people
    if set(people) <= set(begun):
        random.Random(seed).shuffle(begun)
        pairs = circle(begun, len(past.rounds))
        tables = tuple((one, other) for one, other in pairs if one in people and other in people)
        return Round(tables, _rest(people, tables))

    def cost(one: Entrant, other: Entrant) -> int:
        # Whoever has most people yet to meet goes first, or the last rounds would be for two or three alone.
        unmet = [sum(not past.times(each, any) for any in people if any != each) for each in (one, other)]
        return past.times(one, other) * _AGAIN + (2 * len(people) - sum(unmet))

    return _paired(people, cost, past, luck)


def _likes(people: list[Entrant], past: Past, points: Callable[[Entrant], float], luck: random.Random) -> Round:
    """Those with as many points meet who have not met: the upper half of them the lower one, sides in balance."""
    luck.shuffle(people)
    people.sort(key=points, reverse=True)
    byes = sitting_out(people, len(people) % 2, past)
    people = [entrant for entrant in people if entrant not in byes]
    place = {entrant: number for number, entrant in enumerate(people)}
    groups: dict[float, int] = {}
    for entrant in people:
        groups[points(entrant)] = groups.get(points(entrant), 0) + 1

    def cost(one: Entrant, other: Entrant) -> int:
        difference = points(one) - points(other)
        leads = past.lead[one], past.lead[other]
        same_side = min(abs(leads[0]), abs(leads[1])) if leads[0] * leads[1] > 0 else 0
        half = groups[points(one)] // 2
        apart = abs(abs(place[one] - place[other]) - half) if not difference else 0
        sides = _THIRD if same_side > 1 else same_side * _SIDES
        return past.times(one, other) * _AGAIN + round(difference**2 * _POINTS) + sides + min(apart, 99)

    found = _paired(people, cost, past, luck)
    return Round(found.tables, tuple(byes))


def _paired(
    people: Sequence[Entrant], cost: Callable[[Entrant, Entrant], int], past: Past, luck: random.Random
) -> Round:
    if len(people) % 2:
        byes = sitting_out(people, 1, past)
        people = [entrant for entrant in people if entrant not in byes]
    else:
        byes = []
    tables = tuple(first_of(*pair, past, luck) for pair in match(people, cost))
    return Round(tables, tuple(byes))


def _rest(people: Sequence[Entrant], tables: Sequence[Sequence[Entrant]]) -> tuple[Entrant, ...]:
    seated = {entrant for table in tables for entrant in table}
    return tuple(entrant for entrant in people if entrant not in seated)
