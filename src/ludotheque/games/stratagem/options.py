"""What a table agrees on before a game of Stratagem."""

from __future__ import annotations

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """Whether the mats show who is irregular, for beginners; otherwise noticing is the players' job."""

    show_irregular: bool = False
