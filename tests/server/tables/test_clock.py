"""Clocks: the arithmetic."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.protocol.messages import DaysClock, LiveClock
from ludotheque.server.tables.clock import GRACE, Clocks

DAY = 24 * 3600 * 1000


def left(clocks: Clocks, at: int) -> list[int]:
    return [card.left_ms for card in clocks.cards(at, ()) if card is not None]


def running(clocks: Clocks) -> list[int]:
    return [seat for seat, card in enumerate(clocks.cards(0, ())) if card is not None and card.running]


def test_clock_runs_while_its_seat_is_asked_and_gains_by_its_answer() -> None:
    clocks = Clocks(LiveClock(60, 5), 2)
    clocks.run({0}, 1000)
    assert left(clocks, 11_000) == [50_000, 60_000]
    assert clocks.due() == 61_000
    assert not clocks.answered(0, 11_000, late=False)
    clocks.run({1}, 11_000)
    assert left(clocks, 12_000) == [55_000, 59_000]
    assert running(clocks) == [1]


def test_several_clocks_run_and_a_seat_no_longer_asked_gains_nothing() -> None:
    clocks = Clocks(LiveClock(60, 5), 3)
    clocks.run({0, 1, 2}, 0)
    clocks.answered(1, 4000, late=False)
    clocks.run({0, 2}, 4000)
    assert left(clocks, 4000) == [56_000, 61_000, 56_000]
    clocks.run((), 10_000)
    assert left(clocks, 99_000) == [50_000, 61_000, 50_000]
    assert clocks.due() is None


def test_seat_out_of_time_has_a_moment_for_the_next_question() -> None:
    clocks = Clocks(LiveClock(60, 0), 2)
    clocks.run({0}, 0)
    assert clocks.out(59_999) == []
    assert clocks.out(60_000) == [0]
    assert not clocks.answered(0, 60_020, late=True)
    clocks.run({0}, 60_020)
    assert left(clocks, 60_020)[0] == GRACE
    assert clocks.answered(0, 60_020 + GRACE, late=True), "twice in a row is enough"


def test_answer_in_time_forgives_a_late_one() -> None:
    clocks = Clocks(LiveClock(60, 10), 1)
    clocks.run({0}, 0)
    clocks.answered(0, 61_000, late=True)
    clocks.run({0}, 61_000)
    clocks.answered(0, 62_000, late=False)
    clocks.run({0}, 62_000)
    assert not clocks.answered(0, 99_000, late=True)


def test_days_are_given_anew_for_each_answer() -> None:
    clocks = Clocks(DaysClock(2), 2)
    clocks.run({0}, 0)
    assert clocks.due() == 2 * DAY
    clocks.answered(0, DAY, late=False)
    clocks.run({0, 1}, DAY)
    assert left(clocks, DAY) == [2 * DAY, 2 * DAY]


def test_time_asleep_is_not_counted() -> None:
    clocks = Clocks(LiveClock(60), 2)
    clocks.run({0}, 0)
    clocks.sleep(3_600_000)
    assert left(clocks, 3_610_000) == [50_000, 60_000]


def test_copy_of_clocks_shares_nothing_and_bots_have_no_clock() -> None:
    clocks = Clocks(LiveClock(60), 2)
    other = clocks.copy()
    other.run({0, 1}, 0)
    assert running(clocks) == []
    assert other.version > clocks.version
    assert clocks.cards(0, {1})[1] is None


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 20_000), st.booleans()), max_size=40))
def test_no_clock_gains_more_than_its_increments(steps: list[tuple[int, int, bool]]) -> None:
    clocks, at = Clocks(LiveClock(60, 7), 3), 0
    answers = [0, 0, 0]
    clocks.run({0, 1, 2}, at)
    for seat, spent, late in steps:
        at += spent
        clocks.answered(seat, at, late)
        answers[seat] += 1
        clocks.run({0, 1, 2}, at)
        for who, milliseconds in enumerate(left(clocks, at)):
            assert 0 <= milliseconds <= 60_000 + answers[who] * 7000
