"""Where everything is kept: the log of every table, and what the house writes down besides.

:class:`Storage` is what the rest of the server knows. SQLite keeps it in one file.
"""

from __future__ import annotations

from ludotheque.server.storage.database import open_storage
from ludotheque.server.storage.interface import Conflict, InvalidValue, Storage, StorageError
from ludotheque.server.storage.statement import Statement

__all__ = ["Conflict", "InvalidValue", "Statement", "Storage", "StorageError", "open_storage"]
