"""Measure how long a game takes, by the moments at which its table waits for a choice."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Final

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.lengths import Lengths, TableLength, minutes_of
from ludotheque.engine.rules import NATURE, Move, Seat
from ludotheque.lab.play import play_with, replay

SECONDS: Final = 10
"""How long a person is taken to think at each moment: long enough to read a card, too short to negotiate."""


def measure_lengths(game: Game, games: int) -> Lengths:
    """The lengths of a game between its best quick bots, for every number of players, at the default options."""
    level = str(game.coach)
    tables = []
    for players in game.rules.seats:
        counted = [count_moments(game, level, players, number) for number in range(games)]
        decisions, moments = (statistics.median(column) for column in zip(*counted, strict=True))
        tables.append(TableLength(players, round(decisions), round(moments), minutes_of(moments, SECONDS)))
    return Lengths(level, games, SECONDS, tuple(tables))


def count_moments(game: Game, level: str, players: int, number: int) -> tuple[int, int]:
    """The decisions and the moments of one game between bots of a level."""
    rules, rng = game.rules, QuickChance(f"length/{number}")
    seated = [game.levels[level](seat, QuickChance(f"{rng.seed}/{seat}")) for seat in range(players)]
    state = rules.setup(game.options({}), players)
    moves: list[tuple[Seat, Move]] = []
    decisions = play_with(game, state, seated, rng, moves=moves)
    asked = [
        (seat, frozenset(rules.asked(before)), 0 if seat == NATURE else len(rules.legal(before, seat)))
        for before, seat, _ in replay(game, game.options({}), players, moves)
    ]
    return decisions, sum(1 for _ in moments_in(asked))


def moments_in(asked: list[tuple[Seat, frozenset[Seat], int]]) -> Iterator[Seat]:
    """The seat that each moment begins with. For every move: its seat, all that were asked, how many choices it had."""
    waiting: frozenset[Seat] = frozenset()
    last: Seat | None = None
    for seat, together, choices in asked:
        if seat == NATURE:
            waiting, last = frozenset(), None
        elif choices > 1:
            if seat != last and seat not in waiting:
                waiting = together
                yield seat
            waiting, last = waiting - {seat}, seat
