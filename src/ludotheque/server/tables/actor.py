"""The actor of a table: decides, commits, applies and shows, in this order and one command at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from ludotheque.engine.match import Attempt
from ludotheque.engine.rules import Refused, Seat
from ludotheque.protocol import messages
from ludotheque.server.logging import hashed_id, log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.time import TableTime
from ludotheque.server.storage import Conflict, StorageError
from ludotheque.server.storage.erase import LogRewrite, rewrite_log
from ludotheque.server.tables import commands, events, index_entries
from ludotheque.server.tables.automatic_answers import AutomaticAnswers
from ludotheque.server.tables.broadcast import Subscribers
from ludotheque.server.tables.coach import Coach
from ludotheque.server.tables.commands import Requester
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.decision import Decision
from ludotheque.server.tables.errors import CommandRefused, InvalidLog
from ludotheque.server.tables.events import ChatPosted, ClocksShifted, GuestMerged, MovesPlayed, TableEvent
from ludotheque.server.tables.fair_queue import FairQueue, QueueTurn
from ludotheque.server.tables.loading import load_table
from ludotheque.server.tables.presence import Presence
from ludotheque.server.tables.restrictions import Restrictions
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timeouts import decide_alarm, decide_timeouts, needs_worker, next_timeout
from ludotheque.server.tables.timers import Timers
from ludotheque.server.tables.why_not import explain

T = TypeVar("T")
Answer = messages.Ack | messages.Allowed | messages.Refused
log = logging.getLogger(__name__)

TRIES: Final = 20
"""How often a command is decided anew because another worker appended to the log first."""


class TableActor:
    """One table, its connections and its timers."""

    def __init__(self, id: str, context: TableContext) -> None:
        self.id = id
        self.time = TableTime(context.time)
        """The table's clock."""
        self.subscribers = Subscribers(context.signer, self.time.now, context.bots.thinking)
        self.timers = Timers(self, context)
        self.automatic_answers = AutomaticAnswers(self, context)
        self._lock = asyncio.Lock()
        self._context = context
        self._table: Table | None = None
        self._queue = FairQueue()
        self._loading: asyncio.Task[None] | None = None
        """Will load the log or catch up with it, and has not begun to."""
        self._presence = Presence(id, context, self.subscribers, self.timers.waits_for)
        self._restrictions = Restrictions(id, context)
        self.coach = Coach(self, context)

    # --- commands ------------------------------------------------------------------------------------------------

    async def handle(self, connection: Connection, message: messages.Incoming) -> Answer | messages.AdviceMessage:
        """Run a command that came over a connection, once; its answer."""
        if isinstance(message, messages.Advise):
            return await self.coach.advise(connection, message)
        return await self.run_command(connection, message)

    async def run_command(self, connection: Connection, message: messages.Incoming) -> Answer:
        """Decide a command and commit it; its answer."""
        async with QueueTurn(self._queue, connection.viewer, connection.sender), self._lock:
            try:
                return await self._until_committed(lambda: self._handle(connection, message))
            except CommandRefused as error:
                return messages.Refused(message.id, error.code, error.refusal, error.until)
            except RecursionError:  # moves are decoded when they are played, and may be nested to any depth
                return messages.Refused(message.id, "garbled")
            except StorageError as error:
                log.error("a command was not saved: %s", error)
                await self._recover()
                return messages.Refused(message.id, "not_saved")

    async def execute(self, decide: Callable[[Table, int], Sequence[TableEvent]]) -> Table:
        """Run a command that ``decide`` turns into events, given the table and the time; the table afterwards."""
        async with self._lock:
            return await self._until_committed(lambda: self._execute(decide))

    async def _until_committed(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Decide and commit, and again on the new state as long as other workers append to the log first."""
        for _ in range(TRIES):
            try:
                return await attempt()
            except Conflict:
                await self._catch_up()
        raise StorageError(f"other workers appended to the log first, {TRIES} times in a row")

    async def _execute(self, decide: Callable[[Table, int], Sequence[TableEvent]]) -> Table:
        table = await self._loaded()
        decided = decide(table, self.time.now())
        if decided:
            await self._run(table, Decision(decided))
        return table

    async def _handle(self, connection: Connection, message: messages.Incoming) -> messages.Ack | messages.Allowed:
        table = self._table or await self._loaded()
        if isinstance(message, messages.Play) and connection.viewer is not None:
            return messages.Ack(message.id, await self._play(table, connection.viewer, message))
        if isinstance(message, messages.WhyNot):
            self._restrictions.limit_explanations(connection)
            return explain(table, connection.viewer, message)
        requester = Requester.of(connection, table, self._context.signer)
        sender = requester.sender
        if sender is None or table.acknowledgements.find(sender, message.id) is None:
            await self._restrictions.check_sanctions(table, connection, message)
            decided = commands.decide(table, requester, message, self.time.now(), self._presence.is_away)
            if isinstance(message, messages.Say):
                self._restrictions.limit_chat(requester.speaker)
            if decided:
                await self._run(table, Decision(decided))
        assert sender is not None
        known = table.acknowledgements.find(sender, message.id)
        return messages.Ack(message.id, table.story_length(requester.seat) if known is None else known)

    async def _play(self, table: Table, seat: Seat, message: messages.Play) -> int:
        """Play moves, once; the length of the player's story then."""
        known = table.acknowledgements.find(seat, message.id)
        if known is not None:
            return known
        if seat in table.seats.proxies:
            raise CommandRefused("proxied")
        at = self.time.now()
        await self._run_alarm(table, at)
        await self._run(table, commands.play(table, seat, message, at))
        return table.story_length(seat)

    # --- commit, apply, show -------------------------------------------------------------------------------------

    async def _run(self, table: Table, decision: Decision) -> None:
        """Commit a decision, apply it, show it."""
        await self._commit(table, decision)
        if decision.attempt is not None:
            counters.moves += 1
        self._apply(table, decision.events, decision.attempt)

    async def _commit(self, table: Table, decision: Decision) -> None:
        """Append a decision's events to the log. If that fails, the table is loaded again: what is written counts."""
        bodies = [events.encode(event) for event in decision.events]
        entry = index_entries.entry_after(table, decision)
        try:
            await self._context.storage.append(self.id, table.length, bodies, entry)
        except Conflict:
            raise  # nothing is written: the table is intact, only behind
        except BaseException:
            self._table = None
            raise

    def _apply(self, table: Table, committed: Sequence[TableEvent], attempt: Attempt | None = None) -> None:
        """Apply events that this worker has committed, and show them."""
        over, proxies = table.over, dict(table.seats.proxies)
        for event in committed:
            table.apply(event, attempt)
        self._show(table, committed, (over, proxies) != (table.over, table.seats.proxies))
        if table.over and not over:
            self._game_over(table)
        self.timers.schedule(table)
        self.automatic_answers.schedule(table)

    def _show(self, table: Table, applied: Sequence[TableEvent], seats_changed: bool) -> None:
        """Send everyone what is new to them after events, by whichever worker they were committed."""
        if not all(type(event) in (ChatPosted, MovesPlayed) for event in applied):
            for event in applied:
                if isinstance(event, GuestMerged):
                    self.subscribers.merge_guest(event.before, event.guest)
                elif isinstance(event, ClocksShifted):
                    self.time.follow()
            self._presence.refresh_seats(table)
        self.subscribers.show(table, applied, seats_changed)

    def _game_over(self, table: Table) -> None:
        counters.over += 1
        log_event(log, "table over", table=hashed_id(self.id), game=table.game.id, lines=table.length)
        self._context.on_game_over(table)
        self._presence.notify_game_over(table)

    # --- timers and bots -----------------------------------------------------------------------------------------

    def schedule(self) -> None:
        """Let bots that are asked think, and set the timer for the next clock."""
        if self._table is not None:
            self.timers.schedule(self._table)
            self.automatic_answers.schedule(self._table)

    async def run_due(self) -> None:
        """Do what is due by now: begin a game without absent players, run the alarm, play for late players."""
        async with self._lock:
            try:
                table = await self._load()
                if table is not None:
                    for decision in decide_timeouts(table, self.time.now):
                        await self._run(table, decision)
            except Conflict:  # another worker has
                await self._catch_up()
            except (StorageError, InvalidLog) as error:
                log.error("the timer of table %s failed: %s", hashed_id(self.id), error)
            self.schedule()

    async def play_for_bot(self, table: Table, seat: Seat, decide: Callable[[int], Decision | None]) -> None:
        """Play a bot's move, unless the table was reloaded or the seat taken back while it thought."""
        async with self._lock:
            if table is self._table and table.seats.bot_at(seat) is not None:
                await self._play_decided(table, decide)

    async def play_automatic(self, table: Table, decide: Callable[[int], Decision | None]) -> None:
        """Play an automatic answer, unless the table was reloaded since it was planned."""
        async with self._lock:
            if table is self._table:
                await self._play_decided(table, decide)

    async def _play_decided(self, table: Table, decide: Callable[[int], Decision | None]) -> None:
        """Play what ``decide`` makes of the time, if anything, after what the game's own alarm does."""
        try:
            await self._run_alarm(table, self.time.now())
            decision = decide(self.time.now())
            if decision is not None:
                await self._run(table, decision)
        except Conflict:
            await self._catch_up()

    async def _run_alarm(self, table: Table, at: int) -> None:
        """Commit what the game's own alarm does, before a move is decided."""
        decision = decide_alarm(table, at)
        if decision is not None:
            await self._run(table, decision)

    async def follow_wall_clock(self) -> None:
        """Follow the wall clock after it has jumped: running clocks are shifted so that no player gains or loses.

        Where several workers have the table in memory, the responsible one commits that for all.
        """
        async with self._lock:
            jump = self.time.jump()
            table = await self._load() if jump else None
            if table is None:
                return
            if next_timeout(table) is None:
                self.time.follow()
                self.schedule()
            elif self._context.cluster.is_responsible_for(table.id, needs_worker(table)):
                try:
                    await self._run(table, Decision([ClocksShifted(self.time.now() + jump, jump)]))
                except Conflict:
                    await self._catch_up()
                    return
                log_event(
                    log, "the wall clock jumped", level=logging.WARNING, table=hashed_id(self.id), milliseconds=jump
                )
            elif table.updated > self.time.now() + abs(jump) // 2:  # it is committed already
                self.time.follow()

    # --- events of other workers ---------------------------------------------------------------------------------

    def apply_remote(self, start: int, bodies: Sequence[bytes]) -> bool:
        """Apply events that another worker has appended, from number ``start`` on; whether that was possible.

        It is not while this worker may be waiting for a commit of its own, nor without the table in memory, nor if
        events before ``start`` are missing here.
        """
        if self._table is None or self._lock.locked() or start > self.log_length:
            return False
        self._apply_bodies(start, bodies)
        return True

    async def apply_remote_when_free(self, start: int, bodies: Sequence[bytes]) -> None:
        """The same, as soon as the lock is free."""
        async with self._lock:
            self._apply_bodies(start, bodies)

    def _apply_bodies(self, start: int, bodies: Sequence[bytes]) -> None:
        table = self._table
        if table is None or start > table.length:
            return
        over, proxies = table.over, dict(table.seats.proxies)
        try:
            committed = [events.decode(body) for body in bodies[table.length - start :]]
            for event in committed:
                table.apply(event)
        except (ValueError, LookupError, Refused, InvalidLog) as error:
            self._table = None
            log.error("events of table %s cannot be applied (%s)", hashed_id(self.id), type(error).__name__)
            return
        if committed:
            self._show(table, committed, (over, proxies) != (table.over, table.seats.proxies))
            self.timers.schedule(table, notify=False)  # the worker that committed them notifies absent players
            self.automatic_answers.schedule(table)

    # --- connections ---------------------------------------------------------------------------------------------

    def connect(self, connection: Connection, table: Table, since: int, said: int = 0) -> None:
        """Add a connection, and send it the table and its story from ``since`` on."""
        self._presence.connect(connection, table, since, said)
        self.timers.show_reaction_time(table)

    def disconnect(self, connection: Connection) -> None:
        """Remove a connection."""
        self._presence.disconnect(connection, self._table)

    def update_remote_presence(self) -> None:
        """Seats have connected to other workers, or disconnected from them."""
        self._presence.update_remote(self._table)

    # --- loading -------------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""
        if self.subscribers.connections or self.timers.is_busy or self.automatic_answers.pending:
            return False
        return not self._lock.locked() and self._loading is None

    @property
    def log_length(self) -> int:
        """How many events of the table's log are applied here; 0 while the table is not in memory."""
        return 0 if self._table is None else self._table.length

    async def table(self) -> Table | None:
        """The table, up to date with its log; None if there is no such table."""
        if self._table is None or self._context.storage.shared:
            if self._loading is None:  # requests of the same moment share it
                self._loading = asyncio.create_task(self._load_or_catch_up())
            await asyncio.shield(self._loading)
        return self._table

    def start(self, table: Table) -> None:
        """Take a table that was just opened and committed."""
        self._table = table
        self.schedule()

    async def close(self) -> None:
        """Stop bots, timers and automatic answers."""
        await self.timers.close()
        await self.automatic_answers.close()

    async def recover(self) -> None:
        """Have the table in memory after a failure, and send everyone what is new."""
        async with self._lock:
            await self._recover()

    async def _load_or_catch_up(self) -> None:
        async with self._lock:
            self._loading = None
            await self._catch_up()

    async def _load(self) -> Table | None:
        if self._table is None:
            table = await load_table(self.id, self._context, self.time.now)
            if table is not None:
                await self._presence.load()
                self.timers.note_asked(table)
                self._table = table
                self.schedule()
        return self._table

    async def _loaded(self) -> Table:
        table = await self._load()
        assert table is not None, "commands come only after the table was found"
        return table

    async def _catch_up(self) -> None:
        """Load the table, or apply what other workers have appended to its log. The lock is held."""
        table = self._table
        if table is None:
            await self._load()
        else:
            start = table.length
            self._apply_bodies(start, await self._context.storage.load(self.id, start))

    async def _recover(self) -> None:
        try:
            table = await self._load()
        except (StorageError, InvalidLog) as error:
            log.error("table %s cannot be loaded: %s", hashed_id(self.id), error)
            return
        if table is not None:
            self.subscribers.show_all(table)

    # --- rewritten logs ------------------------------------------------------------------------------------------

    async def rewrite_log(self, decide: Callable[[list[bytes]], Awaitable[LogRewrite]]) -> None:
        """Rewrite events of the log as ``decide`` says, to erase personal data; then send everyone the table anew."""
        async with self._lock:
            try:
                rewrite = await decide(list(await self._context.storage.load(self.id)))
                await rewrite_log(self._context.storage, rewrite)
            finally:
                self._table = None
            self._context.cluster.announce_rewrite(self.id)
            if self.subscribers.connections or rewrite.goes_on:
                await self._show_rewritten()

    async def reload(self) -> None:
        """Load the log anew: another worker has rewritten it."""
        async with self._lock:
            self._table = None
            await self._show_rewritten()

    async def _show_rewritten(self) -> None:
        table = await self._load()
        if table is not None:
            self._presence.refresh_seats(table)
            self.subscribers.forget_chat()
            self.subscribers.show_all(table)
