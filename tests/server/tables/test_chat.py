"""Chat: at the table, between some seats, and among spectators; saved before it is sent."""

from __future__ import annotations

import pytest

from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.chat import KEPT, clean_text
from ludotheque.server.tables.replay import replay_page, whole_record
from ludotheque.server.tables.table import Table
from tests.server.client import Guest, two_at_a_table
from tests.server.played_table import Json, PlayedTable, RecordingConnection, open_played_table
from tests.server.running import Running


def say(text: str, **more: object) -> Json:
    return {"t": "say", "text": text, **more}


async def test_message_to_the_table_reaches_all_players(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne = played.players[0]
    assert (await played.send(anne, say("bonsoir")))["t"] == "ack"
    for person in (*played.players, played.spectator):
        [line] = person.last("talk")["lines"]
        assert (line["by"], line["name"], line["to"], line["text"]) == (0, "Anne", None, "bonsoir")
    assert "guest 0" not in str(played.spectator.received)


async def test_private_message_reaches_only_its_recipients(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    await played.send(anne, say("à nous deux", to=[2]))
    await played.send(chloe, say("d’accord", to=[0, 2]))
    await played.send(bruno, say("et moi ?"))
    assert anne.chat == chloe.chat == ["à nous deux", "d’accord", "et moi ?"]
    assert bruno.chat == played.spectator.chat == ["et moi ?"]
    assert anne.last("talk")["lines"][0]["to"] is None
    assert played.table.chat.read((0, False))[0].to == [0, 2]


async def test_private_chat_stays_private_once_the_game_is_over(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, _ = played.players
    await played.send(anne, say("à nous deux", to=[2]))
    await played.send(bruno, say("et moi ?"))
    await played.play(0, {"do": "leave"})
    for asker, heard in {0: 2, 2: 2, 1: 1, None: 1}.items():
        for eyes in ("all", 0):
            assert len(replay_page(played.table, asker, eyes, 0).talk) == heard
        assert len(whole_record(played.table, asker).chat) == heard


async def test_spectators_have_a_chat_of_their_own_until_the_game_is_over(parlour: Services) -> None:
    played = await open_played_table(parlour)
    spectator = played.spectator
    other = RecordingConnection("guest 8")
    played.actor.connect(other, played.table, 0)
    await played.send(spectator, say("elle bluffe", name="Zoé"))
    await played.send(played.players[0], say("à toi"))
    assert other.chat == spectator.chat == ["elle bluffe", "à toi"]
    assert played.players[1].chat == ["à toi"]
    await played.play(0, {"do": "leave"})
    assert played.table.over
    for person in (*played.players, other):
        assert person.chat == ["elle bluffe", "à toi"]
    assert played.players[0].last("talk")["anew"]
    await played.send(other, say("bravo", name="Léo"))
    assert played.players[0].chat[-1] == "bravo"
    known = {person: person.card["who"] for person in (spectator, other, *played.players)}
    assert len(set(known.values())) == 5
    assert spectator.last("talk")["lines"][-1]["who"] == known[other]


async def test_spectator_without_a_name_may_not_chat(parlour: Services) -> None:
    played = await open_played_table(parlour)
    nobody = RecordingConnection(None)
    played.actor.connect(nobody, played.table, 0)
    assert (await played.send(played.spectator, say("hé")))["code"] == "no_name"
    assert (await played.send(played.spectator, say("hé", name="\u202e")))["code"] == "no_name"
    assert (await played.send(nobody, say("hé", name="Zoé")))["code"] == "no_name"
    assert (await played.send(played.spectator, say("hé", name="Zoé", to=[1])))["code"] == "no_seat"
    assert played.spectator.chat == []


async def test_message_to_no_seat_is_refused(parlour: Services) -> None:
    played = await open_played_table(parlour)
    before = played.table.length
    for to in ([3], [0], [0, 7]):
        assert (await played.send(played.players[0], say("hé", to=to)))["code"] == "nobody"
    assert (await played.send(played.players[0], say(" \n\u202e ")))["code"] == "garbled"
    assert played.table.length == before


async def test_chat_message_sent_twice_is_posted_once(parlour: Services) -> None:
    played = await open_played_table(parlour)
    for person, name in ((played.players[0], None), (played.spectator, "Zoé")):
        frame = say("une fois", id="once", name=name)
        first = await played.send(person, frame)
        assert first["t"] == "ack"
        assert await played.send(person, frame) == first
    assert played.spectator.chat == ["une fois", "une fois"]


async def test_chat_is_restored_from_the_log(parlour: Services) -> None:
    played = await open_played_table(parlour)
    await played.send(played.players[0], say("un"))
    await played.send(played.players[1], say("deux", to=[0]))
    await played.send(played.spectator, say("trois", name="Zoé"))
    again = Table.load(played.table.id, await parlour.storage.load(played.table.id))
    for reader in ((0, False), (1, False), (2, False), (None, False), (2, True)):
        assert again.chat.read(reader) == played.table.chat.read(reader)
    assert again.acknowledgements == played.table.acknowledgements


async def test_returning_player_gets_the_chat_since_their_last_message(parlour: Services) -> None:
    played = await open_played_table(parlour)
    for number in range(KEPT + 5):
        table = played.table
        who = played.players[number % 3]
        played.actor._restrictions._chat_limits.clear()
        assert (await played.send(who, say(f"ligne {number}")))["t"] == "ack"
    late = RecordingConnection("guest 1")
    played.actor.connect(late, table, 0, KEPT + 2)
    assert [line["text"] for line in late.received[0]["talk"]] == [f"ligne {KEPT + n}" for n in (2, 3, 4)]
    new = RecordingConnection("guest 1")
    played.actor.connect(new, table, 0)
    assert len(new.received[0]["talk"]) == KEPT


async def test_chat_over_the_rate_limit_is_refused(parlour: Services) -> None:
    played = await open_played_table(parlour)
    codes = [(await played.send(played.players[0], say(f"bla {n}"))).get("code") for n in range(32)]
    assert codes == [None] * 30 + ["too_fast"] * 2
    assert (await played.send(played.players[1], say("et moi")))["t"] == "ack"


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("  bonjour ", "bonjour"),
        ("a\u202eb", "a b"),
        ("un\ndeux\0", "un deux"),
        ("a\u061cb", "a b"),
        ("\ufeffbon\u00adjour\u2060 à\u200b tous", "bonjour à tous"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩‍👩‍👧 ça va", "👩‍👩‍👧 ça va"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_invisible_characters_are_removed(text: str, tidied: str) -> None:
    assert clean_text(text) == tidied


@pytest.mark.parametrize("character", "\u00ad\u061c\u200b\u200c\u200d\u200e\u2060\ufeff")
def test_message_of_invisible_characters_is_empty(character: str) -> None:
    assert clean_text(character) == clean_text(f" {character} {character}") == ""


async def test_chat_survives_a_killed_server(own_server: Running) -> None:
    anne, bruno = await two_at_a_table(own_server)
    assert (await anne.ask("say", id="x", text="salut"))["t"] == "ack"
    await bruno.until(lambda: bool(bruno.chat))
    own_server.kill()
    own_server.start()
    async with await bruno.guest.sit(bruno.table) as again:
        assert [line["text"] for line in again.chat] == ["salut"]
    async with await anne.guest.sit(anne.table) as again:
        assert (await again.ask("say", id="x", text="salut"))["t"] == "ack"
        assert len(again.chat) == 1
    spectator = Guest(own_server, "Zoé")
    await spectator.get(f"/api/tables/{anne.table}")
    async with await spectator.sit(anne.table) as line:
        assert (await line.ask("say", text="je regarde", name="Zoé"))["t"] == "ack"
        assert [said["text"] for said in line.chat] == ["salut", "je regarde"]


async def test_spectator_who_takes_a_seat_reads_the_players_chat(parlour: Services) -> None:
    played: PlayedTable = await open_played_table(parlour)
    await played.send(played.players[0], say("entre nous", to=[1]))
    phone = played.spectator
    claim = played.players[1].card["claim"]
    await parlour.tables.claim(played.actor.id, "guest 9", claim)
    assert phone.chat == ["entre nous"]
    assert phone.card["you"] == 1
