"""Adapters: every game in the libraries that those who study games use. Each library is an optional extra.

- :mod:`ludotheque.lab.adapters.pettingzoo`: all seats of a table, one after the other.
- :mod:`ludotheque.lab.adapters.gymnasium`: one seat, against bots.
- :mod:`ludotheque.lab.adapters.open_spiel`: game trees, with nature's draws as chance nodes.

Each shows a seat what is made from its sight, and nothing else. ``docs/adapters.md`` has examples.
"""

from __future__ import annotations


class MissingLibrary(ImportError):
    """An adapter was imported without a library that it needs; the message names the extra that brings it."""

    def __init__(self, missing: ModuleNotFoundError, extra: str) -> None:
        super().__init__(f"{missing.name} is not installed: pip install 'ludotheque[{extra}]'", name=missing.name)
