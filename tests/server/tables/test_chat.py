"""Talk: at the table, between some seats, and among those who look on; written down before it is heard."""

from __future__ import annotations

import pytest

from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.chat import KEPT, clean_text
from ludotheque.server.tables.replay import replay_page, whole_record
from ludotheque.server.tables.table import Table
from tests.server.client import Guest, two_at_a_table
from tests.server.company import Company, Json, Person, seated
from tests.server.running import Running


def say(text: str, **more: object) -> Json:
    return {"t": "say", "text": text, **more}


async def test_what_is_said_at_the_table_is_heard_by_all(parlour: Services) -> None:
    company = await seated(parlour)
    anne = company.people[0]
    assert (await company.ask(anne, say("bonsoir")))["t"] == "ack"
    for person in (*company.people, company.watcher):
        [line] = person.last("talk")["lines"]
        assert (line["by"], line["name"], line["to"], line["text"]) == (0, "Anne", None, "bonsoir")
    assert "guest 0" not in str(company.watcher.heard)


async def test_a_private_word_is_heard_by_those_it_is_for(parlour: Services) -> None:
    company = await seated(parlour)
    anne, bruno, chloe = company.people
    await company.ask(anne, say("à nous deux", to=[2]))
    await company.ask(chloe, say("d’accord", to=[0, 2]))
    await company.ask(bruno, say("et moi ?"))
    assert anne.talk == chloe.talk == ["à nous deux", "d’accord", "et moi ?"]
    assert bruno.talk == company.watcher.talk == ["et moi ?"]
    assert anne.last("talk")["lines"][0]["to"] is None
    assert company.table.chat.read((0, False))[0].to == [0, 2]


async def test_what_was_said_aside_stays_aside_once_it_is_over(parlour: Services) -> None:
    company = await seated(parlour)
    anne, bruno, _ = company.people
    await company.ask(anne, say("à nous deux", to=[2]))
    await company.ask(bruno, say("et moi ?"))
    await company.play(0, {"do": "leave"})
    for asker, heard in {0: 2, 2: 2, 1: 1, None: 1}.items():
        for eyes in ("all", 0):
            assert len(replay_page(company.table, asker, eyes, 0).talk) == heard
        assert len(whole_record(company.table, asker).talk) == heard


async def test_those_who_look_on_talk_apart_until_it_is_over(parlour: Services) -> None:
    company = await seated(parlour)
    watcher = company.watcher
    other = Person("guest 8")
    company.room.connect(other, company.table, 0)
    await company.ask(watcher, say("elle bluffe", name="Zoé"))
    await company.ask(company.people[0], say("à toi"))
    assert other.talk == watcher.talk == ["elle bluffe", "à toi"]
    assert company.people[1].talk == ["à toi"]
    await company.play(0, {"do": "leave"})
    assert company.table.over
    for person in (*company.people, other):
        assert person.talk == ["elle bluffe", "à toi"]
    assert company.people[0].last("talk")["anew"]
    await company.ask(other, say("bravo", name="Léo"))
    assert company.people[0].talk[-1] == "bravo"
    known = {person: person.card["who"] for person in (watcher, other, *company.people)}
    assert len(set(known.values())) == 5
    assert watcher.last("talk")["lines"][-1]["who"] == known[other]


async def test_whoever_talks_without_a_seat_says_who_they_are(parlour: Services) -> None:
    company = await seated(parlour)
    nobody = Person(None)
    company.room.connect(nobody, company.table, 0)
    assert (await company.ask(company.watcher, say("hé")))["code"] == "no_name"
    assert (await company.ask(company.watcher, say("hé", name="\u202e")))["code"] == "no_name"
    assert (await company.ask(nobody, say("hé", name="Zoé")))["code"] == "no_name"
    assert (await company.ask(company.watcher, say("hé", name="Zoé", to=[1])))["code"] == "no_seat"
    assert company.watcher.talk == []


async def test_talk_is_refused_to_nobody(parlour: Services) -> None:
    company = await seated(parlour)
    before = company.table.length
    for to in ([3], [0], [0, 7]):
        assert (await company.ask(company.people[0], say("hé", to=to)))["code"] == "nobody"
    assert (await company.ask(company.people[0], say(" \n\u202e ")))["code"] == "garbled"
    assert company.table.length == before


async def test_the_same_line_sent_twice_is_said_once(parlour: Services) -> None:
    company = await seated(parlour)
    for person, name in ((company.people[0], None), (company.watcher, "Zoé")):
        frame = say("une fois", id="once", name=name)
        first = await company.ask(person, frame)
        assert first["t"] == "ack"
        assert await company.ask(person, frame) == first
    assert company.watcher.talk == ["une fois", "une fois"]


async def test_talk_comes_back_from_the_log(parlour: Services) -> None:
    company = await seated(parlour)
    await company.ask(company.people[0], say("un"))
    await company.ask(company.people[1], say("deux", to=[0]))
    await company.ask(company.watcher, say("trois", name="Zoé"))
    again = Table.load(company.table.id, await parlour.storage.load(company.table.id))
    for reader in ((0, False), (1, False), (2, False), (None, False), (2, True)):
        assert again.chat.read(reader) == company.table.chat.read(reader)
    assert again.acks == company.table.acks


async def test_whoever_comes_back_hears_what_was_said_meanwhile(parlour: Services) -> None:
    company = await seated(parlour)
    for number in range(KEPT + 5):
        table = company.table
        who = company.people[number % 3]
        company.room._restrictions._chat_limits.clear()
        assert (await company.ask(who, say(f"ligne {number}")))["t"] == "ack"
    late = Person("guest 1")
    company.room.connect(late, table, 0, KEPT + 2)
    assert [line["text"] for line in late.heard[0]["talk"]] == [f"ligne {KEPT + n}" for n in (2, 3, 4)]
    new = Person("guest 1")
    company.room.connect(new, table, 0)
    assert len(new.heard[0]["talk"]) == KEPT


async def test_too_much_talk_is_refused(parlour: Services) -> None:
    company = await seated(parlour)
    codes = [(await company.ask(company.people[0], say(f"bla {n}"))).get("code") for n in range(32)]
    assert codes == [None] * 30 + ["too_fast"] * 2
    assert (await company.ask(company.people[1], say("et moi")))["t"] == "ack"


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("  bonjour ", "bonjour"),
        ("a\u202eb", "a b"),
        ("un\ndeux\0", "un deux"),
        ("👩‍👩‍👧 ça va", "👩‍👩‍👧 ça va"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_signs_that_nobody_sees_are_left_out(text: str, tidied: str) -> None:
    assert clean_text(text) == tidied


async def test_talk_over_the_wire_survives_a_power_cut(own_server: Running) -> None:
    anne, bruno = await two_at_a_table(own_server)
    assert (await anne.ask("say", id="x", text="salut"))["t"] == "ack"
    await bruno.until(lambda: bool(bruno.talk))
    own_server.kill()
    own_server.start()
    async with await bruno.guest.sit(bruno.table) as again:
        assert [line["text"] for line in again.talk] == ["salut"]
    async with await anne.guest.sit(anne.table) as again:
        assert (await again.ask("say", id="x", text="salut"))["t"] == "ack"
        assert len(again.talk) == 1
    watcher = Guest(own_server, "Zoé")
    await watcher.get(f"/api/tables/{anne.table}")
    async with await watcher.sit(anne.table) as line:
        assert (await line.ask("say", text="je regarde", name="Zoé"))["t"] == "ack"
        assert [said["text"] for said in line.talk] == ["salut", "je regarde"]


async def test_somebody_who_sits_down_reads_as_a_player(parlour: Services) -> None:
    company: Company = await seated(parlour)
    await company.ask(company.people[0], say("entre nous", to=[1]))
    phone = company.watcher
    claim = company.people[1].card["claim"]
    await parlour.tables.claim(company.room.id, "guest 9", claim)
    assert phone.talk == ["entre nous"]
    assert phone.card["you"] == 1
