"""The box as data for the browser: the starter set-ups."""

from __future__ import annotations

from typing import Any

from ludotheque.games.stratego.setups import starter_setups


def browser_data() -> dict[str, Any]:
    """The data that the browser needs."""
    return {"setups": starter_setups()}
