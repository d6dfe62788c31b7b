"""Where bots think: the part that runs in a process of its own. It knows only what their seats know."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections import OrderedDict
from multiprocessing import connection, parent_process
from types import GenericAlias
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player
from ludotheque.games import find, shelf

PLAYERS_KEPT: Final = 256


class Job(NamedTuple):
    """A decision to be made. Everything is as its seat sees it, in JSON."""

    table: str
    game: str
    level: str
    seat: int
    seed: str
    story: bytes
    """Every event so far."""
    sight: bytes
    legal: bytes
    free: bytes


class _Known(NamedTuple):
    player: Player
    heard: int


_players: OrderedDict[tuple[str, int, str, str], _Known] = OrderedDict()


def prepare() -> None:
    """Set a fresh process up: it yields to the server, leaves Ctrl-C to it, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_follow_parent, daemon=True).start()


def open_box(game: str) -> None:
    """Have one game at hand; one that is not there is missed when it is played."""
    with contextlib.suppress(LookupError):
        find(game)


def get_ready() -> None:
    """Have every game at hand before the first of them is played."""
    shelf()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def think(job: Job) -> bytes:
    """The move a bot chooses. A player is kept between moves and hears only what is new; a lost one hears it all."""
    game = find(job.game)
    rules = game.rules
    story = msgspec.json.decode(job.story, type=list[msgspec.Raw])
    key = (job.table, job.seat, job.seed, job.level)
    known = _players.pop(key, None)
    if known is None or known.heard > len(story):
        known = _Known(game.levels[job.level](job.seat, QuickChance(job.seed)), 0)
    event = msgspec.json.Decoder(rules.event_type)
    known.player.hear([event.decode(raw) for raw in story[known.heard :]])
    moves: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(GenericAlias(list, (rules.move_type,)))
    move = known.player.choose(
        msgspec.json.decode(job.sight, type=rules.sight_type), moves.decode(job.legal), moves.decode(job.free)
    )
    _players[key] = _Known(known.player, len(story))
    while len(_players) > PLAYERS_KEPT:
        _players.popitem(last=False)
    return msgspec.json.encode(move)
