"""Clauses: the paragraphs of a rulebook, each with an id that refusals and tests refer to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

Kind = Literal["printed", "ruling", "component"]

_CLAUSE = re.compile(r"^### (?P<title>.+?) \{#(?P<id>[a-z0-9.-]+)\}$")


class UnknownClause(LookupError):
    """No rulebook has a clause of that id."""


class BadRulebook(ValueError):
    """A rulebook that cannot be read."""


@dataclass(frozen=True)
class Clause:
    """One clause, in one language."""

    id: str
    title: str
    text: str

    @property
    def kind(self) -> Kind:
        """Its kind, by its id: printed in the rulebook, our own ruling, or a fact about the components."""
        part = self.id.split(".")[1]
        return "ruling" if part == "ruling" else "component" if part == "box" else "printed"

    @property
    def html(self) -> str:
        """The text as HTML. Raw HTML in it is escaped."""
        return _render(self.text)


@dataclass(frozen=True)
class Section:
    """A chapter of a rulebook."""

    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Rulebook:
    """A game's rulebook, in one language."""

    game: str
    lang: str
    title: str
    opening: str
    sections: tuple[Section, ...]

    @property
    def opening_html(self) -> str:
        """The text before the first chapter, as HTML."""
        return _render(self.opening)

    def clauses(self) -> Iterator[Clause]:
        """Every clause, in order."""
        for section in self.sections:
            yield from section.clauses

    def clause(self, id: str) -> Clause:
        """The clause of that id; its game may be left out."""
        full = id if id.startswith(f"{self.game}.") else f"{self.game}.{id}"
        for clause in self.clauses():
            if clause.id == full:
                return clause
        raise UnknownClause(f"{self.game} has no clause “{id}”")


def _render(text: str) -> str:
    return str(_markdown().render(text))


@cache
def _markdown() -> MarkdownIt:
    """The Markdown renderer, imported on first use: playing and simulating do not need it."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def read_rulebook(game: str, lang: str, text: str) -> Rulebook:
    """Read a rulebook: ``# title``, ``## chapter``, ``### clause {#id}``, and text in between.

    >>> book = read_rulebook("go", "en", "# Go\\nTwo play.\\n## Play\\n### Turns {#go.turn}\\nBlack starts.\\n")
    >>> [(clause.id, clause.text) for clause in book.clauses()], book.opening
    ([('go.turn', 'Black starts.')], 'Two play.')
    """
    title = ""
    opening: list[str] = []
    sections: list[tuple[str, list[tuple[str, str, list[str]]]]] = []
    into = opening
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("# "):
            title = line[2:].strip()
        elif line.startswith("## "):
            sections.append((line[3:].strip(), []))
            into = []
        elif line.startswith("### "):
            match = _CLAUSE.match(line)
            if match is None or not sections:
                raise BadRulebook(f"{game}/{lang}, line {number}: a clause reads “### Title {{#{game}.…}}”")
            into = []
            sections[-1][1].append((match["id"], match["title"], into))
        else:
            into.append(line)
    return Rulebook(
        game,
        lang,
        title,
        "\n".join(opening).strip(),
        tuple(
            Section(name, tuple(Clause(id, head, "\n".join(body).strip()) for id, head, body in clauses))
            for name, clauses in sections
        ),
    )


def tests_by_clause(folder: Path) -> Mapping[str, list[str]]:
    """The tests of each clause, from the marks ``@pytest.mark.clause(…)`` in a folder."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        module = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(module):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            for decorator in node.decorator_list:
                for id in _clause_ids(decorator):
                    found.setdefault(id, []).append(f"{path.relative_to(folder).as_posix()}::{node.name}")
    return found


def _clause_ids(decorator: ast.expr) -> list[str]:
    """The ids in ``pytest.mark.clause("…", …)``; none for other decorators."""
    if not (isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.clause")):
        return []
    return [str(arg.value) for arg in decorator.args if isinstance(arg, ast.Constant)]
