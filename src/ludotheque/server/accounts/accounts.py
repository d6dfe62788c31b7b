"""Accounts: guests who can be found again. Nobody needs one.

An account has a guest of its own. Whoever signs in becomes that guest, in any browser, by a cookie with our signature
in it; the account counts generations, and a cookie of a past one is worth nothing any more.
"""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from ludotheque.protocol.accounts import PasskeyCard
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Statement, Storage
from ludotheque.server.tables.events import guest_id

KNOWN_FOR: Final = 5_000
"""Milliseconds for which we trust what we last read of an account: so long another process may be behind."""
MOST_KNOWN: Final = 10_000
PASSKEYS: Final = 10
"""Passkeys an account may have."""

_OF_ID: Final = "SELECT id, guest, name, generation, created FROM account WHERE id = $1"
_OPEN: Final = "INSERT INTO account (id, guest, name, generation, created) VALUES ($1, $2, $3, $4, $5)"
_RENAME: Final = "UPDATE account SET name = $2 WHERE id = $1"
_NEXT: Final = "UPDATE account SET generation = generation + 1 WHERE id = $1"
_KEYS: Final = "SELECT id, name, created, used FROM passkey WHERE account = $1 ORDER BY created, id"
_KEY: Final = "SELECT id, account, party, public_key, uses FROM passkey WHERE id = $1"
_ADD: Final = """
INSERT INTO passkey (id, account, party, public_key, uses, name, created, used) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
"""
_USED: Final = "UPDATE passkey SET uses = $2, used = $3 WHERE id = $1"
# Not the last one: whoever takes that away locks themselves out.
_REMOVE: Final = """
DELETE FROM passkey WHERE id = $1 AND account = $2
    AND EXISTS (SELECT 1 FROM passkey AS other WHERE other.account = $2 AND other.id <> $1) RETURNING id
"""


class Account(NamedTuple):
    """An account as it is kept."""

    id: str
    guest: str
    name: str
    generation: int
    created: int


class Passkey(NamedTuple):
    """A passkey as it is kept: for the site it was made at, with how often it says it was used."""

    id: str
    account: str
    party: str
    public_key: bytes
    uses: int


class Accounts:
    """Everybody who can be found again."""

    def __init__(self, storage: Storage, signer: Signer) -> None:
        self._storage = storage
        self._signer = signer
        self._known: dict[str, tuple[Account | None, int]] = {}

    async def bearer(self, cookie: str) -> Account | None:
        """The account a cookie is good for; None if it is none of ours, or was signed out."""
        said = self._signer.read_account_cookie(cookie)
        if said is None:
            return None
        id, generation = said
        account, read = self._known.get(id, (None, 0))
        if now_ms() - read > KNOWN_FOR:
            account = await self.find(id)
        return account if account is not None and account.generation == generation else None

    def cookie(self, account: Account) -> str:
        """What a browser that signed in is given."""
        return self._signer.account_cookie(account.id, account.generation)

    async def find(self, id: str) -> Account | None:
        """An account, as it stands now."""
        rows = await self._storage.rows(_OF_ID, id)
        account = Account(*rows[0]) if rows else None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[id] = account, now_ms()
        return account

    async def open(self, id: str, name: str, passkey: Passkey, key_name: str) -> Account:
        """A new account, with a guest whom no other cookie can be, and its first passkey."""
        at = now_ms()
        account = Account(id, guest_id(secrets.token_urlsafe(32)), name, 1, at)
        await self._storage.write(Statement(_OPEN, account), _added(passkey, key_name, at))
        return account

    async def add(self, passkey: Passkey, key_name: str) -> None:
        """One more passkey for an account."""
        await self._storage.write(_added(passkey, key_name, now_ms()))

    async def passkeys(self, account: str) -> list[PasskeyCard]:
        """The passkeys of an account, oldest first."""
        return [PasskeyCard(*row) for row in await self._storage.rows(_KEYS, account)]

    async def passkey(self, id: str) -> Passkey | None:
        """A passkey by its id."""
        rows = await self._storage.rows(_KEY, id)
        return Passkey(*rows[0]) if rows else None

    async def used(self, id: str, uses: int) -> None:
        """A passkey was used."""
        await self._storage.write(Statement(_USED, (id, uses, now_ms())))

    async def remove(self, account: str, id: str) -> bool:
        """Take a passkey away; False if it is the last one, or none of theirs."""
        return bool(await self._storage.rows(_REMOVE, id, account))

    async def rename(self, account: str, name: str) -> None:
        """They are called otherwise."""
        await self._storage.write(Statement(_RENAME, (account, name)))
        self._known.pop(account, None)

    async def sign_out_everywhere(self, account: str) -> None:
        """No cookie that was given out so far is good any more."""
        await self._storage.write(Statement(_NEXT, (account,)))
        self._known.pop(account, None)

    def gone(self, account: str) -> None:
        """The account was deleted."""
        self._known.pop(account, None)


def _added(passkey: Passkey, name: str, at: int) -> Statement:
    return Statement(_ADD, (*passkey, name, at))
