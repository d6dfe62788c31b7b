"""Scripted games in messages: what lessons and the figures of rulebooks show."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.rules import Seat
from ludotheque.engine.scripted_play import ScriptedPlay
from ludotheque.protocol import messages

_encode = msgspec.json.Encoder().encode


def story_of(play: ScriptedPlay) -> list[messages.Entry]:
    """What the viewer of a scripted game has seen, as the entries of a story."""
    return [
        messages.Entry(number, number, seen.seat, [msgspec.Raw(_encode(event)) for event in seen.events])
        for number, seen in enumerate(play.story, 1)
    ]


def now_of(game: Game, state: Any, viewer: Seat | None) -> messages.Now:
    """A state as a seat sees it, or a spectator."""
    rules, asked = game.rules, tuple(game.rules.asked(state))
    legal = tuple(rules.legal(state, viewer)) if viewer is not None and viewer in asked else ()
    free = () if viewer is None else tuple(rules.free(state, viewer))
    return messages.Now(rules.sight(state, viewer), asked, rules.question(state), legal, free)
