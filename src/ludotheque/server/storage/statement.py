"""A statement in SQL with its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Statement(NamedTuple):
    """A statement in SQL, with ``$1``, ``$2`` … for its values."""

    sql: str
    values: Sequence[object] = ()
