"""Two tables that differ only in what a seat cannot see send that seat, and those who look on, the same bytes."""

from __future__ import annotations

import random
import re

import pytest

from ludotheque.server.house import House
from ludotheque.server.wire import LiveClock
from tests.server.client import SETUP, Guest, Json, Line, two_at_a_table
from tests.server.company import Company, seated
from tests.server.running import Running

OWN = re.compile(r'"(?:id|commitment|claim|who)":"[^"]*"|"(?:at|left_ms)":\d+')
"""What every table has of its own, whatever is hidden at it: names, promises, times."""


def bare(texts: list[str]) -> list[str]:
    return [OWN.sub("", text) for text in texts]


def same_but_hidden() -> list[Json]:
    """Another set-up with the same front: only what stands behind it is shuffled."""
    letters = [move["piece"] for move in SETUP]
    behind = letters[:20]
    random.Random(4).shuffle(behind)
    assert behind != letters[:20]
    return [{"do": "place", "piece": letter} for letter in (*behind, *letters[20:])]


class Recorded:
    """A game in which blue's hidden rows are as told, with somebody looking on."""

    def __init__(self, red: Line, blue: Line, watcher: Line) -> None:
        self.red, self.blue, self.watcher = red, blue, watcher

    @classmethod
    async def begin(cls, server: Running, setup: list[Json]) -> Recorded:
        clock = {"kind": "live", "bank": 3600, "increment": 1}
        red, blue = await two_at_a_table(server, clock=clock)
        await red.until(lambda: red.card["seats"][1]["here"])
        watcher = await Guest(server, "Chloé").sit(red.table)
        game = cls(red, blue, watcher)
        await game.step(red, *SETUP)
        await game.step(blue, *setup[:7])
        await game.step(blue, *setup[7:])
        return game

    async def step(self, line: Line, *moves: Json) -> None:
        """One move, and everybody hears all there is to hear of it, in an order of their own."""
        assert (await line.play(*moves))["t"] == "ack"
        mark = f"{len(self.red.heard)}"
        assert (await self.red.ask("say", text=mark))["t"] == "ack"
        for other in (self.red, self.blue, self.watcher):
            await other.until(lambda other=other: other.talk[-1:] and other.talk[-1]["text"] == mark)  # type: ignore[misc]

    def quiet(self, line: Line) -> set[str]:
        """Steps to empty squares of pieces in the front rows."""
        assert line.now is not None
        squares = line.now["sight"]["squares"]
        found = set()
        for move in line.now["legal"]:
            column, row = "abcdefghij".index(move["to"][0]), int(move["to"][1:])
            if not squares[10 * (row - 1) + column]:
                found.add(f"{move['from']}-{move['to']}")
        return found


async def test_two_games_of_stratego_with_other_ranks_behind_the_front(server: Running) -> None:
    one, two = await Recorded.begin(server, SETUP), await Recorded.begin(server, same_but_hidden())
    luck = random.Random(9)
    for number in range(60):
        pairs = ((one.red, two.red), (one.blue, two.blue))[number % 2]
        both = sorted(one.quiet(pairs[0]) & two.quiet(pairs[1]))
        start, end = luck.choice(both).split("-")
        for game, line in zip((one, two), pairs, strict=True):
            await game.step(line, {"do": "step", "from": start, "to": end})
    assert one.blue.now is not None
    assert two.blue.now is not None
    assert one.blue.now["sight"]["letters"] != two.blue.now["sight"]["letters"]
    assert len(one.red.heard) > 180
    assert bare(one.red.heard) == bare(two.red.heard)
    assert bare(one.watcher.heard) == bare(two.watcher.heard)
    for game in (one, two):
        late = await Guest(server, "Dora").sit(game.red.table)
        game.watcher.heard = late.heard
    assert bare(one.watcher.heard) == bare(two.watcher.heard)


async def dealt(house: House, card: int, not_those: tuple[int, int] = (0, 0)) -> Company:
    """A table of three at which Anne was dealt one card, and the others not those."""
    for _ in range(1000):
        company = await seated(house, clock=LiveClock(3600, 1))
        cards = company.table.playing().state.cards
        if cards[0] == card and cards[1] != not_those[0] and cards[2] != not_those[1]:
            return company
    raise AssertionError("luck is not on our side")


async def test_two_tables_of_three_with_other_cards_bids_and_whispers(
    parlour: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.server.room.now_ms", lambda: 1_000_000)
    one = await dealt(parlour, 2)
    two = await dealt(parlour, 2, tuple(one.table.playing().state.cards[1:]))
    for company, coins, word in ((one, 0, "je n’ai rien"), (two, 3, "j’ai tout : je mise !")):
        await company.play(1, {"do": "bid", "coins": coins})
        await company.ask(company.people[1], {"t": "say", "to": [2], "text": word})
        await company.ask(company.people[2], {"t": "say", "to": [1], "text": word * 3})
        await company.ask(company.people[2], {"t": "say", "text": "à toi, Anne"})
        await company.play(2, {"do": "bid", "coins": 3 - coins})
    for who in (0, 3):
        a, b = ([*company.people, company.watcher][who].raw for company in (one, two))
        assert len(a) > 4
        assert bare(a) == bare(b)
    assert bare(one.people[1].raw) != bare(two.people[1].raw)
