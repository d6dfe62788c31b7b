"""SQL that every database understands, with ``$1``, ``$2`` … for values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import Any

from ludotheque.server.storage.statement import Statement


class SqlDatabase(ABC):
    """A database that runs SQL, as repositories need it."""

    @abstractmethod
    def rows(self, sql: str, *values: object) -> Awaitable[list[tuple[Any, ...]]]:
        """The rows of a query."""

    @abstractmethod
    def write(self, *statements: Statement) -> Awaitable[None]:
        """Execute statements in one transaction, durable when done; raises :class:`Conflict` if a key is taken."""
