"""Options of a table of Le Jeu du Président."""

from __future__ import annotations

from typing import Literal

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """The length of the campaign. The rulebook leaves no choice: the short one is a house variant."""

    campaign: Literal["full", "short"] = "full"
