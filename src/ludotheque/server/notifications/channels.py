"""The ways somebody wants to be called by, besides push: e-mail, and webhooks that lead to a salon.

A way belongs to a guest. One with a table is a salon for all who sit there, named by its opener. E-mail is written to
nobody who has not followed the link in our first letter; whoever asks for that letter may not flood a mailbox with it.
"""

from __future__ import annotations

import re
import secrets
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from ludotheque.protocol import notifications as forms
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.notifications.destinations import BadAddress, check_address
from ludotheque.server.storage import Statement, Storage

PERSONAL: Final = 5
TABLE: Final = 2
"""How many ways somebody has, and a table."""
UNCONFIRMED_FOR: Final = 2 * 24 * 3600 * 1000
"""Milliseconds for which a link to confirm an address is good."""
LETTER_EVERY: Final = 3600 * 1000
"""Milliseconds between two letters that ask the same address to confirm."""

_MAIL: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
_DISCORD: Final = ("discord.com", "discordapp.com")

COLUMNS: Final = 'id, guest, "table", kind, address, shape, secret, lang, daily, confirmed, sent, number, failures'
_ADD: Final = """
INSERT INTO way (id, guest, "table", kind, address, shape, secret, lang, daily, confirmed, made, sent, number, failures,
    due, holder, lease)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, $12, '', 0)
"""
_CALLS_OF_SAME: Final = """
DELETE FROM waiting WHERE way IN
    (SELECT id FROM way WHERE guest = $1 AND "table" = $2 AND kind = $3 AND address = $4)
"""
_SAME: Final = 'DELETE FROM way WHERE guest = $1 AND "table" = $2 AND kind = $3 AND address = $4'
_OLD: Final = "DELETE FROM way WHERE NOT confirmed AND made < $1"
_ASKED: Final = """
SELECT id FROM way WHERE kind = 'mail' AND NOT confirmed AND lower(address) = lower($1) AND made > $2
"""
_OF_GUEST: Final = f"SELECT {COLUMNS} FROM way WHERE guest = $1 ORDER BY made, id"
_OF_TABLE: Final = 'SELECT id FROM way WHERE "table" = $1'
_BY_ID: Final = f"SELECT {COLUMNS} FROM way WHERE id = $1"
_CONFIRM: Final = "UPDATE way SET confirmed = TRUE WHERE id = $1"
_CALLS_OF: Final = "DELETE FROM waiting WHERE way = $1"
_END: Final = "DELETE FROM way WHERE id = $1 AND confirmed"
# An address that was asked and has not answered is remembered, so that it is not asked again and again.
_ABANDON: Final = "UPDATE way SET guest = '', due = NULL WHERE id = $1 AND NOT confirmed"


class InvalidChannel(ValueError):
    """A way that the house does not take. ``code`` is a key under ``trouble`` in the house's words."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


class Channel(NamedTuple):
    """Where somebody is called, and what came of it so far."""

    id: str
    guest: str
    table: str
    """Empty, but for a salon of a table."""
    kind: Literal["mail", "hook"]
    address: str
    shape: forms.Shape | Literal[""]
    secret: str
    lang: str
    daily: bool
    confirmed: bool
    sent: int
    """When it was last told something."""
    number: int
    """How many messages it has been sent."""
    failures: int
    """How many have failed since."""


class Channels:
    """Who is called where."""

    def __init__(self, storage: Storage, keys: Signer, nearby: bool = False) -> None:
        self._storage = storage
        self._keys = keys
        self._nearby = nearby

    async def of(self, guest: str) -> list[Channel]:
        """A guest's ways, those of the tables they opened among them."""
        return [Channel(*row) for row in await self._storage.rows(_OF_GUEST, guest)]

    async def find(self, id: str) -> Channel | None:
        """A way by its id."""
        found = await self._storage.rows(_BY_ID, id)
        return Channel(*found[0]) if found else None

    async def draft(self, guest: str, wish: forms.AddWay, at: int) -> Channel:
        """A way as it would be kept, checked; raises :class:`BadWay`."""
        table = wish.table or ""
        kept = [way for way in await self.of(guest) if way.address != wish.address or way.table != table]
        if not table and sum(not way.table for way in kept) >= PERSONAL:
            raise InvalidChannel(409, "many_ways", f"you are called in {PERSONAL} places at most")
        if table and len([id for (id,) in await self._storage.rows(_OF_TABLE, table)]) >= TABLE:
            raise InvalidChannel(409, "many_ways", f"a table has {TABLE} salons at most")
        if wish.kind == "mail":
            await self._check_mail(wish, at)
            shape: forms.Shape | Literal[""] = ""
        else:
            try:
                check_address(wish.address, self._nearby)
            except BadAddress as error:
                raise InvalidChannel(400, "bad_hook", str(error)) from None
            shape = wish.shape or shape_of(wish.address)
        return Channel(
            id=secrets.token_urlsafe(12),
            guest=guest,
            table=table,
            kind=wish.kind,
            address=wish.address,
            shape=shape,
            secret=secrets.token_urlsafe(24) if shape == "json" else "",
            lang=wish.lang,
            daily=wish.daily,
            confirmed=wish.kind == "hook",
            sent=0,
            number=0,
            failures=0,
        )

    async def _check_mail(self, wish: forms.AddWay, at: int) -> None:
        if wish.table is not None:
            raise InvalidChannel(400, "bad_mail", "a table has a salon, not a mailbox")
        if len(wish.address) > 254 or not _MAIL.fullmatch(wish.address):
            raise InvalidChannel(400, "bad_mail", "this is no e-mail address")
        if await self._storage.rows(_ASKED, wish.address, at - LETTER_EVERY):
            raise InvalidChannel(429, "mail_asked", "a letter has just been sent to this address; look for it there")

    async def keep(self, way: Channel, at: int) -> None:
        """Call somebody there from now on, or ask by a letter whether that is theirs; in place of the same before."""
        due = None if way.confirmed else at
        row = (*way[:10], at, due)
        same = (way.guest, way.table, way.kind, way.address)
        await self._storage.write(
            Statement(_CALLS_OF_SAME, same),
            Statement(_SAME, same),
            Statement(_OLD, (at - UNCONFIRMED_FOR,)),
            Statement(_ADD, row),
        )

    async def end(self, id: str) -> None:
        """Call nobody there any more."""
        await self._storage.write(Statement(_CALLS_OF, (id,)), Statement(_END, (id,)), Statement(_ABANDON, (id,)))

    async def forget(self, id: str) -> None:
        """There is nobody: as if it had never been named."""
        gone = Statement("DELETE FROM way WHERE id = $1", (id,))
        await self._storage.write(Statement(_CALLS_OF, (id,)), gone)

    async def confirm(self, id: str, code: str) -> bool:
        """The link in our first letter was followed; whether it was ours."""
        if not self._keys.is_same_code(code, self._keys.channel_code("confirm", id)):
            return False
        way = await self.find(id)
        if way is None or not way.guest:
            return False
        await self._storage.write(Statement(_CONFIRM, (id,)))
        return True

    async def end_by_letter(self, id: str, code: str) -> bool:
        """The link at the end of a letter was followed; whether it was ours. What has ended already is no trouble."""
        if not self._keys.is_same_code(code, self._keys.channel_code("end", id)):
            return False
        await self.end(id)
        return True


def shape_of(address: str) -> forms.Shape:
    """How the service at an address wants its messages, as far as that can be told."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if any(host == name or host.endswith(f".{name}") for name in _DISCORD):
        return "slack" if parts.path.endswith("/slack") else "discord"
    return "slack" if host == "hooks.slack.com" else "json"


def card(way: Channel) -> forms.WayCard:
    """A way as its owner sees it. The address of a webhook is a key, and a mailbox is nobody else's business."""
    if way.kind == "mail":
        name, _, domain = way.address.partition("@")
        address = f"{name[:2]}…@{domain}"
    else:
        address = urlsplit(way.address).hostname or ""
    return forms.WayCard(
        way.id, way.kind, address, way.shape or None, bool(way.daily), bool(way.confirmed), way.table or None
    )
