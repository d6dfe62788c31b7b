"""What is new between two moments, to the same eyes: most of a sight stays as it was, and need not be told again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any

from ludotheque.server import wire


def change(before: wire.Now | None, now: wire.Now) -> wire.Change:
    """How things stand now, for somebody who was told ``before``; nothing, if it was nothing."""
    kind: Any = type(now.sight)
    names, values = _fields(kind)
    seen = values(now.sight)
    fields = zip(names, seen, strict=True)
    new = fields if before is None else compress(fields, map(ne, seen, values(before.sight)))
    return wire.Change(dict(new), now.asked, now.question, now.legal, now.free)


def same(before: wire.Now | None, change: wire.Change) -> bool:
    """Whether a change from ``before`` changes nothing."""
    return (
        before is not None
        and not change.sight
        and change.question == before.question
        and change.asked == before.asked
        and change.legal == before.legal
        and change.free == before.free
    )


@cache
def _fields(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of a sight's fields as they are encoded, and how to get them all. There are always several."""
    return kind.__struct_encode_fields__, attrgetter(*kind.__struct_fields__)
