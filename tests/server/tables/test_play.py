"""Tables over the wire: open, join, play, come back."""

from __future__ import annotations

import asyncio
import json

from ludotheque.engine import record
from ludotheque.games import find
from tests.server.client import FRIEND, ME, SETUP, Guest, bot, deployed, two_at_a_table
from tests.server.running import Running


async def test_table_is_opened_joined_and_begun(server: Running) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    card = await anne.open(ME, FRIEND, options={"army": "training"})
    assert card["you"] == 0
    assert not card["started"]
    assert [seat["kind"] for seat in card["seats"]] == ["human", "open"]
    assert card["options"]["army"] == "training"
    async with await anne.sit(card["id"]) as line:
        assert line.now is None
        assert (await bruno.get(f"/api/tables/{card['id']}"))["you"] is None
        joined = await bruno.join(card["id"])
        assert joined["you"] == 1
        assert joined["started"]
        seats = await line.receive_until("seats")
        assert [seat["name"] for seat in seats["table"]["seats"]] == ["Anne", "Bruno"]
        assert seats["table"]["you"] == 0
        progress = await line.receive_until("progress")
        assert progress["now"]["asked"] == [0, 1]


async def test_joining_twice_keeps_the_seat_and_a_full_table_says_so(server: Running) -> None:
    anne, bruno, chloe = (Guest(server, name) for name in ("Anne", "Bruno", "Chloé"))
    table = (await anne.open(ME, FRIEND))["id"]
    assert (await anne.join(table))["you"] == 0
    assert (await bruno.join(table))["you"] == 1
    assert (await bruno.join(table))["you"] == 1
    assert (await chloe.join(table, status=409))["code"] == "full"


async def test_presence_of_players_is_shown(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    seats = (await anne.receive_until("seats"))["table"]["seats"]
    assert [seat["here"] for seat in seats] == [True, True]
    await bruno.close()
    seats = (await anne.receive_until("seats"))["table"]["seats"]
    assert [seat["here"] for seat in seats] == [True, False]


async def test_whole_set_up_is_one_message_and_stays_hidden(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    await anne.receive_until("seats")
    ack = await anne.play(*SETUP[:39])
    assert ack["t"] == "ack"
    assert ack["seq"] == 39
    assert await bruno.receives_nothing()
    assert (await anne.play(SETUP[39]))["seq"] == 40
    progress = await bruno.receive_until("progress")
    assert progress["seq"] == 1
    assert [entry["events"] for entry in progress["story"]] == [[{"did": "deployed", "seat": 0}]]
    assert progress["now"]["asked"] == [1]


async def test_moves_are_played_all_or_none(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    before = (anne.seq, anne.now)
    answer = await anne.play(*SETUP[:3], {"do": "place", "piece": "M"})
    assert answer["t"] == "refused"
    assert answer["code"] == "rule"
    assert answer["refusal"]["clause"].startswith("stratego.")
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now) == before


async def test_client_resumes_from_any_sequence_number(server: Running) -> None:
    anne, bruno = await deployed(server)
    assert anne.now is not None
    await anne.play(anne.now["legal"][0])
    await bruno.receive_until("progress")
    for line in (anne, bruno):
        for since in (0, 1, 17, line.seq - 1, line.seq, line.seq + 5, -3):
            async with await line.guest.sit(line.table, since) as again:
                assert again.story == line.story[max(0, since) :]
                assert (again.seq, again.now) == (line.seq, line.now)
    assert [entry["seq"] for entry in bruno.story] == list(range(1, bruno.seq + 1))


async def test_late_answer_is_stale_but_resigning_never_is(server: Running) -> None:
    anne, bruno = await deployed(server)
    assert anne.now is not None
    question = anne.now["question"]
    move = anne.now["legal"][0]
    assert (await anne.play(move, question=question - 1))["code"] == "stale"
    assert (await anne.play(move, question=question + 1))["code"] == "stale"
    assert (await anne.play({"do": "resign"}, question=0))["t"] == "ack"
    over = await bruno.receive_until("seats")
    while not over["table"]["over"]:
        over = await bruno.receive_until("seats")
    assert bruno.now is not None
    assert bruno.now["sight"]["outcome"]["places"] == [2, 1]


async def test_player_cannot_play_for_another_seat(server: Running) -> None:
    anne, bruno = await deployed(server)
    assert anne.now is not None
    assert bruno.now is not None
    red = anne.now["legal"][0]
    while bruno.now["sight"]["turn"] != 0:
        await bruno.receive()
    answer = await bruno.play(red)
    assert answer["code"] == "rule"
    assert answer["refusal"]["clause"]
    async with await Guest(server, "Chloé").sit(anne.table) as spectator:
        assert spectator.seat is None
        assert (await spectator.play(red))["code"] == "no_seat"
    async with await anne.guest.sit(anne.table) as again:
        assert again.now == anne.now


async def test_spectator_sees_what_is_public(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    async with await Guest(server, "Chloé").sit(anne.table) as spectator:
        for line in (anne, bruno):
            await line.play(*SETUP)
        while spectator.now is None or spectator.now["sight"]["turn"] is None:
            await spectator.receive()
        assert spectator.now["legal"] == spectator.now["free"] == []
        assert set(spectator.now["sight"]["letters"]) == {"?"}
        told = [event for entry in spectator.story for event in entry["events"]]
        assert {event["did"] for event in told} == {"deployed", "began"}


async def test_record_is_shown_once_the_game_is_over(server: Running) -> None:
    anne, _ = await deployed(server)
    path = f"/api/tables/{anne.table}/record"
    assert (await anne.guest.get(path, status=409))["code"] == "not_over"
    await anne.play({"do": "resign"})
    answer = await anne.guest.http.get(path)
    assert answer.headers["content-type"].startswith("application/jsonl")
    assert "attachment" in answer.headers["content-disposition"]
    played = record.read(answer.content)
    assert record.verify(find("stratego"), played).sealed
    assert played.header.players == ["Anne", "Bruno"]
    assert played.header.nonces == ["Anne's", "Bruno's"]
    assert played.header.commitment == anne.card["commitment"]


async def test_nothing_secret_is_sent_before_the_end(server: Running) -> None:
    anne, bruno = await deployed(server)
    spectator = await Guest(server, "Chloé").sit(anne.table)
    for _ in range(6):
        for line in (anne, bruno):
            while not line.to_move:
                await line.receive()
            assert line.now is not None
            quiet = [move for move in line.now["legal"] if move.get("to", "").endswith(("5", "6", "4", "7"))]
            await line.play(quiet[0])
    before = "".join(anne.received + bruno.received + spectator.received)
    for line, enemy in ((anne, slice(40, 80)), (bruno, slice(0, 40))):
        for text in line.received:
            message = json.loads(text)
            if message.get("now"):
                letters = message["now"]["sight"].get("letters", "A" * 80)  # told when they change
                fought = any(event["did"] == "fought" for entry in line.story for event in entry["events"])
                assert fought or set(letters[enemy]) <= {"?", "A", "D"}
            for entry in message.get("story", []):
                assert all(event["did"] != "placed" or event["seat"] == line.seat for event in entry["events"])
    await anne.play({"do": "resign"})
    closing = json.loads((await anne.guest.http.get(f"/api/tables/{anne.table}/record")).text.splitlines()[-1])
    assert len(closing["secret"]) == 64
    assert closing["secret"] not in before
    assert anne.guest.http.cookies["ludotheque_guest"] not in before


async def test_game_between_bots_runs_to_its_end(server: Running) -> None:
    anne = Guest(server, "Anne")
    card = await anne.open(bot("random"), bot("random"), options={"army": "training", "no_fight": 20})
    async with await anne.sit(card["id"]) as line:
        assert line.seat is None
        while line.now is None or line.now["sight"]["outcome"] is None:
            await line.receive(60)
    answer = await anne.http.get(f"/api/tables/{card['id']}/record")
    assert record.verify(find("stratego"), record.read(answer.content)).outcome is not None


async def test_bot_answers_a_person(server: Running) -> None:
    anne = Guest(server, "Anne")
    card = await anne.open(ME, bot("random"))
    assert card["started"]
    async with await anne.sit(card["id"]) as line:
        assert (await line.play(*SETUP))["t"] == "ack"
        for _ in range(3):
            while not line.to_move or line.now is None or line.now["sight"]["turn"] != 0:
                await line.receive(30)
            assert (await line.play(line.now["legal"][0]))["t"] == "ack"


async def test_server_stops_with_code_zero_during_a_game_with_bots(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    card = await anne.open(ME, bot("random"))
    line = await anne.sit(card["id"])
    await line.play(*SETUP)
    assert await asyncio.to_thread(own_server.stop) == 0
    assert await line.closed() == 1012
