"""Hands notes over to where somebody wants them, and says what became of them. Addresses are told to nobody."""

from __future__ import annotations

import logging
from enum import Enum

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.notifications import webhooks
from ludotheque.server.notifications.channels import Channel
from ludotheque.server.notifications.destinations import BadAddress, Outside, Unreachable
from ludotheque.server.notifications.email import MailServer, MailServerUnavailable, MessageRefused
from ludotheque.server.notifications.email_templates import Email, confirmation_email, digest_email
from ludotheque.server.notifications.texts import Note
from ludotheque.server.rate_limit import now_ms

log = logging.getLogger(__name__)

_GONE = (404, 410)


class Fate(Enum):
    """What became of a message."""

    TAKEN = "taken"
    REFUSED = "refused"
    """Not this time; an address that goes on like that is dead."""
    GONE = "gone"
    """There is nobody any more."""
    STUCK = "stuck"
    """Our own mail server is in trouble, which is not the address's fault."""


class Delivery:
    """E-mail and webhooks, as far as the host has set them up."""

    def __init__(self, keys: Signer, address: str, mail_server: MailServer | None, hook: bool, nearby: bool) -> None:
        self.address = address
        """Where the house is reached, for links."""
        self.mail = mail_server is not None
        self.hook = hook
        self._keys = keys
        self._mail_server = mail_server
        self._outside = Outside(nearby)

    def link(self, way: Channel, table: str) -> str:
        """Where a message leads: in the salon of a table to it; else where only whoever is called gets to it."""
        if way.table:
            return f"{self.address}/t/{table}"
        return f"{self.address}/calls/to/{way.id}/{self._keys.notification_code(way.id, table)}"

    async def ask(self, way: Channel) -> Fate:
        """The first letter to an address: whether it is really theirs."""
        link = f"{self.address}/calls/confirm/{way.id}/{self._keys.channel_code('confirm', way.id)}"
        return await self._letter(confirmation_email(f"{way.id}.confirm", way.lang, link), way.address)

    async def deliver(self, way: Channel, note: Note) -> Fate:
        """Hand a note over."""
        if way.kind == "mail":
            end = f"{self.address}/calls/end/{way.id}/{self._keys.channel_code('end', way.id)}"
            return await self._letter(digest_email(note, end), way.address)
        if not self.hook:
            return Fate.STUCK
        headers, body = webhooks.request(way, note, now_ms())
        try:
            status = await self._outside.post(way.address, headers, body)
        except Unreachable as error:
            log.warning("a webhook cannot be reached (%s)", error)
            return Fate.REFUSED
        except BadAddress as error:
            log.warning("a webhook is not called: %s", error)
            return Fate.GONE
        if 200 <= status < 300:
            return Fate.TAKEN
        log.warning("a webhook did not take a message: it answered %s", status)
        return Fate.GONE if status in _GONE else Fate.REFUSED

    async def _letter(self, letter: Email, to: str) -> Fate:
        if self._mail_server is None:
            return Fate.STUCK
        try:
            await self._mail_server.send(letter, to)
        except MessageRefused as error:
            log.warning("the mail server did not take a letter (%s)", error)
            return Fate.REFUSED
        except MailServerUnavailable as error:
            log.error("the mail server cannot be used (%s)", error)
            return Fate.STUCK
        return Fate.TAKEN

    async def close(self) -> None:
        """Hang up."""
        await self._outside.close()
