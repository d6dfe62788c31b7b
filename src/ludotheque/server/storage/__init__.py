"""The data layer: all SQL of the server, behind the same interface on SQLite and PostgreSQL.

:class:`Storage` is an open database: the log of every table, the table index, and statements in SQL for the
repositories, of which there is one for each subject.
"""

from __future__ import annotations

from ludotheque.server.storage.database import open_storage
from ludotheque.server.storage.errors import Conflict, InvalidValue, StorageError
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

__all__ = ["Conflict", "InvalidValue", "Statement", "Storage", "StorageError", "open_storage"]
