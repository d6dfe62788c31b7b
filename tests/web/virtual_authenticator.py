"""Passkeys in the browser: Chromium's own authenticator, without anybody's thumb."""

from __future__ import annotations

from typing import Any

from playwright.async_api import CDPSession

from tests.web.visitor import Visitor

Json = dict[str, Any]


class Thumb:
    """Somebody's authenticator; what is on it can be carried to another browser, as phones do."""

    def __init__(self, session: CDPSession, id: str) -> None:
        self._session = session
        self._id = id

    @classmethod
    async def of(cls, visitor: Visitor) -> Thumb:
        session = await visitor.page.context.new_cdp_session(visitor.page)
        await session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = await session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return cls(session, made["authenticatorId"])

    async def keys(self) -> list[Json]:
        found = await self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        keys: list[Json] = found["credentials"]
        return keys

    async def learns(self, keys: list[Json]) -> None:
        for key in keys:
            await self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": key})

    async def forgets(self) -> None:
        await self._session.send("WebAuthn.clearCredentials", {"authenticatorId": self._id})
