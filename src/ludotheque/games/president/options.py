"""Options of a table of Le Jeu du Président: none, the rulebook leaves no choice."""

from __future__ import annotations

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """No options."""
