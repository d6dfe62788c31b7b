"""A learner at work: iterations, generations of openings, duels with earlier selves, and all that it keeps in a folder.

===================  ============================================================
``checkpoint.npz``   all that learning goes on from
``weights.npz``      the player: its average network, and its openings
``selves.npz``       earlier average networks, for duels
``log.jsonl``        what happened (:mod:`ludotheque.lab.learn.log`)
``progress.svg``     the same as plots
===================  ============================================================
"""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from ludotheque.lab.learn.checkpoint import (
    BadCheckpoint,
    Header,
    Progress,
    read_header,
    read_progress,
    save_checkpoint,
    write_arrays,
)
from ludotheque.lab.learn.duel import Results, duel
from ludotheque.lab.learn.log import Bred, Dueled, Entry, Iterated, Stretch, append_log, cut_log, read_log
from ludotheque.lab.learn.plots import draw_plots
from ludotheque.lab.learn.ppo import make_trainer, new_learner
from ludotheque.lab.learn.problem import Parameters, Problem
from ludotheque.lab.learn.settings import Settings, schedule

MOST_SELVES: Final = 8
"""Once there are more, every second one is forgotten: old ones are further apart."""
_BEGIN, _ITERATE, _DUEL = range(3)
"""What random numbers are for: each use has its own."""


class Run:
    """A learner in its folder."""

    def __init__(
        self, game: str, problem: Problem, settings: Settings, folder: Path, weights: Path | None = None
    ) -> None:
        """Go on from the checkpoint in a folder, or begin in it, with a player's weights or from nothing.

        Raises :class:`BadCheckpoint`.
        """
        self.problem, self.settings, self.folder = problem, settings, folder
        self.header = Header(game, settings)
        self._trainer = make_trainer(problem, settings)
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            self.header = msgspec.structs.replace(read_header(self.checkpoint), settings=settings)
            self.progress = read_progress(self.checkpoint, jax.eval_shape(self._begin))
            self.selves = _read_selves(self.folder / "selves.npz", self.iteration)
            cut_log(self.log, self.iteration)
        else:
            self.progress = self._begin(weights)
            self.selves = {}
            self.log.unlink(missing_ok=True)

    @property
    def checkpoint(self) -> Path:
        """The file that learning goes on from."""
        return self.folder / "checkpoint.npz"

    @property
    def log(self) -> Path:
        """The file that says what happened."""
        return self.folder / "log.jsonl"

    @property
    def iteration(self) -> int:
        """How many iterations are done."""
        return self.header.iteration

    def go_on(self, until: int, is_time_up: Callable[[], bool] = lambda: False) -> Iterator[Entry]:
        """Learn until so many iterations are done in all or time is up, yield what happens, and save."""
        device = jax.devices()[0].device_kind
        yield self._note(Stretch(self.iteration, device, msgspec.to_builtins(self.settings)))
        try:
            if self.iteration == 0 and self.settings.duels:
                yield from self._evaluate()
            while self.iteration < until and not is_time_up():
                yield self._learn_once()
                if self.iteration % self.settings.breed == 0:
                    yield self._breed()
                if self.iteration % self.settings.evaluate == 0:
                    if self.settings.duels:
                        yield from self._evaluate()
                    self.save()
        finally:
            self.save()

    def save(self) -> None:
        """Write everything to the folder."""
        save_checkpoint(self.checkpoint, self.header, self.progress)
        learner, openings = self.progress.learner, np.asarray(self.progress.openings)
        scores, games = np.asarray(learner.scores), np.asarray(learner.games)
        write_arrays(self.folder / "weights.npz", self.problem.export(learner.average, openings, scores, games))
        selves = {f"{number}/{name}": array for number, kept in self.selves.items() for name, array in kept.items()}
        write_arrays(self.folder / "selves.npz", selves)
        (self.folder / "progress.svg").write_text(draw_plots(read_log(self.log)), "utf-8")

    def _begin(self, weights: Path | None = None) -> Progress:
        key = self._key(_BEGIN, 0)
        if weights is None:
            parameters, openings = self.problem.new_parameters(key), self.problem.first_openings(self.settings.seed)
        else:
            parameters, openings = self._read_weights(weights)
        learner = new_learner(parameters, len(openings))
        state = self.problem.begin(key, self.settings.games, openings)
        return Progress(learner, jax.tree.map(jnp.copy, state), openings)  # arrays that nothing else uses

    def _read_weights(self, path: Path) -> tuple[Parameters, Any]:
        try:
            with np.load(path) as exported:
                return self.problem.load(dict(exported))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise BadCheckpoint(f"learning cannot begin from {path}: {error}") from None

    def _key(self, use: int, number: int) -> Any:
        return jax.random.fold_in(jax.random.fold_in(jax.random.key(self.settings.seed), use), number)

    def _note(self, entry: Entry) -> Entry:
        append_log(self.log, [entry])
        return entry

    def _learn_once(self) -> Entry:
        begun = time.perf_counter()
        learner, state, openings = self.progress
        now = schedule(self.settings, self.iteration)
        learner, state, found = self._trainer.iterate(learner, state, self._key(_ITERATE, self.iteration), now)
        self.progress = Progress(learner, state, openings)
        figures = {name: round(value, 5) for name, value in found.items()}
        spent = time.perf_counter() - begun
        self.header = msgspec.structs.replace(
            self.header,
            iteration=self.iteration + 1,
            seconds=self.header.seconds + spent,
            games=self.header.games + round(figures["games"]),
        )
        return self._note(Iterated(self.iteration, round(spent, 3), figures))

    def _breed(self) -> Entry:
        """Replace the openings that scored worse. Games under way count for what replaces theirs."""
        learner, state, openings = self.progress
        scores, games = np.asarray(learner.scores), np.asarray(learner.games)
        openings, *credit = self.problem.breed(np.asarray(openings), scores, games, self.iteration)
        learner = learner._replace(scores=jnp.asarray(credit[0]), games=jnp.asarray(credit[1]))
        self.progress = Progress(learner, self.problem.use_openings(state, openings), openings)
        means = (scores + 0.5) / (games + 1)
        return self._note(Bred(self.iteration, round(float(means.max()), 3), round(float(means.min()), 3)))

    def _evaluate(self) -> Iterator[Entry]:
        """Play against random play and the first, the middle and the newest of the earlier selves, and keep this one.

        Each is met anew every time, so that the log shows whether the learner runs in circles.
        """
        average = jax.tree.map(jnp.copy, self.progress.learner.average)
        yield self._play_duel("random", average, average, 0)
        kept = list(self.selves)
        for number in dict.fromkeys(kept[place] for place in (0, len(kept) // 2, -1) if kept):
            other = {name: jnp.asarray(array, jnp.float32) for name, array in self.selves[number].items()}
            yield self._play_duel(f"self {number}", average, other, 1 + number)
        self.selves[self.iteration] = {name: np.asarray(array, np.float16) for name, array in average.items()}
        if len(self.selves) > MOST_SELVES:
            self.selves = dict(list(self.selves.items())[::2])

    def _play_duel(self, name: str, first: Parameters, second: Parameters, number: int) -> Entry:
        key = jax.random.fold_in(self._key(_DUEL, self.iteration), number)
        state = self.problem.begin(key, self.settings.duels, self.progress.openings)
        found: Results = duel(
            self.problem, self.settings.duel_moves, state, first, second, jnp.bool_(name == "random"), key
        )
        wins, draws, losses, unfinished, moves = (int(number) for number in found)
        length = round(moves / max(wins + draws + losses, 1), 1)
        return self._note(Dueled(self.iteration, name, wins, draws, losses, unfinished, length))


def _read_selves(path: Path, until: int) -> dict[int, dict[str, Any]]:
    """Earlier networks by the iteration after which they were kept; those that are not there are not met."""
    found: dict[int, dict[str, Any]] = {}
    if path.exists():
        with np.load(path) as file:
            for name in file.files:
                number, _, part = name.partition("/")
                if int(number) <= until:
                    found.setdefault(int(number), {})[part] = file[name]
    return dict(sorted(found.items()))


def read_settings(checkpoint: Path, given: dict[str, Any], usual: Mapping[str, Any] = {}) -> Settings:
    """The settings of a checkpoint, or the usual ones, with those that are given changed.

    Raises :class:`BadCheckpoint`.

    What the network and the games are made of cannot be changed any more.
    """
    if not checkpoint.exists():
        return Settings(**{**usual, **given})
    before = read_header(checkpoint).settings
    for name in ("channels", "blocks", "games", "seed"):
        if given.get(name, getattr(before, name)) != getattr(before, name):
            raise BadCheckpoint(f"{name} is {getattr(before, name)} here: begin in another folder to change it")
    return msgspec.structs.replace(before, **given)
