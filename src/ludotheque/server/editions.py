"""Tables that were played by another edition of the rules than the one here.

They are kept, and listed as they stand; what cannot be replayed is neither shown nor continued.
"""

from __future__ import annotations

from ludotheque.games import UnknownGame, find
from ludotheque.server.ledger import Opened


def is_here(opened: Opened) -> bool:
    """Whether the rules here are those that a table is played by."""
    try:
        rules = find(opened.game).rules
    except UnknownGame:
        return False
    return (rules.version, rules.box_mark) == (opened.version, opened.box)
