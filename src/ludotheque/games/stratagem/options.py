"""Options of a table of Stratagem."""

from __future__ import annotations

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """Whether the mats show irregular players, for beginners; otherwise players must notice them."""

    show_irregular: bool = False
