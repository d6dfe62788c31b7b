"""The layout holds: no import cycle, SQL in one place, games named in one place, no class that does everything.

Which package may import which is checked by import-linter (``[tool.importlinter]`` in ``pyproject.toml``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import grimp
import networkx

from hatch_build import ROOT
from ludotheque import shelf

SOURCE: Final = ROOT / "src/ludotheque"
PUBLIC_METHODS: Final = 25
"""A class has at most so many."""

SQL: Final = re.compile(
    r"\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b"
    r"|\b(CREATE|ALTER|DROP) (UNIQUE |TEMP )?(TABLE|INDEX)\b|\bPRAGMA \w|^(LISTEN|NOTIFY) \w|\bpg_notify\b",
    re.DOTALL,
)

GAMES_NAMED: Final = {
    "__init__.py": "the example of a first script",
    "client/__init__.py": "the example of a first bot",
    "client/bot.py": "the example of a bot of ours at another server",
    "client/errors.py": "an example of a clause",
    "engine/boxes.py": "an example of a file's name",
    "engine/match.py": "the example of a match",
    "engine/points.py": "where the figure comes from",
    "lab/batches/batch.py": "the example of a batch",
    "lab/load/generator.py": "as in lab/load/scenarios.py",
    "lab/load/scenarios.py": "the two-seat game of the server's benchmark: its figures are compared over the years",
    "lab/load/workers.py": "as in lab/load/scenarios.py",
    "lab/stepping.py": "the example of a game that is stepped",
    "server/http/openapi.py": "examples of requests and errors in the API's description",
}
"""Modules outside ``games/`` that may name a game, and why."""


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of the package, parsed, by its path."""
    paths = [path for path in SOURCE.rglob("*.py") if "static" not in path.parts]
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(paths)}


def texts(module: ast.Module) -> Iterator[str]:
    """The string constants of a module, docstrings left out."""
    docstrings = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_no_modules_import_each_other_in_a_cycle() -> None:
    graph = grimp.build_graph("ludotheque", exclude_type_checking_imports=False, cache_dir=None)
    imports = networkx.DiGraph(
        (module, other) for module in graph.modules for other in graph.find_modules_directly_imported_by(module)
    )
    components = networkx.strongly_connected_components(imports)
    cycles = {
        tuple(sorted(module.removeprefix("ludotheque.") for module in modules))
        for modules in components
        if len(modules) > 1
    }
    assert not cycles, "imports behind TYPE_CHECKING and inside functions count"


def test_sql_is_only_in_storage() -> None:
    found = {path for path, module in sources().items() if any(SQL.search(text) for text in texts(module))}
    assert not {path for path in found if not path.startswith("server/storage/")}


def test_no_game_is_named_outside_games() -> None:
    name = re.compile(rf"\b({'|'.join(shelf())})\b", re.IGNORECASE)
    paths = [path for path in sources() if not path.startswith("games/")]
    found = {path for path in paths if name.search((SOURCE / path).read_text("utf-8"))}
    assert found <= GAMES_NAMED.keys()


def test_no_class_has_more_than_25_public_methods() -> None:
    found = {
        f"{path}: {node.name}"
        for path, module in sources().items()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef) and len(public_methods(node)) > PUBLIC_METHODS
    }
    assert not found


def public_methods(node: ast.ClassDef) -> set[str]:
    """The methods and properties that a class defines itself, those with an underscore left out."""
    functions = [part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {function.name for function in functions if not function.name.startswith("_")}
