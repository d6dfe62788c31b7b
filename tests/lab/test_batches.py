"""Batches: the same arrays as games stepped one by one, whatever the processes, and no process left behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from ludotheque import games
from ludotheque.engine.chance import QuickChance
from ludotheque.lab import many
from ludotheque.lab.batches import Batch, BatchFailed, NumberNotAllowed
from ludotheque.lab.stepping import Stepper, make_setting

ARRAYS = ("observations", "masks", "seats", "rewards", "terminations", "truncations")


def arrays(batch: Batch) -> dict[str, Any]:
    """Copies of all arrays."""
    return {name: getattr(batch, name).copy() for name in ARRAYS}


def play(batch: Batch, steps: int) -> Iterator[dict[str, Any]]:
    """The arrays at the beginning and after each of some steps at random."""
    rng = np.random.default_rng(seed=9)
    yield arrays(batch)
    for _ in range(steps):
        batch.step(batch.sample(rng))
        yield arrays(batch)


def check_row(batch: Batch, place: int, stepper: Stepper) -> None:
    """A row shows what the seat that chooses knows by its own sight, and what it may choose."""
    assert stepper.seat is not None
    setting = stepper.setting
    sight = setting.game.rules.sight(stepper.state, stepper.seat)
    known = np.array(setting.spaces.sights.array(sight), np.float32)
    assert batch.seats[place] == stepper.seat
    assert (batch.observations[place, : len(known)] == known).all()
    assert (batch.observations[place] == np.array(stepper.observation(), np.float32)).all()
    assert batch.masks[place].nonzero()[0].tolist() == stepper.numbers()


@pytest.mark.parametrize("name", list(games.shelf()))
def test_batch_is_the_same_as_stepping_each_game(name: str) -> None:
    """With what a game is worth at its end, and the next game in the same row."""
    setting = make_setting(name, horizon=40)
    steppers = [Stepper(setting, QuickChance(f"3/{place}/0")) for place in range(2)]
    played = [0, 0]
    rng = np.random.default_rng(seed=1)
    with many(name, games=2, seed=3, horizon=40) as batch:
        for _ in range(100):
            numbers = batch.sample(rng)
            batch.step(numbers)
            for place, number in enumerate(numbers):
                stepper = steppers[place]
                stepper.choose(int(number))
                assert batch.terminations[place] == (stepper.outcome is not None)
                assert batch.truncations[place] == (stepper.seat is None and stepper.outcome is None)
                assert batch.rewards[place].tolist() == list(stepper.returns)
                if stepper.seat is None:
                    played[place] += 1
                    steppers[place] = Stepper(setting, QuickChance(f"3/{place}/{played[place]}"))
                check_row(batch, place, steppers[place])
    assert min(played) > 0


def test_game_that_ends_tells_what_it_was_worth_once() -> None:
    with many("president", games=1, seed=5) as batch:
        for found in play(batch, 2000):
            if found["terminations"][0]:
                break
        else:
            pytest.fail("no game ended")
        assert sorted(found["rewards"][0]) in ([-1, 1], [0, 0])
        batch.step(batch.sample(np.random.default_rng(seed=1)))
        assert not batch.terminations.any()
        assert not batch.rewards.any()


def test_arrays_are_the_same_with_any_number_of_processes() -> None:
    """Of a game whose moves are spelled with several numbers; games end on the way."""

    def run(processes: int) -> list[dict[str, Any]]:
        with many("koalition", games=5, processes=processes, players=4, seed=2, horizon=12) as batch:
            assert len(batch.seconds) == processes
            return list(play(batch, 60))

    alone = run(1)
    assert sum(found["truncations"].sum() for found in alone) > 5
    for processes in (2, 3):
        for one, other in zip(alone, run(processes), strict=True):
            assert all((one[name] == other[name]).all() for name in ARRAYS)


def test_more_processes_than_games_are_not_started() -> None:
    with many("stratego", games=1, processes=3) as batch:
        assert len(batch.seconds) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_number_that_is_not_allowed_is_refused_and_changes_nothing(processes: int) -> None:
    with many("politico", games=3, processes=processes, seed=1) as batch, many("politico", games=3, seed=1) as same:
        numbers = batch.sample(np.random.default_rng(seed=1))
        before = arrays(batch)
        for wrong in (int((~batch.masks[1]).nonzero()[0][0]), -1, batch.setting.actions, 2**40):
            bad = numbers.copy()
            bad[1] = wrong
            with pytest.raises(NumberNotAllowed, match=rf"^game 1: {wrong} is not among \d+") as refused:
                batch.step(bad)
            assert (refused.value.game, refused.value.number) == (1, wrong)
        for shapeless in (numbers[:2], numbers.astype(float), numbers[:, None]):
            with pytest.raises(ValueError, match="3 whole numbers are needed"):
                batch.step(shapeless)
        assert all((before[name] == after).all() for name, after in arrays(batch).items())
        batch.step(numbers)
        same.step(numbers)
        assert all((getattr(same, name) == after).all() for name, after in arrays(batch).items())


def test_arrays_cannot_be_written() -> None:
    with many("politico", games=1) as batch:
        for name in ARRAYS:
            with pytest.raises(ValueError, match="read-only"):
                getattr(batch, name)[0] = 1


@pytest.mark.parametrize("arguments", [{"games": 0}, {"games": 2, "processes": 0}, {"games": 1, "players": 99}])
def test_batch_that_cannot_be_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"one game in one process|is played by"):
        many("stratego", **arguments)


def started(before: list[BaseProcess]) -> list[BaseProcess]:
    return [process for process in active_children() if process not in before]


def test_killed_process_is_reported_and_the_others_are_ended() -> None:
    before = active_children()
    with many("stratagem", games=4, processes=2, seed=1) as batch:
        processes = started(before)
        numbers = batch.sample(np.random.default_rng(seed=1))
        batch.step(numbers)
        batch._workers[1].process.kill()
        batch._workers[1].process.join()
        message = "the process of games 2 to 3 was ended by SIGKILL; the others were ended, too"
        with pytest.raises(BatchFailed, match=message):
            batch.step(batch.sample(np.random.default_rng(seed=1)))
        assert len(processes) == 2
        assert not started(before)
        with pytest.raises(BatchFailed, match=message):
            batch.step(numbers)


def test_error_of_a_process_is_told_and_ends_the_batch() -> None:
    before = active_children()
    with many("stratagem", games=2, processes=2) as batch:
        batch._actions[:] = -1  # past what send() checks
        for worker in batch._workers:
            worker.send()
        batch._sent = True
        with pytest.raises(BatchFailed, match=r"of games 0 to 0 failed:\n[^~]*NotAllowed: -1 is not among"):
            batch.receive()
        assert not started(before)


def test_processes_end_with_the_context_in_every_case() -> None:
    before = active_children()
    batch = many("politico", games=2, processes=2)

    def learn() -> None:
        with batch:
            batch.send(batch.sample(np.random.default_rng(seed=1)))
            assert len(started(before)) == 2
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn()
    assert not started(before)
    assert batch.observations.any(), "the arrays stay"
    with pytest.raises(BatchFailed, match="this batch is closed"):
        batch.receive()


def test_halves_of_a_step_are_taken_in_turns() -> None:
    with many("politico", games=1) as batch:
        with pytest.raises(BatchFailed, match="not stepping"):
            batch.receive()
        numbers = batch.sample(np.random.default_rng(seed=1))
        batch.send(numbers)
        with pytest.raises(BatchFailed, match="is stepping"):
            batch.send(numbers)
        batch.receive()


SCRIPT = """
import time
from multiprocessing import active_children
from ludotheque.lab import many
if __name__ == "__main__":
    batch = many("politico", games=2, processes=2)
    print(*[process.pid for process in active_children()], flush=True)
    time.sleep(600)
"""


def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "learn.py"
    script.write_text(SCRIPT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as learner:
        assert learner.stdout is not None
        workers = [psutil.Process(int(word)) for word in learner.stdout.readline().split()]
        assert len(workers) == 2
        learner.send_signal(signal.SIGKILL)
    for worker in workers:
        worker.wait(timeout=60)
