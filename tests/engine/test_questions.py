"""What the engine does for every game: it finds answers, draws and handlers in tables, and refuses what all refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import pytest

from ludotheque.engine.chance import Chance, QuickChance
from ludotheque.engine.outcome import Outcome
from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.rules import NATURE, Event, Move, Options, Refusal, Rules, Seat
from ludotheque.engine.state import GameState, game_state


class Throw(Move, frozen=True):
    points: int


class Bell(Move, frozen=True):
    pass


class Keep(Move, frozen=True):
    pass


class Drop(Move, frozen=True):
    pass


class Ended(Event, frozen=True):
    points: int


@game_state
class State(GameState):
    points: int = 0
    rung: bool = False

    @classmethod
    def opening(cls) -> Self:
        return cls(stack=Stack([Turn(NATURE, "throw")]))


def throw(s: State, _seat: Seat, move: Throw, _events: list[Event]) -> None:
    s.points = move.points
    s.stack.ask(0, "keep")


def ring(s: State, _seat: Seat, _move: Bell, _events: list[Event]) -> None:
    s.rung = True


def keep(_s: State, _seat: Seat, _move: Keep, _events: list[Event]) -> bool:
    return True


class Dice(Rules[State, Options, Any, Any]):
    """One throw, to be kept."""

    id = "dice"
    version = 1
    seats = range(2, 3)
    nature_clause = "dice.nature"
    asked_clause = "dice.asked"
    questions = {"keep": Question(lambda s, seat: (Keep(),), "dice.keep", (Keep,))}  # noqa: RUF012
    draws = {  # noqa: RUF012
        "throw": Draw(Throw, lambda s, rng: Throw(1 + rng.below(6)), lambda s, move: 1 <= move.points <= 6)
    }
    alarms = {Bell: lambda s: not s.rung}  # noqa: RUF012
    handlers = {Throw: throw, Bell: ring, Keep: keep}  # noqa: RUF012

    def setup(self, options: Options, players: int) -> State:
        return State.opening()

    def player_refusal(self, s: State, seat: Seat, move: Any) -> Refusal | None:
        return self.answer_refusal(s, seat, move)

    def continue_play(self, s: State, step_ends: bool | None, events: list[Event]) -> None:
        if step_ends:
            s.outcome = Outcome((1, 2), "dice.end", "kept")
            s.stack.clear()
            events.append(Ended(s.points))

    def default(self, s: State, seat: Seat) -> Any:
        return Keep()

    def sight(self, s: State, seat: Seat | None) -> Any:
        return s

    def imagine(self, v: Any, rng: Chance) -> State:
        return State.opening()


RULES = Dice()


def thrown() -> State:
    s = State.opening()
    RULES.play(s, NATURE, Throw(4))
    return s


def test_nature_draws_what_it_is_asked_for() -> None:
    s = State.opening()
    move = RULES.chance(s, QuickChance(1))
    assert isinstance(move, Throw)
    assert RULES.refusal(s, NATURE, move) is None


def test_legal_lists_the_answers_to_the_seat_that_is_asked_alone() -> None:
    s = State.opening()
    assert [RULES.legal(s, seat) for seat in (NATURE, 0, 1)] == [(), (), ()]
    RULES.play(s, NATURE, Throw(4))
    assert [RULES.legal(s, seat) for seat in (NATURE, 0, 1)] == [(), (Keep(),), ()]


def test_what_follows_a_move_is_played_after_its_handler() -> None:
    s = thrown()
    events: Sequence[Event] = RULES.play(s, 0, Keep())
    assert events == [Ended(4)]
    assert RULES.legal(s, 0) == ()


@pytest.mark.parametrize(
    ("seat", "move", "refusal"),
    [
        (0, Throw(3), Refusal("dice.nature", "not_nature")),
        (NATURE, Throw(7), Refusal("dice.nature", "not_nature")),
        (NATURE, Keep(), Refusal("dice.nature", "not_nature")),
        (1, Bell(), Refusal("dice.nature", "not_nature")),
        (NATURE, Bell(), None),
        (0, Keep(), Refusal("dice.asked", "not_asked")),
    ],
)
def test_moves_are_refused_while_nature_is_asked(seat: Seat, move: Move, refusal: Refusal | None) -> None:
    assert RULES.refusal(State.opening(), seat, move) == refusal


@pytest.mark.parametrize(
    ("seat", "move", "refusal"),
    [
        (NATURE, Throw(3), Refusal("dice.nature", "not_nature")),
        (0, Keep(), None),
        (0, Drop(), Refusal("dice.keep", "asked_keep")),
        (1, Keep(), Refusal("dice.asked", "not_asked")),
    ],
)
def test_moves_are_refused_while_a_player_is_asked(seat: Seat, move: Move, refusal: Refusal | None) -> None:
    assert RULES.refusal(thrown(), seat, move) == refusal


def test_alarm_is_refused_the_second_time() -> None:
    s = thrown()
    RULES.play(s, NATURE, Bell())
    assert RULES.refusal(s, NATURE, Bell()) == Refusal("dice.nature", "not_nature")


def test_every_move_is_refused_once_the_game_is_over() -> None:
    s = thrown()
    RULES.play(s, 0, Keep())
    for seat, move in ((0, Keep()), (1, Drop()), (NATURE, Throw(2)), (NATURE, Bell())):
        assert RULES.refusal(s, seat, move) == Refusal("dice.end", "over")
