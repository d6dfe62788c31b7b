"""What is new between two moments, to the same eyes: most of a sight stays as it was, and need not be told again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any, NamedTuple

from ludotheque.server import wire


class Shown(NamedTuple):
    """How things stand for somebody. ``moment`` is the same object for all who are shown the same moment."""

    now: wire.Now
    moment: object


class Changes:
    """What changes for those who watch one table; what is the same to all of them is compared once.

    ``own`` are the fields of a sight in which they differ, or None if any field may be one.
    """

    def __init__(self, own: Sequence[str] | None) -> None:
        self._own = None if own is None else tuple(own)
        self._common: tuple[object, object, dict[str, Any]] = (None, None, {})

    def change(self, before: Shown | None, shown: Shown) -> wire.Change:
        """How things stand now, for somebody who was shown ``before``; all of it, if that was nothing."""
        now = shown.now
        kind: Any = type(now.sight)
        common, own = _fields(kind, self._own)
        if before is None:
            sight = {**common.all(now.sight), **own.all(now.sight)}
        else:
            then, since, news = self._common
            if then is not before.moment or since is not shown.moment:
                news = common.new(before.now.sight, now.sight)
                self._common = before.moment, shown.moment, news
            sight = {**news, **own.new(before.now.sight, now.sight)}
        return wire.Change(sight, now.asked, now.question, now.legal, now.free)


def same(before: Shown | None, change: wire.Change) -> bool:
    """Whether a change from ``before`` changes nothing."""
    return (
        before is not None
        and not change.sight
        and change.question == before.now.question
        and change.asked == before.now.asked
        and change.legal == before.now.legal
        and change.free == before.now.free
    )


class _Fields(NamedTuple):
    """Some fields of a sight: their names as they are encoded, and how to get them all."""

    names: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]

    def all(self, sight: Any) -> dict[str, Any]:
        return dict(zip(self.names, self.values(sight), strict=True))

    def new(self, before: Any, sight: Any) -> dict[str, Any]:
        seen = self.values(sight)
        return dict(compress(zip(self.names, seen, strict=True), map(ne, seen, self.values(before))))


@cache
def _fields(kind: Any, own: tuple[str, ...] | None) -> tuple[_Fields, _Fields]:
    """The fields that are the same to everybody, and those that are not."""
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return _some(names, [n for n in names if own is not None and n not in own]), _some(names, own or list(names))


def _some(encoded: dict[str, str], names: Sequence[str]) -> _Fields:
    get = attrgetter(*names) if names else lambda sight: ()
    return _Fields(tuple(encoded[name] for name in names), get if len(names) != 1 else lambda sight: (get(sight),))
