"""Choosing a bot's move, and giving advice: the part that runs in another process.

It gets only what the bot's seat may know.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import GenericAlias
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.bots.guide import Budget
from ludotheque.bots.search import Searcher
from ludotheque.engine.advice import Adviser
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.player import Player
from ludotheque.games import find
from ludotheque.server.runtime.child_process import is_stopped

CACHE_SIZE: Final = 256
"""Bots that are cached between moves."""


class Job(NamedTuple):
    """A move to choose, or to advise. Everything is as the bot's seat sees it, in JSON."""

    table: str
    game: str
    level: str
    seat: int
    seed: str
    story: bytes
    """All events so far."""
    sight: bytes
    legal: bytes
    free: bytes
    deserted: bool = False
    """Whether the table has no viewers."""
    number: int = 0
    """The number of a search, by which it can be stopped."""
    part: int = 0
    """Which of the processes that search together this is."""
    milliseconds: float = 0.0
    """How long a search may take."""


class _CachedPlayer(NamedTuple):
    player: Player
    events_seen: int
    """How many events it has been given."""


_players: OrderedDict[tuple[str, int, str, str], _CachedPlayer] = OrderedDict()


def choose_move(job: Job) -> bytes:
    """The move that a bot chooses."""
    with _bot(job) as bot:
        return msgspec.json.encode(bot.choose(*_situation(job)))


def search_move(job: Job) -> bytes:
    """What a search finds in its part of the worlds (:class:`Findings`)."""
    with _bot(job) as searcher:
        assert isinstance(searcher, Searcher)
        searcher.budget = Budget(milliseconds=job.milliseconds)
        searcher.is_stopped = partial(is_stopped, job.number)
        return msgspec.json.encode(searcher.find(*_situation(job), job.part))


@contextmanager
def _bot(job: Job) -> Iterator[Player]:
    """The bot of a job, cached unless it fails. A cached bot is given only the new events, another one all of them."""
    game = find(job.game)
    story = msgspec.json.decode(job.story, type=list[msgspec.Raw])
    key = (job.table, job.seat, job.seed, job.level)
    cached = _players.pop(key, None)
    if cached is None or cached.events_seen > len(story):
        cached = _CachedPlayer(game.make_player(job.level, job.seat, QuickChance(job.seed)), 0)
    _hear(cached.player, game, story[cached.events_seen :])
    yield cached.player
    _players[key] = _CachedPlayer(cached.player, len(story))
    while len(_players) > CACHE_SIZE:
        _players.popitem(last=False)


def give_advice(job: Job) -> bytes:
    """The advice of a bot that is made anew: the same as long as its seat knows the same, at any worker."""
    game = find(job.game)
    coach = game.make_player(job.level, job.seat, QuickChance(job.seed))
    if not isinstance(coach, Adviser):
        raise TypeError(f"{job.level} gives no advice")
    _hear(coach, game, msgspec.json.decode(job.story, type=list[msgspec.Raw]))
    return msgspec.json.encode(coach.advice(*_situation(job)))


def _hear(player: Player, game: Game, story: Sequence[msgspec.Raw]) -> None:
    event = msgspec.json.Decoder(game.rules.event_type)
    player.hear([event.decode(raw) for raw in story])


def _situation(job: Job) -> tuple[Any, list[Any], list[Any]]:
    """The sight, the legal answers and the free moves of a job."""
    rules = find(job.game).rules
    moves: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(GenericAlias(list, (rules.move_type,)))
    return msgspec.json.decode(job.sight, type=rules.sight_type), moves.decode(job.legal), moves.decode(job.free)
