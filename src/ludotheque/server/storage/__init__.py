"""Where everything is kept: the log of every table, and what the house writes down besides.

:class:`Storage` is what the rest of the server knows. SQLite keeps it in one file.
"""

from __future__ import annotations

from ludotheque.server.storage.database import open_storage
from ludotheque.server.storage.interface import BadValue, Conflict, Storage, StorageTrouble
from ludotheque.server.storage.statement import Statement

__all__ = ["BadValue", "Conflict", "Statement", "Storage", "StorageTrouble", "open_storage"]
