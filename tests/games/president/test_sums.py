"""Amounts made of departments, against brute force."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.president.sums import next_departments, payment, urn_payment
from tests.games.president.race import BOX
from tests.stopwatch import Stopwatch

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


@pytest.mark.clause("president.card.round", "president.ruling.shortfall", "president.ruling.poor-loser")
@settings(max_examples=300, deadline=None)
@given(SIZES, AMOUNTS, st.integers(0, 60))
def test_payment_equals_brute_force(sizes: list[int], amount: int, votes: int) -> None:
    totals = {sum(sizes[n] for n in some) for some in subsets(sizes)}
    made, due = payment(classes(sizes), (1 << len(sizes)) - 1, amount, votes)
    assert made == max(total for total in totals if total <= amount), "departments, as many as can be"
    assert due <= votes
    if votes >= amount:
        assert amount - due in {0, 1}, "50,000 below at most"
        assert due == amount if amount in totals else due >= 1, "a loss always costs"
    else:
        assert due in {votes, made}


@pytest.mark.clause("president.card.round", "president.ruling.shortfall")
@settings(max_examples=300, deadline=None)
@given(SIZES, AMOUNTS, st.integers(0, 60))
def test_urn_payment_equals_brute_force(sizes: list[int], amount: int, urn: int) -> None:
    totals = {sum(sizes[n] for n in some) for some in subsets(sizes)}
    made, due = urn_payment(classes(sizes), (1 << len(sizes)) - 1, amount, urn)
    if amount in totals:
        assert (made, due) == (amount, min(amount, urn))
    elif amount + 1 in totals:
        assert (made, due) == (amount + 1, min(amount + 1, urn))
    else:
        assert (made, due) == (max(total for total in totals if total <= amount), min(amount, urn))


@settings(max_examples=300, deadline=None)
@given(SIZES, AMOUNTS, st.integers(0, 511))
def test_only_departments_that_lead_to_the_amount_can_come_next(sizes: list[int], amount: int, some: int) -> None:
    held = some & ((1 << len(sizes)) - 1)
    ways = [way for way in subsets(sizes) if all(held >> n & 1 for n in way) and sum(sizes[n] for n in way) == amount]
    wanted = {n for way in ways for n in way}
    found = next_departments(classes(sizes), held, amount)
    assert {n for n in range(len(sizes)) if found >> n & 1} == wanted


def test_sums_of_the_full_map_take_less_than_a_millisecond() -> None:
    with Stopwatch() as watch:
        for amount in range(1, 101):
            assert next_departments(BOX.classes, BOX.whole, urn_payment(BOX.classes, BOX.whole, amount, amount + 1)[0])
    assert watch.seconds / 100 < 0.001
