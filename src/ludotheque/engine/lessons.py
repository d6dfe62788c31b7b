"""Lessons: guided first games as data, read from ``lessons/*.toml`` of a game and checked.

A lesson begins at the opening or at a position, plays some moves, and goes through its steps. A step says something and
waits: for the learner to read on, or for a move that fits one of its patterns. Then its scripted moves of the other
seats and of nature follow. :mod:`ludotheque.engine.lesson_play` plays lessons; ``docs/add-a-game.md`` shows how one is
written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from itertools import product
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta

from ludotheque.engine.first_game import ShortGame
from ludotheque.engine.game import Game
from ludotheque.engine.options import BadOptions
from ludotheque.engine.rules import NATURE, Seat
from ludotheque.engine.scripted_play import BadScript, ScriptedMove
from ludotheque.engine.words import LANGUAGES

_FILE: Final = re.compile(r"\d+-([a-z][a-z-]*)\.toml")
_POINT: Final = re.compile(r"[a-z-]+(=[\w.:/-]+)?")
_Sentence = Annotated[str, Meta(min_length=1, max_length=420)]


class BadLesson(BadScript):
    """A lesson that cannot be played; the message names the file, the field and what is wrong."""


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two of a lesson, in each language."""

    fr: _Sentence
    en: _Sentence


Pattern = dict[str, Any]
"""A pattern of moves: the kind as ``do``, and the values of some fields; a list is a choice of values."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that are not what a step wants, and what is said to them."""

    when: Pattern
    say: LessonText


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: one idea."""

    say: LessonText
    point: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    """What the callout points at, as the mat names it: ``square=e4``, ``hand``.

    The first one that is there and not chosen yet counts, so what is touched one after the other stands in that order.
    """
    expect: tuple[Pattern, ...] = ()
    """The moves that go on; without any, the learner reads and continues."""
    part: bool = False
    """Whether one answer is enough where a choice takes several, such as the first promise of a programme."""
    wrong: tuple[Wrong, ...] = ()
    otherwise: LessonText | None = None
    """What is said to any other move that is allowed."""
    then: tuple[dict[str, Any], ...] = ()
    """The moves of the others and of nature that follow; see :func:`scripted_moves`."""
    clause: str = ""
    """The clause of the rulebook that the step is about."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it stands in its file."""

    title: LessonText
    players: Annotated[tuple[str, ...], Meta(min_length=1, max_length=10)]
    step: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=60)]
    end: LessonText
    seat: Seat = 0
    options: dict[str, Any] = {}
    seed: str = "lesson"
    position: str = ""
    start: tuple[dict[str, Any], ...] = ()
    short_game: ShortGame | None = None


class Lesson(msgspec.Struct, frozen=True):
    """A chapter of a guided first game."""

    id: str
    title: LessonText
    players: tuple[str, ...]
    """The names of the players; the learner's own is empty."""
    seat: Seat
    """The learner's seat."""
    options: Any
    """The options of the table, of the game's own type."""
    seed: str
    """What nature draws from, where the lesson does not say what it draws."""
    position: str
    """The position at the start, as the game writes it; empty for the opening."""
    start: tuple[ScriptedMove, ...]
    steps: tuple[Step, ...]
    scripts: tuple[tuple[ScriptedMove, ...], ...]
    """The moves that follow each step."""
    end: LessonText
    short_game: ShortGame | None


_read: dict[str, tuple[Lesson, ...]] = {}
"""The lessons of each package, once they were read."""


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game in order. None with a host's own box: they name cards of the one that comes with it."""
    if game.rules.box_mark:
        return ()
    if game.package not in _read:
        _read[game.package] = tuple(_read_folder(game))
    return _read[game.package]


def count_lessons(game: Game) -> int:
    """How many lessons a game has, without reading them: the list of games says so, and is made at every start."""
    return 0 if game.rules.box_mark else len(_lesson_files(game))


def _lesson_files(game: Game) -> list[Traversable]:
    folder = game.folder.joinpath("lessons")
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted((entry for entry in found if entry.name.endswith(".toml")), key=lambda entry: entry.name)


def _read_folder(game: Game) -> Iterator[Lesson]:
    for entry in _lesson_files(game):
        yield read_lesson(game, entry.name, entry.read_text("utf-8"))


def read_lesson(game: Game, name: str, text: str) -> Lesson:
    """Read a lesson file and check it against the game; raises :class:`BadLesson` at the first problem."""
    source = f"{game.id}/lessons/{name}"
    named = _FILE.fullmatch(name)
    if named is None:
        raise BadLesson(f"{source}: a lesson is called by a number and a word, such as 1-moving.toml")
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{source} is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadLesson(f"{source}: {error}") from None
    for problem in _problems(game, file):
        raise BadLesson(f"{source}: {problem}")
    try:
        return Lesson(
            id=named[1],
            title=file.title,
            players=file.players,
            seat=file.seat,
            options=game.options(file.options),
            seed=file.seed,
            position=file.position,
            start=tuple(scripted_moves(game, file.start, "start")),
            steps=file.step,
            scripts=tuple(
                tuple(scripted_moves(game, step.then, f"step[{number}].then")) for number, step in enumerate(file.step)
            ),
            end=file.end,
            short_game=file.short_game,
        )
    except (BadScript, BadOptions) as error:
        raise BadLesson(f"{source}: {error}") from None


def scripted_moves(game: Game, written: Sequence[Mapping[str, Any]], where: str) -> Iterator[ScriptedMove]:
    """The moves of a script. ``by`` is the seat, or several that do the same; without it the move is nature's.

    ``each`` writes several moves as one, such as a whole set-up: ``each = { piece = "MBBC" }`` is four moves, and a
    list of values, one for each, serves as well as a string of letters. A field that may be null is so where it is not
    written: TOML has no null.
    """
    nullable = _nullable_fields(game)
    for number, entry in enumerate(written):
        fields = {name: value for name, value in entry.items() if name not in ("by", "each")}
        by, each = entry.get("by", NATURE), entry.get("each", {})
        seats = by if isinstance(by, list) else [by]
        for seat, values in product(seats, zip(*each.values(), strict=True) if each else [()]):
            wanted = {**nullable.get(fields.get("do"), {}), **fields, **dict(zip(each, values, strict=True))}
            try:
                yield ScriptedMove(seat, msgspec.convert(wanted, game.rules.move_type))
            except msgspec.ValidationError as error:
                raise BadScript(f"{where}[{number}]: {error}") from None


def _problems(game: Game, file: _File) -> Iterator[str]:
    """Where a lesson does not agree with its game, in sentences that begin with the field."""
    if len(file.players) not in game.rules.seats:
        yield f"players: {game.id} is not played by {len(file.players)}"
    if not 0 <= file.seat < len(file.players):
        yield f"seat: there is no seat {file.seat}"
    elif file.players[file.seat]:
        yield f"players[{file.seat}]: the learner has no name here"
    if file.position:
        yield from _position_problems(game, file)
    if file.short_game is not None and file.short_game.level not in game.levels:
        yield f"short_game.level: {game.id} has no bot “{file.short_game.level}”"
    clauses = {clause.id for lang in LANGUAGES for clause in game.rulebook(lang).clauses()}
    fields = _fields_of_moves(game)
    for number, step in enumerate(file.step):
        where = f"step[{number}]"
        if step.clause and step.clause not in clauses:
            yield f"{where}.clause: there is no clause “{step.clause}”"
        if step.wrong and not step.expect:
            yield f"{where}.wrong: a step to read waits for no move"
        for point in step.point:
            if _POINT.fullmatch(point) is None:
                yield f"{where}.point: “{point}” is not a name, or a name and a value such as square=e4"
        for pattern in (*step.expect, *(wrong.when for wrong in step.wrong)):
            kind = pattern.get("do")
            if kind not in fields:
                yield f"{where}: there is no move “{kind}”: there are {', '.join(sorted(fields))}"
                continue
            for name in pattern.keys() - fields[kind]:
                yield f"{where}: the move “{kind}” has no field “{name}”"


def _position_problems(game: Game, file: _File) -> Iterator[str]:
    if game.read_position is None:
        yield f"position: {game.id} reads no positions"
        return
    try:
        game.read_position(file.position, game.options(file.options))
    except BadOptions:
        return  # told where the options are read
    except ValueError as error:
        yield f"position: {error}"


def _fields_of_moves(game: Game) -> dict[str, set[str]]:
    """The fields of each kind of move, by its tag, as they are written."""
    kinds = get_args(game.rules.move_type) or (game.rules.move_type,)
    return {kind.__struct_config__.tag: {"do", *kind.__struct_encode_fields__} for kind in kinds}


def _nullable_fields(game: Game) -> dict[Any, dict[str, None]]:
    """For each kind of move, by its tag, its fields that may be null."""
    kinds = get_args(game.rules.move_type) or (game.rules.move_type,)
    return {
        kind.__struct_config__.tag: {
            field.encode_name: None for field in msgspec.structs.fields(kind) if type(None) in get_args(field.type)
        }
        for kind in kinds
    }


def fits(pattern: Pattern, move: Any) -> bool:
    """Whether a move fits a pattern.

    A list in the pattern is a choice of values; where the move itself has a list, it is that list in any order.
    """
    written = msgspec.to_builtins(move)
    return all(_fits_value(wanted, written.get(name)) for name, wanted in pattern.items())


def _fits_value(wanted: Any, value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return sorted(map(str, wanted)) == sorted(map(str, value))
    return value in wanted if isinstance(wanted, list) else bool(value == wanted)
