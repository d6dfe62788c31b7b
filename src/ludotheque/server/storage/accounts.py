"""Repository of accounts and their passkeys."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludotheque.protocol.accounts import PasskeyCard
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_FIND: Final = "SELECT id, guest, name, generation, created FROM account WHERE id = $1"
_CREATE: Final = "INSERT INTO account (id, guest, name, generation, created) VALUES ($1, $2, $3, $4, $5)"
_RENAME: Final = "UPDATE account SET name = $2 WHERE id = $1"
_NEXT_GENERATION: Final = "UPDATE account SET generation = generation + 1 WHERE id = $1"
_PASSKEYS: Final = "SELECT id, name, created, used FROM passkey WHERE account = $1 ORDER BY created, id"
_FIND_PASSKEY: Final = "SELECT id, account, party, public_key, uses FROM passkey WHERE id = $1"
_ADD_PASSKEY: Final = """
INSERT INTO passkey (id, account, party, public_key, uses, name, created, used) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
"""
_USE_PASSKEY: Final = "UPDATE passkey SET uses = $2, used = $3 WHERE id = $1"
_REMOVE_PASSKEY: Final = """
DELETE FROM passkey WHERE id = $1 AND account = $2
    AND EXISTS (SELECT 1 FROM passkey AS other WHERE other.account = $2 AND other.id <> $1) RETURNING id
"""
_DELETE: Final = ("DELETE FROM passkey WHERE account = $1", "DELETE FROM account WHERE id = $1")


class Account(NamedTuple):
    """An account. ``guest`` is the guest that a browser becomes when it signs in to it."""

    id: str
    guest: str
    name: str
    generation: int
    """Counts how often the account was signed out everywhere: cookies of an earlier generation are invalid."""
    created: int


class Passkey(NamedTuple):
    """A passkey: ``party`` is the site it was made for, ``uses`` the signature counter that it last sent."""

    id: str
    account: str
    party: str
    public_key: bytes
    uses: int


class AccountRepository:
    """Reads and writes accounts and passkeys."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, id: str) -> Account | None:
        """The account of an id."""
        rows = await self._storage.rows(_FIND, id)
        return Account(*rows[0]) if rows else None

    async def create(self, account: Account, passkey: Passkey, passkey_name: str) -> None:
        """Create an account with its first passkey."""
        await self._storage.write(
            Statement(_CREATE, account), _add_passkey_statement(passkey, passkey_name, account.created)
        )

    async def rename(self, id: str, name: str) -> None:
        """Change the name of an account."""
        await self._storage.write(Statement(_RENAME, (id, name)))

    async def start_next_generation(self, id: str) -> None:
        """Increase the generation of an account."""
        await self._storage.write(Statement(_NEXT_GENERATION, (id,)))

    async def passkeys(self, account: str) -> list[PasskeyCard]:
        """The passkeys of an account, oldest first."""
        return [PasskeyCard(*row) for row in await self._storage.rows(_PASSKEYS, account)]

    async def find_passkey(self, id: str) -> Passkey | None:
        """The passkey of an id."""
        rows = await self._storage.rows(_FIND_PASSKEY, id)
        return Passkey(*rows[0]) if rows else None

    async def add_passkey(self, passkey: Passkey, name: str, at: int) -> None:
        """Add a passkey to an account."""
        await self._storage.write(_add_passkey_statement(passkey, name, at))

    async def record_passkey_use(self, id: str, uses: int, at: int) -> None:
        """Record the signature counter of a passkey, and when it was used."""
        await self._storage.write(Statement(_USE_PASSKEY, (id, uses, at)))

    async def remove_passkey(self, account: str, id: str) -> bool:
        """Remove a passkey of an account; False if it is its last one, or not its own."""
        return bool(await self._storage.rows(_REMOVE_PASSKEY, id, account))


def delete_statements(account: str) -> list[Statement]:
    """The statements that delete an account and its passkeys."""
    return [Statement(sql, (account,)) for sql in _DELETE]


def _add_passkey_statement(passkey: Passkey, name: str, at: int) -> Statement:
    return Statement(_ADD_PASSKEY, (*passkey, name, at))
