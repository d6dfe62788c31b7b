"""Amounts made of whole departments: exactly where that is possible, rounded where it is not.

Amounts are counted in units of 50,000 votes. A set of sums is a number whose bit ``n`` says that ``n`` can be made,
so that adding a department to all of them is one shift. Departments are a number too: a bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence

Classes = Sequence[tuple[int, int]]
"""For each size of department, smallest first, its units and the set of those that have it."""


def sums(classes: Classes, held: int, limit: int) -> int:
    """All sums up to ``limit`` that departments of ``held`` make."""
    found, room = 1, (2 << limit) - 1
    for units, those in classes:
        if units > limit:
            break
        if mine := held & those:
            found = _add_size(found, units, mine.bit_count()) & room
    return found


def _add_size(found: int, units: int, count: int) -> int:
    """Add up to ``count`` departments of a size to all sums: by ones, twos, fours and the rest."""
    step = 1
    while count > step:
        found |= found << units * step
        count -= step
        step += step
    return found | found << units * count


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
    """The departments that can come next, so that the rest still makes ``amount`` exactly.

    From the smallest size up, ``before`` are the sums that smaller departments make; from the largest down,
    ``after`` are the sums from which larger ones lead to the amount. One of a size can come next if it connects both.
    """
    some = [(units, mine, mine.bit_count()) for units, those in classes if units <= amount and (mine := held & those)]
    after = [1 << amount]
    for units, _, count in reversed(some):
        after.append(_sums_before(after[-1], units, count))
    found, before = 0, 1
    for at, (units, mine, count) in enumerate(some, 2):
        bridge = _add_size(before << units, units, count - 1)
        if bridge & after[-at]:
            found |= mine
        before |= bridge
    return found


def _sums_before(sought: int, units: int, count: int) -> int:
    """The sums from which up to ``count`` departments of a size lead to a sum that is sought."""
    step = 1
    while count > step:
        sought |= sought >> units * step
        count -= step
        step += step
    return sought | sought >> units * count
