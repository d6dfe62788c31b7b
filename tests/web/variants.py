"""Variants of a browser test: it runs in one of them with every run of the suite, in the others with ``-m slow``."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

Size = tuple[int, int]


def one_size(first: Size, *others: Size) -> pytest.MarkDecorator:
    """Run a test at several sizes of the window; every run has the first of them."""
    sizes = [first, *(pytest.param(size, marks=pytest.mark.slow) for size in others)]
    return pytest.mark.parametrize("size", sizes, ids=[f"{width}x{height}" for width, height in (first, *others)])


def one_language(games: Sequence[str]) -> pytest.MarkDecorator:
    """Run a test for every game in both languages; every run has one of them, by turns."""
    cases = []
    for number, game in enumerate(games):
        for lang, locale in (("fr", "fr-FR"), ("en", "en-GB")):
            marks = [] if (lang == "fr") == (number % 2 == 0) else [pytest.mark.slow]
            cases.append(pytest.param(game, lang, locale, marks=marks, id=f"{game}-{lang}"))
    return pytest.mark.parametrize(("game", "lang", "locale"), cases)
