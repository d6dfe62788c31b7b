"""Rulebooks and their clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.engine.clauses import BadRulebook, UnknownClause, read_rulebook
from ludotheque.engine.clauses import tests_by_clause as read_marks

BOOK = read_rulebook(
    "go",
    "en",
    "# Go\nFor two.\n\n## The box\n### Stones {#go.box.stones}\n181 and 180.\n\n"
    "## Play\n### Turns {#go.turn}\nBlack <b>starts</b>.\n### Passing {#go.ruling.pass}\nTwo passes end it.\n",
)


def test_a_clause_is_printed_a_ruling_or_a_component() -> None:
    assert [(c.id, c.kind) for c in BOOK.clauses()] == [
        ("go.box.stones", "component"),
        ("go.turn", "printed"),
        ("go.ruling.pass", "ruling"),
    ]


def test_a_clause_is_found_with_or_without_its_game() -> None:
    assert BOOK.clause("turn") is BOOK.clause("go.turn")
    with pytest.raises(UnknownClause, match="no clause “komi”"):
        BOOK.clause("komi")


def test_html_in_a_rulebook_is_escaped() -> None:
    assert "&lt;b&gt;" in BOOK.clause("turn").html
    assert BOOK.opening_html == "<p>For two.</p>\n"


def test_a_clause_without_an_id_is_refused_with_its_line() -> None:
    with pytest.raises(BadRulebook, match="line 3"):
        read_rulebook("go", "en", "# Go\n## Play\n### Turns\n")
    with pytest.raises(BadRulebook, match="line 2"):
        read_rulebook("go", "en", "# Go\n### Turns {#go.turn}\n")


def test_clauses_are_read_from_the_marks_of_tests(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\n@pytest.mark.clause("go.turn", "go.box.stones")\ndef test_a(): ...\ndef test_b(): ...\n'
        '@pytest.mark.clause("go.turn")\nasync def test_c(): ...\n'
    )
    assert read_marks(tmp_path) == {
        "go.turn": ["test_x.py::test_a", "test_x.py::test_c"],
        "go.box.stones": ["test_x.py::test_a"],
    }
