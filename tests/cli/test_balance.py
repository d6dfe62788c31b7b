"""``ludotheque balance``."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main

Output = pytest.CaptureFixture[str]


def test_balance_page_goes_to_a_file_or_to_standard_output(tmp_path: Path, capsys: Output) -> None:
    page = tmp_path / "pages" / "stratego.md"
    plan = ["balance", "stratego", "--games", "4", "--bot", "random", "--jobs", "1"]
    assert main([*plan, "--output", str(page)]) in (0, 1), "four games decide nothing about the balance"
    assert capsys.readouterr().out == ""
    main(plan)
    printed, written = headings(capsys.readouterr().out), headings(page.read_text("utf-8"))
    assert printed == [one for one in written if one != "## At a glance"] != written, "the file has its plots"


def headings(page: str) -> list[str]:
    """The headings of a page; its speeds differ from run to run."""
    return [row for row in page.splitlines() if row.startswith("#")]


def test_balance_refuses_a_bot_that_does_not_exist(capsys: Output) -> None:
    assert main(["balance", "stratego", "--bot", "hal"]) == 2
    assert "no bot “hal”" in capsys.readouterr().err
