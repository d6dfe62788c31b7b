"""How long a lesson takes, computed from its own words and moves: what is read, what is done, and what is watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ludotheque.engine.game import Game
from ludotheque.engine.lesson_play import Answer, LessonRun
from ludotheque.engine.lessons import BadLesson, Lesson, LessonText, fits
from ludotheque.engine.words import LANGUAGES

WORDS_A_MINUTE: Final = 180
"""How fast an adult reads attentively on a screen; the usual figures are 200 to 240 for easy prose."""
ACT: Final = 6.0
"""Seconds to find on the mat what is asked, and to touch it: mostly twice, a card and its place."""
FURTHER: Final = 3.0
"""Seconds for a further answer in a row: the learner knows what it is about, and where to touch."""
PARTS: Final = 4
"""How many further answers of one choice are made one by one; of more, such as a set-up, a ready-made one is picked."""
CONTINUE: Final = 2.0
"""Seconds to look at what the callout points at, and to press the button to go on."""
BETWEEN: Final = 1.2
"""Seconds for which the page shows each move of the others: BETWEEN in ``web/src/learn/lesson.svelte.ts``."""
_MOST: Final = 200


def count_words(text: str) -> int:
    """The words of a text, without the signs that French sets apart."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def reading_seconds(words: float) -> float:
    """How long it takes to read so many words."""
    return words * 60 / WORDS_A_MINUTE


def lesson_seconds(game: Game, lesson: Lesson) -> float:
    """How long a lesson takes a learner who does what it says, in the language that has more words."""
    last = LessonRun(game, lesson)
    said, acts, further, pauses, row = [_say(last)], 0, 0, 0, 0
    for run in _runs(game, lesson):
        last, before = run, last
        if before.step is not None and before.step.expect:
            acts += row == 0
            further += 0 < row <= PARTS
            row = row + 1 if run.number == before.number else 0
        pauses += len(run.moments) - 1
        if run.number != before.number:
            said.append(_say(run))
    words = max(sum(count_words(getattr(text, lang)) for text in said) for lang in LANGUAGES)
    pages = sum(not step.expect for step in lesson.steps) + 1  # the last is the end
    return reading_seconds(words) + acts * ACT + further * FURTHER + pages * CONTINUE + pauses * BETWEEN


def right_moves(run: LessonRun) -> list[Any]:
    """The moves that are allowed now and fit what the present step expects, in the order of its patterns."""
    rules, seat = run.game.rules, run.lesson.seat
    allowed = [*rules.legal(run.state, seat), *rules.free(run.state, seat)]
    patterns = run.step.expect if run.step is not None else ()
    return [move for pattern in patterns for move in allowed if fits(pattern, move)]


def _say(run: LessonRun) -> LessonText:
    return run.lesson.end if run.step is None else run.step.say


def _runs(game: Game, lesson: Lesson) -> Iterator[LessonRun]:
    """The lesson after each answer of a learner who does what it says."""
    answers: list[Answer] = []
    run = LessonRun(game, lesson)
    while run.step is not None and len(answers) < _MOST:
        answers.append(right_moves(run)[:1] if run.step.expect else [])
        run = LessonRun(game, lesson, answers)
        if run.taken < len(answers):
            break
        yield run
    if run.step is not None:
        raise BadLesson(f"{game.id}/{lesson.id}: step {run.number} does not lead on")
