"""What the log of a table holds: all that ever happened at it, enough to set it up again after a restart.

It is the server's own book: it knows the secret behind the table's luck and who sits where. Nothing of it is sent
as it is.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from ludotheque.engine.rules import Seat


class Place(msgspec.Struct, frozen=True):
    """A chair at the table: for the guest who opened it, for whoever comes with the link, or for a bot."""

    kind: Literal["me", "friend", "bot"]
    level: str | None = None


class Opened(msgspec.Struct, frozen=True, tag_field="line", tag="opened"):
    """The table was opened. ``places`` are its seats, in order."""

    game: str
    version: int
    options: dict[str, Any]
    places: list[Place]
    secret: str
    commitment: str
    at: int
    box: str = ""
    """The mark of the host's own box, if there is one."""


class Sat(msgspec.Struct, frozen=True, tag_field="line", tag="sat"):
    """Somebody sat down: a guest, known by the hash of a token, or a bot of some level."""

    seat: Seat
    name: str
    nonce: str
    at: int
    guest: str | None = None
    level: str | None = None


class Acted(msgspec.Struct, frozen=True, tag_field="line", tag="acted"):
    """Moves that were accepted together, those of nature that followed among them, each with its seat.

    ``client`` is the id under which ``seat`` sent them; the same id is not played twice.
    """

    seat: Seat
    at: int
    moves: list[tuple[Seat, msgspec.Raw]]
    client: str | None = None


Line = Opened | Sat | Acted

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Line).decode


def guest_of(token: str) -> str:
    """What the log keeps of a guest's token: it proves who they are and cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()
