"""Errors of the storage."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot be opened, read or written; the message says why."""


class Conflict(StorageError):
    """Another writer has used that key first, such as the number of a log entry."""


class InvalidValue(StorageError):
    """A value that no database can store, such as a text with a NUL in it: writing it again fails again."""
