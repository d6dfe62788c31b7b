"""What people and their clubs are called."""

from __future__ import annotations

from litestar.exceptions import ValidationException


def tidy_name(name: str) -> str:
    """A name without odd spaces."""
    tidied = " ".join(name.split())
    if not tidied or not tidied.isprintable():
        raise ValidationException("a name has letters in it, and no control signs")
    return tidied
