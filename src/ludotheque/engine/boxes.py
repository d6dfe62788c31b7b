"""Boxes that a host brings along: another ``box.toml`` for a game, say transcribed from an original.

They lie in the folder named by ``LUDOTHEQUE_BOXES``, each under its game's name: ``koalition.toml``.
"""

from __future__ import annotations

import os
from pathlib import Path


class BadBox(ValueError):
    """A box that cannot be played with; it says what is wrong."""


def host_box(game: str) -> Path | None:
    """The host's own box for a game, if there is one."""
    folder = os.environ.get("LUDOTHEQUE_BOXES")
    if not folder:
        return None
    path = Path(folder) / f"{game}.toml"
    return path if path.exists() else None
