"""The services that every table of a worker uses."""

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
    """The services that every table of a worker uses."""

    storage: Storage
    bots: BotPool
    signer: Signer
    push: PushNotifications
    sanctions: Sanctions
    started_at: int
    """When this server started; clocks did not run before that ..."""
    alive_at: int | None = None
    """... since the server before it was last known to run."""
    bot_delay: float = 0.9
    """Seconds between two moves of bots, at the normal pace."""
    reaction_time: float = 20.0
    """Seconds for which bots wait for people before they end a question that these are asked, too."""
    answer_delay: float = 1.5
    """Seconds after which an automatic answer comes at least."""
    away_seconds: float = 30.0
    """Seconds after which a player who has lost the connection counts as away."""
    lines_per_minute: int = 30
    """Chat messages that one speaker may post in a minute."""
    cluster: LocalCluster = field(default_factory=LocalCluster)
    tables_with_clocks: set[str] = field(default_factory=set)
    """The tables at which a clock runs."""
    time: TableTime = field(default_factory=TableTime)
    """The time of tables that are not in memory."""
    time_slices: TimeSlices = field(default_factory=TimeSlices)
    """For long work on the event loop, such as loading a long log."""
    on_game_over: Callable[[Table], None] = lambda table: None
    """Called after the end of a game has been committed."""
