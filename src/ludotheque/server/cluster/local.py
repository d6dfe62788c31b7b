"""The other workers of the house, as far as a room knows of them. On SQLite there are none."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.engine.rules import Seat

if TYPE_CHECKING:
    from ludotheque.server.tables.service import Services
    from ludotheque.server.tables.table import Table


class ClusterStart(NamedTuple):
    """When the house opened its doors; clocks did not run before that, since it was last known to be open."""

    at: int
    alive_at: int | None


class LocalCluster:
    """Nobody: this worker sees to every table, and whoever is here is here."""

    async def start(self, services: Services) -> ClusterStart | None:
        """Join the others, if there are any, and take up what nobody sees to; when the house was opened by them."""
        return None

    async def close(self) -> None:
        """Leave everything to the others."""

    def is_responsible_for(self, table: Table) -> bool:
        """Whether it is for us to let go on what goes on by itself at a table: bots, clocks."""
        return True

    def set_presence(self, table: str, seats: Collection[Seat]) -> None:
        """Those who are connected to a table here have changed."""

    async def load_presence(self, table: str) -> None:
        """A room is set up: find out who is connected to its table at other workers."""

    def connected_elsewhere(self, table: str) -> Collection[Seat]:
        """The seats that are connected to other workers."""
        return ()

    def release(self, table: str, due: bool) -> None:
        """A room is no longer in memory; ``due`` if we still have to look at a clock there in time."""

    def announce_sign_out(self, guest: str) -> None:
        """A guest is nobody any more: whoever has them on the line hangs up."""

    def announce_rewrite(self, table: str) -> None:
        """Lines of a table's log were rewritten: whoever has read it must read it again."""
