"""Timers: bots that think, the timer for the next of the :mod:`.timeouts`, and notifications for absent players."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.bots.pool import BotFailed
from ludotheque.server.bots.worker import Job
from ludotheque.server.runtime.time import TableTime
from ludotheque.server.tables import commands
from ludotheque.server.tables.broadcast import Subscribers
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.decision import Decision
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timeouts import needs_worker, next_timeout
from ludotheque.server.tables.views import view_match

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


class TimedTable(Protocol):
    """What timers ask of the actor of a table."""

    id: str
    time: TableTime
    subscribers: Subscribers

    def schedule(self) -> None:
        """Let bots that are asked think, and set the timer for the next clock."""

    async def run_due(self) -> None:
        """Do what is due by now."""

    async def play_for_bot(self, table: Table, seat: Seat, decide: Callable[[int], Decision | None]) -> None:
        """Play a bot's move."""


class Timers:
    """The thinking bots and the timer of one table."""

    __slots__ = ("_actor", "_answered", "_context", "_tasks", "_timer", "_waiting_for", "due", "thinking")

    def __init__(self, actor: TimedTable, context: TableContext) -> None:
        self.thinking: set[Seat] = set()
        self.due: int | None = None
        """When the next clock runs out."""
        self._actor = actor
        self._context = context
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._answered: dict[Seat, tuple[int, int]] = {}
        self._waiting_for: set[Seat] = set()
        """The seats of guests whose answer the game waits for."""

    def note_asked(self, table: Table) -> None:
        """A table was loaded from its log: players who were asked before are not notified again."""
        self._waiting_for = {seat for seat, level in _asked(table) if level is None}

    def schedule(self, table: Table, notify: bool = True) -> None:
        """After a change: let bots that are asked think, and set the timer for the next clock that runs out.

        Unless another worker is responsible for that. Absent players who are newly asked are notified.
        """
        asked = _asked(table)
        waiting_for = {seat for seat, level in asked if level is None}
        if notify:
            self._notify(table, waiting_for - self._waiting_for)
        self._waiting_for = waiting_for
        due = None
        if self._context.cluster.is_responsible_for(table.id, needs_worker(table)):
            for seat, level in asked:
                if level is not None and seat not in self.thinking:
                    self.thinking.add(seat)
                    self._start(self._bot_plays(table, seat, level))
            due = next_timeout(table)
        if due == self.due:
            return
        self.due = due
        self.cancel_timer()
        if due is None:
            self._context.tables_with_clocks.discard(self._actor.id)
        else:
            self._context.tables_with_clocks.add(self._actor.id)
            wait = max(0, due - self._actor.time.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._time_is_up()))

    def cancel_timer(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        """Cancel the timer and everything that is under way."""
        self.cancel_timer()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def waits_for(self, seat: Seat) -> bool:
        """Whether the game waits for the guest of a seat."""
        return seat in self._waiting_for

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _notify(self, table: Table, seats: set[Seat]) -> None:
        for seat in seats:
            if not self._actor.subscribers.has(seat):
                self._context.push.notify_turn(table, seat, partial(self._is_missed, seat))

    def _is_missed(self, seat: Seat) -> bool:
        return seat in self._waiting_for and not self._actor.subscribers.has(seat)

    async def _time_is_up(self) -> None:
        self.due = None
        await self._actor.run_due()

    async def _bot_plays(self, table: Table, seat: Seat, level: str) -> None:
        match = table.playing()
        question = match.rules.question(match.state)
        # A pause, so that people can follow; but not between the steps of one answer, such as a deployment: the bot
        # has seen nothing new since the last of them. In a negotiation every word is an answer to another.
        seen = question, len(table.stories[seat])
        pause = 0.0 if self._answered.get(seat) == seen else self._context.bot_delay
        length = table.length
        try:
            try:
                thought = self._context.bots.choose(bot_job(table, seat, level))
                move, _ = await asyncio.gather(thought, asyncio.sleep(pause))
            except BotFailed:
                move = _encode(match.rules.default(match.state, seat))
            message = messages.Play(f"bot {length}", question, [msgspec.Raw(move)])
            await self._actor.play_for_bot(table, seat, partial(_bot_move, table, seat, message, length))
            self._answered[seat] = question, len(table.stories[seat])
        except Exception:
            log.exception("a bot's move was not played")
            return  # it is asked again after the next event, not at once: that could go on forever
        finally:
            self.thinking.discard(seat)
        self._actor.schedule()


def _bot_move(table: Table, seat: Seat, message: messages.Play, length: int, at: int) -> Decision | None:
    """A bot's move, or the default where the rules refuse it.

    None if it was overtaken while it thought, as by the end of a proposal that it was about to accept: it thinks
    again. ``length`` is that of the log when it began to.
    """
    try:
        return commands.play(table, seat, message, at)
    except CommandRefused as error:
        if error.code in ("stale", "adjourned", "over") or table.length != length:
            return None
        log.error("a bot's move was refused (%s, %s)", table.game.id, error.code)
    match = table.playing()
    default = msgspec.Raw(_encode(match.rules.default(match.state, seat)))
    return commands.play(table, seat, msgspec.structs.replace(message, moves=[default]), at)


def bot_job(table: Table, seat: Seat, level: str) -> Job:
    """A bot's task: what its seat has seen and sees, and a seed that nobody can guess."""
    now = view_match(table.playing(), [seat])[seat].now
    seed = hashlib.sha256(f"{table.opened.secret} bot {seat}".encode()).hexdigest()
    story = b",".join(bytes(event) for entry in table.stories[seat] for event in entry.events)
    return Job(
        table=table.id,
        game=table.game.id,
        level=level,
        seat=seat,
        seed=seed,
        story=b"[" + story + b"]",
        sight=_encode(now.sight),
        legal=_encode(now.legal),
        free=_encode(now.free),
    )


def _asked(table: Table) -> list[tuple[Seat, str | None]]:
    """The seats that must decide now, each with the level of the bot that does; None for a guest.

    Before the game these are the guests whose nonce it waits for.
    """
    if table.match is None:
        return [(seat, None) for seat in table.awaited()]
    if table.over or table.adjourned:
        return []
    return [(seat, table.seats.bot_at(seat)) for seat in table.match.asked() if seat >= 0]
