"""Spectators of a table with a delay: they see moves, clocks and notices late."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import clock
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.views import view_match
from tests.server.played_table import RecordingConnection, open_played_table, wait_until
from tests.server.tables.test_notices import loaded, newcomer
from tests.server.tables.test_votes import carry, propose, vote


def plain(value: Any) -> Any:
    """As it comes over the wire."""
    return json.loads(msgspec.json.encode(value))


async def test_spectator_sees_moves_after_the_delay(parlour: Services) -> None:
    played = await open_played_table(parlour, watch_delay=2)
    table, spectator = played.table, played.spectator
    begun = spectator.received[0]["now"]
    views = [(len(table.stories[None]), view_match(table.playing(), [None])[None].now)]  # how it stood after each move
    luck = random.Random(3)
    match = table.playing()
    assert begun == plain(views[0][1])
    while not table.over:
        seat = luck.choice(match.asked())
        await played.play(seat, json.loads(msgspec.json.encode(luck.choice(match.legal(seat)))))
        if table.over:
            break
        views.append((len(table.stories[None]), view_match(table.playing(), [None])[None].now))
        seq, now = views[max(0, len(views) - 3)]
        assert spectator.shown is not None
        assert (spectator.seq, spectator.shown.now) == (seq, now)
        newcomer = RecordingConnection("guest 7")
        played.actor.connect(newcomer, table, 0)
        welcome = newcomer.received[0]
        assert (welcome["seq"], len(welcome["story"]), welcome["now"]) == (seq, seq, plain(now))
        played.actor.disconnect(newcomer)
        again = Table.load(table.id, await parlour.storage.load(table.id))
        assert (again.story_length(None), again.view([None])[None].now) == (seq, now)
    assert spectator.seq == len(table.stories[None]), "at the end everything is shown"
    assert spectator.shown is not None
    assert spectator.shown.now.sight.outcome is not None
    heard = [entry["seq"] for message in spectator.received for entry in message.get("story", [])]
    assert heard == list(range(1, spectator.seq + 1))


async def test_delay_hides_the_clocks_from_spectators(parlour: Services) -> None:
    played = await open_played_table(parlour, watch_delay=1, clock=LiveClock(60, 5))
    await played.play(0)
    assert played.spectator.received[0]["clocks"] is None
    assert not any(message["t"] == "clocks" for message in played.spectator.received)
    assert played.players[1].last("clocks")


async def test_delayed_spectator_gets_notices_after_the_delay(parlour: Services) -> None:
    played = await open_played_table(parlour, watch_delay=2)
    anne, spectator = played.players[0], played.spectator
    await carry(played, "adjourn")
    await carry(played, "resume")
    early = ["3 moved adjourn", "3 carried adjourn", "3 moved resume", "3 carried resume"]
    assert spectator.notices == anne.notices == early, "they are where everybody is as long as nobody has moved"
    for seat in (0, 1):
        await played.play(seat, {"do": "bid", "coins": seat})
    await propose(played, anne, "end")
    await vote(played, played.players[1], False)
    late = ["5 moved end"]
    assert anne.notices[4:] == late
    assert spectator.notices == (await newcomer(played, "guest 7")).notices == early
    assert (await loaded(parlour, played)).notice_count(None) == 4
    await played.play(2, {"do": "bid", "coins": 3})
    assert spectator.notices == early, "one move further they know of the first bid only"
    await played.play(2)
    assert spectator.notices == early + late
    await vote(played, played.players[2])
    assert played.table.over
    assert spectator.notices == anne.notices
    assert spectator.notices[-1].endswith("carried end")


async def test_notices_of_hidden_moves_are_delayed_with_the_moves(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice of time up comes no earlier than the move itself, even where nothing of the move is seen."""
    monkeypatch.setattr(clock, "GRACE", 100)
    played = await open_played_table(parlour, watch_delay=20, clock=LiveClock(1, 0))
    await wait_until(lambda: any("late" in item for item in played.players[0].notices), 20)
    if not played.table.over:
        assert played.spectator.notices == []
        assert (await newcomer(played, "guest 7")).notices == []
