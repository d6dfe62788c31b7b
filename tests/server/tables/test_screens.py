"""Shared screens: spectators whose presence the players learn of, and to whom the delay does not apply in private."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludotheque.protocol.close_codes import BAD_REQUEST
from tests.server.client import FRIEND, ME, Guest, Json, TableSocket, any_move, deployed, two_at_a_table
from tests.server.running import Running


def ply(line: TableSocket) -> int:
    """How many moves a viewer knows of."""
    assert line.now is not None
    count: int = line.now["sight"]["ply"]
    return count


def bare(message: str) -> Json:
    """A message without what each guest has of their own."""
    found: Json = json.loads(message)
    found["table"]["who"] = None
    return found


async def test_screen_is_sent_the_spectators_view_even_with_the_cookie_of_a_seat(server: Running) -> None:
    anne, bruno = await deployed(server)
    screen = await anne.guest.watch_on_screen(anne.table)
    spectator = await Guest(server, "Zoé").sit(anne.table)
    assert bare(screen.received[0]) == bare(spectator.received[0])
    assert (screen.card["you"], screen.card["claim"], screen.card["who"]) == (None, None, None)
    assert screen.now is not None
    assert anne.now is not None
    assert set(screen.now["sight"]["letters"]) == {"?"}, "it knows no piece of either army"
    assert set(anne.now["sight"]["letters"]) > {"?"}
    for mover in (anne, bruno):
        await mover.until(lambda mover=mover: mover.to_move)  # type: ignore[misc]
        assert (await mover.play(any_move(mover, random.Random(1))))["t"] == "ack"
    for line in (screen, spectator):
        await line.until(lambda line=line: ply(line) == 2)  # type: ignore[misc]
    progress = [[text for text in line.received if '"t":"progress"' in text] for line in (screen, spectator)]
    assert progress[0] == progress[1]


async def test_nothing_is_played_on_a_screen(server: Running) -> None:
    anne, _ = await deployed(server)
    screen = await anne.guest.watch_on_screen(anne.table)
    assert (await screen.play(any_move(anne, random.Random(1))))["code"] == "no_seat"
    assert anne.to_move


async def test_players_learn_of_a_screen_until_the_last_one_is_closed(server: Running) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(ME, FRIEND))["id"]
    socket = await anne.sit(table)
    assert not socket.card["screen"]
    first = await Guest(server, "Zoé").watch_on_screen(table)
    assert first.card["screen"]
    await socket.until(lambda: socket.card["screen"])
    assert (await bruno.join(table))["screen"], "it is on the card of those who come later, too"
    await first.until(lambda: first.now is not None)
    second = await anne.watch_on_screen(table)
    await first.close()
    assert (await anne.get(f"/api/tables/{table}"))["screen"]
    await second.close()
    await socket.until(lambda: not socket.card["screen"])


async def test_screen_is_no_player_who_has_come_back(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    screen = await bruno.guest.watch_on_screen(bruno.table)
    await bruno.close()
    await anne.until(lambda: not anne.card["seats"][1]["here"])
    await screen.until(lambda: not screen.card["seats"][1]["here"])
    assert screen.card["seats"][0]["here"]


async def test_screen_of_a_private_table_learns_of_the_rematch_and_spectators_do_not(server: Running) -> None:
    anne, bruno = await deployed(server, public=False)
    screen = await Guest(server, "Zoé").watch_on_screen(anne.table)
    spectator = await Guest(server, "Yves").sit(anne.table)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    await screen.until(lambda: screen.card["over"])
    assert screen.card["rematch"] is None
    again = await bruno.guest.post(f"/api/tables/{bruno.table}/rematch", {})
    await screen.until(lambda: screen.card["rematch"] is not None)
    assert screen.card["rematch"] == {"table": again["id"], "by": 1}
    assert (screen.card["you"], screen.card["rematch_of"], screen.card["claim"]) == (None, None, None)
    late = await Guest(server, "Xavier").watch_on_screen(anne.table)
    assert late.card["rematch"] == screen.card["rematch"], "a screen that is reloaded follows, too"
    await spectator.receive_until("seats")
    assert spectator.card["rematch"] is None


async def test_screen_of_a_public_table_gets_no_invitation_to_the_rematch(server: Running) -> None:
    anne, bruno = await deployed(server, public=True)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    await bruno.guest.post(f"/api/tables/{bruno.table}/rematch", {})
    screen = await Guest(server, "Zoé").watch_on_screen(anne.table)
    assert screen.card["over"]
    assert screen.card["rematch"] is None


async def play(mover: TableSocket) -> None:
    await mover.until(lambda: mover.to_move)
    assert (await mover.play(any_move(mover, random.Random(2))))["t"] == "ack"


@pytest.mark.parametrize("public", [False, True], ids=["private", "public"])
async def test_delay_applies_to_screens_at_public_tables_alone(server: Running, public: bool) -> None:
    order: dict[str, Any] = {"public": public, "watch_delay": 2, "clock": {"kind": "live", "bank": 600, "increment": 5}}
    anne, bruno = await deployed(server, **order)
    screen = await anne.guest.watch_on_screen(anne.table)
    spectator = await Guest(server, "Zoé").sit(anne.table)
    for count, mover in enumerate((anne, bruno, anne, bruno), 1):
        await play(mover)
        for line, seen in ((screen, count - 2 if public else count), (spectator, count - 2)):
            await line.until(lambda line=line, seen=seen: ply(line) >= seen)  # type: ignore[misc]
            assert ply(line) == max(0, seen)
    assert (screen.clocks is None) == public, "a running clock would reveal who is asked now"
    assert spectator.clocks is None
    late = await bruno.guest.watch_on_screen(bruno.table)
    assert late.story == screen.story
    assert late.now == screen.now


async def test_unknown_view_is_refused(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    socket = TableSocket(anne.guest, anne.table, query="view=television")
    with pytest.raises(Exception, match=str(BAD_REQUEST)):
        await socket.connect()
