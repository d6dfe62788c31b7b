"""What the house keeps of a guest besides the logs of tables, topic by topic.

Whoever adds a table with guests in it adds a line here; then what is in it goes with a guest into their account, is
in the file they can take home, and is gone when they have themselves deleted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

NOBODY: Final = "…"
"""What somebody is called who is forgotten: no name, in any language."""


class Belonging(NamedTuple):
    """A topic: its columns for the guest's own eyes, and what is written when they are adopted or forgotten."""

    topic: str
    table: str
    columns: tuple[str, ...]
    """What the guest may take home of it."""
    follow: tuple[str, ...]
    """SQL by which it goes from the guest ``$1`` to the guest ``$2`` of an account."""
    forget: tuple[str, ...]
    """SQL by which it is gone from the guest ``$1``."""
    key: str = "guest"
    names: tuple[str, ...] = ("guest",)
    """The columns in which the guest may stand."""

    @property
    def mine(self) -> str:
        """The question for what a guest may take home."""
        columns = ", ".join(f'"{column}"' for column in self.columns)
        return f"SELECT {columns} FROM {self.table} WHERE {self.key} = $1"


def _moved(table: str, *also: str) -> tuple[str, ...]:
    """Rows of a table whose key is the guest and ``also`` some columns; those that are there already stay."""
    same = "".join(f' AND other."{column}" = {table}."{column}"' for column in also)
    return (
        f"UPDATE {table} SET guest = $2 WHERE guest = $1"
        f" AND NOT EXISTS (SELECT 1 FROM {table} AS other WHERE other.guest = $2{same})",
        f"DELETE FROM {table} WHERE guest = $1 AND guest <> $2",
    )


def _deleted(table: str) -> tuple[str, ...]:
    return (f"DELETE FROM {table} WHERE guest = $1",)


BELONGINGS: Final = (
    # The seats come with the logs. A row stays where the account sits on another seat of the same table.
    Belonging(
        "sitting",
        "sitting",
        ("table", "seat"),
        (
            _moved("sitting", "table")[0],
            "DELETE FROM sitting WHERE guest = $1 AND EXISTS (SELECT 1 FROM sitting AS other WHERE other.guest = $2 "
            'AND other."table" = sitting."table" AND (other.seat = sitting.seat OR sitting.seat IS NULL))',
        ),
        _deleted("sitting"),
    ),
    Belonging("calls", "push", ("endpoint", "lang", "at"), _moved("push", "endpoint"), _deleted("push")),
    Belonging(
        "ways",
        "way",
        ("table", "kind", "address", "lang", "daily", "confirmed", "made"),
        ("UPDATE way SET guest = $2 WHERE guest = $1",),
        ("DELETE FROM waiting WHERE way IN (SELECT id FROM way WHERE guest = $1)", *_deleted("way")),
    ),
    Belonging("spoke_at", "spoke", ("table",), _moved("spoke", "table", "who"), _deleted("spoke")),
    Belonging("moderator", "moderator", ("name", "since"), _moved("moderator"), _deleted("moderator")),
    # A ban is on both: the old cookie may still be about.
    Belonging(
        "sanctions",
        "sanction",
        ("kind", "until"),
        (
            "INSERT INTO sanction (guest, kind, name, until) SELECT CAST($2 AS TEXT), kind, name, until FROM sanction "
            "WHERE guest = $1 AND guest <> $2 ON CONFLICT (guest, kind) DO UPDATE SET until = "
            "CASE WHEN excluded.until > sanction.until THEN excluded.until ELSE sanction.until END",
        ),
        _deleted("sanction"),
    ),
    Belonging(
        "reports",
        "report",
        ("at", "table", "name", "said", "why"),
        ("UPDATE report SET reporter = $2 WHERE reporter = $1", "UPDATE report SET guest = $2 WHERE guest = $1"),
        (
            f"UPDATE report SET reporter = '', reporter_name = '{NOBODY}', why = '' WHERE reporter = $1",
            f"UPDATE report SET guest = '', name = '{NOBODY}', said = '', why = '', closed = coalesce(closed, at) "
            "WHERE guest = $1",
        ),
        "reporter",
        ("reporter", "guest"),
    ),
    Belonging(
        "deeds",
        "deed",
        ("at", "kind", "table", "until", "why"),
        ("UPDATE deed SET moderator = $2 WHERE moderator = $1", "UPDATE deed SET guest = $2 WHERE guest = $1"),
        (
            f"UPDATE deed SET moderator = '', moderator_name = '{NOBODY}' WHERE moderator = $1",
            f"UPDATE deed SET guest = '', name = '{NOBODY}', why = '' WHERE guest = $1",
        ),
        "moderator",
        ("moderator", "guest"),
    ),
    # What becomes of these is more than SQL can say by itself: see ludotheque.server.tournaments.merge.
    Belonging("clubs", "member", ("club", "name", "organiser", "at"), (), ()),
    Belonging("evenings", "entrant", ("evening", "number", "name", "gone"), (), ()),
    Belonging("player", "player", ("handle", "name", "listed"), (), ()),
    Belonging("aliases", "alias", ("guest",), (), (), "now", ("guest", "now")),
    Belonging("results", "result", ("game", "table", "place", "seats", "mu", "sigma", "at"), (), (), "who", ("who",)),
)
