"""Accounts: a guest that can be used from any browser, after signing in with a passkey.

Playing needs no account. An account has a guest of its own; a browser that signs in becomes that guest, by a signed
cookie. The cookie holds the account's generation, which is increased to sign out everywhere: cookies of an earlier
generation are invalid.
"""

from __future__ import annotations

import secrets
from typing import Final

from ludotheque.protocol.accounts import PasskeyCard
from ludotheque.server.accounts.signing import Signer, guest_id
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage
from ludotheque.server.storage.accounts import Account, AccountRepository, Passkey

CACHED_FOR: Final = 5_000
"""Milliseconds for which an account that was read is not read again: changes by another worker count after that."""
MOST_CACHED: Final = 10_000
MOST_PASSKEYS: Final = 10
"""Passkeys that an account may have."""


class Accounts:
    """The accounts, with a cache of those that were last used."""

    def __init__(self, storage: Storage, signer: Signer) -> None:
        self._repository = AccountRepository(storage)
        self._signer = signer
        self._cache: dict[str, tuple[Account | None, int]] = {}

    async def find_by_cookie(self, cookie: str) -> Account | None:
        """The account that a cookie signs in to; None if the signature or the generation is invalid."""
        content = self._signer.read_account_cookie(cookie)
        if content is None:
            return None
        id, generation = content
        account, read_at = self._cache.get(id, (None, 0))
        if now_ms() - read_at > CACHED_FOR:
            account = await self.find(id)
        return account if account is not None and account.generation == generation else None

    def cookie(self, account: Account) -> str:
        """The cookie that signs a browser in to an account."""
        return self._signer.account_cookie(account.id, account.generation)

    async def find(self, id: str) -> Account | None:
        """An account, read from the database."""
        account = await self._repository.find(id)
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        self._cache[id] = account, now_ms()
        return account

    async def create(self, id: str, name: str, passkey: Passkey, passkey_name: str) -> Account:
        """Create an account with its first passkey, and with a guest that no guest cookie can be."""
        account = Account(id, guest_id(secrets.token_urlsafe(32)), name, 1, now_ms())
        await self._repository.create(account, passkey, passkey_name)
        return account

    async def rename(self, account: str, name: str) -> None:
        """Change the name of an account."""
        await self._repository.rename(account, name)
        self.invalidate_cache(account)

    async def sign_out_everywhere(self, account: str) -> None:
        """Make all cookies of an account invalid."""
        await self._repository.start_next_generation(account)
        self.invalidate_cache(account)

    def invalidate_cache(self, account: str) -> None:
        """Read an account from the database when it is next asked for."""
        self._cache.pop(account, None)

    # --- passkeys ------------------------------------------------------------------------------------------------

    async def passkeys(self, account: str) -> list[PasskeyCard]:
        """The passkeys of an account, oldest first."""
        return await self._repository.passkeys(account)

    async def find_passkey(self, id: str) -> Passkey | None:
        """A passkey by its id."""
        return await self._repository.find_passkey(id)

    async def add_passkey(self, passkey: Passkey, name: str) -> None:
        """Add a passkey to an account."""
        await self._repository.add_passkey(passkey, name, now_ms())

    async def record_passkey_use(self, id: str, uses: int) -> None:
        """Record that a passkey was used, with the signature counter that it sent."""
        await self._repository.record_passkey_use(id, uses, now_ms())

    async def remove_passkey(self, account: str, id: str) -> bool:
        """Remove a passkey of an account; False if it is its last one, or not its own."""
        return await self._repository.remove_passkey(account, id)
