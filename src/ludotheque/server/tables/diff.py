"""What is new between two moments, to the same eyes: most of a sight stays as it was, and need not be told again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any, NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.tables.stories import Viewer

_Values = tuple[Any, ...]


class Moment(NamedTuple):
    """What is the same to all who are shown it: who is asked what, and those fields of their sights."""

    asked: Sequence[Seat]
    question: int
    common: _Values


class Shown(NamedTuple):
    """How things stand for somebody. ``moment`` is the same object for all who are shown the same moment."""

    now: messages.Now
    moment: Moment
    own: _Values
    """The fields of their sight that are theirs alone."""


def show(nows: Mapping[Viewer, messages.Now], own: tuple[str, ...] | None) -> dict[Viewer, Shown]:
    """One moment, to several pairs of eyes. ``own`` are the fields in which they differ, or None if any may be one."""
    if not nows:
        return {}
    now = next(iter(nows.values()))
    kind: Any = type(now.sight)
    common, mine = _fields(kind, own)
    moment, values = Moment(now.asked, now.question, common.values(now.sight)), mine.values
    return {viewer: Shown(now, moment, values(now.sight)) for viewer, now in nows.items()}


class Changes:
    """What changes for those who watch one table; what is the same to all of them is compared once."""

    def __init__(self, own: tuple[str, ...] | None) -> None:
        self.public: messages.Change | None = None
        """What was told last to somebody for whom nothing of their own has changed: the same for all of them."""
        self._own = own
        self._then: Moment | None = None
        self._since: Moment | None = None
        self._stirred = False

    def change(self, before: Shown | None, shown: Shown) -> tuple[messages.Change, bool]:
        """How things stand for somebody who was shown ``before``, and whether that is new; all of it, if that was
        nothing."""
        now, moment = shown.now, shown.moment
        kind: Any = type(now.sight)
        if before is None:
            common, mine = _fields(kind, self._own)
            return _change({**common.all(moment.common), **mine.all(shown.own)}, now), True
        public, then = self.public, before.now
        if public is None or before.moment is not self._then or moment is not self._since:
            public = self._compare(before.moment, shown, kind)
        if before.own != shown.own:
            mine = _fields(kind, self._own)[1]
            return _change({**public.sight, **mine.new(before.own, shown.own)}, now), True
        if now.legal or now.free:
            return _change(public.sight, now), self._stirred or now.legal != then.legal or now.free != then.free
        return public, self._stirred or bool(then.legal) or bool(then.free)

    def _compare(self, then: Moment, shown: Shown, kind: Any) -> messages.Change:
        since, now = shown.moment, shown.now
        self._then, self._since, self._stirred = then, since, then != since
        news = _fields(kind, self._own)[0].new(then.common, since.common)
        self.public = messages.Change(news, now.asked, now.question, (), ())
        return self.public


def _change(sight: dict[str, Any], now: messages.Now) -> messages.Change:
    return messages.Change(sight, now.asked, now.question, now.legal, now.free)


class _Fields(NamedTuple):
    """Some fields of a sight: their names as they are encoded, and how to get them all."""

    names: tuple[str, ...]
    values: Callable[[Any], _Values]

    def all(self, values: _Values) -> dict[str, Any]:
        return dict(zip(self.names, values, strict=True))

    def new(self, before: _Values, values: _Values) -> dict[str, Any]:
        return dict(compress(zip(self.names, values, strict=True), map(ne, values, before)))


@cache
def _fields(kind: Any, own: tuple[str, ...] | None) -> tuple[_Fields, _Fields]:
    """The fields that are the same to everybody, and those that are not."""
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return _some(names, [n for n in names if own is not None and n not in own]), _some(names, own or list(names))


def _some(encoded: dict[str, str], names: Sequence[str]) -> _Fields:
    get = attrgetter(*names) if names else lambda sight: ()
    return _Fields(tuple(encoded[name] for name in names), get if len(names) != 1 else lambda sight: (get(sight),))
