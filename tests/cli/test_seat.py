"""``ludotheque seat``: a bot of the package at a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.client import Client
from ludotheque.engine import record
from tests.server.running import Running


@pytest.mark.parametrize("game", games.shelf())
def test_seat_command_plays_every_game_with_a_bot_of_the_package(
    server: Running, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The strongest bot, at a table of the weakest; its sights and moves are typed."""
    file = tmp_path / "game.jsonl"
    levels = list(games.find(game).levels)
    words = ["--game", game, "--against", levels[0], "--name", "Dehors", "--seed", "1", "--save", str(file)]
    assert main(["seat", server.address, *words]) == 0
    assert "Winner: " in capsys.readouterr().out
    found = record.read(file.read_bytes())
    assert found.header.players[0] == "Dehors"
    assert record.verify(games.find(game), found).sealed


def test_seat_is_taken_by_its_link(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    async def opened() -> str:
        async with Client(server.address, "Anne") as anne:
            return (await anne.open("stratego", ["friend", "random"], {"army": "training"})).id

    table = asyncio.run(opened())
    assert main(["seat", f"{server.address}/t/{table}", "--bot", "nobody"]) == 2
    assert "there are beginner, " in capsys.readouterr().err
    assert main(["seat", f"{server.address}/t/{table}", "--bot", "random"]) == 0
    assert main(["seat", f"{server.address}/t/{table}"]) == 1
    assert "every seat at this table is taken" in capsys.readouterr().err
    assert main(["seat", server.address]) == 2
    assert main(["seat", "localhost:8000", "--game", "stratego"]) == 1
