"""Chromium's virtual authenticator, for passkeys."""

from __future__ import annotations

from typing import Any

from playwright.async_api import CDPSession

from tests.web.browser_guest import BrowserGuest

Json = dict[str, Any]


class VirtualAuthenticator:
    """An authenticator whose passkeys can be copied to another browser, as phones do."""

    def __init__(self, session: CDPSession, id: str) -> None:
        self._session = session
        self._id = id

    @classmethod
    async def of(cls, guest: BrowserGuest) -> VirtualAuthenticator:
        session = await guest.page.context.new_cdp_session(guest.page)
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

    async def add_credentials(self, keys: list[Json]) -> None:
        for key in keys:
            await self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": key})

    async def clear(self) -> None:
        await self._session.send("WebAuthn.clearCredentials", {"authenticatorId": self._id})
