"""A PostgreSQL database of ours: how it is reached and brought up to date, and what is said if that fails.

Whatever is said never has the password in it.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

import asyncpg

from ludotheque.server.settings.definitions import shown_database
from ludotheque.server.storage.interface import StorageError
from ludotheque.server.storage.schema import KEY, STEPS, VERSION

LOCK: Final = int.from_bytes(b"Ludo", "big")
"""Held in the database while it is brought up to date, or the house opens, so that workers do so in turn."""
_WORDS: Final = {"keyed": "", "blob": "BYTEA"}
_BEGINNING: Final = "CREATE TABLE ludotheque (version INTEGER NOT NULL)"

# What the workers of a house must know of one another. A lease says which of them sees to a table at which something
# goes on by itself, bots or a clock; it counts while its worker lives. The rest is forgotten in a crash, and said anew.
_COMPANY: Final = """
CREATE TABLE IF NOT EXISTS lease ("table" TEXT PRIMARY KEY, worker TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS lease_worker ON lease (worker);
CREATE UNLOGGED TABLE IF NOT EXISTS worker (id TEXT PRIMARY KEY, until BIGINT NOT NULL);
CREATE UNLOGGED TABLE IF NOT EXISTS presence (
    "table" TEXT NOT NULL, worker TEXT NOT NULL, seats TEXT NOT NULL, PRIMARY KEY ("table", worker)
);
CREATE INDEX IF NOT EXISTS presence_worker ON presence (worker);
"""

_SESSION: Final = {
    "application_name": "ludotheque",
    # Our statements are short and always the same: to plan each anew, or to compile it, would cost more than to do it.
    # A plan that is kept was made when there was next to nothing in the tables; it must not rely on that.
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "synchronous_commit": "on",  # whatever the database's own habit: what is answered is on disk
}
CONNECTS_WITHIN: Final = 5.0
ANSWERS_WITHIN: Final = 15.0

NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database's own time, by which all its workers reckon who lives."""
LIVES: Final = f"until > {NOW} AND $2 || id IN (SELECT application_name FROM pg_stat_activity)"
"""Which of the workers live: they have said so lately, and have not hung up. ``$2`` is :func:`signature` of nobody."""

Connection = Any
"""asyncpg has no types."""

LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # cut off in the middle of a word
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, or starting
    asyncpg.TooManyConnectionsError,
)
"""What is raised when a connection is lost, or cannot be had for now."""


def signature(worker: str) -> str:
    """What the connections of a worker are signed with: when it dies, they are gone at once, and the others see it."""
    return f"{_SESSION['application_name']} {worker}"


async def reach(address: str, worker: str = "", **session: str) -> Connection:
    """A connection; raises what asyncpg does."""
    settings = {**_SESSION, "application_name": signature(worker), **session}
    return await asyncpg.connect(
        address, timeout=CONNECTS_WITHIN, command_timeout=ANSWERS_WITHIN, server_settings=settings
    )


def trouble(address: str, error: BaseException) -> StorageError:
    """What went wrong with a database, in a sentence."""
    place = shown_database(address)
    if isinstance(error, asyncpg.InvalidPasswordError | asyncpg.InvalidAuthorizationSpecificationError):
        return StorageError(f"{place} does not let us in: check the user and the password")
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return StorageError(f"{place} is not there: make it first, as with createdb")
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return StorageError(f"{place} does not let this user make and write tables")
    if isinstance(error, asyncpg.OperatorInterventionError):
        return StorageError(f"{place} is stopping or starting")
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return StorageError(f"{place} has no connection left: give it more (max_connections), or start fewer workers")
    if isinstance(error, asyncpg.ClientConfigurationError | ValueError):
        return StorageError(f"{place} is no address of a PostgreSQL database")
    if isinstance(error, LOST):
        return StorageError(f"{place} cannot be reached ({type(error).__name__})")
    return StorageError(f"{place} failed ({type(error).__name__})")


def newer(address: str, version: int) -> StorageError:
    """What is said of a database that we are too old for."""
    return StorageError(
        f"{shown_database(address)} was written by a newer Ludothèque (format {version}; this one knows {VERSION})"
    )


async def prepare(address: str) -> bytes:
    """Make a database, or bring it up to date; the key the house signs with. Raises :class:`StorageTrouble`."""
    try:
        connection = await reach(address)
        try:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                return await _bring_up_to_date(connection, address)
        finally:
            connection.terminate()
    except (asyncpg.PostgresError, ValueError, *LOST) as error:
        raise trouble(address, error) from None


async def _bring_up_to_date(connection: Connection, address: str) -> bytes:
    found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    tables = {row[0] for row in found}
    if "ludotheque" in tables:
        version = await connection.fetchval("SELECT version FROM ludotheque")
    elif tables:
        raise StorageError(f"{shown_database(address)} is another program's database, not Ludothèque's")
    else:
        version = 0
        await connection.execute(f"{_BEGINNING}; INSERT INTO ludotheque VALUES (0)")
    if version > VERSION:
        raise newer(address, version)
    if version < VERSION:
        await connection.execute("".join(STEPS[version:]).format_map(_WORDS))
        await connection.execute("UPDATE ludotheque SET version = $1", VERSION)
    await connection.execute(_COMPANY)
    put = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING"
    await connection.execute(put, KEY, secrets.token_bytes(32))
    key: bytes = await connection.fetchval("SELECT value FROM meta WHERE name = $1", KEY)
    return key


def prepare_now(address: str) -> None:
    """The same, before there is an event loop."""
    asyncio.run(prepare(address))
