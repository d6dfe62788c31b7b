"""What all the rooms of a house share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.bots.pool import BotPool
from ludotheque.server.cluster.local import LocalCluster
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.notifications.push import PushNotifications
from ludotheque.server.runtime.time import TableTime
from ludotheque.server.runtime.time_slices import TimeSlices
from ludotheque.server.storage import Storage
from ludotheque.server.tables.table import Table


@dataclass(frozen=True)
class TableContext:
    """What all the rooms of a house share."""

    storage: Storage
    bots: BotPool
    signer: Signer
    push: PushNotifications
    sanctions: Sanctions
    opened_at: int
    """When this house opened its doors; clocks did not run before that ..."""
    alive_at: int | None = None
    """... since the house before it was last known to be open."""
    bot_delay: float = 0.4
    away_seconds: float = 30.0
    """Seconds after which whoever has lost the line counts as gone."""
    lines_per_minute: int = 30
    cluster: LocalCluster = field(default_factory=LocalCluster)
    tables_with_clocks: set[str] = field(default_factory=set)
    """The tables at which a clock runs."""
    time: TableTime = field(default_factory=TableTime)
    """What the house's clock shows, for tables that are not in memory."""
    time_slices: TimeSlices = field(default_factory=TimeSlices)
    """For what takes long and has to be done on the event loop, as reading a table's log."""
    on_game_over: Callable[[Table], None] = lambda table: None
    """Told of every game that has just ended, once that is written down."""
