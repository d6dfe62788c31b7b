"""Stories: for each viewer the events of every move that they saw, and no entry where they saw nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.engine.rules import Event, Seat
from ludotheque.protocol import messages

Viewer = Seat | None
"""A seat, or None for spectators."""
Stories = dict[Viewer, list[messages.Entry]]

_encode = msgspec.json.Encoder().encode


def add_to_stories(stories: Stories, seat: Seat, at: int, events: Sequence[Event]) -> None:
    """Add to each story what its viewer sees of a move, if anything. What several viewers see is encoded once."""
    if all(type(event).seen is Event.seen for event in events):
        _add_to_all(stories, seat, at, events)
        return
    encoded: dict[int, msgspec.Raw] = {}
    kept: list[Event] = []  # alive as long as the dictionary, which knows them by their address
    for viewer, story in stories.items():
        raws = []
        for event in events:
            seen = event.seen(viewer)
            if seen is None:
                continue
            if id(seen) not in encoded:
                encoded[id(seen)] = msgspec.Raw(_encode(seen))
                kept.append(seen)
            raws.append(encoded[id(seen)])
        if raws:
            story.append(messages.Entry(len(story) + 1, at, seat, raws))


def mark_automatic(story: list[messages.Entry], start: int) -> None:
    """Mark the entry at ``start``, if there is one, as a move that the server made for the story's reader."""
    if start < len(story):
        story[start] = msgspec.structs.replace(story[start], automatic=True)


def _add_to_all(stories: Stories, seat: Seat, at: int, events: Sequence[Event]) -> None:
    """Add the same entry to each story."""
    if not events:
        return
    raws = [msgspec.Raw(_encode(event)) for event in events]
    entries: dict[int, messages.Entry] = {}  # by their number: it differs where stories do
    for story in stories.values():
        number = len(story) + 1
        if number not in entries:
            entries[number] = messages.Entry(number, at, seat, raws)
        story.append(entries[number])
