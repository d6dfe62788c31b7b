"""Bots that never decide, for the processes in which bots think."""

from __future__ import annotations

import time

from ludotheque.server.bots import worker
from ludotheque.server.bots.worker import Job

HANGS = "strategist"
"""The level that hangs; the others think as ever."""


def sleeps(job: Job) -> bytes:
    """Think, unless it is the level that hangs: that one sleeps for ever."""
    while job.level == HANGS:
        time.sleep(3600)
    return worker.choose_move(job)


def spins(job: Job) -> bytes:
    """Think, unless it is the level that hangs: that one is busy for ever, in C, where no Python thread gets a turn."""
    if job.level == HANGS:
        sum(range(10**15))
    return worker.choose_move(job)


def everything_sleeps(job: Job) -> bytes:
    """Never decide, whatever the level."""
    time.sleep(3600)
    return b""
