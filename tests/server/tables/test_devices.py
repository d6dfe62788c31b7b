"""Devices that go round the table: one guest plays several seats, and a connection is sent what one of them knows."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.engine import record
from ludotheque.engine.game import Game
from ludotheque.games import find, shelf
from ludotheque.protocol import http, messages
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage.guest_data import ERASED_NAME
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.devices import companion_id, device_guest, is_companion, renamed
from ludotheque.server.tables.events import SeatPlan, SeatTaken, TableOpened
from ludotheque.server.tables.reaction_time import FOREVER, ReactionTime
from ludotheque.server.tables.table import Table
from tests.server.client import FRIEND, FULL_ARMY, ME, SETUP, Guest, Json, TableSocket, any_move, bot
from tests.server.moderation.test_reports import decide, join_as_moderator, send_report
from tests.server.paired_games import MovePair, find_paired_games, hides_something
from tests.server.played_table import RecordingConnection
from tests.server.running import Running
from tests.server.tables.test_secrecy import bare

BRUNO = {"kind": "here", "name": "Bruno"}
_numbers = itertools.count(1)


async def bring_nonces(guest: Guest, card: Json) -> Json:
    """Bring a nonce for every seat of a guest's device, as its browser does; the card of the last."""
    for seat in card["yours"]:
        body = {"name": "–", "nonce": f"nonce {seat}", "seat": seat}
        card = await guest.post(f"/api/tables/{card['id']}/join", body)
    return card


async def open_device(server: Running, *seats: Json, **order: Any) -> tuple[Guest, Json]:
    """A device with Anne and others, at a table whose game has begun."""
    anne = Guest(server, "Anne")
    return anne, await bring_nonces(anne, await anne.offer(ME, *(seats or (BRUNO,)), **order))


async def view(guest: Guest, table: str, of: int | str) -> TableSocket:
    """Connect to a table as one of the seats of a device, or as none."""
    socket = TableSocket(guest, table, query=f"since=0&view={of}")
    socket._ids = _numbers  # ids are a seat's own, whichever connection they come over
    await socket.connect()
    return socket


# --- opening and joining ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([ME, ME], "“here”"),
        ([FRIEND, BRUNO], "take a seat yourself"),
        ([ME, {"kind": "here"}], "have a name"),
        ([ME, {"kind": "friend", "name": "Bruno"}], "only they"),
        ([{"kind": "me", "name": "Anne"}, FRIEND], "only they"),
        ([ME, {**BRUNO, "level": "random"}], "only bots"),
    ],
)
async def test_seats_that_make_no_device_are_refused(server: Running, seats: list[Json], words: str) -> None:
    anne = Guest(server, "Anne")
    refused = await anne.offer(*seats, status=400)
    assert refused["code"] == "bad_chairs"
    assert words in refused["detail"]
    assert (await anne.get("/api/mine"))["tables"] == []


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"clock": {"kind": "live", "bank": 600}}, "without a clock"),
        ({"clock": {"kind": "days", "days": 3}}, "without a clock"),
        ({"public": True}, "at a private table"),
    ],
)
async def test_table_of_a_device_is_private_and_without_a_clock(server: Running, order: Json, words: str) -> None:
    anne = Guest(server, "Anne")
    refused = await anne.offer(ME, BRUNO, FRIEND, game="koalition", status=400, **order)
    assert refused["code"] == "shared_device"
    assert words in refused["detail"]
    assert (await anne.get("/api/mine"))["tables"] == []
    assert (await anne.offer(ME, FRIEND, FRIEND, game="koalition", **order))["seats"], "others may have both"


async def test_lists_say_your_turn_for_every_seat_of_a_device(server: Running) -> None:
    anne = Guest(server, "Anne")
    card = await anne.offer(ME, BRUNO)

    async def turn() -> bool:
        (line,) = (await anne.get("/api/mine"))["tables"]
        assert line["you"] == 0
        found: bool = line["your_turn"]
        return found

    path = f"/api/tables/{card['id']}/join"
    await anne.post(path, {"name": "–", "nonce": "of Anne", "seat": 0})
    assert await turn(), "Bruno has not brought a nonce"
    await anne.post(path, {"name": "–", "nonce": "of Bruno", "seat": 1})
    first, second = [await view(anne, card["id"], seat) for seat in (0, 1)]
    assert (await first.play(*SETUP))["t"] == "ack"
    assert await turn(), "Bruno has not deployed"
    assert (await second.play(*SETUP))["t"] == "ack"
    for mover in (first, second):
        await mover.until(lambda mover=mover: mover.to_move)  # type: ignore[misc]
        assert await turn()
        assert (await mover.play(any_move(mover, random.Random(1))))["t"] == "ack"
    assert (await first.play({"do": "resign"}))["t"] == "ack"
    await second.until(lambda: second.card["over"])
    assert not await turn()


async def test_turn_of_a_device_is_nobody_elses(server: Running) -> None:
    anne, card = await open_device(server, BRUNO, FRIEND, game="koalition")
    chloe = Guest(server, "Chloé")
    await chloe.join(card["id"])
    lines = {0: await view(anne, card["id"], 0), 1: await view(anne, card["id"], 1), 2: await chloe.sit(card["id"])}
    for voter in (0, 2):  # who begins is elected
        await lines[voter].until(lambda voter=voter: lines[voter].to_move)  # type: ignore[misc]
        assert (await lines[voter].play(any_move(lines[voter], random.Random(1))))["t"] == "ack"
    turns = [(await guest.get("/api/mine"))["tables"][0]["your_turn"] for guest in (anne, chloe)]
    assert turns == [True, False], "Bruno’s ballot is missing"


@pytest.mark.parametrize("name", ["", " ", "x" * 25, 7])
async def test_names_on_a_device_are_as_those_of_guests(server: Running, name: object) -> None:
    anne = Guest(server, "Anne")
    refused = await anne.offer(ME, {"kind": "here", "name": name}, status=400)
    assert refused["code"] == "bad_request"


async def test_every_seat_of_a_device_is_kept_and_brings_its_own_nonce(server: Running) -> None:
    anne = Guest(server, "Anne")
    card = await anne.offer(ME, {"kind": "here", "name": "  Bruno   B. "})
    assert [(seat["kind"], seat["name"]) for seat in card["seats"]] == [("human", "Anne"), ("human", "Bruno B.")]
    assert (card["you"], card["yours"], card["awaited"], card["started"]) == (0, [0, 1], [0, 1], False)
    path = f"/api/tables/{card['id']}/join"
    first = await anne.post(path, {"name": "–", "nonce": "of Bruno", "seat": 1})
    assert (first["you"], first["nonce"], first["awaited"], first["yours"]) == (1, "of Bruno", [0], [0, 1])
    again = await anne.post(path, {"name": "–", "nonce": "another", "seat": 1})
    assert again["nonce"] == "of Bruno", "the first counts"
    last = await anne.post(path, {"name": "–", "nonce": "of Anne"})
    assert (last["you"], last["nonce"], last["started"]) == (0, "of Anne", True)
    assert [seat["name"] for seat in last["seats"]] == ["Anne", "Bruno B."]


async def test_seats_of_others_are_not_on_a_device(server: Running) -> None:
    anne, card = await open_device(server, BRUNO, FRIEND, game="koalition")
    stranger = Guest(server, "Zoé")
    path, body = f"/api/tables/{card['id']}", {"name": "Zoé", "nonce": "z", "seat": 1}
    assert (await stranger.post(f"{path}/join", body, 403))["code"] == "not_your_seat"
    assert (await anne.post(f"{path}/join", {**body, "seat": 2}, 403))["code"] == "not_your_seat"
    assert (await anne.post(f"{path}/join", {**body, "seat": 99}, 403))["code"] == "not_your_seat"
    assert (await anne.post(f"{path}/join", {**body, "seat": -1}, 400))["code"] == "bad_request"
    assert (await stranger.get(f"{path}/text?lang=fr&seat=1", 403))["code"] == "not_your_seat"
    assert not (await anne.get(path))["started"]
    joined = await stranger.post(f"{path}/join", {"name": "Zoé", "nonce": "z"})
    assert (joined["you"], joined["yours"], joined["started"]) == (2, [2], True)


@pytest.mark.parametrize("of", ["1", "7"])
async def test_socket_of_a_seat_elsewhere_is_closed(server: Running, of: str) -> None:
    _, card = await open_device(server)
    socket = TableSocket(Guest(server, "Zoé"), card["id"], query=f"view={of}")
    refused = await socket.connect()
    assert (refused["t"], refused["code"]) == ("refused", "not_your_seat")
    assert await socket.closed() == 4409


@pytest.mark.parametrize("of", ["-1", "x", "123", "own,1", ""])
async def test_view_that_is_none_is_a_bad_request(server: Running, of: str) -> None:
    anne, card = await open_device(server)
    socket = TableSocket(anne, card["id"], query=f"view={of}")
    with pytest.raises(Exception, match="4400"):
        await socket.connect()


# --- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_whole_game_on_a_device_is_played_verified_and_played_again(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    data = tmp_path / "log.db" if kind == "sqlite" else request.getfixturevalue("postgres_address")
    server = Running(data).start()
    try:
        anne, card = await open_device(server)
        table = card["id"]
        for seat in (0, 1):
            async with await view(anne, table, seat) as hand:
                assert (hand.seat, hand.card["yours"]) == (seat, [0, 1])
                assert (await hand.play(*SETUP))["t"] == "ack"
        async with await view(anne, table, 0) as hand:
            assert hand.now is not None
            assert (await hand.play(hand.now["legal"][0]))["t"] == "ack"
        server.kill()
        server.start()
        async with await view(anne, table, 1) as hand:
            assert hand.to_move
            assert hand.now is not None
            assert hand.now["sight"]["letters"][40:] == FULL_ARMY
            assert (await hand.play({"do": "resign"}))["t"] == "ack"
        played = record.read((await anne.http.get(f"/api/tables/{table}/record")).content)
        assert played.header.players == ["Anne", "Bruno"]
        assert played.header.nonces == ["nonce 0", "nonce 1"]
        verdict = record.verify(find("stratego"), played)
        assert verdict.sealed
        assert verdict.chosen == []

        again = await anne.post(f"/api/tables/{table}/rematch", {})
        assert [seat["name"] for seat in again["seats"]] == ["Bruno", "Anne"], "sides are exchanged"
        assert (again["you"], again["yours"], again["awaited"]) == (1, [0, 1], [0, 1])
        assert (await bring_nonces(anne, again))["started"]
        async with await view(anne, again["id"], 0) as hand:
            assert (hand.seat, hand.to_move) == (0, True)
    finally:
        server.stop()


async def test_device_between_two_players_is_a_spectator_without_delay(server: Running) -> None:
    anne, card = await open_device(server, watch_delay=5)
    for seat in (0, 1):
        async with await view(anne, card["id"], seat) as hand:
            assert (await hand.play(*SETUP))["t"] == "ack"
    between, spectator = await view(anne, card["id"], "public"), await Guest(server, "Zoé").sit(card["id"])
    assert (between.seat, between.card["yours"], between.card["claim"]) == (None, [0, 1], None)
    assert (spectator.card["yours"], spectator.now and spectator.now["sight"]["turn"]) == ([], None)
    async with await view(anne, card["id"], 0) as hand:
        assert hand.now is not None
        assert (await hand.play(hand.now["legal"][0]))["t"] == "ack"
    await between.until(lambda: between.now is not None and between.now["sight"]["turn"] == 1)
    assert between.now is not None
    assert "M" not in between.now["sight"]["letters"]
    text = json.dumps(await anne.get(f"/api/tables/{card['id']}/text?lang=fr"))
    assert "drapeau" not in text, "without a seat it is for the whole room"
    assert "drapeau" in json.dumps(await anne.get(f"/api/tables/{card['id']}/text?lang=fr&seat=1"))


async def test_commands_between_two_players_are_refused(server: Running) -> None:
    anne, card = await open_device(server)
    between = await view(anne, card["id"], "public")
    for message in (
        {"t": "play", "question": 0, "moves": SETUP},
        {"t": "why", "question": 0, "moves": SETUP[:1]},
        {"t": "propose", "kind": "end"},
        {"t": "vote", "motion": 1, "yes": True},
        {"t": "back"},
        {"t": "fill", "seat": 0, "level": "random"},
        {"t": "pace", "pace": "fast"},
        {"t": "single", "given": False},
        {"t": "advise", "question": 0},
    ):
        answer = await between.ask(**message)
        assert (answer["t"], answer["code"]) == ("refused", "no_seat"), message
    assert (await between.ask("say", text="bonjour"))["t"] == "refused"


async def test_all_seats_of_a_device_are_present_while_one_of_them_is_connected(server: Running) -> None:
    anne, card = await open_device(server, BRUNO, FRIEND, game="koalition")
    zoe = Guest(server, "Zoé")
    await zoe.join(card["id"])
    watching = await zoe.sit(card["id"])
    for of in ("public", 1, 0):
        async with await view(anne, card["id"], of):
            await watching.until(lambda: [seat["here"] for seat in watching.card["seats"]] == [True, True, True])
        await watching.until(lambda: [seat["here"] for seat in watching.card["seats"]] == [False, False, True])


async def test_seats_of_a_device_vote_each_for_themselves(server: Running) -> None:
    anne, card = await open_device(server)
    async with await view(anne, card["id"], 0) as hand:
        assert (await hand.ask("propose", kind="end"))["t"] == "ack"
        await hand.until(lambda: hand.card["motion"] is not None)
        assert (hand.card["motion"]["voters"], hand.card["motion"]["yes"]) == ([0, 1], [0])
    async with await view(anne, card["id"], 1) as hand:
        assert (await hand.ask("vote", motion=1, yes=True))["t"] == "ack"
        await hand.until(lambda: hand.card["over"])


async def test_seat_of_a_device_can_be_claimed_by_a_phone(server: Running) -> None:
    anne, card = await open_device(server)
    async with await view(anne, card["id"], 1) as hand:
        code = hand.card["claim"]
    phone = Guest(server, "phone")
    claimed = await phone.claim(card["id"], code)
    assert (claimed["you"], claimed["yours"]) == (1, [1])
    assert (await anne.get(f"/api/tables/{card['id']}"))["yours"] == [0, 1]
    refused = TableSocket(phone, card["id"], query="view=0")
    assert (await refused.connect())["code"] == "not_your_seat"


@pytest.mark.parametrize("about", [{"line": 1}, {"seat": 1}])
async def test_ban_of_a_companion_is_that_of_the_device(server: Running, about: Json) -> None:
    claire = await join_as_moderator(server)
    anne, card = await open_device(server, BRUNO, FRIEND, game="koalition")
    zoe = Guest(server, "Zoé")
    watching = await zoe.sit((await zoe.join(card["id"]))["id"])
    waiting = await anne.offer(ME, BRUNO)
    hand = await view(anne, card["id"], 1)
    assert (await hand.ask("say", text="grossier"))["t"] == "ack"
    await watching.until(lambda: bool(watching.chat))
    await send_report(zoe, card["id"], **about)
    await decide(claire, card["id"], "ban", hours=1)
    await watching.until(lambda: all(seat["proxy"] is not None for seat in watching.card["seats"][:2]))
    assert (await hand.ask("back"))["code"] == "banned"
    body = {"name": "–", "nonce": "n", "seat": 1}
    refused = await anne.http.post(f"/api/tables/{waiting['id']}/join", json=body)
    assert (refused.status_code, refused.json()["code"]) in [(403, "banned"), (403, "not_your_seat")]


async def test_bots_answer_while_the_device_goes_round(server: Running) -> None:
    anne, card = await open_device(server, BRUNO, bot("deputy"), game="koalition")
    for seat in (0, 1):
        async with await view(anne, card["id"], seat) as hand:
            await hand.until(lambda hand=hand: hand.to_move)  # type: ignore[misc]
            assert hand.now is not None
            assert (await hand.play(hand.now["legal"][0]))["t"] == "ack"
    between = await view(anne, card["id"], "public")
    await between.until(lambda: between.now is not None and between.now["sight"]["stage"] != "starter")


# --- in this process, on either kind of database ---------------------------------------------------------------------


@pytest.fixture
async def services(database: Path | str) -> AsyncIterator[Services]:
    opened = await open_services(Settings(database, bot_delay=0, reaction_time=5, bot_processes=1))
    if opened.storage.shared:
        await opened.start()
    yield opened
    await opened.close()


class Device:
    """A device in the same process as the server; what it is sent is recorded."""

    def __init__(self, actor: TableActor, table: Table, guest: str = "device") -> None:
        self.actor, self.table, self.guest = actor, table, guest

    def connect(self, seat: int | None) -> RecordingConnection:
        """Connect as a seat, or as none."""
        connection = RecordingConnection(None if seat is None else self.table.seats.guest_at(self.guest, seat))
        connection.device = self.guest
        self.actor.connect(connection, self.table, 0)
        return connection

    async def play(self, seat: int, *moves: Any) -> None:
        """Connect as a seat, play, and disconnect."""
        hand, match = self.connect(seat), self.table.playing()
        raw = [msgspec.Raw(msgspec.json.encode(move)) for move in moves]
        message = messages.Play(f"{len(self.table.stories[None])}/{seat}", match.rules.question(match.state), raw)
        answer = await self.actor.handle(hand, message)
        assert isinstance(answer, messages.Ack), answer
        self.actor.disconnect(hand)


async def stratego(services: Services, *here: str, friend: bool = False) -> Device:
    """A table of Stratego on a device, whose game has begun unless a friend is awaited."""
    chairs = [http.SeatRequest("me"), *(http.SeatRequest("here", name=name) for name in here)]
    order = http.OpenTable("stratego", "Anne", [*chairs, *([http.SeatRequest("friend")] if friend else [])])
    card = await services.tables.opening.open(order, "Anne", "device")
    for seat in card.yours:
        await services.tables.join(card.id, "device", "–", f"nonce {seat}", seat=seat)
    actor, table = await services.tables.find(card.id)
    return Device(actor, table)


async def test_erasing_a_guest_erases_the_names_of_their_device(services: Services) -> None:
    device = await stratego(services, "Bruno")
    hand = device.connect(1)
    await device.actor.handle(hand, messages.Say("1", "un mot de Bruno"))
    await services.guest_eraser.erase("device")
    _, now = await services.tables.find(device.table.id)
    assert now.seats.guests == {}
    assert [taken.name for taken in now.seats.taken if taken is not None] == [ERASED_NAME, ERASED_NAME]
    assert set(now.seats.proxies) == {0, 1}, "bots play on"
    log = b"".join(await services.storage.load(now.id))
    for word in (b"device", b"Bruno", b"Anne", b"un mot"):
        assert word not in log


async def test_erasing_after_signing_in_erases_the_names_of_the_device(services: Services) -> None:
    device = await stratego(services, "Bruno")
    await services.guest_merger.merge("device", "account")
    _, now = await services.tables.find(device.table.id)
    assert now.seats.guests == {"account": 0, "account/1": 1}
    assert now.seats.owners == {0: "account", 1: "account/1"}
    assert (now.seats.on_device("account"), now.seats.on_device("device")) == ([0, 1], [])
    await services.guest_eraser.erase("account")
    _, now = await services.tables.find(device.table.id)
    assert now.seats.guests == {}
    log = b"".join(await services.storage.load(now.id))
    for word in (b"device", b"account", b"Bruno", b"Anne"):
        assert word not in log


async def test_connections_of_a_device_go_on_after_signing_in(services: Services) -> None:
    device = await stratego(services, "Bruno")
    hand, between = device.connect(1), device.connect(None)
    await services.guest_merger.merge("device", "account")
    device.guest = "account"
    assert (hand.guest, hand.device, between.device) == ("account/1", "account", "account")
    assert (hand.card["you"], hand.card["yours"], between.card["yours"]) == (1, [0, 1], [0, 1])
    _, device.table = await services.tables.find(device.table.id)
    await device.play(1, *SETUP)


async def test_leaving_lets_bots_play_for_the_whole_device(services: Services) -> None:
    device = await stratego(services, "Bruno")
    await services.tables.leave(device.table.id, "device")
    assert set(device.table.seats.proxies) == {0, 1}
    hand = device.connect(1)
    assert (hand.card["you"], hand.card["seats"][1]["proxy"] is None) == (1, False)
    assert isinstance(await device.actor.handle(hand, messages.TakeBackSeat("back")), messages.Ack)
    assert set(device.table.seats.proxies) == {0}, "each seat is taken back by itself"
    await services.tables.leave(device.table.id, "device")
    assert set(device.table.seats.proxies) == {0, 1}


async def test_device_that_leaves_before_the_game_frees_all_its_seats(services: Services) -> None:
    chairs = [http.SeatRequest("me"), http.SeatRequest("here", name="Bruno"), http.SeatRequest("friend")]
    card = await services.tables.opening.open(http.OpenTable("koalition", "Anne", chairs), "Anne", "device")
    await services.tables.leave(card.id, "device")
    _, table = await services.tables.find(card.id)
    assert (table.seats.taken, table.seats.guests) == ([None] * 3, {})


async def test_bots_wait_for_seats_of_a_device_until_they_have_answered(services: Services) -> None:
    device = await stratego(services, "Bruno")
    held = ReactionTime(5, 0)
    assert held._until(device.table, 0, 0) == held._until(device.table, 1, 0) == FOREVER


async def test_table_of_a_device_is_listed_once_for_its_guest(services: Services) -> None:
    device = await stratego(services, "Bruno")
    rows = await services.storage.rows('SELECT guest, seat FROM sitting WHERE "table" = $1', device.table.id)
    assert rows == [("device", 0)]


async def test_own_edition_of_a_companions_id() -> None:
    assert companion_id("a", 3) == "a/3"
    assert (device_guest("a/3"), device_guest("a")) == ("a", "a")
    assert (is_companion("a/3"), is_companion("a")) == (True, False)
    assert (renamed("a/3", "a", "b"), renamed("a", "a", "b"), renamed("ab/3", "a", "b")) == ("b/3", "b", "ab/3")


# --- secrecy ---------------------------------------------------------------------------------------------------------


async def laid_out(services: Services, game: Game, world: int, before: list[MovePair]) -> Device:
    """One of two paired games on a device, after the last move of nature."""
    seats = game.rules.seats[0]
    opened = TableOpened(
        game=game.id,
        version=game.rules.version,
        options=msgspec.to_builtins(game.options({})),
        places=[SeatPlan("here" if seat else "me") for seat in range(seats)],
        secret=f"{world}{world}" * 32,
        commitment="",
        at=0,
        box=game.rules.box_mark,
        given=[(pair.seat, msgspec.Raw(msgspec.json.encode(pair.moves[world]))) for pair in before],
        opener="device",
    )
    taken = [SeatTaken(0, "Anne", "", 0, "device")]
    taken += [SeatTaken(seat, f"Guest {seat}", "", 0, companion_id("device", seat)) for seat in range(1, seats)]
    table = Table(f"world{world}", opened)
    for event in taken:
        table.apply(event)
    bodies = [events.encode(event) for event in (opened, *taken)]
    await services.storage.append(table.id, 0, bodies, index_entries.entry(table))
    for seat in range(seats):
        await services.tables.join(table.id, "device", "–", f"nonce {seat}", seat=seat)
    return Device(*await services.tables.find(table.id))


@pytest.mark.parametrize("observer", [0, 1])
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
async def test_views_of_a_device_are_the_same_bytes_whatever_the_other_seats_hide(
    game: Game, observer: int, tmp_path: Path
) -> None:
    """The device is connected as the observer and, besides, as nobody; the other seats connect to move."""
    if not hides_something(game):
        pytest.skip(f"{game.id} is played with everything in the open")
    found = find_paired_games(game, observer, False)
    assert found is not None
    before, played = found
    heard: list[list[list[str]]] = []
    for world in (0, 1):
        opened = await open_services(Settings(tmp_path / f"world{world}.db", bot_processes=1))
        try:
            device = await laid_out(opened, game, world, before)
            own, between = device.connect(observer), device.connect(None)
            for pair in played:
                await device.play(pair.seat, pair.moves[world])
            late = [device.connect(observer), device.connect(None)]
            heard.append([bare(connection.raw) for connection in (own, between, *late)])
        finally:
            await opened.close()
    assert heard[0] == heard[1]
    assert all(len(texts) > 0 for texts in heard[0])
