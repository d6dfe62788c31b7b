"""Typesetting: every box in every language and on every paper, the same bytes each time, and no markup in names."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.engine.printed_box import PARTS
from ludotheque.engine.words import LANGUAGES
from ludotheque.printing import typesetting
from ludotheque.printing.document import PAPERS, Order, printed_box
from ludotheque.printing.typesetting import TypesetterMissing, query, typeset_pages, typeset_pdf
from tests.printing.test_contents import own_box

GAMES = [game.id for game in games.shelf().values() if game.printed]
HOSTILE = (
    '#panic("read as code")',
    "*bold* _it_ $x^2$ <card> @ref",
    '") #read("/etc/passwd") //',
    "]]} \\u{41} `raw` ~ --- /* */",
)
"""Names that a box file may have, and that would be code or markup in a template."""


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_box_is_typeset_with_all_its_parts(game: str, lang: str, paper: str) -> None:
    order = Order(games.find(game), lang, paper)
    pdf = typeset_pdf(order)
    assert pdf.startswith(b"%PDF-")
    assert len(pdf) > 100_000
    assert typeset_pdf(order) == pdf, "it holds no date"


@pytest.mark.parametrize("game", GAMES)
def test_parts_are_in_the_order_of_all_parts(game: str) -> None:
    parts = printed_box(Order(games.find(game))).parts
    assert list(parts) == [part for part in PARTS if part in parts]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_the_boxes_is_cut_off(game: str, lang: str, paper: str) -> None:
    assert json.loads(query(Order(games.find(game), lang, paper), "cut")) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rulebook_has_as_many_pages_on_every_paper(game: str, lang: str) -> None:
    """A Letter page is shorter than an A4 one: no few lines are left over for a page of their own."""
    orders = [Order(games.find(game), lang, paper, parts=("rulebook",)) for paper in PAPERS]
    first, *others = [len(typeset_pages(order, ppi=20)) for order in orders]
    assert others == [first] * len(others)


def test_gluing_is_explained_where_the_board_comes_in_several_sheets() -> None:
    tiled = {}
    for game in GAMES:
        if "board" in printed_box(Order(games.find(game))).parts:
            (steps,) = json.loads(query(Order(games.find(game), parts=("cover", "board")), "steps"))
            tiled[game] = any("tiled" in step for step in steps)
    assert tiled == {"president": True, "stratagem": False, "stratego": True}


@pytest.mark.parametrize("game", GAMES)
def test_second_page_says_which_pages_each_part_has(game: str) -> None:
    """Fronts are on odd pages, so that each has its own back where the whole box is printed on both sides."""
    order = Order(games.find(game))
    (parts,) = json.loads(query(order, "pages"))
    assert [name for name, _, _ in parts if name != "notes"] == list(printed_box(order).parts[1:])
    assert [first for _, first, _ in parts] == [3, *(last + 1 for _, _, last in parts[:-1])]
    assert parts[-1][2] == len(typeset_pages(order, ppi=20))
    assert all(first % 2 == 1 and last % 2 == 0 for name, first, last in parts if name == "cards")


def test_one_part_is_typeset_alone() -> None:
    assert len(typeset_pages(Order(games.find("stratego"), parts=("board",)), ppi=20)) == 4
    assert len(typeset_pages(Order(games.find("koalition"), parts=("cover",)), ppi=20)) == 1


def test_hostile_names_are_printed_as_they_are(tmp_path: Path) -> None:
    names = ("Églantine Desbourgeons", "Ottokar von Rosenkohl", "Rosita Espinas-Blandas", "Fiorello Spinarosa")
    changes = [(f'"{name}"', json.dumps(hostile)) for name, hostile in zip(names, HOSTILE, strict=True)]
    order = Order(games.find("koalition"), parts=("cards",), box=own_box(tmp_path, "koalition", *changes))
    assert [card["name"] for card in printed_box(order).decks[0].cards[:4]] == list(HOSTILE)
    assert typeset_pdf(order).startswith(b"%PDF-")
    assert len(json.loads(query(order, "card"))) == 100, "no name adds a mark of its own"


def test_very_long_names_stay_on_their_cards(tmp_path: Path) -> None:
    path = own_box(tmp_path, "koalition", ('"Églantine Desbourgeons"', '"' + "W" * 40 + '"'))
    plain = typeset_pages(Order(games.find("koalition"), parts=("cards",)), ppi=20)
    assert len(typeset_pages(Order(games.find("koalition"), parts=("cards",), box=path), ppi=20)) == len(plain)


def test_without_typst_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    typesetting._typst.cache_clear()
    try:
        with pytest.raises(TypesetterMissing, match=r"pip install 'ludotheque\[print\]'"):
            typeset_pdf(Order(games.find("stratego")))
    finally:
        monkeypatch.undo()
        typesetting._typst.cache_clear()
