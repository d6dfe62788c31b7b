"""The SMTP client: sends e-mails through the mail server that the host has set up."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import aiosmtplib

from ludotheque.server.notifications.email_templates import Email

_PORTS: Final = {"smtps": 465, "smtp": 587, "smtp+plain": 25}
_COMMAND_TIMEOUT: Final = 20.0
_TOTAL_TIMEOUT: Final = 100.0
"""Seconds for one e-mail, its wait for a connection included: less than a worker's lease on a channel."""
_MAX_CONNECTIONS: Final = 4
_UNFOLDED: Final = SMTP.clone(max_line_length=900)
"""Policy that does not break links, in headers either."""


class BadMailServer(ValueError):
    """A setting that does not name a usable mail server; the text says what is wrong."""


class MessageRefused(Exception):
    """The mail server refused an e-mail to this address; the text has the status codes."""


class MailServerUnavailable(Exception):
    """The mail server cannot be used, whatever the address; the text is the kind of error."""


class _Environment(NamedTuple):
    """What takes disk or network access to find out."""

    trusted: ssl.SSLContext
    client_name: str


class MailServer:
    """The host's mail server, as an SMTP client.

    Its URL is ``smtps://machine`` (TLS from the start), ``smtp://machine`` (STARTTLS, always), or
    ``smtp+plain://machine`` (no TLS, for a server on the same machine).
    """

    def __init__(self, url: str, sender: str, user: str = "", password: str = "") -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            raise BadMailServer(f"“{parts.scheme}://{parts.hostname}” has an invalid port") from None
        if (
            parts.scheme not in _PORTS
            or not parts.hostname
            or parts.username is not None
            or parts.path not in ("", "/")
        ):
            raise BadMailServer("a mail server is written smtps://machine:port, smtp://… or smtp+plain://…")
        name, address = parseaddr(sender)
        if address.count("@") != 1 or not address.isascii() or not sender.isprintable():
            raise BadMailServer("e-mails need a sender: an address such as Ludothèque <games@example.org>")
        local, _, self._domain = address.partition("@")
        self._sender = Address(name or "Ludothèque", local, self._domain)
        self._scheme, self._host, self._port = parts.scheme, parts.hostname, port or _PORTS[parts.scheme]
        self._user, self._password = user, password
        self._connections = asyncio.Semaphore(_MAX_CONNECTIONS)
        self._environment: _Environment | None = None

    async def send(self, email: Email, to: str) -> None:
        """Send an e-mail; raises :class:`MessageRefused` or :class:`MailServerUnavailable`."""
        body = self._message(email, to).as_bytes()
        try:
            async with asyncio.timeout(_TOTAL_TIMEOUT), self._connections:
                await self._send(body, to)
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise MessageRefused(f"{[refused.code for refused in error.recipients]}") from None
        except aiosmtplib.SMTPDataError as error:
            raise MessageRefused(f"{error.code}") from None
        except (aiosmtplib.SMTPException, OSError) as error:  # its text could contain the address
            cause = error.__cause__ if isinstance(error, aiosmtplib.SMTPConnectError) else None
            raise MailServerUnavailable(type(cause or error).__name__) from None

    async def _send(self, body: bytes, to: str) -> None:
        client = await self._client()
        try:
            await client.connect()
            await client.sendmail(self._sender.addr_spec, [to], body)
            with contextlib.suppress(aiosmtplib.SMTPException):  # the e-mail is delivered by now
                await client.quit()
        finally:
            client.close()

    async def _client(self) -> aiosmtplib.SMTP:
        if self._environment is None:
            self._environment = await asyncio.to_thread(_read_environment)
        return aiosmtplib.SMTP(
            hostname=self._host,
            port=self._port,
            username=self._user or None,
            password=self._password if self._user else None,
            local_hostname=self._environment.client_name,
            timeout=_COMMAND_TIMEOUT,
            use_tls=self._scheme == "smtps",
            start_tls=self._scheme == "smtp",
            tls_context=self._environment.trusted,
        )

    def _message(self, email: Email, to: str) -> EmailMessage:
        message = EmailMessage(_UNFOLDED)
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = email.subject
        message["Date"] = formatdate()
        message["Message-ID"] = f"<{email.id}@{self._domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if email.unsubscribe_link is not None:
            message["List-Unsubscribe"] = f"<{email.unsubscribe_link}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(email.text)
        message.add_alternative(email.html, subtype="html")
        message["Content-Language"] = email.lang  # after the parts, which would take it over
        return message


def _read_environment() -> _Environment:
    return _Environment(ssl.create_default_context(), _client_name())


def _client_name() -> str:
    """The name for EHLO: the machine's full name, or its address in brackets if it has none (RFC 5321, 4.1.4)."""
    name = socket.getfqdn()
    if "." in name:
        return name
    try:
        return f"[{socket.gethostbyname(socket.gethostname())}]"
    except OSError:
        return "[127.0.0.1]"
