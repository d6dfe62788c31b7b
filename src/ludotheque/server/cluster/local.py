"""The cluster of workers, as tables see it; and the one of a single worker, as on SQLite."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from ludotheque.engine.rules import Seat


class ClusterTable(Protocol):
    """A table in this worker's memory, as the cluster needs it."""

    @property
    def log_length(self) -> int:
        """How many events of its log are applied here; 0 while it is not loaded."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""

    def apply_remote(self, start: int, bodies: Sequence[bytes]) -> bool:
        """Apply events of another worker; whether that was possible now."""

    async def apply_remote_when_free(self, start: int, bodies: Sequence[bytes]) -> None:
        """The same, as soon as it is possible."""

    async def recover(self) -> None:
        """Load the table after a failure."""

    def update_remote_presence(self) -> None:
        """Seats have connected to other workers, or disconnected from them."""

    def schedule(self) -> None:
        """Start the bots and the timer."""


class ClusterHost(Protocol):
    """This worker's tables, as the cluster needs them."""

    @property
    def actors(self) -> Mapping[str, ClusterTable]:
        """The tables in memory."""

    async def wake(self, id: str) -> None:
        """Load a table, and start its bots and timers."""

    async def reload(self, id: str) -> None:
        """Load a table anew: its log was rewritten."""

    async def reindex(self) -> None:
        """Bring the table index up to date with the logs."""

    def disconnect_guest(self, guest: str) -> None:
        """Close the connections of a guest at this worker."""


class ClusterStart(NamedTuple):
    """When the first worker of the cluster started, and when one was last known to run before."""

    at: int
    alive_at: int | None


class LocalCluster:
    """A single worker: it is responsible for every table, and no seat is connected elsewhere."""

    async def start(self, host: ClusterHost) -> ClusterStart | None:
        """Join the other workers, if there are any, and take over tables without a worker."""
        return None

    async def close(self) -> None:
        """Leave all tables to the other workers."""

    def is_responsible_for(self, table: str, needs_worker: bool) -> bool:
        """Whether this worker runs the bots and clocks of a table; ``needs`` says whether the table needs one."""
        return True

    def set_presence(self, table: str, seats: Collection[Seat]) -> None:
        """The seats of a table that are connected to this worker have changed."""

    async def load_presence(self, table: str) -> None:
        """Find out which seats of a table are connected to other workers."""

    def connected_elsewhere(self, table: str) -> Collection[Seat]:
        """The seats of a table that are connected to other workers."""
        return ()

    def release(self, table: str, due: bool) -> None:
        """A table is no longer in memory; ``due`` if this worker still has to run a clock there."""

    def announce_sign_out(self, guest: str) -> None:
        """A guest has signed out: other workers close their connections."""

    def announce_rewrite(self, table: str) -> None:
        """A table's log was rewritten: other workers reload it."""
