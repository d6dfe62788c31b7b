"""Choosing a bot's move: the part that runs in another process. It gets only what the bot's seat may know."""

from __future__ import annotations

from collections import OrderedDict
from types import GenericAlias
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player
from ludotheque.games import find

CACHE_SIZE: Final = 256
"""Bots that are cached between moves."""


class Job(NamedTuple):
    """A move to choose. Everything is as the bot's seat sees it, in JSON."""

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
    rules = game.rules
    story = msgspec.json.decode(job.story, type=list[msgspec.Raw])
    key = (job.table, job.seat, job.seed, job.level)
    cached = _players.pop(key, None)
    if cached is None or cached.events_seen > len(story):
        cached = _CachedPlayer(game.levels[job.level](job.seat, QuickChance(job.seed)), 0)
    event = msgspec.json.Decoder(rules.event_type)
    cached.player.hear([event.decode(raw) for raw in story[cached.events_seen :]])
    moves: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(GenericAlias(list, (rules.move_type,)))
    move = cached.player.choose(
        msgspec.json.decode(job.sight, type=rules.sight_type), moves.decode(job.legal), moves.decode(job.free)
    )
    _players[key] = _CachedPlayer(cached.player, len(story))
    while len(_players) > CACHE_SIZE:
        _players.popitem(last=False)
    return msgspec.json.encode(move)
