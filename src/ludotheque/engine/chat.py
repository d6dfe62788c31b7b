"""Chat messages, and who may read them."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ludotheque.engine.seats import Seat


class ChatMessage(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="said", forbid_unknown_fields=True
):
    """A chat message: its author, its time, and its readers."""

    by: Seat | None
    """None for a spectator."""
    name: str
    at: int
    text: str
    to: list[Seat] | None = None
    """The seats that could read it, the speaker's among them; None for all."""


def can_read_message(by: Seat | None, to: Collection[Seat] | None, seat: Seat | None, over: bool) -> bool:
    """Whether a seat (``None``: a spectator) can read a chat message; ``over``: whether the game is.

    Spectators may see more than a player, so players read their messages only once the game is over.
    """
    if by is None:
        return seat is None or over
    return to is None or seat in to
