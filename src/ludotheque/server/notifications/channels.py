"""Notification channels besides push messages: e-mail addresses and webhooks.

A channel belongs to a guest. A webhook with a table notifies all players of that table; only its opener adds one. An
e-mail address gets nothing but a confirmation request until its owner has followed the link in it, and these requests
are limited, so that nobody can flood a mailbox with them.
"""

from __future__ import annotations

import re
import secrets
from typing import Final, Literal
from urllib.parse import urlsplit

from ludotheque.protocol import notifications as protocol
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.notifications.destinations import BadAddress, check_address
from ludotheque.server.storage import Storage
from ludotheque.server.storage.notification_channels import Channel, ChannelRepository, GuestSeat

MAX_PER_GUEST: Final = 5
"""How many channels a guest has, those of tables not counted."""
MAX_PER_TABLE: Final = 2
CONFIRM_WITHIN: Final = 2 * 24 * 3600 * 1000
"""Milliseconds for which the link in a confirmation request is valid."""
CONFIRMATION_INTERVAL: Final = 3600 * 1000
"""Milliseconds between two confirmation requests to the same address."""

_EMAIL_ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
_DISCORD: Final = ("discord.com", "discordapp.com")


class InvalidChannel(ValueError):
    """A channel that cannot be added. ``code`` is the error code of the HTTP answer."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


class Channels:
    """The channels of all guests and tables: adds, confirms and removes them."""

    def __init__(self, storage: Storage, signer: Signer, allow_private: bool = False) -> None:
        self._repository = ChannelRepository(storage)
        self._signer = signer
        self._allow_private = allow_private

    async def of_guest(self, guest: str) -> list[Channel]:
        """The channels that a guest has added, those of tables included."""
        return await self._repository.of_guest(guest)

    async def find(self, id: str) -> Channel | None:
        """A channel by its id."""
        return await self._repository.find(id)

    async def prepare(self, guest: str, order: protocol.AddChannel, at: int) -> Channel:
        """A channel as a guest wants it, checked and not yet saved; raises :class:`InvalidChannel`."""
        table = order.table or ""
        channels = await self.of_guest(guest)
        others = [one for one in channels if one.address != order.address or one.table != table]
        if not table and sum(not one.table for one in others) >= MAX_PER_GUEST:
            raise InvalidChannel(409, "many_ways", f"a guest has {MAX_PER_GUEST} channels at most")
        if table and await self._repository.count_of_table(table) >= MAX_PER_TABLE:
            raise InvalidChannel(409, "many_ways", f"a table has {MAX_PER_TABLE} channels at most")
        shape: protocol.Shape | Literal[""] = ""
        if order.kind == "mail":
            await self._check_email(order, at)
        else:
            try:
                check_address(order.address, self._allow_private)
            except BadAddress as error:
                raise InvalidChannel(400, "bad_hook", str(error)) from None
            shape = order.shape or guess_shape(order.address)
        return Channel(
            id=secrets.token_urlsafe(12),
            guest=guest,
            table=table,
            kind=order.kind,
            address=order.address,
            shape=shape,
            secret=secrets.token_urlsafe(24) if shape == "json" else "",
            lang=order.lang,
            daily=order.daily,
            confirmed=order.kind == "hook",
            sent=0,
            number=0,
            failures=0,
        )

    async def _check_email(self, order: protocol.AddChannel, at: int) -> None:
        if order.table is not None:
            raise InvalidChannel(400, "bad_mail", "the channel of a table is a webhook, not an e-mail address")
        if len(order.address) > 254 or not _EMAIL_ADDRESS.fullmatch(order.address):
            raise InvalidChannel(400, "bad_mail", "this is not an e-mail address")
        if await self._repository.has_unconfirmed(order.address, at - CONFIRMATION_INTERVAL):
            raise InvalidChannel(429, "mail_asked", "a confirmation request was just sent to this address")

    async def add(self, channel: Channel, at: int) -> None:
        """Save a channel, in place of the guest's same address. An e-mail address is then asked to confirm."""
        await self._repository.save(channel, at, at - CONFIRM_WITHIN)

    async def remove(self, id: str) -> None:
        """Remove a channel on its owner's request."""
        await self._repository.remove(id)

    async def delete(self, id: str) -> None:
        """Delete a channel whose address does not exist any more."""
        await self._repository.delete(id)

    async def confirm(self, id: str, code: str) -> bool:
        """Confirm a channel by the code in its confirmation request; whether the code is valid."""
        if not self._signer.is_same_code(code, self._signer.channel_code("confirm", id)):
            return False
        channel = await self.find(id)
        if channel is None or not channel.guest:
            return False
        await self._repository.confirm(id)
        return True

    async def unsubscribe(self, id: str, code: str) -> bool:
        """Remove a channel by the code in its e-mails; whether the code is valid. It stays so once removed."""
        if not self._signer.is_same_code(code, self._signer.channel_code("end", id)):
            return False
        await self.remove(id)
        return True

    async def linked_seat(self, channel: Channel, code: str) -> GuestSeat | None:
        """The seat of the channel's guest that the link in a notification leads to."""
        for seat in await self._repository.seats_of_guest(channel.guest):
            if self._signer.is_same_code(code, self._signer.notification_code(channel.id, seat.table)):
                return seat
        return None


def guess_shape(address: str) -> protocol.Shape:
    """The format of messages that the service behind a webhook's address expects."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if any(host == name or host.endswith(f".{name}") for name in _DISCORD):
        return "slack" if parts.path.endswith("/slack") else "discord"
    return "slack" if host == "hooks.slack.com" else "json"


def channel_card(channel: Channel) -> protocol.ChannelCard:
    """A channel as its owner sees it, its address shortened: that of a webhook is a secret, an e-mail's is private."""
    if channel.kind == "mail":
        name, _, domain = channel.address.partition("@")
        address = f"{name[:2]}…@{domain}"
    else:
        address = urlsplit(channel.address).hostname or ""
    return protocol.ChannelCard(
        channel.id,
        channel.kind,
        address,
        channel.shape or None,
        channel.daily,
        channel.confirmed,
        channel.table or None,
    )
