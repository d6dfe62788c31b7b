"""Lessons over HTTP: the chapters of a guided first game, the learner's answers, and where they lead."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.first_game import ShortGame
from ludotheque.engine.lessons import LessonText
from ludotheque.engine.rules import Refusal, Seat
from ludotheque.protocol.messages import MOVES_AT_ONCE, Entry, Now, Received

MOST_ANSWERS = 120


class LessonCard(msgspec.Struct, frozen=True):
    """A lesson in the list of a game's lessons."""

    id: str
    title: LessonText
    minutes: int
    """About how long it takes."""
    steps: int


class LessonList(msgspec.Struct, frozen=True):
    """The lessons of a game, in order, and the real game to play after them."""

    game: str
    lessons: list[LessonCard]
    minutes: int
    """How long all lessons take."""
    short_game: ShortGame | None
    short_minutes: int
    """How long the short game takes with the coach; 0 if there is none, or it was not measured."""


class LessonAnswers(Received, frozen=True):
    """The learner's answers so far, each a list of moves: empty to read on, several where they are one choice."""

    answers: Annotated[
        list[Annotated[list[dict[str, Any]], Meta(max_length=MOVES_AT_ONCE)]], Meta(max_length=MOST_ANSWERS)
    ]


class LessonStep(msgspec.Struct, frozen=True):
    """What a lesson says now."""

    say: LessonText
    point: list[str]
    """What it points at, as the game's mat names it; the first one that is on the page counts."""
    asks: bool
    """Whether it waits for a move; otherwise the learner reads and continues."""
    clause: str


class LessonFeedback(msgspec.Struct, frozen=True):
    """What is said about the last answer: its kinds are those of `engine.lesson_play.Feedback`."""

    kind: Literal["right", "wrong", "refused", "reading", "batch"]
    say: LessonText | None
    refusal: Refusal | None


class LessonMoment(msgspec.Struct, frozen=True):
    """The game after a move, and how many entries the story had by then."""

    seq: int
    now: Now


class LessonView(msgspec.Struct, frozen=True):
    """Where a lesson stands after some answers."""

    game: str
    lesson: str
    title: LessonText
    seat: Seat
    """The learner's seat."""
    players: list[str]
    """The names of the players; the learner's own is empty."""
    options: dict[str, Any]
    number: int
    """The number of the present step, from 0."""
    steps: int
    step: LessonStep | None
    """None at the end."""
    end: LessonText
    taken: int
    """How many answers were right: those after the first that was not are ignored."""
    feedback: LessonFeedback | None
    """On the last answer, if it was a move."""
    story: list[Entry]
    moments: list[LessonMoment]
    """The moments since the last answer, in order; the last one is the present."""
