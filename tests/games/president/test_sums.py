"""Amounts made of departments, against brute force."""

from __future__ import annotations

import time
from itertools import chain, combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.president.sums import round_down, round_up, steps
from tests.games.president.race import BOX

SIZES = st.lists(st.integers(1, 20), max_size=9)
AMOUNTS = st.integers(1, 40)


def classes(sizes: list[int]) -> list[tuple[int, int]]:
    """Departments of these sizes, by size; there is always some larger one elsewhere on the map."""
    found = {size: sum(1 << n for n, other in enumerate(sizes) if other == size) for size in sizes}
    return sorted({20: 0, **found}.items())


def subsets(sizes: list[int]) -> list[tuple[int, ...]]:
    """Every choice of departments."""
    numbers = range(len(sizes))
    return list(chain.from_iterable(combinations(numbers, count) for count in range(len(sizes) + 1)))


@settings(max_examples=300, deadline=None)
@given(SIZES, AMOUNTS)
def test_rounding_is_what_brute_force_says(sizes: list[int], amount: int) -> None:
    held = (1 << len(sizes)) - 1
    totals = {sum(sizes[n] for n in some) for some in subsets(sizes)}
    assert round_down(classes(sizes), held, amount) == max(total for total in totals if total <= amount)
    above = [total for total in totals if total >= amount]
    assert round_up(classes(sizes), held, amount) == (min(above) if above else max(totals))


@settings(max_examples=300, deadline=None)
@given(SIZES, AMOUNTS, st.integers(0, 511))
def test_only_departments_that_lead_to_the_amount_can_come_next(sizes: list[int], amount: int, some: int) -> None:
    held = some & ((1 << len(sizes)) - 1)
    ways = [way for way in subsets(sizes) if all(held >> n & 1 for n in way) and sum(sizes[n] for n in way) == amount]
    wanted = {n for way in ways for n in way}
    found = steps(classes(sizes), held, amount)
    assert {n for n in range(len(sizes)) if found >> n & 1} == wanted


def test_on_the_full_map_it_takes_less_than_a_millisecond() -> None:
    begun = time.process_time()
    for amount in range(1, 101):
        assert steps(BOX.classes, BOX.whole, round_up(BOX.classes, BOX.whole, amount))
    assert (time.process_time() - begun) / 100 < 0.001
