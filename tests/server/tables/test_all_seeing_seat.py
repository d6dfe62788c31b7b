"""A seat that sees all cards says nothing to those who play on; and a guest who has left is called at the end."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ludotheque.server.runtime.services import Services
from tests.engine.parlour.game import GAME
from tests.server.client import ME, Guest, TableSocket, bot
from tests.server.notifications.push_service import PushService, Subscriber
from tests.server.played_table import Json, open_played_table
from tests.server.running import Running


def say(text: str, **more: object) -> Json:
    return {"t": "say", "text": text, **more}


@pytest.fixture
def bruno_sees_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME.rules), "sees_everything", lambda rules, state, seat: seat == 1)


@pytest.mark.usefixtures("bruno_sees_all")
async def test_all_seeing_seat_may_not_chat_during_the_game(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    for message in (say("il a menti"), say("il a menti", to=[0]), say("il a menti", to=[0, 2])):
        assert (await played.send(bruno, message))["code"] == "all_seeing"
    assert anne.chat == chloe.chat == bruno.chat == played.spectator.chat == []
    assert (await played.send(anne, say("et toi, Bruno ?")))["t"] == "ack"
    assert bruno.chat == ["et toi, Bruno ?"], "listening is allowed"


@pytest.mark.usefixtures("bruno_sees_all")
async def test_all_seeing_seat_chats_again_once_the_game_is_over(parlour: Services) -> None:
    played = await open_played_table(parlour)
    await played.play(0, {"do": "leave"})
    assert played.table.over
    assert (await played.send(played.players[1], say("je savais tout")))["t"] == "ack"
    assert played.players[0].chat == ["je savais tout"]


async def gives_up(socket: TableSocket) -> None:
    """Play to one's own turn, and leave the game of Stratagem; another player inherits."""
    while True:
        await socket.until(lambda: bool(socket.now and socket.now["legal"]))
        assert socket.now is not None
        stage, before = socket.now["sight"]["stage"], socket.seq
        answer = await socket.play({"do": "resign"} if stage == "turn" else socket.now["legal"][0])
        assert answer["t"] == "ack", answer
        await socket.until(lambda before=before: socket.seq > before)  # type: ignore[misc]
        if stage == "heir":
            return


async def test_eliminated_player_sees_all_cards_and_may_not_chat(server: Running) -> None:
    anne, zoe = Guest(server, "Anne"), Guest(server, "Zoé")
    table = (await anne.open(ME, *[bot("random")] * 3, game="stratagem"))["id"]
    async with await anne.sit(table) as hers, await zoe.sit(table) as looking_on:
        await gives_up(hers)
        assert hers.now is not None
        assert hers.now["free"] == [{"do": "watch"}]
        assert hers.now["sight"]["programmes"] == []
        assert (await hers.ask("say", text="bonne chance"))["t"] == "ack"
        assert (await hers.play({"do": "watch"}))["t"] == "ack"
        await hers.until(lambda: bool(hers.now and hers.now["sight"]["programmes"]))
        assert len(hers.now["sight"]["programmes"]) == 4
        answer = await hers.ask("say", text="la place 2 a un secret")
        assert answer["code"] == "all_seeing"
        await looking_on.until(lambda: bool(looking_on.now and looking_on.now["sight"]["watching"]))
        assert looking_on.now is not None
        assert looking_on.now["sight"]["programmes"] == []
        assert 'un secret"' not in "".join(looking_on.received)


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService() as service:
        yield service


@pytest.fixture
def server_with_push(tmp_path: Path) -> Iterator[Running]:
    """A server that may use a push service on this machine, without delay."""
    running = Running(tmp_path / "ludotheque.db", "--push-nearby", "--push-delay", "0.05").start()
    yield running
    running.stop()


@pytest.mark.parametrize(("lang", "text"), [("fr", "La partie est finie."), ("en", "The game is over.")])
async def test_disconnected_guest_is_notified_when_the_game_is_over(
    server_with_push: Running, service: PushService, lang: str, text: str
) -> None:
    anne, bruno = Guest(server_with_push, "Anne"), Guest(server_with_push, "Bruno")
    table = (await anne.open(ME, {"kind": "friend"}))["id"]
    await bruno.join(table)
    browser = Subscriber()
    answer = await anne.http.post("/api/calls", json=browser.subscription(f"{service.address}/anne", lang))
    assert answer.status_code == 204
    async with await bruno.sit(table) as socket:
        answer = await bruno.http.post("/api/calls", json=Subscriber().subscription(f"{service.address}/bruno"))
        assert answer.status_code == 204
        assert (await socket.play({"do": "resign"}))["t"] == "ack"
        while True:
            path, _, body = await service.next()
            assert path == "/anne", "a connected guest is not notified"
            call = json.loads(browser.read(body))
            if call["text"] == text:
                break
    assert call["table"] == table
    assert call["game"] == "stratego"
