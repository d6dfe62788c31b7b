"""Amounts made of whole departments: exactly where it can be done, rounded where it cannot.

Amounts are counted in units of 50,000 votes. A set of sums is a number whose bit ``n`` says that ``n`` can be made,
so that adding a department to all of them is one shift. Departments are a number too: a bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence

Classes = Sequence[tuple[int, int]]
"""For each size of department, smallest first, its units and the set of those that have it."""


def sums(classes: Classes, held: int, limit: int) -> int:
    """All the sums up to ``limit`` that departments of ``held`` make."""
    found, room = 1, (2 << limit) - 1
    for units, those in classes:
        if units > limit:
            break
        if mine := held & those:
            found = _add(found, units, mine.bit_count()) & room
    return found


def _add(found: int, units: int, count: int) -> int:
    """Sums that some of ``count`` more departments of a size lead to: they are added by ones, twos, fours, the rest."""
    step = 1
    while count > step:
        found |= found << units * step
        count -= step
        step += step
    return found | found << units * count


def round_down(classes: Classes, held: int, amount: int) -> int:
    """What a player who pays ``amount`` pays: the largest sum that is not above it."""
    return sums(classes, held, amount).bit_length() - 1


def round_up(classes: Classes, held: int, amount: int) -> int:
    """What the urn pays for ``amount``: the smallest sum that is not below it, or all there is."""
    beyond = sums(classes, held, amount + classes[-1][0]) >> amount
    if beyond:
        return amount + (beyond & -beyond).bit_length() - 1
    return sums(classes, held, amount).bit_length() - 1


def steps(classes: Classes, held: int, amount: int) -> int:
    """The departments that can come next, so that the rest still makes ``amount`` exactly.

    From the smallest size up, ``before`` are the sums that smaller departments make; from the largest down,
    ``after`` are the sums from which larger ones lead to the amount. One of a size can come next if it bridges both.
    """
    some = [(units, mine, mine.bit_count()) for units, those in classes if units <= amount and (mine := held & those)]
    after = [1 << amount]
    for units, _, count in reversed(some):
        after.append(_take(after[-1], units, count))
    found, before = 0, 1
    for at, (units, mine, count) in enumerate(some, 2):
        bridge = _add(before << units, units, count - 1)
        if bridge & after[-at]:
            found |= mine
        before |= bridge
    return found


def _take(sought: int, units: int, count: int) -> int:
    """Sums from which some of ``count`` departments of a size lead to a sum that is sought."""
    step = 1
    while count > step:
        sought |= sought >> units * step
        count -= step
        step += step
    return sought | sought >> units * count
