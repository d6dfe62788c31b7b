"""A seat at a table, played by a bot: wait for a turn, answer it, until the game is over."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self, TypedDict, Unpack

import msgspec

from ludotheque.client.bot import Bot, Choice, Turn
from ludotheque.client.client import Address, Client
from ludotheque.client.connection import Connection
from ludotheque.client.errors import BadAddress, MoveRefused, NotSeated
from ludotheque.engine import rules
from ludotheque.engine.record import Record
from ludotheque.protocol import messages

_OVERTAKEN = ("stale", "over", "adjourned", "proxied")
"""Refusals that are not the bot's mistake: the state changed while it thought."""

_encode = msgspec.json.Encoder().encode


class Ended(NamedTuple):
    """A game that is over."""

    table: messages.TableCard
    seat: rules.Seat
    outcome: rules.Outcome | None
    """How it ended; None if the table voted to end it."""
    record: Record
    """All of it, with the secret behind its luck."""
    kept: bool | None
    """Whether the record has the commitment that we were shown and the nonce that we sent; None if we sent none."""

    @property
    def won(self) -> bool:
        """Whether our seat has won."""
        return self.outcome is not None and self.seat in self.outcome.winners


class Seat:
    """Our seat at a table. Use it with ``async with``.

    With ``eager`` a turn also comes whenever something has changed and we may act without being asked; a bot
    that does not want to returns None.
    """

    def __init__(self, client: Client, table: str, eager: bool = False) -> None:
        self.connection = Connection(client, table)
        self._client = client
        self._eager = eager
        self._passed = 0
        # Ids are remembered for as long as the table is: another run of the same program must have others.
        self._run, self._count = secrets.token_hex(8), itertools.count(1)

    async def __aenter__(self) -> Self:
        await self.connection.__aenter__()
        card = self.connection.card
        if card.you is None:
            await self.connection.__aexit__()
            raise NotSeated("we have no seat at this table: join it first")
        if card.you in card.awaited:  # it is kept for us, and the game waits for our nonce
            await self._client.join(card.id, card.commitment)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.connection.__aexit__()

    @property
    def number(self) -> rules.Seat:
        """Which seat it is."""
        seat = self.connection.card.you
        assert seat is not None, "checked on arrival, and seats are kept"
        return seat

    async def turn(self) -> Turn | None:
        """Wait until we are asked; None once the game is over. A bot that plays in our place is replaced first."""
        connection = self.connection
        while True:
            await connection.until(self._something_to_do)
            if connection.card.over:
                return None
            if self._replaced():
                await connection.ask(messages.TakeBackSeat(self._id()))
                await connection.until(lambda: connection.card.over or not self._replaced())
                continue
            assert connection.now is not None
            return Turn(connection.card, self.number, connection.now, connection.take(), connection.version)

    async def play(self, turn: Turn, choice: Choice) -> bool:
        """Answer a turn; return whether that was played. If the state changed meanwhile it was not: take the next turn.

        A move of ``turn.free`` may be played too. Raises :class:`MoveRefused` for a mistake of the bot's own.
        """
        if choice is None:
            self._passed = turn.version
            return False
        moves = choice if isinstance(choice, list) else [choice]
        raw = [msgspec.Raw(_encode(move)) for move in moves]
        answer = await self.connection.ask(messages.Play(self._id(), turn.question, raw))
        if isinstance(answer, messages.Ack):
            return True
        if answer.code in _OVERTAKEN or (answer.code == "rule" and self.connection.version != turn.version):
            return False
        raise MoveRefused(answer.code, answer.refusal, moves)

    async def say(self, text: str, to: Sequence[rules.Seat] | None = None) -> None:
        """Send a chat message to the table, or to some seats only."""
        answer = await self.connection.ask(messages.Say(self._id(), text, list(to) if to is not None else None))
        if isinstance(answer, messages.Refused):
            raise MoveRefused(answer.code, answer.refusal, text)

    async def ended(self) -> Ended:
        """How the game ended; only once it has."""
        card, now = self.connection.card, self.connection.now
        outcome = now.sight.get("outcome") if now is not None and card.ended is None else None
        read = msgspec.json.decode(outcome, type=rules.Outcome | None) if outcome is not None else None
        record, promise = await self._client.record(card.id), self._client.promises.get(card.id)
        kept = None if promise is None else promise.kept(record, self.number)
        return Ended(card, self.number, read, record, kept)

    def _id(self) -> str:
        return f"{self._run}-{next(self._count)}"

    def _replaced(self) -> bool:
        """Whether a bot of the server plays for us, since we were away for too long."""
        return self.connection.card.seats[self.number].proxy is not None

    def _something_to_do(self) -> bool:
        card, now = self.connection.card, self.connection.now
        if card.over:
            return True
        if now is None or card.adjourned:
            return False
        if self._replaced():
            return True
        return self.connection.version > self._passed and bool(now.legal or (self._eager and now.free))


async def sit(client: Client, table: str, bot: Bot, eager: bool = False) -> Ended:
    """Play a seat that is ours already, to the end of the game."""
    async with Seat(client, table, eager) as seat:
        while (turn := await seat.turn()) is not None:
            await seat.play(turn, await _decide(bot, turn))
        return await seat.ended()


class PlayOptions(TypedDict, total=False):
    """Options of :func:`play`."""

    name: str
    """The bot's name at the table; “Program” by default."""
    game: str
    """The game of the table to open ..."""
    chairs: Sequence[str]
    """... who takes each seat, see :meth:`Client.open` ..."""
    options: Mapping[str, Any]
    """... its options ..."""
    public: bool
    """... and whether it is shown in the lobby."""
    guest: str
    """The session cookie of an earlier run: see :attr:`Client.guest`."""
    eager: bool
    """Whether turns come also when we are not asked: see :class:`Seat`."""


async def play_async(url: str, bot: Bot, **options: Unpack[PlayOptions]) -> Ended:
    """Play one game, to its end.

    ``url`` is the link of a table, where the bot takes the first free seat (or, by a claim link, its own again);
    or the address of a server, where it opens a table of a ``game`` with ``chairs``.
    """
    address = Address.read(url)
    async with Client(url, options.get("name", "Program"), options.get("guest")) as client:
        if address.table is None:
            game, chairs = options.get("game"), options.get("chairs", ())
            if game is None or "me" not in chairs:
                raise BadAddress("say which table: its link, or a game and its chairs, “me” among them")
            card = await client.open(game, chairs, options.get("options"), public=options.get("public", False))
        elif address.claim is not None:
            card = await client.claim(address.table, address.claim)
        else:
            card = await client.join(address.table)
        return await sit(client, card.id, bot, options.get("eager", False))


def play(url: str, bot: Bot, **options: Unpack[PlayOptions]) -> Ended:
    """:func:`play_async` for programs that do nothing else meanwhile."""
    return asyncio.run(play_async(url, bot, **options))


async def _decide(bot: Bot, turn: Turn) -> Choice:
    """Call the bot. A plain function runs in a thread of its own, so that the connection stays alive."""
    choice = bot(turn) if _is_async(bot) else await asyncio.to_thread(bot, turn)
    return await choice if inspect.isawaitable(choice) else choice


def _is_async(bot: Bot) -> bool:
    return inspect.iscoroutinefunction(bot) or inspect.iscoroutinefunction(type(bot).__call__)
