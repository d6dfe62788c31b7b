"""Options of a table of Stratagem."""

from __future__ import annotations

from typing import Literal

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """The length of the campaign, of which the short one is a house variant, and a help for beginners."""

    campaign: Literal["full", "short"] = "full"
    show_irregular: bool = False
    """Whether the mats show irregular players; otherwise players must notice them."""
