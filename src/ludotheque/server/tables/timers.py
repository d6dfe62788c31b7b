"""Timers: bots that think, the timer for the next of the :mod:`.timeouts`, and notifications for absent players.

Bots whose moves others see think and play one at a time, with the beat of the table's pace before each move; those that
could cut people off wait for them first (see :mod:`.reaction_time`). Sealed answers are thought of all at once. A bot
that is offered something answers that first, asked or not, before the game goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from ludotheque.engine.match import Match
from ludotheque.engine.rules import Seat
from ludotheque.engine.windows import is_sealed
from ludotheque.protocol import messages
from ludotheque.server.bots.pool import BotFailed
from ludotheque.server.bots.worker import Job
from ludotheque.server.runtime.time import TableTime
from ludotheque.server.tables import commands
from ludotheque.server.tables.bot_seed import Purpose, bot_seed
from ludotheque.server.tables.broadcast import Subscribers
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.decision import Decision
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.pace import beat_seconds
from ludotheque.server.tables.reaction_time import FOREVER, ReactionTime
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
    """The thinking bots and the timers of one table."""

    __slots__ = (
        "_actor",
        "_answered",
        "_context",
        "_failed",
        "_hold",
        "_reaction_time",
        "_tasks",
        "_timer",
        "_waiting_for",
        "due",
        "thinking",
    )

    def __init__(self, actor: TimedTable, context: TableContext) -> None:
        self.thinking: set[Seat] = set()
        self.due: int | None = None
        """When the next clock runs out."""
        self._actor = actor
        self._context = context
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._hold: asyncio.TimerHandle | None = None
        """The timer for the end of the time that bots give people."""
        self._reaction_time = ReactionTime(context.reaction_time, context.started_at)
        self._answered: dict[Seat, tuple[int, int]] = {}
        self._failed: dict[Seat, tuple[Table, int]] = {}
        """Bots whose move was not played, with the table and the length of its log: another event is awaited."""
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
            self._start_bots(
                table, _addressed_bots(table), [(seat, level) for seat, level in asked if level is not None]
            )
            due = next_timeout(table)
        self.show_reaction_time(table)
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

    def show_reaction_time(self, table: Table) -> None:
        """Send people for how long bots wait for them, where that has changed."""
        self._reaction_time.show(table, self._actor.subscribers.connections, self._actor.time.now())

    def _start_bots(
        self, table: Table, addressed: Sequence[tuple[Seat, str]], asked: Sequence[tuple[Seat, str]]
    ) -> None:
        """Let a bot answer what it is offered; else those think that are asked and need not wait for people.

        All of them for sealed answers, otherwise one at a time.
        """
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
        for seat, level in addressed:
            if not self.thinking and not self._has_failed(table, seat):
                self._think(table, seat, level, replies=True)
        if not asked:
            return
        sealed, now = is_sealed(table.playing().state.stack), self._actor.time.now()
        ends = FOREVER
        for seat, level in asked:
            if self.thinking and (not sealed or seat in self.thinking):
                continue
            if self._has_failed(table, seat):
                continue
            until = self._reaction_time.held_until(table, seat, now)
            if until > now:
                ends = min(ends, until)
                continue
            self._think(table, seat, level, sealed=sealed)
        if ends < FOREVER:
            self._hold = asyncio.get_running_loop().call_later((ends - now) / 1000, self._end_hold)

    def _has_failed(self, table: Table, seat: Seat) -> bool:
        return self._failed.get(seat) == (table, table.length)

    def _think(self, table: Table, seat: Seat, level: str, sealed: bool = False, replies: bool = False) -> None:
        self.thinking.add(seat)
        self._start(self._bot_plays(table, seat, level, sealed, replies))

    def _end_hold(self) -> None:
        self._hold = None
        self._actor.schedule()

    @property
    def is_busy(self) -> bool:
        """Whether bots think, or wait for people."""
        return bool(self.thinking) or self._hold is not None

    def cancel_timer(self) -> None:
        """Cancel the timer for the next timeout."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        """Cancel the timers and everything that is under way."""
        self.cancel_timer()
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
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

    async def _bot_plays(self, table: Table, seat: Seat, level: str, sealed: bool, replies: bool) -> None:
        match = table.playing()
        question = match.rules.question(match.state)
        # The beat, so that people can follow; but not between the steps of one answer, such as a deployment: the bot
        # has seen nothing new since the last of them.
        seen = question, len(table.stories[seat])
        goes_on = match.rules.choice(match.state, seat) is not None and self._answered.get(seat) == seen
        pause = 0.0 if goes_on else beat_seconds(table.pace, self._context.bot_delay)
        length = table.length
        try:
            try:
                job = bot_job(table, seat, level, replies=replies)
                thought = self._context.bots.choose(job._replace(deserted=not self._actor.subscribers.anyone()))
                move, _ = await asyncio.gather(thought, asyncio.sleep(pause))
            except BotFailed:
                move = _default(match, seat, replies)
            message = messages.Play(f"bot {length}", question, [msgspec.Raw(move)])
            decide = partial(_bot_move, table, seat, message, length, replies)
            is_overtaken = partial(self._is_overtaken, table, seat, None if sealed else seen[1], replies)
            await self._actor.play_for_bot(table, seat, lambda at: None if is_overtaken(at) else decide(at))
            self._answered[seat] = question, len(table.stories[seat])
        except Exception:
            log.exception("a bot's move was not played")
            # It is asked again after the next event, not at once: that could go on forever.
            self._failed[seat] = table, table.length
        finally:
            self.thinking.discard(seat)
        self._actor.schedule()

    def _is_overtaken(self, table: Table, seat: Seat, seen: int | None, replies: bool, at: int) -> bool:
        """Whether a bot has to think again: its seat has seen something new, or it has to wait for people now.

        ``seen`` is the length of its story when it began; None for a sealed answer, which answers no other move. The
        answer to an offer ends no other seat's question, so it does not wait.
        """
        if seen is not None and len(table.stories[seat]) != seen:
            return True
        return not replies and self._reaction_time.held_until(table, seat, at) > at


def _bot_move(table: Table, seat: Seat, message: messages.Play, length: int, replies: bool, at: int) -> Decision | None:
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
    default = msgspec.Raw(_default(table.playing(), seat, replies))
    return commands.play(table, seat, msgspec.structs.replace(message, moves=[default]), at)


def _default(match: Match, seat: Seat, replies: bool) -> bytes:
    """The move for a bot that fails: the default, or to refuse what it is offered."""
    rules, state = match.rules, match.state
    return _encode(rules.replies(state, seat)[-1] if replies else rules.default(state, seat))


def bot_job(table: Table, seat: Seat, level: str, purpose: Purpose = "bot", replies: bool = False) -> Job:
    """A bot's task: what its seat has seen and sees, and a seed that nobody can guess.

    Advice has a seed of its own: it tells nothing about the bot that may play for the seat later. Where a bot
    ``replies``, its answers are those to an offer.
    """
    match = table.playing()
    now = view_match(match, [seat])[seat].now
    story = b",".join(bytes(event) for entry in table.stories[seat] for event in entry.events)
    return Job(
        table=table.id,
        game=table.game.id,
        level=level,
        seat=seat,
        seed=bot_seed(table.opened.secret, seat, purpose),
        story=b"[" + story + b"]",
        sight=_encode(now.sight),
        legal=_encode(match.rules.replies(match.state, seat) if replies else now.legal),
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


def _addressed_bots(table: Table) -> list[tuple[Seat, str]]:
    """The bots that have an offer to answer, with their levels."""
    if table.match is None or table.over or table.adjourned:
        return []
    addressed = table.match.rules.addressed(table.match.state)
    return [(seat, level) for seat in addressed if (level := table.seats.bot_at(seat)) is not None]
