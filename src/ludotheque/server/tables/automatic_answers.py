"""Automatic answers: the server answers for people, by their :mod:`.standing_answers` or for want of a choice.

What the other seats can see of an answer is the move and when it comes: the seats that are asked are public, and shrink
with every pass. So the time must not tell why an answer came, nor what its seat holds:

- Whether a seat has a standing answer, a single legal answer or neither is known to this module alone. The table's card
  says it to the seat itself, and a change of it is sent to no other connection, not even as an unchanged message.
- Every automatic answer comes after a time drawn anew from one distribution, by a generator that knows nothing of the
  game, counted from the moment at which its seat is asked. Nothing is drawn for seats that are not answered for, and
  nothing that is drawn for one seat depends on another.
- The moves of other seats within the same question neither stop nor restart that time. Nor does a worker's lease:
  tables of games with automatic answers have a responsible worker as long as they go on, whatever the seats hold.
- Where public facts leave all asked seats a single answer, as every seat can work out, the answers come at once.
- An answer is committed and shown as if its seat had sent it; that it was automatic is marked in that seat's own story.

A person who takes longer than the longest such time was not answered for. That does not prove that they have a choice:
people may give single answers themselves, and no other seat learns which people do.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from ludotheque.engine.rules import Move, Seat
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.decision import Decision, decide_moves
from ludotheque.server.tables.standing_answers import present_question
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timeouts import needs_worker

log = logging.getLogger(__name__)

LONGEST: Final = 2.5
"""The longest time of an automatic answer, in times of the shortest, which is a setting."""
_random: Final = secrets.SystemRandom()


def find_answer(table: Table, seat: Seat) -> Move | None:
    """The answer that the server gives for an asked seat; None if it leaves that to its player.

    Only people are answered for: a bot that plays for one answers by itself, and so does a program.
    """
    match = table.match
    present = None if match is None or table.over or table.adjourned else present_question(match)
    if match is None or present is None or seat not in match.asked() or seat not in table.seats.voters():
        return None
    name, question = present
    answer: Move | None = None
    if question.let_be is not None and table.standing.until(seat, name) is not None:
        answer = question.let_be
    elif question.plays_itself and table.standing.gives_single(seat) and _stays_secret(table, seat):
        legal = match.legal(seat)
        answer = legal[0] if len(legal) == 1 else None
    return answer


def decide_answer(table: Table, seat: Seat, question: int, at: int) -> Decision | None:
    """The automatic answer of a seat to the question of that number; None if it is not to be given any more."""
    answer = find_answer(table, seat)
    if answer is None or table.playing().rules.question(table.playing().state) != question:
        return None
    return decide_moves(seat, at, table.playing().attempt(seat, [answer], at), automatic=True)


def _stays_secret(table: Table, seat: Seat) -> bool:
    """Whether a single answer reveals nothing: on a device that goes round, all see that the seat was not given it."""
    return not table.seats.shares_device(seat) or _is_settled(table)


def _is_settled(table: Table) -> bool:
    """Whether public facts leave every seat that is asked a single answer."""
    present = present_question(table.playing())
    return present is not None and present[1].settled is not None and present[1].settled(table.playing().state)


def draw_delay(least: float) -> float:
    """The seconds after which an automatic answer comes: evenly distributed, and independent of everything else."""
    return _random.uniform(least, LONGEST * least)


def start_timer(delay: float, give: Callable[[], None]) -> asyncio.TimerHandle:
    """Call a function after so many seconds."""
    return asyncio.get_running_loop().call_later(delay, give)


class AnsweringTable(Protocol):
    """What automatic answers ask of the actor of a table."""

    async def play_automatic(self, table: Table, decide: Callable[[int], Decision | None]) -> None:
        """Play what ``decide`` makes of the time."""


class _Planned(NamedTuple):
    """An answer that will be given: at which table, to the question of which number, and the timer."""

    table: Table
    question: int
    timer: asyncio.TimerHandle


class AutomaticAnswers:
    """The automatic answers of one table that are about to be given."""

    __slots__ = ("_actor", "_context", "_planned", "_tasks")

    def __init__(self, actor: AnsweringTable, context: TableContext) -> None:
        self._actor = actor
        self._context = context
        self._planned: dict[Seat, _Planned] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def pending(self) -> bool:
        """Whether an answer is about to be given."""
        return bool(self._planned or self._tasks)

    def schedule(self, table: Table) -> None:
        """After a change: plan an answer for every seat that is newly asked, and drop those that are not wanted now."""
        wanted, question = self._find_seats(table)
        for seat, planned in list(self._planned.items()):
            if seat not in wanted or planned.question != question or planned.table is not table:
                planned.timer.cancel()
                del self._planned[seat]
        settled = bool(wanted) and _is_settled(table)
        for seat in wanted:
            if seat not in self._planned:
                give = partial(self._give, table, seat, question)
                delay = 0.0 if settled else draw_delay(self._context.answer_delay)
                self._planned[seat] = _Planned(table, question, start_timer(delay, give))

    async def close(self) -> None:
        """Give no more answers."""
        for planned in self._planned.values():
            planned.timer.cancel()
        self._planned.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _find_seats(self, table: Table) -> tuple[list[Seat], int]:
        """The seats that this worker answers for now, and the number of the question."""
        match = table.match
        if match is None or not self._context.cluster.is_responsible_for(table.id, needs_worker(table)):
            return [], 0
        seats = [seat for seat in match.asked() if find_answer(table, seat) is not None]
        return seats, match.rules.question(match.state)

    def _give(self, table: Table, seat: Seat, question: int) -> None:
        del self._planned[seat]
        self._start(self._actor.play_automatic(table, partial(decide_answer, table, seat, question)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("an automatic answer was not given", exc_info=error)
