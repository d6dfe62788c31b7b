"""Errors of tables: refused commands, and logs that cannot be read."""

from __future__ import annotations

from ludotheque.engine.rules import Refusal


class CommandRefused(Exception):
    """A command that is not accepted; ``code`` and the other fields are those of :class:`messages.Refused`."""

    def __init__(self, code: str, refusal: Refusal | None = None, until: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.refusal = refusal
        self.until = until


class InvalidLog(Exception):
    """A log that cannot be replayed."""


class OtherRulesEdition(InvalidLog):
    """A log that was written under another edition of the rules than the installed one; ``over`` if its game ended."""

    over = False
