"""Set-ups that we make or offer: the flag is guarded on every side, and no piece is walled in for good."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games import find
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.setups import Setup, starter_setups
from tests.games.stratego.field import RULES

WATER = {(2, 4), (3, 4), (6, 4), (7, 4)}
"""What lies before the front row, by column and row; one's own rows are 0 to 3."""

Place = tuple[int, int]


def neighbours(place: Place) -> list[Place]:
    """The squares next to one of one's own, those of the first row beyond them included."""
    column, row = place
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [(c, r) for c, r in around if 0 <= c < 10 and r >= 0 and (c, r) not in WATER]


def walled_in(letters: str) -> list[Place]:
    """Pieces that could move, but never leave their own rows, even with all that moves out of the way."""
    stands = {(i % 10, i // 10): letter for i, letter in enumerate(letters)}
    reached = {(column, 4) for column in range(10)} - WATER
    todo = list(reached)
    while todo:
        for place in neighbours(todo.pop()):
            if place in stands and stands[place] not in "BM" and place not in reached:
                reached.add(place)
                todo.append(place)
    return [place for place, letter in stands.items() if letter not in "ABM" and place not in reached]


def sides(letters: str) -> str:
    """What stands around the flag: the letters of the squares next to it."""
    flag = letters.index("M")
    around = neighbours((flag % 10, flag // 10))
    return "".join(letters[column + 10 * row] if row < 4 else "A" for column, row in around)


def drawn(army: str, seed: int) -> str:
    return "".join(LETTERS[kind] for kind in deploy(army, [], QuickChance(seed)))


def test_checks_of_set_ups_find_bad_ones() -> None:
    assert walled_in("DBAAAAAMAA" + "BAAAAEAAAA" + "A" * 20) == [(0, 0)]
    # Two pieces in a pocket: each could make way for the other, but neither gets out.
    assert walled_in("DDBAAAAAAA" + "BBAAAAAAAA" + "A" * 20) == [(0, 0), (1, 0)]
    assert walled_in("A" * 30 + "ABDBAAAAAA") == []
    assert walled_in("A" * 20 + "AABAAAAAAA" + "ABDBAAAAAA") == [(2, 3)]
    assert sides("DBAAAAAMAA" + "BAAAAEAAAA" + "A" * 20) == "AAA"


@pytest.mark.parametrize("seeds", [range(first, first + 500) for first in range(0, 3000, 500)])
def test_set_ups_of_the_full_army_close_the_flag_in_and_nothing_else(seeds: range) -> None:
    for seed in seeds:
        letters = drawn("full", seed)
        assert set(sides(letters)) == {"B"}, letters
        assert not walled_in(letters), letters


def test_set_ups_of_the_training_army_leave_the_flag_no_open_side() -> None:
    """Two bombs close a corner; elsewhere they are both beside the flag, and a miner is on the third side."""
    for seed in range(2000):
        letters = drawn("training", seed)
        corner = letters.index("M") % 10 in (0, 9)
        assert sorted(sides(letters)) == (["B", "B"] if corner else ["B", "B", "E"]), letters
        assert not walled_in(letters), letters


@pytest.mark.parametrize("setup", starter_setups(), ids=lambda setup: setup.id)
def test_starter_set_ups_are_sound(setup: Setup) -> None:
    assert not walled_in(setup.letters)
    if setup.army == "full":
        assert set(sides(setup.letters)) == {"B"}
    else:
        assert "A" not in sides(setup.letters)
        assert sides(setup.letters).count("B") == 2


@pytest.mark.parametrize("army", ["full", "training"])
def test_strategist_deploys_a_drawn_set_up(army: str) -> None:
    s = RULES.setup(find("stratego").options({"army": army}), 2)
    bot = Strategist(0, QuickChance(11))
    for _ in range(40):
        RULES.play(s, 0, bot.choose(RULES.sight(s, 0), RULES.legal(s, 0), ()))
    assert "".join(LETTERS[kind] for kind in s.kinds[1:41]) == drawn(army, 11)


@pytest.mark.parametrize("begun", [3, 11, 25])
def test_a_set_up_begun_at_random_is_completed_without_walling_in_more(begun: int) -> None:
    """Where what stands already walls in nothing and leaves the choice, what is added does not either."""
    sound = 0
    for seed in range(300):
        fixed = deploy("full", [], QuickChance(seed))[:begun]
        letters = "".join(LETTERS[kind] for kind in deploy("full", fixed, QuickChance(seed + 1)))
        assert sorted(letters) == sorted(drawn("full", 0))
        sound += not walled_in(letters)
    assert sound == 300
