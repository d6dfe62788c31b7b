"""Scenarios of the server's benchmark: tables whose players answer at once, over loopback, on real sockets.

The server runs in a process of its own, as ``ludotheque serve`` would.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludotheque import games
from ludotheque.engine.game import Game
from ludotheque.lab.figure import Figure
from ludotheque.lab.load.boardgame_io import compare_with_boardgame_io
from ludotheque.lab.load.generator import SETTLE, TABLES, LoadGenerator
from ludotheque.lab.load.hostile import measure_hostile_player
from ludotheque.lab.load.masters import measure_masters
from ludotheque.lab.load.process import run_on_server_loop, start_server
from ludotheque.lab.load.workers import measure_two_workers
from ludotheque.lab.postgres import NoPostgres

SOCKETS: Final = 900


def _many_seat_game() -> tuple[Game, int, int]:
    """The many-seat table: a game for six if there is one, else two players and four spectators."""
    for game in games.shelf().values():
        if 6 in game.rules.seats:
            return game, 6, 0
    game = next(iter(games.shelf().values()))
    return game, game.rules.seats[0], 6 - game.rules.seats[0]


def measure_server(
    scenario: str = "all", moves: int = 10_000, tick: Callable[[str], None] = lambda what: None
) -> list[Figure]:
    """Measure the server in every scenario, or in one."""
    pair = games.find("stratego")
    crowded, players, watchers = _many_seat_game()
    figures: list[Figure] = []
    if scenario in ("all", "two"):
        tick(f"{TABLES} tables of two")
        ours = run_on_server_loop(_measure_load(f"{TABLES} two-seat tables ({pair.id})", pair, 2, 0, moves, 5000))
        figures += [*ours, *compare_with_boardgame_io(f"{TABLES} two-seat tables", 2, moves, ours, tick)]
    if scenario in ("all", "six"):
        tick(f"{TABLES} tables of six")
        name = f"{TABLES} six-seat tables ({crowded.id}{', four looking on' if watchers else ''})"
        ours = run_on_server_loop(_measure_load(name, crowded, players, watchers, moves // 2, 2500))
        figures += [*ours, *compare_with_boardgame_io(f"{TABLES} six-seat tables", 6, moves // 2, ours, tick)]
    if scenario in ("all", "ease"):
        tick("a few tables")
        figures.append(run_on_server_loop(_measure_at_ease(pair)))
    if scenario in ("all", "sockets"):
        tick(f"{SOCKETS} sockets")
        figures.append(run_on_server_loop(_measure_sockets(pair)))
    if scenario in ("all", "hostile"):
        tick("one player's many sockets")
        figures += run_on_server_loop(measure_hostile_player(pair))
    if scenario in ("all", "masters"):
        largest = max(games.shelf().values(), key=lambda game: max(game.rules.seats))
        tick(f"{max(largest.rules.seats) - 1} bots that search")
        figures += run_on_server_loop(measure_masters(largest))
    if scenario in ("all", "postgres"):
        figures += _measure_postgres(moves, tick)
    return figures


async def _measure_load(name: str, game: Game, players: int, watchers: int, moves: int, aim: int) -> Sequence[Figure]:
    with start_server() as served:
        crowd = LoadGenerator(served)
        await crowd.open_tables(game, players, TABLES, watchers)
        rate, cost, wait = await crowd.measure(moves, TABLES * SETTLE)
        crowd.close()
    return [
        Figure(f"{name}: durable moves", rate, "moves/s", f"≥ {aim:,}", rate >= aim),
        Figure(f"{name}: the server's CPU", cost, "µs a move", "≤ 300", cost <= 300),
        Figure(f"{name}: its share of a core", rate * cost / 1e4, "%"),
        Figure(f"{name}: median answer", wait, "ms"),
    ]


def _measure_postgres(moves: int, tick: Callable[[str], None]) -> Sequence[Figure]:
    try:
        return measure_two_workers(moves, tick)
    except NoPostgres as error:
        return [Figure(f"two workers on PostgreSQL: {error}", 0, "")]


async def _measure_at_ease(game: Game) -> Figure:
    with start_server() as served:
        crowd = LoadGenerator(served)
        await crowd.open_tables(game, 2, 2)
        _, _, wait = await crowd.measure(1000, 2 * SETTLE)
        crowd.close()
    return Figure("two tables: median answer", wait, "ms", "< 1", wait < 1)


async def _measure_sockets(game: Game) -> Figure:
    with start_server() as served:
        crowd = LoadGenerator(served)
        await crowd.open_tables(game, 2, SOCKETS // 2)
        held = served.resident()
        crowd.close()
    return Figure(f"{SOCKETS} sockets: memory held", held, "MB", "< 70", held < 70)
