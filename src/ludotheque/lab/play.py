"""Play one game between bots, from a state to its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.player import Player
from ludotheque.engine.rules import NATURE, Event, Move, Rules, Seat


class Timed:
    """A player whose answers are timed, by the wall clock: the CPU time of an outside program cannot be measured."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.hear = player.hear
        self.spared = getattr(player, "spared", False)
        self.weighs = hasattr(player, "weighed")
        self.seconds = 0.0
        self.answers = 0

    @property
    def weighed(self) -> Event | None:
        """How the player rated its last answers, where it reports that."""
        return self.player.weighed if self.weighs else None  # type: ignore[attr-defined]

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Return the player's choice, and add up the time it took."""
        begun = time.perf_counter()
        move = self.player.choose(sight, legal, free)
        self.seconds += time.perf_counter() - begun
        self.answers += 1
        return move


def _ignore(events: Sequence[Event]) -> None:
    """Ignore events."""


def play_at_random(
    game: Game,
    state: Any,
    rng: QuickChance,
    watch: Callable[[Sequence[Event]], None] | None = None,
    moves: list[tuple[Seat, Move]] | None = None,
) -> int:
    """Play a state to its end, any answer as likely as another; how many decisions it took.

    The same as seating random players, without computing their sights: what the benchmark measures. All that is
    played is added to ``moves``, if given.
    """
    rules, below = game.rules, rng.below
    asked, legal, play = rules.asked, rules.legal, rules.play
    decisions = 0
    while seats := asked(state):
        seat = seats[0]
        if seat == NATURE:
            move = rules.chance(state, rng)
        else:
            answers = legal(state, seat)
            move = answers[below(len(answers))]
            decisions += 1
        if moves is not None:
            moves.append((seat, move))
        events = play(state, seat, move)
        if watch is not None:
            watch(events)
    return decisions


def play_with(
    game: Game,
    state: Any,
    players: Sequence[Player],
    rng: QuickChance,
    watch: Callable[[Sequence[Event]], None] = _ignore,
    moves: list[tuple[Seat, Move]] | None = None,
) -> int:
    """Play a state to its end with a player on every seat; how many decisions it took.

    Seats that have an offer to answer do so before the game goes on. All that is played is added to ``moves``, if
    given.
    """
    rules = game.rules
    has_offers = type(rules).addressed is not Rules.addressed
    spared = [getattr(player, "spared", False) for player in players]
    weighing = [getattr(player, "weighs", hasattr(player, "weighed")) for player in players]
    decisions = 0
    while asked := rules.asked(state):
        seat = asked[0]
        if has_offers and (addressed := rules.addressed(state)):
            seat = addressed[0]
            move = players[seat].choose(rules.sight(state, seat), rules.replies(state, seat), rules.free(state, seat))
            decisions += 1
        elif seat == NATURE:
            move = rules.chance(state, rng)
        else:
            legal = rules.legal(state, seat)
            if len(legal) == 1 and spared[seat]:
                move = legal[0]
            else:
                player = players[seat]
                move = player.choose(rules.sight(state, seat), legal, rules.free(state, seat))
                if weighing[seat] and (weighed := player.weighed) is not None:  # type: ignore[attr-defined]
                    watch((weighed,))
            decisions += 1
        if moves is not None:
            moves.append((seat, move))
        events = rules.play(state, seat, move)
        watch(events)
        send_events(players, events)
    return decisions


def replay(
    game: Game, options: Any, players: int, moves: Sequence[tuple[Seat, Move]]
) -> Iterator[tuple[Any, Seat, Move]]:
    """The state before each move of a game that was played, nature's moves included; it is played on with the next."""
    state = game.rules.setup(options, players)
    for seat, move in moves:
        yield state, seat, move
        game.rules.play(state, seat, move)


def send_events(players: Sequence[Player], events: Sequence[Event]) -> None:
    """Send each player the events that its seat may see; what all may see is prepared once."""
    for event in events:
        if type(event).seen is not Event.seen:
            break
    else:
        for player in players:
            player.hear(events)
        return
    for listener, player in enumerate(players):
        player.hear([seen for event in events if (seen := event.seen(listener)) is not None])
