"""Many games in lockstep over processes: arrays in, arrays out."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise, starmap
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from traceback import format_exc
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ludotheque.lab.batches.games import Arrays, Games
from ludotheque.lab.stepping import NotAllowed, Setting, make_setting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN = 20
"""Numbers that an error lists at most."""


class BatchFailed(RuntimeError):
    """A batch that cannot go on: one of its processes ended, or it was closed. Its other processes were ended."""


class NumberNotAllowed(NotAllowed):
    """A number that may not be chosen in one of the games: no game was changed."""

    def __init__(self, game: int, number: int, allowed: list[int]) -> None:
        more = ", …" if len(allowed) > SHOWN else ""
        super().__init__(f"game {game}: {number} is not among {', '.join(map(str, allowed[:SHOWN]))}{more}")
        self.game = game
        self.number = number


def many(
    game: str,
    *,
    games: int,
    processes: int = 1,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str = 0,
    free: bool = False,
    horizon: int = 0,
) -> Batch:
    """Many games, stepped together by numbers, over so many processes; with one, the calling process plays them.

    ``players``, ``options``, ``free`` and ``horizon`` are those of :func:`ludotheque.lab.stepping.make_setting`. The
    same seed and the same numbers give the same arrays, whatever the number of processes.

    >>> import numpy as np
    >>> with many("stratagem", games=3, seed=1) as batch:
    ...     rng = np.random.default_rng(seed=1)
    ...     for _ in range(1000):
    ...         batch.step(batch.sample(rng))
    >>> batch.observations.shape == (3, batch.setting.observations), batch.masks.shape == (3, batch.setting.actions)
    (True, True)

    Started processes import the script that starts them, so a script calls this under ``if __name__ == "__main__":``.
    """
    if games < 1 or processes < 1:
        raise ValueError(f"a batch is one game in one process at least, not {games} in {processes}")
    return Batch(make_setting(game, players, options, free=free, horizon=horizon), games, processes, seed)


class Batch:
    """Many games in lockstep; make one with :func:`many`, and leave it as a context to end its processes.

    The arrays are views of memory that :meth:`step` overwrites: copy what is to be kept. Row *i* is game *i*, from the
    sight of the seat that chooses in it. A game that is over begins anew at once, in the same row.
    """

    observations: NDArray[np.float32]
    """What the seat that chooses knows."""
    masks: NDArray[np.bool_]
    """Which numbers it may choose."""
    seats: NDArray[np.int32]
    """Which seat chooses."""
    rewards: NDArray[np.float32]
    """For every seat what the game that ended with this step was worth to it, from -1 to 1; else 0."""
    terminations: NDArray[np.bool_]
    """Whether a game ended with this step: the other rows show the next one."""
    truncations: NDArray[np.bool_]
    """Whether it was cut off at the horizon instead."""
    seconds: NDArray[np.float64]
    """Seconds of the processor that each process has spent on its steps."""

    def __init__(self, setting: Setting, games: int, processes: int, seed: int | str) -> None:
        import numpy

        self.setting = setting
        self.games = games
        self._workers: list[_Worker] = []
        self._here: Games | None = None
        self._sent = False
        self._ended = ""
        processes = min(games, processes)
        arrays = Arrays.make(setting, games, processes)
        self._actions = numpy.frombuffer(arrays.actions, numpy.int32)
        for name in ("observations", "masks", "seats", "rewards", "terminations", "truncations", "seconds"):
            raw = getattr(arrays, name)
            array = numpy.frombuffer(raw, numpy.bool_ if name in _BOOLEAN else raw._type_)
            array.flags.writeable = False
            setattr(self, name, array.reshape(games, -1) if name in _ROWS else array)
        bounds = [games * process // processes for process in range(processes + 1)]
        places = list(starmap(range, pairwise(bounds)))
        if processes == 1:
            self._here = Games(setting, seed, places[0], arrays, 0)
            return
        try:
            for process, some in enumerate(places):
                self._workers.append(_start((setting, seed, some, arrays, process)))
            for worker in self._workers:
                worker.hear()
        except BaseException:
            self.close()
            raise

    def step(self, actions: Any) -> None:
        """Choose a number in every game, and wait until all arrays show what came of it.

        Raises :class:`NumberNotAllowed`, a ValueError for numbers of another shape, and :class:`BatchFailed`.
        """
        self.send(actions)
        self.receive()

    def send(self, actions: Any) -> None:
        """The first half of :meth:`step`: let the processes begin. Meanwhile another batch can be looked at."""
        import numpy

        if self._ended or self._sent:
            raise BatchFailed(self._ended or "this batch is stepping: receive() waits for that")
        numbers = numpy.asarray(actions)
        if numbers.shape != (self.games,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"{self.games} whole numbers are needed, not {numbers.dtype} of shape {numbers.shape}")
        self._check(numbers)
        self._actions[:] = numbers
        for worker in self._workers:
            worker.send()
        self._sent = True

    def receive(self) -> None:
        """The second half of :meth:`step`: wait until all have stepped."""
        if self._ended or not self._sent:
            raise BatchFailed(self._ended or "this batch is not stepping: send() lets it")
        self._sent = False
        try:
            if self._here is not None:
                self._here.step()
            for worker in self._workers:
                worker.hear()
        except BaseException as error:  # Whatever it is, how far each game is cannot be told any more.
            self._ended = str(error) if isinstance(error, BatchFailed) else ""
            self.close()
            raise

    def sample(self, rng: np.random.Generator) -> NDArray[np.intp]:
        """For every game one of the numbers that may be chosen, all equally likely."""
        counts = self.masks.cumsum(axis=1)
        wanted = rng.integers(counts[:, -1]) + 1
        numbers: NDArray[np.intp] = (counts >= wanted[:, None]).argmax(axis=1)
        return numbers

    def close(self) -> None:
        """End the processes. The arrays stay as they are."""
        self._ended = self._ended or "this batch is closed"
        self._here = None
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _check(self, numbers: NDArray[Any]) -> None:
        """Raise :class:`NumberNotAllowed` for the first number that is not allowed."""
        inside = (numbers >= 0) & (numbers < self.setting.actions)
        allowed = inside & self.masks[range(self.games), numbers * inside]
        if not allowed.all():
            game = int(allowed.argmin())
            raise NumberNotAllowed(game, int(numbers[game]), self.masks[game].nonzero()[0].tolist())


_ROWS = frozenset(("observations", "masks", "rewards"))
_BOOLEAN = frozenset(("masks", "terminations", "truncations"))


class _Worker(NamedTuple):
    """A process that plays some of the games, seen from the one that started it."""

    process: BaseProcess
    connection: Connection
    places: range

    def send(self) -> None:
        """Let it step."""
        with suppress(OSError):  # It has ended: hear() tells how.
            self.connection.send_bytes(b"")

    def hear(self) -> None:
        """Wait until it has stepped; raises :class:`BatchFailed`."""
        games = f"games {self.places[0]} to {self.places[-1]}"
        try:
            failure = self.connection.recv_bytes().decode()
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode or 0
            how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
            raise BatchFailed(f"the process of {games} {how}; the others were ended, too") from None
        if failure:
            raise BatchFailed(f"the process of {games} failed:\n{failure}")

    def end(self) -> None:
        """End it, whatever it is doing: it has nothing to keep."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


def _start(work: tuple[Setting, int | str, range, Arrays, int]) -> _Worker:
    spawn = get_context("spawn")  # Not forked: the caller may have threads, as learning libraries do.
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs, *work), daemon=True)
    process.start()
    theirs.close()  # So that either side learns when the other has ended.
    return _Worker(process, ours, work[2])


def _serve(connection: Connection, *work: Any) -> None:
    """Step whenever told to, until the other side is gone; an answer is empty, or says what failed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one.
    try:
        games = Games(*work)
        connection.send_bytes(b"")
        while True:
            connection.recv_bytes()
            games.step()
            connection.send_bytes(b"")
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception:
        connection.send_bytes(format_exc().encode())
