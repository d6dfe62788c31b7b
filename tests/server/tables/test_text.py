"""A table in words: each viewer gets their own sight, named after the players, and nothing else."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from ludotheque.engine.words import common_words
from ludotheque.games import find
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.player_names import player_names
from ludotheque.server.tables.text import table_text
from ludotheque.server.tables.views import view_match
from tests.server.client import FRIEND, ME, Guest, Json, TableSocket, bot, deployed
from tests.server.played_table import open_played_table
from tests.server.running import Running


async def text_of(guest: Guest, table: str, lang: str = "fr") -> tuple[int, list[str]]:
    """The sequence number and all sentences."""
    text = await guest.get(f"/api/tables/{table}/text?lang={lang}")
    return text["seq"], [sentence.replace("\u00a0", " ") for part in text["parts"] for sentence in part]


# --- who reads what --------------------------------------------------------------------------------------------------


async def test_each_seat_reads_its_own_army_and_spectators_read_neither(server: Running) -> None:
    anne, bruno = await deployed(server)
    zoe = Guest(server, "Zoé")
    ranks = [name for letter, name in find("stratego").words("fr")["piece"].items() if letter != "A"]
    for guest, own in ((anne.guest, "Rouge"), (bruno.guest, "Bleu"), (zoe, None)):
        _, sentences = await text_of(guest, anne.table)
        titles = [i for i, sentence in enumerate(sentences) if sentence.split(", ")[0].startswith(("Votre", "Armée"))]
        assert len(titles) == 2
        for start, end in zip(titles, [*titles[1:], len(sentences)], strict=True):
            told = any(rank in sentence for sentence in sentences[start + 1 : end] for rank in ranks)
            assert told == (own is not None and sentences[start].startswith(f"Votre armée ({own})"))
    assert "Anne" in " ".join((await text_of(zoe, anne.table))[1])


async def test_text_follows_the_moves_with_the_sequence_number_of_the_socket(server: Running) -> None:
    anne, bruno = await deployed(server)
    before, sentences = await text_of(anne.guest, anne.table, "en")
    assert before == anne.seq
    assert sentences[0] == "Move 1: your turn, as Red."
    assert anne.now is not None
    step = next(move for move in anne.now["legal"] if move["do"] == "step")
    await anne.play(step)
    await anne.until(lambda: anne.seq > before)
    seq, sentences = await text_of(anne.guest, anne.table, "en")
    assert seq == anne.seq
    assert sentences[0] == "Move 2: Bruno to play, as Blue."
    await bruno.until(lambda: bruno.to_move)
    assert (await text_of(bruno.guest, anne.table, "en"))[1][0] == "Move 2: your turn, as Blue."


async def test_spectator_reads_the_sight_that_the_delay_allows(parlour: Services) -> None:
    played = await open_played_table(parlour, watch_delay=2)
    table, spectator = played.table, played.spectator
    match = table.playing()
    views = [view_match(match, [None])[None].now.sight]
    luck = random.Random(3)
    while not table.over:
        seat = luck.choice(match.asked())
        await played.play(seat, json.loads(msgspec.json.encode(luck.choice(match.legal(seat)))))
        if table.over:
            break
        views.append(view_match(match, [None])[None].now.sight)
        text = table_text(table, None, "fr")
        assert (text.seq, text.parts) == (spectator.seq, [[str(views[max(0, len(views) - 3)])]])
        for seat in range(3):
            own = table_text(table, seat, "fr")
            assert own.parts == [[str(match.rules.sight(match.state, seat))]], "players do not wait"
    assert table_text(table, None, "fr").parts == [[str(match.rules.sight(match.state, None))]]


async def test_hands_of_koalition_are_read_by_their_own_player_alone(server: Running) -> None:
    guests = [Guest(server, name) for name in ("Anne", "Bruno", "Chloé")]
    table = (await guests[0].open(ME, FRIEND, FRIEND, game="koalition"))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    lines = [await guest.sit(table) for guest in guests]
    for line in lines:
        await line.until(lambda line=line: line.to_move)  # type: ignore[misc]
        await line.play({"do": "elect", "seat": 0})
    hands = [await _hand(line) for line in lines]
    words = find("koalition").words("en")
    texts = [" ".join((await text_of(guest, table, "en"))[1]) for guest in (*guests, Guest(server, "Zoé"))]
    for reader, text in enumerate(texts):
        for owner, hand in enumerate(hands):
            politicians = [words["card"][card] for card in hand if not card.startswith("joker")]
            assert len(politicians) > 10
            assert all((name in text) == (reader == owner) for name in politicians)


async def _hand(line: TableSocket) -> list[str]:
    await line.until(lambda: bool(line.now and line.now["sight"]["hand"]))
    assert line.now is not None
    hand: list[str] = line.now["sight"]["hand"]
    return hand


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_bots_and_free_seats_are_named_as_in_the_browser(parlour: Services, lang: str) -> None:
    played = await open_played_table(parlour)
    table, words = played.table, common_words(lang)
    assert player_names(table, lang) == ["Anne", "Bruno", "Chloé"]
    taken = table.seats.taken
    assert taken[0] is not None
    old_bot = msgspec.structs.replace(taken[0], seat=1, name="random", level="random")
    table.seats.taken = [taken[0], old_bot, None]
    assert player_names(table, lang) == ["Anne", "Boson", words["table"]["free_chair"].capitalize()]
    table.seats.taken = [msgspec.structs.replace(taken[0], name="…"), old_bot, old_bot]
    assert player_names(table, lang)[0] == words["table"]["anonymous"].capitalize()


async def test_bot_has_the_same_name_in_all_languages(server: Running) -> None:
    anne = Guest(server, "Anne")
    line = await anne.sit((await anne.open(ME, bot("strategist")))["id"])
    for lang, name in (("fr", "Boson (Bleu)"), ("en", "Boson (Blue)")):
        _, sentences = await text_of(anne, line.table, lang)
        assert sentences[2].startswith(name)


# --- errors ----------------------------------------------------------------------------------------------------------


async def test_table_that_has_not_begun_has_no_text(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    assert await anne.get(f"/api/tables/{table}/text?lang=fr") == {"seq": 0, "parts": []}


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/tables/{table}/text?lang=de", 404, "no_language"),
        ("/api/tables/{table}/text", 400, "bad_request"),
        ("/api/tables/nowhere/text?lang=fr", 404, "no_table"),
    ],
)
async def test_text_is_refused_with_the_errors_of_its_neighbours(
    server: Running, path: str, status: int, code: str
) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    assert (await anne.get(path.format(table=table), status))["code"] == code


async def test_text_has_a_rate_limit_of_its_own(tmp_path: Path) -> None:
    running = Running(tmp_path / "ludotheque.db", "--posts-per-minute", "5").start()
    try:
        anne = Guest(running, "Anne")
        table = (await anne.open(ME, FRIEND))["id"]
        for _ in range(20):
            await anne.get(f"/api/tables/{table}/text?lang=fr")
        refused: Json = await anne.get(f"/api/tables/{table}/text?lang=fr", 429)
        assert refused["code"] == "too_fast"
        await anne.get(f"/api/tables/{table}")
    finally:
        running.stop()
