"""Amounts made of whole departments: exactly where that is possible, rounded where it is not.

Amounts are counted in units of 50,000 votes. A set of sums is a number whose bit ``n`` says that ``n`` can be made,
so that adding a department to all of them is one shift. Departments are a number too: a bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Classes = Sequence[tuple[int, int]]
"""For each size of department, smallest first, its units and the set of those that have it."""


def _steps(count: int) -> tuple[int, ...]:
    """Ones, twos, fours and the rest, so that each number up to ``count`` is a sum of some of them.

    >>> _steps(0), _steps(1), _steps(12)
    ((), (1,), (1, 2, 4, 5))
    """
    steps, step = [], 1
    while count > 0:
        steps.append(min(step, count))
        count -= step
        step += step
    return tuple(steps)


_STEPS: Final = tuple(map(_steps, range(100)))
"""In how many shifts so many departments of one size are added to a set of sums."""


def sums(classes: Classes, held: int, limit: int) -> int:
    """All sums up to ``limit`` that departments of ``held`` make."""
    found, room = 1, (2 << limit) - 1
    for units, those in classes:
        if units > limit:
            break
        if mine := held & those:
            for step in _STEPS[mine.bit_count()]:
                found |= found << units * step
            found &= room
    return found


def payment(classes: Classes, held: int, amount: int, votes: int) -> tuple[int, int]:
    """The payment of a player who owes ``amount`` and has ``votes``: the units of departments, and all votes paid.

    The departments make the amount, or 50,000 less. Where they cannot, those of the largest sum below are given up and
    votes alone make up the rest, to 50,000 below the amount. A loss always costs, and never more than there is.
    """
    made = sums(classes, held, amount).bit_length() - 1
    due = made if made and made >= amount - 1 else max(amount - 1, 1)
    return made, min(due, votes)


def urn_payment(classes: Classes, held: int, amount: int, urn: int) -> tuple[int, int]:
    """The payment of the urn for ``amount``: the units of departments, and all votes paid.

    The departments make the amount, or 50,000 more. Where they cannot, those of the largest sum below are given and
    votes alone make up the rest. The urn never pays more than it holds.
    """
    found = sums(classes, held, amount + 1)
    made = amount if found >> amount & 1 else found.bit_length() - 1
    return made, min(max(made, amount), urn)


def next_departments(classes: Classes, held: int, amount: int) -> int:
    """The departments that can come next, so that the rest still makes ``amount`` exactly."""
    some = []
    for units, those in classes:
        if units > amount:
            break
        if mine := held & those:
            some.append((units, mine, mine.bit_count()))
    found = 0
    for size, chosen, _ in some:
        rest, made = amount - size, 1
        for units, _, count in some:
            if made >> rest & 1:
                break
            for step in _STEPS[count - 1 if units == size else count]:
                made |= made << units * step
        if made >> rest & 1:
            found |= chosen
    return found
