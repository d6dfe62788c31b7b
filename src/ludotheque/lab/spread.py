"""Work spread over processes: of this machine, or of a cluster of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import starmap
from multiprocessing import get_context
from threading import Lock
from typing import Any, Final, TypeVar

from ludotheque import __version__

T = TypeVar("T")
Jobs = int | Executor
"""Where work is done: in so many processes of this machine (1: in this one), or in those of an executor."""
TIMEOUT: Final = 10
"""Seconds in which a cluster must answer."""
_alone = Lock()


class NoCluster(Exception):
    """A cluster that cannot be used; the message says why."""


class OtherVersion(NoCluster):
    """A process of a cluster that has another version of this package, and might play by other rules."""


def spread(call: Callable[..., T], work: Sequence[tuple[Any, ...]], jobs: Jobs) -> Iterator[T]:
    """The results of a call for each of these arguments, in their order, wherever they are computed."""
    if isinstance(jobs, Executor):
        yield from jobs.map(partial(_call_alone, __version__, call), *zip(*work, strict=True))
    elif min(jobs, len(work)) <= 1:
        yield from starmap(call, work)
    else:
        with ProcessPoolExecutor(min(jobs, len(work)), mp_context=get_context("spawn")) as pool:
            yield from pool.map(call, *zip(*work, strict=True))


@contextmanager
def open_cluster(address: str) -> Iterator[Executor]:
    """The processes of a Dask cluster, by the address of its scheduler; raises :class:`NoCluster`.

    The work of a process that dies is done again by another one: a game follows from its seed alone, wherever and
    however often it is played.
    """
    try:
        dask: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise NoCluster("a cluster needs Dask: pip install 'ludotheque[cluster]'") from None
    try:
        client = dask.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            yield client.get_executor(pure=False)
        except (dask.KilledWorker, CancelledError) as error:  # of work that kills its processes; of a lost scheduler
            raise NoCluster(f"the cluster gave up: {error}") from None


def _call_alone(version: str, call: Callable[..., T], *arguments: Any) -> T:
    """Call in a process of a cluster, one call at a time: its time is measured by that of the processor."""
    if version != __version__:
        raise OtherVersion(f"version {__version__} is installed on the cluster, not {version}")
    with _alone:
        return call(*arguments)
