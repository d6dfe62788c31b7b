"""Lessons: each one can be played by following its own words, and says the right thing to wrong moves."""

from __future__ import annotations

import random

import msgspec
import pytest

from ludotheque.engine.game import Game
from ludotheque.engine.lesson_play import LessonRun
from ludotheque.engine.lesson_time import right_moves
from ludotheque.engine.lessons import BadLesson, Lesson, count_lessons, fits, lessons_of, read_lesson
from ludotheque.games import find, shelf
from tests.lessons import follow

LESSONS = [(game, lesson) for game in shelf().values() for lesson in lessons_of(game)]
every_lesson = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[f"{game.id}-{lesson.id}" for game, lesson in LESSONS]
)


def view(run: LessonRun) -> bytes:
    """What the learner sees."""
    return msgspec.json.encode(run.game.rules.sight(run.state, run.lesson.seat))


@every_lesson
def test_lesson_ends_when_its_own_words_are_followed(game: Game, lesson: Lesson) -> None:
    *_, (last, answers) = follow(game, lesson)
    assert last.step is None
    assert last.taken == len(answers)
    assert len(answers) >= len(lesson.steps)


@every_lesson
def test_any_right_answer_leads_on(game: Game, lesson: Lesson) -> None:
    for seed in range(4):
        *_, (last, _) = follow(game, lesson, random.Random(seed))
        assert last.step is None


@every_lesson
def test_learner_is_asked_when_a_step_wants_a_move(game: Game, lesson: Lesson) -> None:
    for run, _ in follow(game, lesson):
        if run.step is not None and run.step.expect:
            assert right_moves(run), f"step {run.number}: no move that is allowed fits what is expected"


@every_lesson
def test_wrong_moves_get_their_sentence_and_change_nothing(game: Game, lesson: Lesson) -> None:
    for run, answers in follow(game, lesson):
        step, rules = run.step, game.rules
        if step is None or not step.expect:
            continue
        before = view(run)
        allowed = [*rules.legal(run.state, lesson.seat), *rules.free(run.state, lesson.seat)]
        for wrong in step.wrong:
            tried = [move for move in allowed if fits(wrong.when, move)]
            if tried:
                kind = "wrong"
            else:  # against the rules: then the pattern names one move completely
                values = {name: v[0] if isinstance(v, list) else v for name, v in wrong.when.items()}
                tried, kind = [msgspec.convert(values, rules.move_type)], "refused"
            for move in tried:
                assert not any(fits(pattern, move) for pattern in step.expect), f"step {run.number}: {move} is right"
                after = LessonRun(game, lesson, [*answers, [move]])
                assert after.feedback is not None
                assert (after.feedback.kind, after.feedback.say) == (kind, wrong.say), f"step {run.number}: {move}"
                assert (after.feedback.refusal is None) == (kind == "wrong")
                assert (after.taken, after.number, view(after)) == (len(answers), run.number, before)
        others = [move for move in allowed if not any(fits(pattern, move) for pattern in step.expect)]
        for move in others[:3] + others[-2:]:
            after = LessonRun(game, lesson, [*answers, [move]])
            assert after.feedback is not None
            assert after.feedback.kind == "wrong"
            assert (after.taken, after.number, view(after)) == (len(answers), run.number, before)


@every_lesson
def test_moments_lead_from_one_step_to_the_next(game: Game, lesson: Lesson) -> None:
    for run, _ in follow(game, lesson):
        lengths = [moment.length for moment in run.moments]
        assert lengths == sorted(lengths)
        assert lengths[-1] == len(run.story)
        last = game.rules.sight(run.moments[-1].state, lesson.seat)
        assert msgspec.json.encode(last) == view(run)


@every_lesson
def test_a_move_while_reading_is_answered_kindly(game: Game, lesson: Lesson) -> None:
    for run, answers in follow(game, lesson):
        moves = game.rules.legal(run.state, lesson.seat)
        if run.step is not None and not run.step.expect and moves:
            after = LessonRun(game, lesson, [*answers, [moves[0]]])
            assert after.feedback is not None
            assert after.feedback.kind == "reading"
            assert after.number == run.number


def test_every_game_has_lessons_and_a_short_game() -> None:
    for game in shelf().values():
        lessons = lessons_of(game)
        assert lessons, game.id
        assert len(lessons) == count_lessons(game)
        last = lessons[-1].short_game
        assert last is not None, game.id
        assert last.players in game.rules.seats
        game.options(last.options)
        assert len({lesson.id for lesson in lessons}) == len(lessons)


GOOD = """
title = { fr = "Un", en = "One" }
players = ["", "Bruno"]
end = { fr = "Fini.", en = "Done." }
[[step]]
say = { fr = "Jouez.", en = "Play." }
expect = [{ do = "place" }]
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("title =", "minutes = 1\ntitle =", "unknown field `minutes`"),
        (', en = "One"', "", "title"),
        ('["", "Bruno"]', '["", "Bruno", "Anne"]', "players: stratego is not played by 3"),
        ('["", "Bruno"]', '["Anne", "Bruno"]', "players[0]: the learner has no name"),
        ('do = "place"', 'do = "jump"', "step[0]: there is no move “jump”"),
        ('do = "place"', 'do = "place", square = "e4"', "step[0]: the move “place” has no field “square”"),
        ("expect =", 'clause = "stratego.none"\nexpect =', "step[0].clause: there is no clause “stratego.none”"),
        ("expect =", 'point = ["the flag"]\nexpect =', "step[0].point: “the flag”"),
        ("expect =", 'then = [{ by = 1, do = "place", piece = "Z" }]\nexpect =', "step[0].then[0]"),
        ("[[step]]", 'options = { army = "huge" }\n[[step]]', "stratego"),
        ("[[step]]", 'short_game = { players = 2, level = "god" }\n[[step]]', "short_game.level"),
        ("title =", "title ==", "is not TOML"),
    ],
)
def test_bad_lesson_is_refused_with_its_file_and_field(before: str, after: str, said: str) -> None:
    game = find("stratego")
    assert read_lesson(game, "1-one.toml", GOOD).id == "one"
    with pytest.raises(BadLesson, match=r"stratego/lessons/1-one\.toml") as error:
        read_lesson(game, "1-one.toml", GOOD.replace(before, after, 1))
    assert said in str(error.value)


def test_script_that_breaks_the_rules_is_named() -> None:
    game = find("stratego")
    lesson = read_lesson(game, "1-one.toml", 'start = [{ by = 1, do = "step", from = "a7", to = "a6" }]\n' + GOOD)
    with pytest.raises(BadLesson, match=r"stratego/one: start\[0\]: seat 1 may not play .*still_deploying"):
        LessonRun(game, lesson)


def test_several_moves_that_are_not_one_choice_are_refused() -> None:
    game = find("stratego")
    lesson = next(lesson for lesson in lessons_of(game) if lesson.id == "moving")
    step = msgspec.convert({"do": "step", "from": "e4", "to": "e5"}, game.rules.move_type)
    run = LessonRun(game, lesson, [[], [], [step, step]])
    assert run.feedback is not None
    assert (run.feedback.kind, run.number) == ("batch", 2)


def test_answers_after_a_wrong_one_are_ignored() -> None:
    game = find("stratego")
    lesson = next(lesson for lesson in lessons_of(game) if lesson.id == "moving")
    step = msgspec.convert({"do": "step", "from": "e4", "to": "d4"}, game.rules.move_type)
    run = LessonRun(game, lesson, [[], [], [step], [], []])
    assert (run.taken, run.number) == (2, 2)


def test_host_with_an_own_box_has_no_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("koalition")
    monkeypatch.setattr(game.rules, "box_mark", "abc")
    assert lessons_of(game) == ()
