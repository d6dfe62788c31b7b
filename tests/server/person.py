"""Somebody who may have an account: a guest who comes by the name of this machine, where passkeys work."""

from __future__ import annotations

import sqlite3
from typing import Any

from tests.server.authenticator import Authenticator
from tests.server.client import Guest, Json
from tests.server.running import Running


class Person(Guest):
    """A guest whose pages are at http://localhost."""

    def __init__(self, server: Running, name: str) -> None:
        super().__init__(server, name)
        self.origin = server.address.replace("127.0.0.1", "localhost")
        self.http.base_url = self.origin
        self.http.headers["Origin"] = self.origin

    def key(self) -> Authenticator:
        return Authenticator(self.origin)

    async def asks(self, path: str, body: Json | None = None, status: int = 200) -> Json:
        """The options that the browser would be given."""
        answer = await self.post(f"/api/account/{path}/options", body or {}, status)
        return answer["options"] if status == 200 else answer

    async def makes(self, key: Authenticator, status: int = 200, **changes: Any) -> Json:
        """A passkey: the first opens an account."""
        options = await self.asks("passkey", {"name": self.name})
        body = {"credential": key.make(options), "name": self.name, "key_name": "Mon téléphone", **changes}
        return await self.post("/api/account/passkey", body, status)

    async def enters(self, key: Authenticator, status: int = 200) -> Json:
        """Sign in."""
        options = await self.asks("enter")
        return await self.post("/api/account/enter", {"credential": key.show(options)}, status)

    async def leaves(self, everywhere: bool = False) -> None:
        answer = await self.http.post("/api/account/leave", json={"everywhere": everywhere})
        assert answer.status_code == 204, answer.text

    async def mine(self) -> list[str]:
        """The tables that are theirs."""
        return [line["id"] for line in (await self.get("/api/mine"))["tables"]]


def rows(server: Running, sql: str) -> list[tuple[Any, ...]]:
    """What the server's database holds."""
    connection = sqlite3.connect(server.data)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()
