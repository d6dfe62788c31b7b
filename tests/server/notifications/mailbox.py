"""A mail server on this machine, and the e-mails it has received."""

from __future__ import annotations

import asyncio
import email
import re
import ssl
from email.message import EmailMessage
from email.policy import default
from typing import Any, NamedTuple, Self

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from tests.patience import PATIENCE


class ReceivedEmail(NamedTuple):
    """An e-mail that was received."""

    to: list[str]
    message: EmailMessage
    encrypted: bool

    @property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    @property
    def html(self) -> str:
        part = self.message.get_body(("html",))
        assert part is not None
        return str(part.get_content())

    def link(self, action: str) -> str:
        """The path of the link for an action, without the server's address."""
        found = re.search(rf"https://games\.example(/calls/{action}/\S+)", self.text)
        assert found is not None, self.text
        return found[1]


class Mailbox:
    """Receives e-mails over SMTP; with a certificate only over TLS, with a password only after a log-in.

    TLS begins with STARTTLS, or at once with ``smtps``.
    """

    def __init__(self, certificate: ssl.SSLContext | None = None, password: str = "", smtps: bool = False) -> None:
        self._certificate = certificate
        self._smtps = smtps
        self._password = password
        self.taken: asyncio.Queue[ReceivedEmail] = asyncio.Queue()
        self.answer = "250 OK"
        """The answer to a message."""
        self.recipient = "250 OK"
        """The answer to a recipient."""
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.get_running_loop().create_server(
            self._smtp, "127.0.0.1", 0, ssl=self._certificate if self._smtps else None
        )
        self.port: int = self._server.sockets[0].getsockname()[1]
        scheme = "smtps" if self._smtps else "smtp" if self._certificate else "smtp+plain"
        self.address = f"{scheme}://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    def _smtp(self) -> SMTP:
        self.connections += 1
        return SMTP(
            self,
            hostname="127.0.0.1",
            tls_context=self._certificate,
            require_starttls=self._certificate is not None and not self._smtps,
            auth_require_tls=not self._smtps,  # aiosmtpd does not count smtps as TLS
            authenticator=self._authenticate if self._password else None,
            auth_required=bool(self._password),
        )

    def _authenticate(self, server: SMTP, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data == LoginPassword(b"house", self._password.encode())
        return AuthResult(success=good, handled=False)  # so that a wrong password is answered

    async def handle_RCPT(self, server: SMTP, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        if self.answer.startswith("250"):
            message = email.message_from_bytes(envelope.content, policy=default)
            assert isinstance(message, EmailMessage)
            assert server.transport is not None
            encrypted = server.transport.get_extra_info("sslcontext") is not None
            self.taken.put_nowait(ReceivedEmail(envelope.rcpt_tos, message, encrypted))
        return self.answer

    async def next(self) -> ReceivedEmail:
        async with asyncio.timeout(PATIENCE):
            return await self.taken.get()

    async def is_quiet(self, for_: float = 0.5) -> bool:
        await asyncio.sleep(for_)
        return self.taken.empty()
