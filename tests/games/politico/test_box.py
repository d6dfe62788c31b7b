"""A host's own box."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.engine.boxes import BadBox
from ludotheque.games.politico.box import Box

TEXT = (Path(__file__).parents[3] / "src/ludotheque/games/politico/box.toml").read_text("utf-8")


def test_host_replaces_the_box(tmp_path: Path) -> None:
    path = tmp_path / "politico.toml"
    path.write_text(TEXT.replace('id = "strike"', 'id = "big-strike"'), "utf-8")
    box = Box.load(path)
    assert "big-strike" in box.number
    assert box.mark
    assert Box.load().mark == ""


@pytest.mark.parametrize(
    ("change", "to", "problem"),
    [
        ("plaques = [0, 0,", "plaques = [0,", "24 plaques, not 23"),
        ("plaques = [0, 0,", "plaques = [0, 3,", "multiple of 5"),
        ('id = "strike"\ncount = ', 'id = "strike"\ncount = 1', "36 attacks, not 46"),
        ('id = "baraka"', 'id = "luck"', "“baraka” is one of the defences"),
        ('defence = "round-table"', 'defence = "square-table"', "“square-table” is no defence"),
        ("ignores_union = true", "ignores_union = false", "one attack ignores"),
        ('id = "split"', 'id = "strike"', "is there 2 times"),
        ("[[event]]", "[[evenement]]", "evenement"),
        ("[special]", "[special", "is not TOML"),
    ],
)
def test_bad_box_is_refused_with_its_problem(change: str, to: str, problem: str) -> None:
    assert change in TEXT
    with pytest.raises(BadBox, match=problem):
        Box.read(TEXT.replace(change, to), "politico.toml")
