"""Moves sent together tell nothing that their seat may not know: over a real socket, in two worlds at a time.

The worlds differ in what the other side hides, or in the luck to come. Before batches ended where a choice does, the
refusal of the second move described the state after the first, though nothing was written: it could be asked for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match
from ludotheque.engine.rules import Move
from ludotheque.games import find
from ludotheque.games.koalition.moves import Elect, Lay
from ludotheque.games.politico.moves import Attack, Draw
from ludotheque.games.president.moves import Hit, Take
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.events import SeatPlan, TableOpened
from ludotheque.server.tables.table import Table
from tests.server.client import FULL_ARMY, SETUP, Guest, TableSocket, close_all_guests, two_at_a_table
from tests.server.running import Running

LUCK = ["00" * 32, "11" * 32, "22" * 32]
Given = list[tuple[int, msgspec.Raw]]


async def laid_out(path: Path, game: Game, players: int, worlds: Sequence[tuple[Given, str]]) -> Running:
    """A server with a table for each world, where everybody has yet to sit down."""
    storage = SqliteStorage(path)
    for number, (given, secret) in enumerate(worlds):
        opened = TableOpened(
            game=game.id,
            version=game.rules.version,
            options=msgspec.to_builtins(game.options({})),
            places=[SeatPlan("friend")] * players,
            secret=secret,
            commitment="",
            at=0,
            box=game.rules.box_mark,
            given=given,
        )
        table = Table(f"world{number}", opened)
        await storage.append(table.id, 0, [events.encode(opened)], index_entries.entry(table))
    await storage.close()
    return Running(path).start()


async def sitting(server: Running, world: int, players: int, seat: int) -> TableSocket:
    guests = [Guest(server, f"Guest {number}") for number in range(players)]
    for guest in guests:
        await guest.join(f"world{world}")
    return await guests[seat].sit(f"world{world}")


async def answers(line: TableSocket, first: Any, seconds: Sequence[Any]) -> list[tuple[str, Any]]:
    """What a seat is told of each pair of moves. Nothing of them is played."""
    before, found = line.seq, []
    for second in seconds:
        said = await line.play(msgspec.to_builtins(first), msgspec.to_builtins(second))
        assert said["t"] == "refused", said
        found.append((said["code"], said["refusal"]))
    assert line.seq == before
    return found


def reached(game: Game, players: int, wanted: Callable[[Match], tuple[int, Move] | None]) -> tuple[Match, int, Move]:
    """A match at a moment at which somebody can make the wanted move."""
    for seed in range(60):
        match, rng = Match(game, [""] * players, secret=f"{seed:064x}"), QuickChance(seed)
        match.begin(0)
        while asked := match.asked():
            found = wanted(match)
            if found is not None:
                return match, *found
            seat = asked[rng.below(len(asked))]
            legal = match.legal(seat)
            match.play(seat, legal[rng.below(len(legal))], 0)
    raise AssertionError("that never comes about")


async def told_of_luck(
    path: Path, game: Game, players: int, wanted: Callable[[Match], tuple[int, Move] | None], seconds: Sequence[Move]
) -> list[list[tuple[str, Any]]]:
    """What the same pairs of moves are answered with where only the luck to come differs."""
    match, seat, first = reached(game, players, wanted)
    given = [(line.seat, line.move) for line in match.record.moves]
    server = await laid_out(path, game, players, [(given, secret) for secret in LUCK])
    try:
        told = []
        for world in range(len(LUCK)):
            line = await sitting(server, world, players, seat)
            told.append(await answers(line, first, seconds))
            assert (await line.play(msgspec.to_builtins(first)))["t"] == "ack", "by itself it is allowed"
        return told
    finally:
        await close_all_guests()
        server.stop()


async def test_attack_followed_by_an_illegal_move_does_not_reveal_the_flag(tmp_path: Path) -> None:
    game = find("stratego")
    front = 99 - 64  # the place of e7 in blue's order
    worlds: list[tuple[Given, str]] = []
    for piece in "MBD":
        blue = FULL_ARMY.replace(piece, "", 1)
        blue = blue[:front] + piece + blue[front:]
        places = [(0, letter) for letter in FULL_ARMY] + [(1, letter) for letter in blue]
        worlds.append(([(seat, msgspec.Raw(b'{"do":"place","piece":"%c"}' % ord(p))) for seat, p in places], LUCK[0]))
    server = await laid_out(tmp_path / "ludotheque.db", game, 2, worlds)
    attack = {"do": "step", "from": "e4", "to": "e7"}
    nonsense = [{"do": "step", "from": "a1", "to": "a1"}, {"do": "resign"}, {"do": "accept"}, attack]
    try:
        told = []
        for world in range(len(worlds)):
            line = await sitting(server, world, 2, 0)
            assert line.now is not None
            assert attack in line.now["legal"]
            told.append(await answers(line, attack, nonsense))
        assert told[0] == told[1] == told[2] == [("batch", None)] * len(nonsense)
    finally:
        await close_all_guests()
        server.stop()


async def test_last_voter_of_koalition_does_not_learn_the_deal(tmp_path: Path) -> None:
    game = find("koalition")

    def last_vote(match: Match) -> tuple[int, Move] | None:
        seats = [seat for seat in match.asked() if isinstance(match.legal(seat)[0], Elect)]
        return (seats[0], Elect(seats[0])) if len(seats) == 1 else None

    match, seat, vote = reached(game, 3, last_vote)
    match.play(seat, vote, 0)
    seconds = [Lay(card) for other in range(3) for card in match.sight(other).hand][:20]
    told = await told_of_luck(tmp_path / "ludotheque.db", game, 3, last_vote, seconds)
    assert told[0] == told[1] == told[2] == [("batch", None)] * len(seconds)


async def test_draw_followed_by_an_attack_does_not_reveal_the_card(tmp_path: Path) -> None:
    game = find("politico")
    kinds = sorted({move.card for _, move in _walked(game, 3) if isinstance(move, Attack)})

    def draw(match: Match) -> tuple[int, Move] | None:
        seat = match.asked()[0]
        return (seat, Draw()) if Draw() in match.legal(seat) else None

    _, seat, _ = reached(game, 3, draw)
    seconds = [Attack(kind, (seat + 1) % 3) for kind in kinds]
    told = await told_of_luck(tmp_path / "ludotheque.db", game, 3, draw, seconds)
    assert told[0] == told[1] == told[2] == [("batch", None)] * len(seconds)


async def test_hit_followed_by_an_illegal_move_does_not_reveal_its_result(tmp_path: Path) -> None:
    game = find("president")

    def risky(match: Match) -> tuple[int, Move] | None:
        seat = match.asked()[0]
        duel = match.state.duel
        return (seat, Hit()) if duel is not None and len(match.legal(seat)) == 2 else None

    told = await told_of_luck(tmp_path / "ludotheque.db", game, 2, risky, [Take("ZZ"), Hit()])
    assert told[0] == told[1] == told[2] == [("batch", None)] * 2


def _walked(game: Game, players: int) -> list[tuple[int, Any]]:
    """Everything that somebody may do in the course of a random game."""
    match, rng = Match(game, [""] * players, secret=LUCK[0]), QuickChance(5)
    match.begin(0)
    found: list[tuple[int, Any]] = []
    while asked := match.asked():
        seat = asked[rng.below(len(asked))]
        legal = match.legal(seat)
        found += [(seat, move) for move in legal]
        match.play(seat, legal[rng.below(len(legal))], 0)
    return found


async def test_deployment_is_one_message_and_nothing_may_follow_it(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    too_many = await anne.play(*SETUP, SETUP[0])
    assert (too_many["code"], too_many["refusal"]) == ("batch", None)
    assert (await bruno.play(*SETUP))["t"] == "ack"
    too_many = await anne.play(*SETUP, {"do": "step", "from": "a1", "to": "a1"})
    assert (too_many["code"], too_many["refusal"]) == ("batch", None), (
        "the last to deploy learns no more than the first"
    )
    assert (await anne.play(*SETUP))["t"] == "ack"


async def test_departments_of_one_amount_may_be_named_together(tmp_path: Path) -> None:
    game = find("president")

    def several(match: Match) -> tuple[int, Move] | None:
        seat = match.asked()[0]
        if match.rules.choice(match.state, seat) is None:
            return None
        trial = match.state.copy()
        match.rules.play(trial, seat, match.legal(seat)[0])
        return (seat, match.legal(seat)[0]) if match.rules.choice(trial, seat) == (trial.stack.what, seat) else None

    match, seat, first = reached(game, 2, several)
    trial = match.state.copy()
    match.rules.play(trial, seat, first)
    second = match.rules.legal(trial, seat)[0]
    given = [(line.seat, line.move) for line in match.record.moves]
    server = await laid_out(tmp_path / "ludotheque.db", game, 2, [(given, LUCK[0])])
    try:
        line = await sitting(server, 0, 2, seat)
        assert (await line.play(*map(msgspec.to_builtins, (first, second))))["t"] == "ack"
    finally:
        await close_all_guests()
        server.stop()
