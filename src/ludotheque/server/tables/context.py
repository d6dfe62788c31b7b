"""What all the rooms of a house share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.server.accounts.signing import Keys
from ludotheque.server.bots.pool import Bots
from ludotheque.server.cluster.local import Neighbours
from ludotheque.server.moderation.sanctions import Manners
from ludotheque.server.notifications.push import Calls
from ludotheque.server.runtime.time import Time
from ludotheque.server.runtime.time_slices import Slices
from ludotheque.server.storage import Storage
from ludotheque.server.tables.table import Table


@dataclass(frozen=True)
class Hall:
    """What all the rooms of a house share."""

    storage: Storage
    bots: Bots
    keys: Keys
    calls: Calls
    manners: Manners
    opened_at: int
    """When this house opened its doors; clocks did not run before that ..."""
    alive_at: int | None = None
    """... since the house before it was last known to be open."""
    bot_delay: float = 0.4
    away: float = 30.0
    """Seconds after which whoever has lost the line counts as gone."""
    lines_per_minute: int = 30
    neighbours: Neighbours = field(default_factory=Neighbours)
    timed: set[str] = field(default_factory=set)
    """The tables at which a clock runs."""
    time: Time = field(default_factory=Time)
    """What the house's clock shows, for tables that are not in memory."""
    slices: Slices = field(default_factory=Slices)
    """For what takes long and has to be done on the event loop, as reading a table's log."""
    ended: Callable[[Table], None] = lambda table: None
    """Told of every game that has just ended, once that is written down."""
