"""The coach of a table: the best bot gives advice to a player who asks for it.

It thinks in a bot process, from what the player's seat knows. That the player has its advice is committed before they
are answered, and shown to all; the advice itself is sent to the connection that asked and kept nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from ludotheque.engine.advice import Advice
from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.bots.pool import BotFailed
from ludotheque.server.bots.worker import Job
from ludotheque.server.rate_limit import RateLimiter, Verdict
from ludotheque.server.storage import StorageError
from ludotheque.server.tables import commands
from ludotheque.server.tables.commands import Requester
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.events import TableEvent
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timers import bot_job

PER_MINUTE: Final = 20
"""How often a guest may ask in a minute: a bot thinks for every answer."""


class CoachedTable(Protocol):
    """What the coach asks of the actor of a table."""

    async def execute(self, decide: Callable[[Table, int], Sequence[TableEvent]]) -> Table:
        """Run a command that ``decide`` turns into events."""
        ...

    async def run_command(
        self, connection: Connection, message: messages.Incoming
    ) -> messages.Ack | messages.Allowed | messages.Refused:
        """Decide a command and commit it; its answer."""
        ...


class _Question(NamedTuple):
    """What is to be advised: the task for the bot, and the length of the player's story."""

    seat: Seat
    job: Job
    seen: int


class Coach:
    """Gives advice to the players of one table."""

    __slots__ = ("_actor", "_context", "_limits")

    def __init__(self, actor: CoachedTable, context: TableContext) -> None:
        self._actor = actor
        self._context = context
        self._limits: dict[str | None, RateLimiter] = {}

    async def advise(
        self, connection: Connection, message: messages.Advise
    ) -> messages.AdviceMessage | messages.Refused:
        """Let the bot think, commit that the player has its advice, and answer.

        The table goes on meanwhile. If the player has seen something new by then, the advice is stale.
        """
        try:
            self._limit(connection.guest)
            asked: list[_Question] = []

            def look(table: Table, _at: int) -> Sequence[TableEvent]:
                asked.append(self._question(table, connection, message))
                return ()

            table = await self._actor.execute(look)
            advice = await self._context.bots.advise(asked[-1].job)
        except CommandRefused as error:
            return messages.Refused(message.id, error.code)
        except BotFailed:
            return messages.Refused(message.id, "no_advice")
        except StorageError:
            return messages.Refused(message.id, "not_saved")
        answer = await self._actor.run_command(connection, message)
        if isinstance(answer, messages.Refused):
            return answer
        if len(table.stories[asked[-1].seat]) != asked[-1].seen:
            return messages.Refused(message.id, "stale")
        return messages.AdviceMessage(message.id, message.question, msgspec.json.decode(advice, type=Advice))

    def _question(self, table: Table, connection: Connection, message: messages.Advise) -> _Question:
        seat = commands.advised_seat(table, Requester.of(connection, table, self._context.signer), message)
        job = bot_job(table, seat, str(table.game.coach), "advice")
        return _Question(seat, job, len(table.stories[seat]))

    def _limit(self, guest: str | None) -> None:
        limit = self._limits.setdefault(guest, RateLimiter(PER_MINUTE, 60.0))
        if limit.count(asyncio.get_running_loop().time()) is not Verdict.ACCEPT:
            raise CommandRefused("too_fast")
