"""What the documentation shows is what happens, and its links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


@every_page
def test_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        aim = (page.parent / path) if path else page
        assert aim.exists(), target
        if anchor:
            assert anchor in {slug(line) for line in aim.read_text("utf-8").splitlines()}, target


def slug(line: str) -> str:
    """The anchor that a heading gets where Markdown is shown."""
    heading = re.match(r"#+ (.+)", line)
    return re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-") if heading else ""


def test_both_readmes_name_the_same_commands() -> None:
    def commands(page: str) -> set[str]:
        text = (ROOT / page).read_text("utf-8")
        return set(re.findall(r"^(?:script/|ludotheque )\w+", text, re.MULTILINE))

    assert commands("README.md") == commands("README.fr.md")


def test_architecture_names_modules_that_exist() -> None:
    """Every path in the table of features, in ``src/ludotheque/`` or in ``web/src/``; ``<game>`` is any game."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    rows = text.partition("## Where is what")[2].partition("## ")[0].splitlines()
    features = [row.split(" | ")[1:] for row in rows if row.count(" | ") == 2][1:]
    assert len(features) > 20
    for server, browser in features:
        for folder, cell in (("src/ludotheque", server), ("web/src", browser)):
            for path in re.findall(r"`([^`]+/[^`]*)`", cell):
                assert list((ROOT / folder).glob(path.rstrip("/").replace("<game>", "*"))), path
