"""Processor time of what a test runs, without the garbage collector, which looks at all that the suite has loaded."""

from __future__ import annotations

import gc
import time
from typing import Self


class Stopwatch:
    """Measures what runs inside ``with``: ``seconds`` of this process's processor time.

    A collection that happens to fall into it would add a third of a second where thousands of tests are loaded.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> Self:
        gc.disable()
        self._begun = time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.process_time() - self._begun
        gc.enable()
