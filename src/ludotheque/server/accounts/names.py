"""Names that people give themselves and their things."""

from __future__ import annotations

from litestar.exceptions import ValidationException


def tidy(name: str) -> str:
    """A name without odd spaces; one with control signs, or with nothing else in it, is refused."""
    tidied = " ".join(name.split())
    if not tidied or not tidied.isprintable():
        raise ValidationException("a name has letters in it, and no control signs")
    return tidied
