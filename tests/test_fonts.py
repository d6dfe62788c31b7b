"""The fonts that script/fonts cuts: what every page needs holds the letters of all our texts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec
import pytest

from ludotheque.engine.words import LANGUAGES, common_words
from ludotheque.games import shelf

STYLE: Final = Path(__file__).parents[1] / "web/src/style"
_RULE: Final = re.compile(r'font-family: "?([^";]+)"?;.*?src: url\("([^"]+)"\).*?unicode-range: ([^;]+);', re.DOTALL)
RULES: Final = _RULE.findall((STYLE / "fonts.css").read_text())
"""Family, file and range of each rule."""


def letters_in(ranges: str) -> set[str]:
    """The letters that a `unicode-range` names."""
    letters: set[str] = set()
    for span in ranges.split(", "):
        first, _, last = span.removeprefix("U+").partition("-")
        letters.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return letters


def our_letters(lang: str) -> set[str]:
    """Every letter of the catalogues, the boxes and the rulebooks."""
    letters = set(msgspec.json.encode(common_words(lang)).decode())
    for game in shelf().values():
        letters.update(msgspec.json.encode((game.words(lang), game.extras())).decode())
        for section in game.rulebook(lang).sections:
            letters.update(section.title, *(clause.html for clause in section.clauses))
    return letters


@pytest.mark.parametrize("lang", LANGUAGES)
def test_our_texts_need_no_further_file_of_a_font(lang: str) -> None:
    letters = our_letters(lang)
    for family, file, ranges in RULES:
        if "-rest-" in file:
            assert not letters & letters_in(ranges), f"{family}: add these to COMMON in script/write_fonts.py"


@pytest.mark.parametrize("family", ["Jost Variable", "Caprasimo", "EB Garamond"])
def test_names_with_other_latin_letters_have_a_file_of_the_font(family: str) -> None:
    found = set().union(*(letters_in(ranges) for name, _, ranges in RULES if name == family))
    assert set("Zoë Ångström Ñandú Søren Þór €") <= found


def test_every_font_file_is_in_the_style_sheet_and_the_other_way_round() -> None:
    ours = {file.removeprefix("./fonts/") for _, file, _ in RULES if file.startswith("./")}
    assert ours == {path.name for path in (STYLE / "fonts").iterdir()}
