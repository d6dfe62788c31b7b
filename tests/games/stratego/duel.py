"""Games between players, as the house runs them: each hears and sees only what its seat may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player, PlayerMaker
from ludotheque.engine.rules import Event
from ludotheque.games.stratego.moves import Accept, AnyMove
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.state import State
from tests.games.stratego.field import RULES
from tests.stopwatch import Stopwatch


def send_events(players: Sequence[Player], events: Sequence[Event]) -> None:
    """Let every seat hear what it may of some events."""
    for seat, player in enumerate(players):
        player.hear([seen for seen in (event.seen(seat) for event in events) if seen is not None])


class Duel:
    """A game in progress between two players; ``answers`` are the seconds of processor time each answer took."""

    def __init__(self, makers: Sequence[PlayerMaker], seed: object, **options: object) -> None:
        self.state: State = RULES.setup(Options(**options), 2)  # type: ignore[arg-type]
        self.players = [make(seat, QuickChance(f"{seed} {seat}")) for seat, make in enumerate(makers)]
        self.answers: tuple[list[float], list[float]] = ([], [])

    def moves(self) -> Iterator[tuple[int, AnyMove]]:
        """Play to the end; give each move after it was chosen and before it is played."""
        s = self.state
        while RULES.outcome(s) is None:
            seat = RULES.asked(s)[0]
            legal, free = RULES.legal(s, seat), RULES.free(s, seat)
            sight = RULES.sight(s, seat)
            with Stopwatch() as watch:
                move = self.players[seat].choose(sight, legal, free)
            self.answers[seat].append(watch.seconds)
            assert move in legal or (move in free and isinstance(move, Accept)), f"{seat} played {move}"
            yield seat, move  # type: ignore[misc]
            send_events(self.players, RULES.play(s, seat, move))  # type: ignore[arg-type]

    def play(self) -> tuple[int, ...]:
        """Play to the end; the winner, or nobody."""
        for _ in self.moves():
            pass
        assert self.state.outcome is not None
        return self.state.outcome.winners
