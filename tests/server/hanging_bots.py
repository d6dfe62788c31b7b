"""Bots that hang, for tests of the processes in which bots think."""

from __future__ import annotations

import time

from ludotheque.server.bots import worker
from ludotheque.server.bots.worker import Job

HANGING_LEVEL = "strong"
"""The level that hangs; the others work."""


def choose_or_sleep(job: Job) -> bytes:
    """Choose a move; the hanging level sleeps for ever."""
    while job.level == HANGING_LEVEL:
        time.sleep(3600)
    return worker.choose_move(job)


def choose_or_spin(job: Job) -> bytes:
    """Choose a move; the hanging level is busy for ever, in C, where no other Python thread runs."""
    if job.level == HANGING_LEVEL:
        sum(range(10**15))
    return worker.choose_move(job)


def sleep_always(job: Job) -> bytes:
    """Sleep for ever, whatever the level."""
    time.sleep(3600)
    return b""
