"""Measure how long games take between bots, and write the figures; ``script/lengths`` runs it."""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque.engine.lengths import FILE, Lengths
from ludotheque.games import find, shelf
from ludotheque.lab.lengths import measure_lengths

GAMES = 60
FOLDER = Path(__file__).resolve().parents[1] / "src/ludotheque/games"


def main() -> None:
    """Write the figures of the games that are named, or of all, and print them."""
    for game in map(find, sys.argv[1:] or shelf()):
        found = measure_lengths(game, GAMES)
        (FOLDER / game.id / FILE).write_text(toml(found), "utf-8")
        print(game.id, ", ".join(f"{table.players} players: {table.minutes} min" for table in found.table), flush=True)


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
