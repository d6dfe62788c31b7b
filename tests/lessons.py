"""Plays lessons by their own words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ludotheque.engine.game import Game
from ludotheque.engine.lesson_play import LessonRun
from ludotheque.engine.lesson_time import right_moves
from ludotheque.engine.lessons import Lesson

_MOST = 200


def follow(game: Game, lesson: Lesson, rng: random.Random | None = None) -> Iterator[tuple[LessonRun, list[list[Any]]]]:
    """Play a lesson as it says: yield it before each answer, with the answers so far, and at its end.

    Where several moves are right, it is the first one, or one drawn from ``rng``.
    """
    answers: list[list[Any]] = []
    for _ in range(_MOST):
        run = LessonRun(game, lesson, answers)
        assert run.taken == len(answers), f"step {run.number}: {run.feedback}"
        yield run, list(answers)
        if run.step is None:
            return
        moves = right_moves(run) if run.step.expect else []
        assert moves or not run.step.expect, f"step {run.number} of {lesson.id} waits for a move that is not allowed"
        answers.append([rng.choice(moves)] if moves and rng else moves[:1])
    raise AssertionError(f"{lesson.id} does not end")
