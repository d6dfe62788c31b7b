"""The plots of balance pages: drawn from the tables that stand there."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque.cli.main import main
from ludotheque.games import find
from ludotheque.lab.balance_plots import BadPage, read_tables, write_page

Output = pytest.CaptureFixture[str]
PAGES = sorted((Path(__file__).parents[2] / "docs" / "balance").glob("*.md"))

PAGE = """# Le Jeu du Président: balance

- No seat should win more than 1.1 times its fair share.

## 2 players

| seat | times its fair share | 95 % interval |
| --- | --- | --- |
| 0 | 1.002 | 0.988 to 1.016 |
| 1 | 0.998 | 0.984 to 1.012 |

| how it ended | games | share |
| --- | --- | --- |
| majority | 20,000 | 100.0% |

| kind of roll | times | per game |
| --- | --- | --- |
| two digits | 1,253,185 | 62.66 |
| one star | 500,989 | 25.05 |
"""


def test_tables_of_a_page_are_read_with_their_intervals() -> None:
    tables = read_tables(PAGE)[2]
    assert tables["seat"]["1"] == (0.998, 0.984, 1.012)
    assert tables["how it ended"]["majority"].value == 100.0
    assert tables["kind of roll"]["one star"] == (25.05, 25.05, 25.05)


def test_plots_stand_before_the_tables_and_are_replaced_when_drawn_again(tmp_path: Path) -> None:
    page, president = tmp_path / "new" / "page.md", find("president")
    write_page(president, PAGE, page)
    text = page.read_text("utf-8")
    plot = text.index("![What each seat wins](page-seats.svg)")
    assert text.index("## At a glance") < plot < text.index("## 2 players")
    assert "![Each kind of roll](page-gauge-1.svg)" in text
    assert "gauge-2" not in text, "the page has no such table"
    assert text.endswith(PAGE.partition("## ")[2])
    drawn = (page.parent / "page-seats.svg").read_bytes()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert main(["balance", "president", "--kept", "--output", str(page)]) == 0
    assert page.read_text("utf-8") == text
    assert (page.parent / "page-seats.svg").read_bytes() == drawn


def test_pages_that_cannot_be_drawn_are_refused(tmp_path: Path, capsys: Output) -> None:
    with pytest.raises(BadPage, match="no tables"):
        read_tables("# Nothing\n")
    assert main(["balance", "president", "--kept", "--output", str(tmp_path / "page.md")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main(["balance", "president", "--kept"]) == 2
    assert "--output docs/balance/GAME.md" in capsys.readouterr().err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_published_pages_show_the_plots_of_their_tables(page: Path, tmp_path: Path) -> None:
    game, copy = find(page.stem), tmp_path / page.name
    write_page(game, page.read_text("utf-8"), copy)
    assert copy.read_text("utf-8") == page.read_text("utf-8")
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in page.parent.glob(f"{page.stem}*")}
