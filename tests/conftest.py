"""What all tests have in common: their order, and bots that search only a little."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ludotheque.bots.guide import Budget
from ludotheque.bots.search import SearcherMaker
from ludotheque.games import shelf


@pytest.fixture(autouse=True, scope="session")
def short_searches() -> Iterator[None]:
    """Let the masters of this process compare a few rollouts only: they play by the same rules, and quickly."""
    makers = [maker for game in shelf().values() for maker in game.levels.values() if isinstance(maker, SearcherMaker)]
    budgets = [maker.budget for maker in makers]
    for maker in makers:
        maker.budget = Budget(rollouts=6)
    yield
    for maker, budget in zip(makers, budgets, strict=True):
        maker.budget = budget


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first: theirs are the longest files, and at the end one process would wait for the other."""
    items.sort(key=lambda item: "/web/" not in item.path.as_posix())


def pytest_collection_finish() -> None:
    """Keep the garbage collector from going through all that is loaded by now, again and again in every process."""
    gc.collect()
    gc.freeze()
