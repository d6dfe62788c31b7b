"""What goes on at a table by itself: bots think, clocks run out, whoever is away is called."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.bots.pool import BotFailed, job_for
from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Conflict, StorageError
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import CommandRefused, InvalidLog, Table, Turn

if TYPE_CHECKING:
    from ludotheque.server.tables.actor import TableActor
    from ludotheque.server.tables.context import TableContext

log = logging.getLogger(__name__)

_LATE_AT_ONCE: Final = 1000
"""Moves that are played for a seat in one go at most, so that rules that never ask anew cannot hold the house up."""

_encode = msgspec.json.Encoder().encode


class Timers:
    """The bots and the alarm of one room."""

    __slots__ = ("_actor", "_alarm", "_answered", "_context", "_tasks", "_waited", "due", "thinking")

    def __init__(self, actor: TableActor, context: TableContext) -> None:
        self.thinking: set[Seat] = set()
        self.due: int | None = None
        """When the next clock runs out."""
        self._actor = actor
        self._context = context
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._answered: dict[Seat, tuple[int, int]] = {}
        self._waited: set[Seat] = set()
        """Those who play themselves and whom everybody waits for."""

    def wind(self, table: Table) -> None:
        """A table was read from its log: whoever is asked since before we looked is not called anew."""
        self._waited = {seat for seat, level in _asked(table) if level is None}

    def go_on(self, table: Table, call: bool = True) -> None:
        """After a change: bots that are asked think, and the alarm is set for the next clock that runs out.

        Unless another worker sees to that. People who are asked now and are not here are called, if we are to.
        """
        asked = _asked(table)
        waited = {seat for seat, level in asked if level is None}
        if call:
            self._call(table, waited - self._waited)
        self._waited = waited
        due = None
        if self._context.cluster.is_responsible_for(table):
            for seat, level in asked:
                if level is not None and seat not in self.thinking:
                    self.thinking.add(seat)
                    self._start(self._bot_plays(table, seat, level))
            due = table.due()
        if due == self.due:
            return
        self.due = due
        self.rest()
        if due is None:
            self._context.tables_with_clocks.discard(self._actor.id)
        else:
            self._context.tables_with_clocks.add(self._actor.id)
            wait = max(0, due - self._actor.time.now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._time_is_up()))

    def rest(self) -> None:
        """No alarm rings for now."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def stop(self) -> None:
        """Nothing goes on any more."""
        self.rest()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _call(self, table: Table, seats: set[Seat]) -> None:
        """Call those of them who are not here."""
        for seat in seats:
            if not self._actor.audience.has(seat):
                self._context.push.notify_turn(table, seat, partial(self._is_missed, seat))

    def awaits(self, seat: Seat) -> bool:
        """Whether everybody waits for a seat."""
        return seat in self._waited

    def _is_missed(self, seat: Seat) -> bool:
        return seat in self._waited and not self._actor.audience.has(seat)

    async def _time_is_up(self) -> None:
        """Let the clock on the wall have its say, and play for those who have run out of time."""
        actor = self._actor
        async with actor.lock:
            self.due = None
            try:
                table = await actor.load()
                if table is not None:
                    await actor.begin_without(table, actor.time.now())
                    await actor.strike(table, actor.time.now())
                if table is not None and table.clocks is not None and not table.over and not table.adjourned:
                    for seat in table.clocks.out(actor.time.now()):
                        await self._play_late(table, seat)
            except Conflict:  # somebody was quicker: their entry counts
                await actor.catch_up()
            except (StorageError, InvalidLog) as error:
                log.error("nobody could be played for at table %s: %s", hashed_id(actor.id), error)
            actor.go_on()

    async def _play_late(self, table: Table, seat: Seat) -> None:
        for _ in range(_LATE_AT_ONCE):
            at = self._actor.time.now()
            if table.over or table.clocks is None or seat not in table.clocks.out(at):
                return
            await self._actor.play(table, table.late(seat, at))

    async def _bot_plays(self, table: Table, seat: Seat, level: str) -> None:
        match = table.playing()
        question = match.rules.question(match.state)
        # A pause, so that people can follow; but not between the steps of one answer, such as a deployment: nothing
        # has been heard since the last of them. In a negotiation every word is an answer to another.
        heard = question, len(table.stories[seat])
        pause = 0.0 if self._answered.get(seat) == heard else self._context.bot_delay
        number = table.length
        try:
            try:
                thought = self._context.bots.choose(job_for(table, seat, level))
                move, _ = await asyncio.gather(thought, asyncio.sleep(pause))
            except BotFailed:
                move = _encode(match.rules.default(match.state, seat))
            await self._play_for_bot(table, seat, messages.Play(f"bot {number}", question, [msgspec.Raw(move)]), number)
            self._answered[seat] = question, len(table.stories[seat])
        except Exception:
            log.exception("a bot's move was not played")
            return  # it is woken again by whatever happens next, not at once: that could go on forever
        finally:
            self.thinking.discard(seat)
        self._actor.go_on()

    async def _play_for_bot(self, table: Table, seat: Viewer, play: messages.Play, began: int) -> None:
        """The same way as people's moves. A bot that breaks the rules has the default played for it.

        Not one that was overtaken while it thought, as by the end of a proposal it was about to accept: it thinks
        again. ``began`` is how long the table's log was when it started to.
        """
        async with self._actor.lock:
            if not self._actor.is_at(table) or seat is None or table.bot_at(seat) is None:
                return
            try:
                await self._actor.strike(table, self._actor.time.now())
                turn = _bots_turn(table, seat, play, began, self._actor.time.now())
                if turn is not None:
                    await self._actor.play(table, turn)
            except Conflict:
                await self._actor.catch_up()


def _bots_turn(table: Table, seat: Seat, play: messages.Play, began: int, at: int) -> Turn | None:
    """A bot's move, or the default where the rules refuse it; None if it was overtaken."""
    try:
        return table.attempt(seat, play, at)
    except CommandRefused as error:
        if error.code in ("stale", "adjourned", "over") or table.length != began:
            return None
        log.error("a bot's move was refused (%s, %s)", table.game.id, error.code)
    match = table.playing()
    default = msgspec.Raw(_encode(match.rules.default(match.state, seat)))
    return table.attempt(seat, msgspec.structs.replace(play, moves=[default]), at)


def _asked(table: Table) -> list[tuple[Seat, str | None]]:
    """The seats that must decide now, each with the level of the bot that does it; None if that is a guest.

    Before the game these are the guests who have yet to come to the table.
    """
    if table.match is None:
        return [(seat, None) for seat in table.awaited()]
    if table.over or table.adjourned:
        return []
    return [(seat, table.bot_at(seat)) for seat in table.match.asked() if seat >= 0]
