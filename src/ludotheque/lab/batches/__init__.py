"""Many games in lockstep over processes, for programs that learn."""

from __future__ import annotations

from ludotheque.lab.batches.batch import Batch, BatchFailed, NumberNotAllowed, many

__all__ = ["Batch", "BatchFailed", "NumberNotAllowed", "many"]
