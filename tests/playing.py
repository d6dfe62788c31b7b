"""Moves and whole games played for tests, of any game: single moves under a referee, games between bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic

from ludotheque.engine.chance import Chance, QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.player import Player, PlayerMaker
from ludotheque.engine.rules import NATURE, Event, M, Move, P, Refusal, Rules, S, Seat, V
from ludotheque.lab.simulate import plan, simulate
from tests import laws
from tests.stopwatch import Stopwatch


class Referee(Generic[S, P, M, V]):
    """Plays the moves that a test says are allowed, and sees to it that the others are not."""

    def __init__(self, rules: Rules[S, P, M, V]) -> None:
        self.rules = rules

    def do(self, s: S, seat: Seat, move: M) -> list[Event]:
        """Play a move that must be allowed, and listed."""
        refusal = self.rules.refusal(s, seat, move)
        assert refusal is None, f"{move}: {refusal}"
        assert seat == NATURE or move in self._listed(s, seat)
        return list(self.rules.play(s, seat, move))

    def refused(self, s: S, seat: Seat, move: M) -> Refusal:
        """Try a move that must be refused, and must not be listed."""
        refusal = self.rules.refusal(s, seat, move)
        assert refusal is not None, f"{move} is allowed"
        assert move not in self._listed(s, seat)
        return refusal

    def chosen(self, s: S, seat: Seat, player: Player) -> M:
        """What a player does now."""
        legal, free = self.rules.legal(s, seat), self.rules.free(s, seat)
        move: Any = player.choose(self.rules.sight(s, seat), legal, free)
        assert move in [*legal, *free]
        chosen: M = move
        return chosen

    def _listed(self, s: S, seat: Seat) -> list[M]:
        return [*self.rules.legal(s, seat), *self.rules.free(s, seat)]


def _look_away(sight: Any) -> None:
    pass


def play_game(
    game: Game,
    makers: Sequence[PlayerMaker],
    seed: object,
    options: dict[str, Any] | None = None,
    look: Callable[[Any], None] = _look_away,
) -> tuple[Any, list[float]]:
    """Play a game in which any of those asked may answer first: its end, and the answers' seconds of processor time.

    ``look`` is shown the sight of the seat that is about to answer.
    """
    rules, rng = game.rules, QuickChance(f"table {seed}")
    players = [make(seat, QuickChance(f"{seed} {seat}")) for seat, make in enumerate(makers)]
    s = rules.setup(game.options(options or {}), len(players))
    times: list[float] = []
    while asked := rules.asked(s):
        seat = asked[rng.below(len(asked))]
        addressed = rules.addressed(s)
        if addressed:
            seat = addressed[0]
        elif seat == NATURE:
            rules.play(s, seat, rules.chance(s, rng))
            continue
        legal = rules.replies(s, seat) if addressed else rules.legal(s, seat)
        sight, free = rules.sight(s, seat), rules.free(s, seat)
        look(sight)
        with Stopwatch() as watch:
            move = players[seat].choose(sight, legal, free)
        times.append(watch.seconds)
        assert move in legal or move in free
        rules.play(s, seat, move)
    assert rules.outcome(s) is not None
    return s, times


class Forgetful:
    """A player that is made anew for every answer."""

    def __init__(self, make: PlayerMaker, seat: Seat, rng: Chance) -> None:
        self.make = make
        self.seat = seat

    def hear(self, events: Sequence[Event]) -> None:
        """Nothing that it could remember."""

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """The answer of a new one, with random numbers of its own."""
        return self.make(self.seat, QuickChance(f"{self.seat} {sight.question}")).choose(sight, legal, free)


class Rebuilt(Forgetful):
    """A player that is made anew for every answer with the same seed, as at a server's table."""

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """The answer of a new one."""
        return self.make(self.seat, QuickChance(f"rebuilt {self.seat}")).choose(sight, legal, free)


def remembers_nothing(game: Game, level: str, players: int, options: dict[str, Any]) -> None:
    """A bot that is made anew for every answer plays the same game as one that stays."""
    make = game.levels[level]
    kept, _ = play_game(game, [make] * players, "rebuilt", options)
    anew, _ = play_game(game, [partial(Rebuilt, make)] * players, "rebuilt", options)
    assert laws.dump(anew) == laws.dump(kept)


def won_by(game: Game, bots: str, players: int, games: int) -> float:
    """How many times its fair share the first of the bots named wins, all sitting in turn."""
    report = simulate(plan(game.id, games, players, bots.split(","), 1, {}))
    level = report.plan.bots[0]
    mine = [share for name, share in zip(report.plan.bots, report.bot_shares, strict=True) if name == level]
    return sum(mine) * players / len(mine)
