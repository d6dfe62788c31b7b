"""``import ludotheque`` is enough for a first script, and costs little."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import ludotheque

SCRIPT = """
import sys, ludotheque
heavy = {"litestar", "msgspec", "asyncpg", "rich"} & set(sys.modules)
assert not heavy, heavy
assert set(ludotheque.__all__) <= set(dir(ludotheque))
for name in ludotheque.__all__:
    getattr(ludotheque, name)
import ludotheque.games.stratego
assert ludotheque.games.stratego.GAME is ludotheque.find("stratego")
"""


def test_every_public_name_is_reached_by_one_import_that_loads_no_package() -> None:
    ended = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr


def test_public_names_are_those_of_the_modules_that_define_them() -> None:
    from ludotheque.engine.match import Match
    from ludotheque.engine.rules import Refused

    assert ludotheque.Match is Match
    assert ludotheque.Refused is Refused
    assert ludotheque.games.shelf() == ludotheque.shelf()


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = import_module("ludotheque").chess


@pytest.mark.parametrize("name", ludotheque.shelf())
def test_a_match_is_played_to_its_end_by_bots_made_by_name(name: str) -> None:
    game = ludotheque.find(name)
    players = game.rules.seats[0]
    match = ludotheque.Match(game, players=[f"player {seat}" for seat in range(players)], secret="5a" * 32)
    bots = [ludotheque.make_bot(game, "random", seat, seed=seat) for seat in range(players)]
    match.begin()
    while asked := match.asked():
        seat = asked[0]
        match.play(seat, bots[seat].choose(match.sight(seat), match.legal(seat), match.free(seat)))
    assert isinstance(match.outcome, ludotheque.Outcome)


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ludotheque.UnknownBot, match="no bot “hal”: there are beginner"):
        ludotheque.make_bot(ludotheque.find("stratego"), "hal", seat=0)
