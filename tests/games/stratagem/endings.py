"""Golden games of every way to end: ``python -m tests.games.stratagem.endings`` looks for seeds that lead there."""

from __future__ import annotations

from pathlib import Path

from ludotheque.engine import record
from ludotheque.engine.record import Record, replay
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.moves import Counted, Defeated, Ended, Out
from tests.golden import golden

FOLDER = Path(__file__).parent / "golden"


def endings(played: Record) -> set[str]:
    """What a recorded game is an example of."""
    found: set[str] = set()
    for state, seat, move in replay(GAME, played):
        if move is None:
            break
        for event in GAME.rules.play(state.copy(), seat, move):
            if isinstance(event, Defeated) and event.action == "coup":
                found.add("coup-defeated")
            elif isinstance(event, Out) and event.reason == "dictatorship":
                found.add("dictator-eliminated")
            elif isinstance(event, Counted) and event.candidates:
                found.add("second-campaign")
            elif isinstance(event, Ended):
                found.add({"coup": "coup-wins", "dictatorship": "dictatorship-wins"}.get(event.reason, "elected"))
    if "elected" in found:
        found.add("second-round" if "second-campaign" in found else "first-round")
    return found - {"elected", "second-campaign"}


ALL = {"first-round", "second-round", "coup-wins", "coup-defeated", "dictatorship-wins", "dictator-eliminated"}


def main() -> None:
    """Write those that are missing."""
    missing = {name for name in ALL if not (FOLDER / f"{name}.jsonl").exists()}
    for seed in range(1000, 6000):
        if not missing:
            return
        played = golden(GAME, 4, {}, seed).record
        for name in endings(played) & missing:
            (FOLDER / f"{name}.jsonl").write_bytes(record.write(played))
            print(name, seed)
            missing.discard(name)
    raise SystemExit(f"no game found for {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main()
