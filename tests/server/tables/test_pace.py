"""The pace of a table's bots: chosen when it is opened, changed by the people who play."""

from __future__ import annotations

import msgspec
import pytest

from ludotheque.protocol import messages
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import events
from ludotheque.server.tables.table import Table
from tests.server.played_table import open_played_table


async def test_pace_is_chosen_at_the_opening_and_shown_on_the_card(parlour: Services) -> None:
    played = await open_played_table(parlour, pace="slow")
    assert [person.card["pace"] for person in (*played.players, played.spectator)] == ["slow"] * 4


async def test_player_changes_the_pace_and_all_are_told(parlour: Services) -> None:
    played = await open_played_table(parlour)
    assert (await played.send(played.players[1], {"t": "pace", "pace": "fast"}))["t"] == "ack"
    for person in (*played.players, played.spectator):
        assert person.card["pace"] == "fast"
        (notice,) = person.last("news")["news"]
        assert (notice["kind"], notice["by"], notice["pace"]) == ("paced", 1, "fast")


async def test_pace_survives_a_restart(parlour: Services) -> None:
    played = await open_played_table(parlour, pace="slow")
    await played.send(played.players[0], {"t": "pace", "pace": "at_once"})
    table = Table.load(played.table.id, await parlour.storage.load(played.table.id))
    assert table.pace == "at_once"


async def test_pace_that_is_the_same_changes_nothing(parlour: Services) -> None:
    played = await open_played_table(parlour)
    length = played.table.length
    assert (await played.send(played.players[0], {"t": "pace", "pace": "normal"}))["t"] == "ack"
    assert played.table.length == length


async def test_spectator_may_not_change_the_pace(parlour: Services) -> None:
    played = await open_played_table(parlour)
    answer = await played.send(played.spectator, {"t": "pace", "pace": "fast"})
    assert (answer["t"], answer["code"]) == ("refused", "no_seat")
    assert played.table.pace == "normal"


def test_unknown_pace_is_not_decoded() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"t":"pace","id":"1","pace":"brisk"}', type=messages.Incoming)


def test_log_of_an_earlier_release_is_played_at_the_normal_pace() -> None:
    opened = {"line": "opened", "game": "parlour", "version": 1, "options": {}, "places": [], "secret": "s"}
    found = events.decode(msgspec.json.encode({**opened, "commitment": "c", "at": 1}))
    assert isinstance(found, events.TableOpened)
    assert found.pace == "normal"
