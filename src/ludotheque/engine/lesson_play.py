"""Plays lessons: from the learner's answers follows where a lesson stands. Nothing is kept in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.lessons import BadLesson, Lesson, LessonText, Step, fits
from ludotheque.engine.rules import NATURE, Event, Refusal, Seat
from ludotheque.engine.scripted_play import ScriptedPlay

Answer = Sequence[Any]
"""The moves of an answer, several where they are one choice; none to read on."""


class Feedback(msgspec.Struct, frozen=True):
    """What is said about the last answer.

    ``right``; ``wrong`` for a move that is allowed but not what the step is about, with its own sentence if it has
    one; ``refused`` by a rule; ``reading`` for a move where the learner is to read on; ``batch`` for several moves
    that are not one choice.
    """

    kind: Literal["right", "wrong", "refused", "reading", "batch"]
    say: LessonText | None = None
    refusal: Refusal | None = None


class Moment(NamedTuple):
    """The state after a move that the learner saw, and how long their story was by then."""

    length: int
    state: Any


class _Stands(NamedTuple):
    """What an answer leads to: the moves are played on ``state`` if they are right."""

    feedback: Feedback
    state: Any
    events: list[list[Event]]


class LessonRun(ScriptedPlay):
    """A lesson after the learner's answers so far."""

    error = BadLesson

    def __init__(self, game: Game, lesson: Lesson, answers: Sequence[Answer] = ()) -> None:
        super().__init__(
            game,
            f"{game.id}/{lesson.id}",
            len(lesson.players),
            lesson.options,
            lesson.position,
            lesson.seed,
            lesson.seat,
        )
        self.lesson = lesson
        self.number = 0
        """The number of the present step."""
        self.taken = 0
        """How many answers were right. Those after the first that was not are ignored."""
        self.feedback: Feedback | None = None
        self.moments: list[Moment] = []
        """The moments since the last answer; the last one is the present."""
        self.play_script(lesson.start, "start")
        self._draw_before_step()
        self._begin_moments()
        for answer in answers:
            if not self._answer(answer):
                break

    @property
    def step(self) -> Step | None:
        """The present step; None at the end."""
        return self.lesson.steps[self.number] if self.number < len(self.lesson.steps) else None

    def _begin_moments(self) -> None:
        self.moments = [Moment(len(self.story), self.state.copy())]

    def _answer(self, answer: Answer) -> bool:
        """Take an answer; returns whether it was right."""
        step = self.step
        self.feedback = None
        if step is None or (not answer and step.expect):
            return False
        if not answer:
            self._begin_moments()
            self._finish_step()
            self.taken += 1
            return True
        if not step.expect:
            self.feedback = Feedback("reading")
            return False
        stands = self._judge(step, answer)
        self.feedback = stands.feedback
        if stands.feedback.kind != "right":
            self._begin_moments()
            return False
        choice = self._choice(self.state)
        self.state = stands.state
        for events in stands.events:
            self._tell(self.lesson.seat, events)
        self.moments = [Moment(len(self.story), self.state.copy())]
        # A choice of several moves, such as the departments of a sum, may be sent one after the other.
        if step.part or choice is None or self._choice(self.state) != choice:
            self._finish_step()
        self.taken += 1
        return True

    def _choice(self, state: Any) -> object | None:
        """The choice that the learner may make by several moves; None where there is none."""
        rules, seat = self.game.rules, self.lesson.seat
        return rules.choice(state, seat) if rules.outcome(state) is None and seat in rules.asked(state) else None

    def _judge(self, step: Step, moves: Answer) -> _Stands:
        """Try an answer on a copy."""
        rules, seat = self.game.rules, self.lesson.seat
        state, told = self.state.copy(), []
        choice = self._choice(state) if len(moves) > 1 else None
        said = next((wrong.say for wrong in step.wrong if any(fits(wrong.when, move) for move in moves)), None)
        for number, move in enumerate(moves):
            if len(moves) > 1 and (choice is None or (number and self._choice(state) != choice)):
                return _Stands(Feedback("batch"), None, [])
            refusal = rules.refusal(state, seat, move)
            if refusal is not None:
                return _Stands(Feedback("refused", said, refusal), None, [])
            told.append(list(rules.play(state, seat, move)))
        if not all(any(fits(pattern, move) for pattern in step.expect) for move in moves):
            return _Stands(Feedback("wrong", said or step.otherwise), None, [])
        return _Stands(Feedback("right"), state, told)

    def _finish_step(self) -> None:
        self.play_script(self.lesson.scripts[self.number], f"step[{self.number}].then")
        self.number += 1
        self._draw_before_step()
        self.moments[-1] = Moment(len(self.story), self.state.copy())  # what followed unseen is in it, too

    def _draw_before_step(self) -> None:
        """Let nature draw before the present step, unless the learner reads first and a script draws after that."""
        rest = zip(self.lesson.steps[self.number :], self.lesson.scripts[self.number :], strict=True)
        for step, script in rest:
            if step.expect:
                break
            if script and script[0].seat == NATURE:
                return
            if script:
                break
        self.draw()

    def _play(self, seat: Seat, move: Any) -> None:
        length = len(self.story)
        super()._play(seat, move)
        if len(self.story) > length:
            self.moments.append(Moment(len(self.story), self.state.copy()))
