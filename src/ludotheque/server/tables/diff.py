"""Diffs between two moments for the same viewer: most of a sight stays the same and is not sent again."""

from __future__ import annotations

from typing import Any

from ludotheque.protocol import messages
from ludotheque.server.tables.views import Moment, View, fields_of


class Changes:
    """Diffs for all viewers of one table; the part that is common to all of them is compared once."""

    def __init__(self, own: tuple[str, ...] | None) -> None:
        self.public: messages.Change | None = None
        """The diff for viewers for whom none of their own fields changed: the same object for all of them."""
        self._own = own
        self._then: Moment | None = None
        self._since: Moment | None = None
        self._stirred = False

    def change(self, before: View | None, shown: View) -> tuple[messages.Change, bool]:
        """The diff since ``before``, and whether anything is new; the whole moment, if ``before`` is None."""
        now, moment = shown.now, shown.moment
        kind: Any = type(now.sight)
        if before is None:
            common, mine = fields_of(kind, self._own)
            return _change({**common.all(moment.common), **mine.all(shown.own)}, now), True
        public, then = self.public, before.now
        if public is None or before.moment is not self._then or moment is not self._since:
            public = self._compare(before.moment, shown, kind)
        if before.own != shown.own:
            mine = fields_of(kind, self._own)[1]
            return _change({**public.sight, **mine.new(before.own, shown.own)}, now), True
        if now.legal or now.free:
            return _change(public.sight, now), self._stirred or now.legal != then.legal or now.free != then.free
        return public, self._stirred or bool(then.legal) or bool(then.free)

    def _compare(self, then: Moment, shown: View, kind: Any) -> messages.Change:
        since, now = shown.moment, shown.now
        self._then, self._since, self._stirred = then, since, then != since
        new = fields_of(kind, self._own)[0].new(then.common, since.common)
        self.public = messages.Change(new, now.asked, now.question, (), ())
        return self.public


def _change(sight: dict[str, Any], now: messages.Now) -> messages.Change:
    return messages.Change(sight, now.asked, now.question, now.legal, now.free)
