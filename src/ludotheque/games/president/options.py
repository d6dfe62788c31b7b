"""What a table agrees on before a game of Le Jeu du Président: nothing, the rulebook leaves no choice."""

from __future__ import annotations

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """None."""
