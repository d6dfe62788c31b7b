"""Lessons over HTTP: computed from the request alone, without a table, a guest or storage."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.engine.game import Game
from ludotheque.engine.lesson_play import Feedback, LessonRun, Moment
from ludotheque.engine.lessons import Lesson, Step, lessons_of
from ludotheque.engine.rules import Seat
from ludotheque.games import find
from ludotheque.protocol import lessons
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import OperationWithExample, error_responses
from ludotheque.server.http.scripted import now_of, story_of


@get("/games/{game:str}/lessons", responses=error_responses("no_game"), sync_to_thread=False)
def show_lessons(game: FromPath[str]) -> lessons.LessonList:
    """The lessons of a game: the chapters of a guided first game, and the short game after them."""
    return _lesson_list(find(game).id)


@post(
    "/games/{game:str}/lessons/{lesson:str}",
    operation_class=OperationWithExample,
    responses=error_responses("foreign_origin", "not_json", "too_fast", "no_game", "no_lesson"),
    status_code=HTTP_200_OK,
    sync_to_thread=True,
)
def answer_lesson(
    game: FromPath[str], lesson: FromPath[str], data: JSONBody[lessons.LessonAnswers]
) -> lessons.LessonView:
    """Where a lesson stands after these answers. Nothing is stored: send all answers each time."""
    found = find(game)
    wanted = next((known for known in lessons_of(found) if known.id == lesson), None)
    if wanted is None:
        raise HttpError(404, "no_lesson", f"{found.id} has no lesson “{lesson}”")
    return _lesson_view(found, wanted, data)


@cache
def _lesson_list(game: str) -> lessons.LessonList:
    found, first = lessons_of(find(game)), find(game).first_game
    cards = [
        lessons.LessonCard(lesson.id, lesson.title, first.minutes_of(lesson.id), len(lesson.steps)) for lesson in found
    ]
    short = found[-1].short_game if found else None
    return lessons.LessonList(game, cards, first.lesson_minutes, short, first.short_minutes)


def _lesson_view(game: Game, lesson: Lesson, data: lessons.LessonAnswers) -> lessons.LessonView:
    kind = game.rules.move_type
    try:
        answers = [[msgspec.convert(move, kind) for move in answer] for answer in data.answers]
    except msgspec.ValidationError as error:
        raise HttpError(400, "bad_request", f"not a move ({error})") from None
    run = LessonRun(game, lesson, answers)
    return lessons.LessonView(
        game=game.id,
        lesson=lesson.id,
        title=lesson.title,
        seat=lesson.seat,
        players=list(lesson.players),
        options=msgspec.to_builtins(lesson.options),
        number=run.number,
        steps=len(lesson.steps),
        step=None if run.step is None else _step(run.step),
        end=lesson.end,
        taken=run.taken,
        feedback=None if run.feedback is None else _feedback(run.feedback),
        story=story_of(run),
        moments=[_moment(game, moment, lesson.seat) for moment in run.moments],
    )


def _step(step: Step) -> lessons.LessonStep:
    return lessons.LessonStep(step.say, list(step.point), bool(step.expect), step.clause)


def _feedback(feedback: Feedback) -> lessons.LessonFeedback:
    return lessons.LessonFeedback(feedback.kind, feedback.say, feedback.refusal)


def _moment(game: Game, moment: Moment, seat: Seat) -> lessons.LessonMoment:
    return lessons.LessonMoment(moment.length, now_of(game, moment.state, seat))
