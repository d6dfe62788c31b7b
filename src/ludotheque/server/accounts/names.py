"""Names of players, accounts and passkeys: normalisation and validation."""

from __future__ import annotations

from litestar.exceptions import ValidationException


def tidy_name(name: str) -> str:
    """A name with single spaces; raises ``ValidationException`` if it is empty or has control characters."""
    tidied = " ".join(name.split())
    if not tidied or not tidied.isprintable():
        raise ValidationException("a name has letters in it, and no control characters")
    return tidied
