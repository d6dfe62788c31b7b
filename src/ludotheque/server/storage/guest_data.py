"""Repository of guest data: the personal data of a guest outside the logs of tables, topic by topic.

Every database table that names guests is a topic here. By that its rows move along when the guest is merged into an
account, are part of the export of personal data, and are erased when the guest asks for it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludotheque.server.storage.accounts import delete_statements
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

ERASED_NAME: Final = "…"
"""The name that is shown for a guest whose personal data was erased, in any language."""


class Topic(NamedTuple):
    """A database table with guests in it, and the SQL that exports, moves and erases what it holds of one."""

    name: str
    """The field of the export."""
    table: str
    columns: tuple[str, ...]
    """The columns that are exported."""
    move: tuple[str, ...]
    """SQL that moves the rows of the guest ``$1`` to the guest ``$2``."""
    erase: tuple[str, ...]
    """SQL that erases the guest ``$1``."""
    key: str = "guest"
    """The column by which the rows to export are found."""
    guest_columns: tuple[str, ...] = ("guest",)
    """All columns in which a guest may stand."""

    @property
    def select(self) -> str:
        """SQL that selects the exported columns of the guest ``$1``."""
        columns = ", ".join(f'"{column}"' for column in self.columns)
        return f"SELECT {columns} FROM {self.table} WHERE {self.key} = $1"


def _move(table: str, *also: str) -> tuple[str, ...]:
    """Move the rows of a table whose key is the guest and the columns ``also``; rows that exist already stay."""
    same = "".join(f' AND other."{column}" = {table}."{column}"' for column in also)
    return (
        f"UPDATE {table} SET guest = $2 WHERE guest = $1"
        f" AND NOT EXISTS (SELECT 1 FROM {table} AS other WHERE other.guest = $2{same})",
        f"DELETE FROM {table} WHERE guest = $1 AND guest <> $2",
    )


def _delete(table: str) -> tuple[str, ...]:
    return (f"DELETE FROM {table} WHERE guest = $1",)


TOPICS: Final = (
    # Seats are moved by events in the logs. A row stays where the account has another seat at the same table.
    Topic(
        "sitting",
        "sitting",
        ("table", "seat"),
        (
            _move("sitting", "table")[0],
            "DELETE FROM sitting WHERE guest = $1 AND EXISTS (SELECT 1 FROM sitting AS other WHERE other.guest = $2 "
            'AND other."table" = sitting."table" AND (other.seat = sitting.seat OR sitting.seat IS NULL))',
        ),
        _delete("sitting"),
    ),
    Topic("calls", "push", ("endpoint", "lang", "at"), _move("push", "endpoint"), _delete("push")),
    Topic(
        "ways",
        "way",
        ("table", "kind", "address", "lang", "daily", "confirmed", "made"),
        ("UPDATE way SET guest = $2 WHERE guest = $1",),
        ("DELETE FROM waiting WHERE way IN (SELECT id FROM way WHERE guest = $1)", *_delete("way")),
    ),
    Topic("spoke_at", "spoke", ("table",), _move("spoke", "table", "who"), _delete("spoke")),
    Topic("moderator", "moderator", ("name", "since"), _move("moderator"), _delete("moderator")),
    # A sanction is copied, not moved: the cookie of the merged guest may still be in use.
    Topic(
        "sanctions",
        "sanction",
        ("kind", "until"),
        (
            "INSERT INTO sanction (guest, kind, name, until) SELECT CAST($2 AS TEXT), kind, name, until FROM sanction "
            "WHERE guest = $1 AND guest <> $2 ON CONFLICT (guest, kind) DO UPDATE SET until = "
            "CASE WHEN excluded.until > sanction.until THEN excluded.until ELSE sanction.until END",
        ),
        _delete("sanction"),
    ),
    Topic(
        "reports",
        "report",
        ("at", "table", "name", "said", "why"),
        ("UPDATE report SET reporter = $2 WHERE reporter = $1", "UPDATE report SET guest = $2 WHERE guest = $1"),
        (
            f"UPDATE report SET reporter = '', reporter_name = '{ERASED_NAME}', why = '' WHERE reporter = $1",
            f"UPDATE report SET guest = '', name = '{ERASED_NAME}', said = '', why = '', closed = coalesce(closed, at) "
            "WHERE guest = $1",
        ),
        "reporter",
        ("reporter", "guest"),
    ),
    Topic(
        "deeds",
        "deed",
        ("at", "kind", "table", "until", "why"),
        ("UPDATE deed SET moderator = $2 WHERE moderator = $1", "UPDATE deed SET guest = $2 WHERE guest = $1"),
        (
            f"UPDATE deed SET moderator = '', moderator_name = '{ERASED_NAME}' WHERE moderator = $1",
            f"UPDATE deed SET guest = '', name = '{ERASED_NAME}', why = '' WHERE guest = $1",
        ),
        "moderator",
        ("moderator", "guest"),
    ),
    # These are moved and erased by ludotheque.server.storage.tournament_guests, which has to calculate ratings.
    Topic("clubs", "member", ("club", "name", "organiser", "at"), (), ()),
    Topic("evenings", "entrant", ("evening", "number", "name", "gone"), (), ()),
    Topic("player", "player", ("handle", "name", "listed"), (), ()),
    Topic("aliases", "alias", ("guest",), (), (), "now", ("guest", "now")),
    Topic("results", "result", ("game", "table", "place", "seats", "mu", "sigma", "at"), (), (), "who", ("who",)),
)


class GuestDataRepository:
    """Exports, moves and erases the rows of a guest in all topics."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def is_known(self, guest: str) -> bool:
        """Whether any topic names a guest."""
        for table, column in {(topic.table, column) for topic in TOPICS for column in topic.guest_columns}:
            if await self._storage.rows(f"SELECT 1 FROM {table} WHERE {column} = $1 LIMIT 1", guest):
                return True
        return False

    async def export(self, guest: str) -> dict[str, list[dict[str, Any]]]:
        """The exported rows of a guest, by topic and column."""
        found = {}
        for topic in TOPICS:
            rows = await self._storage.rows(topic.select, guest)
            found[topic.name] = [dict(zip(topic.columns, row, strict=True)) for row in rows]
        return found

    async def move(self, before: str, guest: str) -> None:
        """Move the rows of the guest ``before`` to another guest, in one transaction. May be done again."""
        await self._storage.write(*(Statement(sql, (before, guest)) for topic in TOPICS for sql in topic.move))

    async def erase(self, guest: str, account: str | None = None) -> None:
        """Erase a guest from all topics, and their account if one is given, in one transaction."""
        erased = [Statement(sql, (guest,)) for topic in TOPICS for sql in topic.erase]
        await self._storage.write(*erased, *([] if account is None else delete_statements(account)))
