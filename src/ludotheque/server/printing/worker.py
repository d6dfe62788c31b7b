"""The work on printed boxes that is done in another process."""

from __future__ import annotations

from ludotheque.games import find
from ludotheque.printing.document import Order
from ludotheque.printing.typesetting import typeset_pdf


def typeset(game: str, lang: str, paper: str) -> bytes:
    """The PDF of a game's box as this server has it."""
    return typeset_pdf(Order(find(game), lang, paper))
