"""States made from annotated fields: their slots, opening values and copies."""

from __future__ import annotations

from dataclasses import field
from typing import Any, NamedTuple

import msgspec
import pytest

from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.state import GameState, UncopiableField, game_state


class Fixed(msgspec.Struct, frozen=True):
    number: int


class Changing(msgspec.Struct):
    number: int


class Pair(NamedTuple):
    one: int
    other: tuple[str, ...]


@game_state
class Sample(GameState):
    players: int
    scores: list[int]
    board: bytearray = bytearray(3)
    deck: tuple[tuple[int, ...], ...] = ((1,), (2, 3))
    counts: dict[int, str] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    last: Fixed | Pair | None = None
    marks: list[int] = [0] * 2


def sample() -> Sample:
    return Sample(stack=Stack([Turn(0)]), players=2, scores=[1, 2])


def test_copy_has_the_same_values() -> None:
    s = sample()
    s.counts[4] = "four"
    s.last = Pair(1, ("a",))
    other = s.copy()
    assert type(other) is Sample
    for name in ("players", "scores", "board", "deck", "counts", "seen", "last", "marks", "outcome"):
        assert getattr(other, name) == getattr(s, name)
    assert other.stack.frames == s.stack.frames


def test_copy_shares_what_never_changes_and_nothing_else() -> None:
    s = sample()
    s.last = Fixed(1)
    other = s.copy()
    assert other.deck is s.deck
    assert other.last is s.last
    for name in ("stack", "scores", "board", "counts", "seen", "marks"):
        assert getattr(other, name) is not getattr(s, name)


def test_new_states_do_not_share_opening_values() -> None:
    one, other = sample(), sample()
    one.marks[0] = one.board[0] = 7
    one.counts[1] = "one"
    assert (other.marks, other.board, other.counts) == ([0, 0], bytearray(3), {})


def test_state_takes_no_attribute_that_is_not_a_field() -> None:
    with pytest.raises(AttributeError):
        sample().score = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "hint", [list[list[int]], tuple[list[int], ...], Changing, list[Changing], dict[int, set[int]], Any, object]
)
def test_field_that_cannot_be_copied_is_refused(hint: Any) -> None:
    with pytest.raises(UncopiableField, match=r"Bad\.wrong"):
        game_state(type("Bad", (GameState,), {"__annotations__": {"wrong": hint}}))
