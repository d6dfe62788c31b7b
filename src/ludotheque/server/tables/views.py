"""Views: how a game stands for each viewer, from its rules and state alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any, NamedTuple

from ludotheque.engine.match import Match
from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.tables.stories import Viewer

_Values = tuple[Any, ...]


class Moment(NamedTuple):
    """What all viewers of one moment see alike: who is asked what, and the common fields of their sights."""

    asked: Sequence[Seat]
    question: int
    common: _Values


class View(NamedTuple):
    """A moment as one viewer sees it. ``moment`` is the same object for all viewers of the same moment."""

    now: messages.Now
    moment: Moment
    own: _Values
    """The fields of their sight that differ between viewers."""


def view_match(match: Match, viewers: Collection[Viewer]) -> dict[Viewer, View]:
    """The present moment of a match for some viewers, computed together, since their sights have much in common.

    Tuples throughout, so that equal moments compare equal.
    """
    rules, state = match.rules, match.state
    asked, question = tuple(rules.asked(state)), rules.question(state)
    nows = {}
    for viewer, sight in rules.sights(state, viewers).items():
        legal = tuple(rules.legal(state, viewer)) if viewer is not None and viewer in asked else ()
        free = () if viewer is None else tuple(rules.free(state, viewer))
        nows[viewer] = messages.Now(sight, asked, question, legal, free)
    return build_views(nows, rules.own_fields)


def build_views(nows: Mapping[Viewer, messages.Now], own: tuple[str, ...] | None) -> dict[Viewer, View]:
    """One moment for several viewers. ``own`` are the fields in which sights differ; None if any may."""
    if not nows:
        return {}
    now = next(iter(nows.values()))
    kind: Any = type(now.sight)
    common, mine = fields_of(kind, own)
    moment, values = Moment(now.asked, now.question, common.values(now.sight)), mine.values
    return {viewer: View(now, moment, values(now.sight)) for viewer, now in nows.items()}


class Fields(NamedTuple):
    """Some fields of a sight: their encoded names, and a getter of all their values."""

    names: tuple[str, ...]
    values: Callable[[Any], _Values]

    def all(self, values: _Values) -> dict[str, Any]:
        """All fields by name."""
        return dict(zip(self.names, values, strict=True))

    def new(self, before: _Values, values: _Values) -> dict[str, Any]:
        """The fields whose values have changed."""
        return dict(compress(zip(self.names, values, strict=True), map(ne, values, before)))


@cache
def fields_of(kind: Any, own: tuple[str, ...] | None) -> tuple[Fields, Fields]:
    """The fields of a sight that all viewers share, and those that differ."""
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return _some(names, [n for n in names if own is not None and n not in own]), _some(names, own or list(names))


def _some(encoded: dict[str, str], names: Sequence[str]) -> Fields:
    get = attrgetter(*names) if names else lambda sight: ()
    return Fields(tuple(encoded[name] for name in names), get if len(names) != 1 else lambda sight: (get(sight),))
