"""A guest who can have an account: connects by the host name ``localhost``, where passkeys work."""

from __future__ import annotations

import sqlite3
from typing import Any

from tests.server.authenticator import Authenticator
from tests.server.client import Guest, Json
from tests.server.running import Running


class AccountGuest(Guest):
    """A guest at http://localhost."""

    def __init__(self, server: Running, name: str) -> None:
        super().__init__(server, name)
        self.origin = server.address.replace("127.0.0.1", "localhost")
        self.http.base_url = self.origin
        self.http.headers["Origin"] = self.origin

    def new_authenticator(self) -> Authenticator:
        return Authenticator(self.origin)

    async def passkey_options(self, path: str, body: Json | None = None, status: int = 200) -> Json:
        """The WebAuthn options that a browser is given."""
        answer = await self.post(f"/api/account/{path}/options", body or {}, status)
        return answer["options"] if status == 200 else answer

    async def add_passkey(self, key: Authenticator, status: int = 200, **changes: Any) -> Json:
        """Add a passkey; the first creates an account."""
        options = await self.passkey_options("passkey", {"name": self.name})
        body = {"credential": key.make(options), "name": self.name, "key_name": "Mon téléphone", **changes}
        return await self.post("/api/account/passkey", body, status)

    async def sign_in(self, key: Authenticator, status: int = 200) -> Json:
        """Sign in."""
        options = await self.passkey_options("enter")
        return await self.post("/api/account/enter", {"credential": key.show(options)}, status)

    async def sign_out(self, everywhere: bool = False) -> None:
        answer = await self.http.post("/api/account/leave", json={"everywhere": everywhere})
        assert answer.status_code == 204, answer.text

    async def own_tables(self) -> list[str]:
        """The ids of the guest's tables."""
        return [line["id"] for line in (await self.get("/api/mine"))["tables"]]


def rows(server: Running, sql: str) -> list[tuple[Any, ...]]:
    """Rows of the server's database."""
    connection = sqlite3.connect(server.data)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()
