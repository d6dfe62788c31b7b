"""Since when a seat is asked: from the question, its own last move, or a new proposal to it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ludotheque.engine.question_stack import Negotiation, Stack, Turn
from ludotheque.server.tables.asked_since import AskedSince


class _Rules:
    def asked(self, state: Any) -> Any:
        return state.stack.asked()


def state_of(talk: Negotiation) -> Any:
    return SimpleNamespace(stack=Stack([talk]))


def test_time_begins_with_the_question_and_anew_with_own_move_and_new_proposal() -> None:
    rules: Any = _Rules()
    since, talk = AskedSince(), Negotiation((0, 1, 2))
    since.update(rules, state_of(talk), 100)
    assert [since.find(seat) for seat in range(3)] == [100, 100, 100]
    talk.propose(1, "a", (1, 2))
    since.update(rules, state_of(talk), 200, mover=1)
    assert since.find(0) == 100  # nothing is asked of it but what was before
    assert since.find(2) == 200
    talk.decline(2, 1)
    since.update(rules, state_of(talk), 300, mover=2)
    assert [since.find(seat) for seat in range(3)] == [100, 300, 300]


def test_no_time_is_kept_for_a_seat_that_is_asked_alone() -> None:
    rules: Any = _Rules()
    since = AskedSince()
    since.update(rules, SimpleNamespace(stack=Stack([Turn(1)])), 100)
    assert since.find(1) == 0


def test_time_shifts_and_restarts() -> None:
    rules: Any = _Rules()
    since = AskedSince()
    since.update(rules, state_of(Negotiation((0, 1))), 100)
    other = since.copy()
    since.shift(50)
    since.restart(400, 1)
    assert (since.find(0), since.find(1)) == (150, 400)
    assert other.find(1) == 100
