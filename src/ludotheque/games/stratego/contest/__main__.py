"""Our best bot as a contest program: ``python -m ludotheque.games.stratego.contest``."""

from __future__ import annotations

import argparse
import sys

from ludotheque.engine.chance import QuickChance
from ludotheque.games import find
from ludotheque.games.stratego.contest.bot_program import play_contest_game
from ludotheque.games.stratego.contest.lines import BadLine


def main() -> int:
    """Play one game on standard input and output."""
    parser = argparse.ArgumentParser(
        prog="python -m ludotheque.games.stratego.contest",
        description="Play one game of Stratego on standard input and output, in the 2012 contest's protocol.",
    )
    parser.add_argument("--seed", type=int, help="seed of the bot's random numbers (a new one each time)")
    levels = find("stratego").levels
    best = [*levels][-1]
    parser.add_argument("--level", choices=levels, default=best, help=f"which bot plays ({best})")
    arguments = parser.parse_args()
    try:
        play_contest_game(
            iter(sys.stdin.readline, ""), sys.stdout, levels[arguments.level], QuickChance(arguments.seed)
        )
    except BadLine as error:
        print(f"stratego: {error}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
