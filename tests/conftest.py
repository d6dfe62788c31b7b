"""The order of the tests, and which of them are measured."""

from __future__ import annotations

import pytest

UNMEASURED = ("tests/games/", "tests/web/", "src/ludotheque/games/")
"""Tests that run without coverage. Tracing makes random play and search four times slower, and each clause of a
rulebook has a test anyway; in the browser's tests it is the front end that is tested."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first: theirs are the longest files, and at the end one process would wait for the other."""
    items.sort(key=lambda item: "/web/" not in item.path.as_posix())
    for item in items:
        if item.nodeid.startswith(UNMEASURED):
            item.add_marker("no_cover")
