"""Names of bots: distinct at a table, kept in the log, the same for every viewer."""

from __future__ import annotations

from ludotheque.server.tables.bot_names import NAMES, bot_name, name_bots, shown_name
from ludotheque.server.tables.events import SeatTaken
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running


def taken(seat: int, name: str, level: str | None = None) -> SeatTaken:
    return SeatTaken(seat, name, "", 0, level=level)


def test_bots_get_distinct_names_that_no_player_has() -> None:
    named = name_bots([taken(0, "random", "random"), taken(1, "boson"), taken(2, "random", "random")], ["COBALT"])
    assert [one.name for one in named] == ["Argon", "boson", "Diode"]


def test_bots_with_a_name_keep_it() -> None:
    assert name_bots([taken(0, "Zeppelin", "random")])[0].name == "Zeppelin"


def test_numbers_beyond_the_names_are_named_differently() -> None:
    assert len({bot_name(number) for number in range(64)}) == 64
    assert len({name[0] for name in NAMES}) == len(NAMES)


def test_bot_of_an_older_log_has_the_name_of_its_seat() -> None:
    assert shown_name(taken(3, "random", "random")) == "Diode"
    assert shown_name(taken(3, "Anne")) == "Anne"


async def test_card_and_lists_have_the_name_and_the_level(server: Running) -> None:
    boson = Guest(server, "Boson")
    card = await boson.open(ME, bot("random"), FRIEND, game="koalition")
    assert [(seat["name"], seat["level"]) for seat in card["seats"]] == [
        ("Boson", None),
        ("Cobalt", "random"),
        ("", None),
    ]
    async with await boson.sit(card["id"]) as socket:
        await socket.ask("fill", seat=2, level="random")
        await socket.until(lambda: socket.card["started"])
        assert [seat["name"] for seat in socket.card["seats"]] == ["Boson", "Cobalt", "Diode"]
    mine = (await boson.get("/api/mine"))["tables"]
    assert [seat["name"] for seat in mine[0]["seats"]] == ["Boson", "Cobalt", "Diode"]
