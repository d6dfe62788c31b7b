"""Connecting to PostgreSQL, bringing the database up to date, and the messages of its errors.

No message contains the password.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

import asyncpg

from ludotheque.server.settings.definitions import shown_database
from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.metadata import GET, SET_ONCE
from ludotheque.server.storage.schema import KEY, STEPS, VERSION
from ludotheque.server.storage.schema_version import check_not_newer

LOCK: Final = int.from_bytes(b"Ludo", "big")
"""Advisory lock, held while the database is brought up to date or a worker joins: workers do so one at a time."""
_DIALECT: Final = {"keyed": "", "blob": "BYTEA"}
_CREATE_VERSION: Final = "CREATE TABLE ludotheque (version INTEGER NOT NULL)"

# The tables of a cluster: see leases, workers and presence. What the unlogged ones lose in a crash of the database, the
# workers write again.
_CREATE_CLUSTER: Final = """
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
    # The statements are short and always the same: planning or compiling each one would cost more than executing it.
    # A cached plan was made when the tables were almost empty; it must not rely on that.
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "synchronous_commit": "on",  # whatever the database's default: what is confirmed is on disk
}
CONNECT_TIMEOUT: Final = 5.0
COMMAND_TIMEOUT: Final = 15.0

NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database's own time, by which all workers decide which of them are alive."""
IS_ALIVE: Final = f"until > {NOW} AND $2 || id IN (SELECT application_name FROM pg_stat_activity)"
"""Which workers are alive: with a recent heartbeat and an open connection. ``$2`` is ``application_name("")``."""

Connection = Any
"""asyncpg has no types."""

LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # cut off in the middle of a message
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, or starting
    asyncpg.TooManyConnectionsError,
)
"""What asyncpg raises when a connection is lost, or cannot be opened for now."""


def application_name(worker: str) -> str:
    """The application name of a worker's connections: by it the others see at once when they are closed."""
    return f"{_SESSION['application_name']} {worker}"


async def connect(address: str, worker: str = "", **session: str) -> Connection:
    """Open a connection; raises the errors of asyncpg."""
    settings = {**_SESSION, "application_name": application_name(worker), **session}
    return await asyncpg.connect(
        address, timeout=CONNECT_TIMEOUT, command_timeout=COMMAND_TIMEOUT, server_settings=settings
    )


def storage_error(address: str, error: BaseException) -> StorageError:
    """The error of asyncpg as a :class:`StorageError`, with a message for hosts."""
    place = shown_database(address)
    if isinstance(error, asyncpg.InvalidPasswordError | asyncpg.InvalidAuthorizationSpecificationError):
        return StorageError(f"{place} refuses the login: check the user and the password")
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return StorageError(f"{place} does not exist: create it first, as with createdb")
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return StorageError(f"{place} does not allow this user to create and write tables")
    if isinstance(error, asyncpg.OperatorInterventionError):
        return StorageError(f"{place} is stopping or starting")
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return StorageError(f"{place} has no connection left: give it more (max_connections), or start fewer workers")
    if isinstance(error, asyncpg.ClientConfigurationError | ValueError):
        return StorageError(f"{place} is not the address of a PostgreSQL database")
    if isinstance(error, LOST):
        return StorageError(f"{place} cannot be reached ({type(error).__name__})")
    return StorageError(f"{place} failed ({type(error).__name__})")


async def prepare(address: str) -> bytes:
    """Create the tables or bring them up to date; the key to sign with. Raises :class:`StorageError`."""
    try:
        connection = await connect(address)
        try:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                return await _bring_up_to_date(connection, address)
        finally:
            connection.terminate()
    except (asyncpg.PostgresError, ValueError, *LOST) as error:
        raise storage_error(address, error) from None


async def _bring_up_to_date(connection: Connection, address: str) -> bytes:
    found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    tables = {row[0] for row in found}
    if "ludotheque" in tables:
        version = await connection.fetchval("SELECT version FROM ludotheque")
    elif tables:
        raise StorageError(f"{shown_database(address)} is another program's database, not Ludothèque's")
    else:
        version = 0
        await connection.execute(f"{_CREATE_VERSION}; INSERT INTO ludotheque VALUES (0)")
    check_not_newer(shown_database(address), version)
    if version < VERSION:
        await connection.execute("".join(STEPS[version:]).format_map(_DIALECT))
        await connection.execute("UPDATE ludotheque SET version = $1", VERSION)
    await connection.execute(_CREATE_CLUSTER)
    await connection.execute(SET_ONCE, KEY, secrets.token_bytes(32))
    key: bytes = await connection.fetchval(GET, KEY)
    return key


def prepare_now(address: str) -> None:
    """Do the same without an event loop."""
    asyncio.run(prepare(address))
