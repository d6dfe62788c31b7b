"""Delivery of notifications by e-mail and webhook. Log lines never contain addresses."""

from __future__ import annotations

import logging
from enum import Enum

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.notifications import webhooks
from ludotheque.server.notifications.destinations import BadAddress
from ludotheque.server.notifications.email import MailServer, MailServerUnavailable, MessageRefused
from ludotheque.server.notifications.email_templates import Email, confirmation_email, digest_email
from ludotheque.server.notifications.http_client import HttpClient, Unreachable
from ludotheque.server.notifications.texts import Notification
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage.notification_channels import Channel

log = logging.getLogger(__name__)

_GONE = (404, 410)


class DeliveryResult(Enum):
    """What has become of a notification."""

    DELIVERED = "delivered"
    FAILED = "failed"
    """The address refused it or did not answer; a channel that goes on failing is deleted."""
    GONE = "gone"
    """The address does not exist any more."""
    UNAVAILABLE = "unavailable"
    """The host's own mail server failed, or was taken out of the settings: no fault of the address."""


class Delivery:
    """Sends e-mails and calls webhooks, as far as the host has set them up."""

    def __init__(
        self, signer: Signer, address: str, mail_server: MailServer | None, webhooks_enabled: bool, allow_private: bool
    ) -> None:
        self.address = address
        """The server's public address, for links."""
        self.email_enabled = mail_server is not None
        self.webhooks_enabled = webhooks_enabled
        self._signer = signer
        self._mail_server = mail_server
        self._http = HttpClient(allow_private)

    def table_link(self, channel: Channel, table: str) -> str:
        """The link to a table: direct in a table's own channel, else one that only the channel's guest can use."""
        if channel.table:
            return f"{self.address}/t/{table}"
        return f"{self.address}/calls/to/{channel.id}/{self._signer.notification_code(channel.id, table)}"

    async def request_confirmation(self, channel: Channel) -> DeliveryResult:
        """Ask by e-mail whether an address belongs to the guest who has added it."""
        link = f"{self.address}/calls/confirm/{channel.id}/{self._signer.channel_code('confirm', channel.id)}"
        return await self._send_email(confirmation_email(f"{channel.id}.confirm", channel.lang, link), channel.address)

    async def deliver(self, channel: Channel, notification: Notification) -> DeliveryResult:
        """Send a notification to a channel."""
        if channel.kind == "mail":
            link = f"{self.address}/calls/end/{channel.id}/{self._signer.channel_code('end', channel.id)}"
            return await self._send_email(digest_email(notification, link), channel.address)
        if not self.webhooks_enabled:
            return DeliveryResult.UNAVAILABLE
        headers, body = webhooks.webhook_request(channel, notification, now_ms())
        try:
            status = await self._http.post(channel.address, headers, body)
        except Unreachable as error:
            log.warning("a webhook is unreachable (%s)", error)
            return DeliveryResult.FAILED
        except BadAddress as error:
            log.warning("a webhook has an address that is not allowed: %s", error)
            return DeliveryResult.GONE
        if 200 <= status < 300:
            return DeliveryResult.DELIVERED
        log.warning("a webhook refused a notification: status %s", status)
        return DeliveryResult.GONE if status in _GONE else DeliveryResult.FAILED

    async def _send_email(self, email: Email, to: str) -> DeliveryResult:
        if self._mail_server is None:
            return DeliveryResult.UNAVAILABLE
        try:
            await self._mail_server.send(email, to)
        except MessageRefused as error:
            log.warning("the mail server refused an e-mail (%s)", error)
            return DeliveryResult.FAILED
        except MailServerUnavailable as error:
            log.error("the mail server is unavailable (%s)", error)
            return DeliveryResult.UNAVAILABLE
        return DeliveryResult.DELIVERED

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()
