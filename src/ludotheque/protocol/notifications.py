"""HTTP messages about notification channels: e-mail addresses, and webhooks such as Discord's."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.protocol.messages import Received

Shape = Literal["json", "discord", "slack"]


class AddChannel(Received, frozen=True):
    """Add a notification channel. With a ``table`` it reports the turns of all its players; only its opener may."""

    kind: Literal["mail", "hook"]
    address: Annotated[str, Meta(min_length=3, max_length=1024)]
    lang: Literal["fr", "en"]
    daily: bool = False
    """At most one notification a day, instead of one in the interval that the host has set."""
    shape: Shape | None = None
    """The format of a webhook's messages; guessed from its address if absent."""
    table: Annotated[str, Meta(max_length=40)] | None = None


class RemoveChannel(Received, frozen=True):
    """Remove a notification channel."""

    id: Annotated[str, Meta(max_length=40, pattern=r"^[\w-]+$")]


class ChannelCard(msgspec.Struct, frozen=True):
    """A notification channel. ``address`` is shortened, enough to recognise it."""

    id: str
    kind: Literal["mail", "hook"]
    address: str
    shape: Shape | None
    daily: bool
    confirmed: bool
    """Whether the link in the confirmation request was followed; an e-mail address gets no notification before."""
    table: str | None


class ChannelList(msgspec.Struct, frozen=True):
    """The kinds of channels that this server offers besides push messages, and your own channels."""

    mail: bool
    hook: bool
    quiet: int
    """Seconds between two notifications at least, for channels that are not daily."""
    ways: list[ChannelCard]


class NewChannel(msgspec.Struct, frozen=True):
    """A channel that was added, and the secret that its messages are signed with, which is never shown again."""

    way: ChannelCard
    secret: str | None
