"""How long tests wait for what they expect."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 150.0
"""Seconds after which a test gives up waiting.

Only a failing test ever waits so long. It is ten times what the slowest wait takes on two busy cores, so that a machine
five times slower passes too.
"""
