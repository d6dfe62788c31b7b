"""The command ``ludotheque``: what all its commands share."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main

GOLDEN = Path(__file__).parents[1] / "games" / "stratego" / "golden" / "2-training.jsonl"


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["rules", "stratego", "nonsense"], 2, "no clause “nonsense”"),
        (["rules", "chess"], 2, "no game “chess”"),
        (["rules"], 2, "say which game"),
        (["rules", "--coverage", "--tests", "/nowhere"], 2, "no tests"),
        (["sim", "stratego", "--players", "9"], 2, "not 9"),
        (["sim", "stratego", "--games", "0"], 2, "0 games"),
        (["sim", "stratego", "--bots", "hal"], 2, "no bot “hal”"),
        (["sim", "stratego", "--bots", "random,random,random", "--players", "2"], 2, "3 bots for 2 seats"),
        (["sim", "stratego", "-o", "army=giant"], 2, "army is one of full, training"),
        (["sim", "stratego", "-o", "no_fight=3"], 2, "no_fight is from 20 to 2000"),
        (["sim", "stratego", "-o", "colour=red"], 2, "no option “colour”"),
        (["sim", "stratego", "-o", "army"], 2, "NAME=VALUE"),
        (["play", "stratego", "--seat", "7"], 2, "no seat 7"),
        (["play", "stratego", "--bot", "hal"], 2, "no bot “hal”"),
        (["record", "verify", "/nowhere"], 2, "cannot read"),
        (["record", "verify", __file__], 1, "line 1"),
        (["record", "show", str(GOLDEN), "--seat", "5"], 2, "nobody at that table"),
        (["bench", "--rounds", "0"], 2, "at least one round"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(
    arguments: list[str], code: int, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    shown = capsys.readouterr()
    assert why in shown.err
    assert shown.err.startswith("ludotheque: ")
    assert "Traceback" not in shown.err
