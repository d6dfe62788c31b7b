"""SQL on its way to a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Statement(NamedTuple):
    """Something to be written, with its values."""

    sql: str
    values: Sequence[object] = ()
