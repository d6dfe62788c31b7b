"""Choosing a bot's move, and giving advice: the part that runs in another process.

It gets only what the bot's seat may know.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from types import GenericAlias
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.engine.advice import Adviser
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.player import Player
from ludotheque.games import find

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


class _CachedPlayer(NamedTuple):
    player: Player
    events_seen: int
    """How many events it has been given."""


_players: OrderedDict[tuple[str, int, str, str], _CachedPlayer] = OrderedDict()


def choose_move(job: Job) -> bytes:
    """The move that a bot chooses. A cached bot is given only the new events, another one all of them."""
    game = find(job.game)
    story = msgspec.json.decode(job.story, type=list[msgspec.Raw])
    key = (job.table, job.seat, job.seed, job.level)
    cached = _players.pop(key, None)
    if cached is None or cached.events_seen > len(story):
        cached = _CachedPlayer(game.levels[job.level](job.seat, QuickChance(job.seed)), 0)
    _hear(cached.player, game, story[cached.events_seen :])
    move = cached.player.choose(*_situation(job, game))
    _players[key] = _CachedPlayer(cached.player, len(story))
    while len(_players) > CACHE_SIZE:
        _players.popitem(last=False)
    return msgspec.json.encode(move)


def give_advice(job: Job) -> bytes:
    """The advice of a bot that is made anew: the same as long as its seat knows the same, at any worker."""
    game = find(job.game)
    coach = game.levels[job.level](job.seat, QuickChance(job.seed))
    if not isinstance(coach, Adviser):
        raise TypeError(f"{job.level} gives no advice")
    _hear(coach, game, msgspec.json.decode(job.story, type=list[msgspec.Raw]))
    return msgspec.json.encode(coach.advice(*_situation(job, game)))


def _hear(player: Player, game: Game, story: Sequence[msgspec.Raw]) -> None:
    event = msgspec.json.Decoder(game.rules.event_type)
    player.hear([event.decode(raw) for raw in story])


def _situation(job: Job, game: Game) -> tuple[Any, list[Any], list[Any]]:
    """The sight, the legal answers and the free moves of a job."""
    rules = game.rules
    moves: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(GenericAlias(list, (rules.move_type,)))
    return msgspec.json.decode(job.sight, type=rules.sight_type), moves.decode(job.legal), moves.decode(job.free)
