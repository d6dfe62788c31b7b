"""Checkpoints: all that learning goes on from, in one file of arrays by name.

The games under way are in it too, so that learning goes on exactly as if it had not been interrupted (on the same kind
of machine). Random numbers follow from the seed and the iteration.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jax
import msgspec
import numpy as np

from ludotheque.lab.learn.ppo import Learner
from ludotheque.lab.learn.settings import Settings

FORMAT = 1
HEADER = "header"


class BadCheckpoint(ValueError):
    """A file that learning cannot go on from; the message says why."""


class Header(msgspec.Struct, frozen=True):
    """What a checkpoint says of itself."""

    game: str
    settings: Settings
    iteration: int = 0
    """How many iterations are done."""
    seconds: float = 0.0
    """How long they took, over all stretches."""
    games: int = 0
    """How many games were finished in them."""
    format: int = FORMAT


class Progress(NamedTuple):
    """The arrays of a checkpoint."""

    learner: Learner
    state: Any
    """The games under way."""
    openings: Any


def save_checkpoint(path: Path, header: Header, progress: Progress) -> None:
    """Write a checkpoint; what was there before is replaced only once all of it is written."""
    arrays = {name: np.asarray(array) for name, array in _by_name(progress).items()}
    encoded = np.frombuffer(msgspec.json.encode(header), np.uint8)
    write_arrays(path, {HEADER: encoded, **arrays})


def read_header(path: Path) -> Header:
    """What a checkpoint says of itself; raises :class:`BadCheckpoint`."""
    with _open(path) as file:
        try:
            header = msgspec.json.decode(file[HEADER].tobytes(), type=Header)
        except (KeyError, msgspec.MsgspecError) as error:
            raise BadCheckpoint(f"{path} is not a checkpoint of this version: {error}") from None
    if header.format != FORMAT:
        raise BadCheckpoint(f"{path} has format {header.format}, and this version reads {FORMAT}")
    return header


def read_progress(path: Path, like: Progress) -> Progress:
    """The arrays of a checkpoint, which must have the shapes of ``like``; raises :class:`BadCheckpoint`."""
    with _open(path) as file:
        found = {}
        for name, expected in _by_name(like).items():
            if name not in file.files or file[name].shape != expected.shape:
                raise BadCheckpoint(f"{path} has no array “{name}” of the shape {expected.shape}")
            found[name] = jax.numpy.asarray(file[name], expected.dtype)
    progress: Progress = jax.tree.unflatten(jax.tree.structure(like), list(found.values()))
    return progress


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays by name to a compressed file, whole or not at all."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)
    unfinished.replace(path)


def _open(path: Path) -> Any:
    try:
        return np.load(path)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise BadCheckpoint(f"{path} cannot be read: {error}") from None


def _by_name(progress: Progress) -> dict[str, Any]:
    """Every array under a name made of the fields that lead to it, in the order of the tree."""
    found, _ = jax.tree.flatten_with_path(progress)
    return {jax.tree_util.keystr(path, simple=True, separator="/"): array for path, array in found}
