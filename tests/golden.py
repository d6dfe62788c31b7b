"""Make the golden games of a game that has none: ``python -m tests.golden GAME``.

One per number of players and per choice of option, played by the best bots with a fixed secret. They are made once
and kept: a change that breaks one has changed the rules.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.engine import record
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match
from ludotheque.engine.rules import Event
from tests import laws


def golden(game: Game, players: int, options: dict[str, Any], seed: int) -> Match:
    """A whole game between the best bots."""
    nonces = [f"nonce {seat}" for seat in range(players)]
    names = [f"Player {seat + 1}" for seat in range(players)]
    match = Match(game, names, options, secret=f"{seed:064x}", nonces=nonces, opened=0)
    maker = game.levels[str(game.coach)]
    bots = [maker(seat, QuickChance(f"{seed}/{seat}")) for seat in range(players)]

    def send(events: list[Event]) -> None:
        for seat, bot in enumerate(bots):
            bot.hear(laws.views(events, seat))

    send(match.begin(at=0))
    while asked := match.asked():
        addressed = game.rules.addressed(match.state)
        seat = (addressed or asked)[0]
        legal = game.rules.replies(match.state, seat) if addressed else match.legal(seat)
        move = bots[seat].choose(match.sight(seat), legal, match.free(seat))
        send(match.play(seat, move, at=len(match.record.moves)))
    return match


def main(name: str) -> None:
    """Write those that are missing."""
    game = games.find(name)
    folder = Path(__file__).parent / "games" / name / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (players, options) in enumerate(laws.tables(game), 1):
        path = folder / f"{'-'.join(map(str, (players, *options.values())))}.jsonl"
        if not path.exists():
            path.write_bytes(record.write(golden(game, players, options, seed).record))
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1])
