"""Being called by e-mail or in a salon, such as a channel of Discord: what is asked for and answered over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.protocol.messages import Received

Shape = Literal["json", "discord", "slack"]


class AddWay(Received, frozen=True):
    """Call me there. With a ``table`` it is a salon for everybody at it, which only its opener may name."""

    kind: Literal["mail", "hook"]
    address: Annotated[str, Meta(min_length=3, max_length=1024)]
    lang: Literal["fr", "en"]
    daily: bool = False
    """Once a day at most, instead of once an hour or whatever the host has set."""
    shape: Shape | None = None
    """How a webhook wants its messages; by its address if nothing is said."""
    table: Annotated[str, Meta(max_length=40)] | None = None


class EndWay(Received, frozen=True):
    """Call me there no more."""

    id: Annotated[str, Meta(max_length=40, pattern=r"^[\w-]+$")]


class WayCard(msgspec.Struct, frozen=True):
    """Somewhere one is called. ``address`` is enough to recognise it, and no more."""

    id: str
    kind: Literal["mail", "hook"]
    address: str
    shape: Shape | None
    daily: bool
    confirmed: bool
    """E-mail: whether the link in our first letter was followed; nobody is called before."""
    table: str | None


class Ways(msgspec.Struct, frozen=True):
    """What this house can do besides push messages, and where you are called."""

    mail: bool
    hook: bool
    quiet: int
    """Seconds between two messages at least, unless they come once a day."""
    ways: list[WayCard]


class NewWay(msgspec.Struct, frozen=True):
    """A way that was added, and the secret that its messages are signed with, which is never shown again."""

    way: WayCard
    secret: str | None
