"""The order of the tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first: theirs are the longest files, and at the end one process would wait for the other."""
    items.sort(key=lambda item: "/web/" not in item.path.as_posix())
