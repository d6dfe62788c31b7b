"""Measure how long games take between bots, and first games with their lessons; ``script/lengths`` runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from ludotheque.engine import first_game
from ludotheque.engine.first_game import FirstGame
from ludotheque.engine.lengths import FILE, Lengths
from ludotheque.games import find, shelf
from ludotheque.lab.lengths import measure_lengths
from ludotheque.lab.short_games import measure_first_game

GAMES = 60
FIRST_HEAD = """\
# How long a first game takes, in seconds: its lessons as computed from their words and moves (engine/lesson_time.py),
# and the short game after them, the median of simulated games (lab/short_games.py); written by `script/lengths`.
"""
FOLDER = Path(__file__).resolve().parents[1] / "src/ludotheque/games"


def main() -> None:
    """Write the figures of the games that are named, or of all, and print them; ``--first``: of first games alone."""
    only_first = sys.argv[1:2] == ["--first"]
    for game in map(find, sys.argv[1 + only_first :] or shelf()):
        first = measure_first_game(game, GAMES)
        (FOLDER / game.id / first_game.FILE).write_text(first_toml(first), "utf-8")
        print(game.id, f"first game: {first.lesson_minutes} + {first.short_minutes} min", flush=True)
        if only_first:
            continue
        found = measure_lengths(game, GAMES)
        (FOLDER / game.id / FILE).write_text(toml(found), "utf-8")
        print(game.id, ", ".join(f"{table.players} players: {table.minutes} min" for table in found.table), flush=True)


def first_toml(first: FirstGame) -> str:
    """The figures of a first game as a file."""
    tables = {"lessons": first.lessons, "played": first.played, "short": first.short}
    return FIRST_HEAD + "".join(
        f"\n[{name}]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in msgspec.to_builtins(table).items())
        for name, table in tables.items()
        if table is not None
    )


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)


def toml(lengths: Lengths) -> str:
    """The figures as a file, with a comment that says what they are."""
    head = (
        "# How long a game takes, the median of simulated games; written by `script/lengths`.\n"
        "# A moment is a time at which the table waits for a choice (engine/lengths.py).\n"
        f'bot = "{lengths.bot}"\ngames = {lengths.games}\nseconds = {lengths.seconds}\n'
    )
    tables = (
        f"players = {table.players}\ndecisions = {table.decisions}\nmoments = {table.moments}\n"
        f"minutes = {table.minutes}\n"
        for table in lengths.table
    )
    return head + "".join(f"\n[[table]]\n{table}" for table in tables)


if __name__ == "__main__":
    main()
