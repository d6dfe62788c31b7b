"""Files of records that simulations write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludotheque.engine import record
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match
from ludotheque.engine.rules import Seat
from ludotheque.lab.plan import Plan

_encode = msgspec.json.Encoder().encode


def file_name(plan: Plan, number: int) -> str:
    """The file name of a simulated game: the game, the seed, its number from 0."""
    return f"{plan.game}-{plan.seed}-{number:05}.jsonl"


def write(game: Game, plan: Plan, seating: Sequence[int], moves: Sequence[tuple[Seat, Any]]) -> bytes:
    """The record of a simulated game, nature's moves included.

    Its random numbers came from the plan's seed, not from a secret, so that all its moves are given ones: they are
    replayed and checked, and nothing is drawn again.
    """
    match = Match(
        game,
        players=[plan.bots[bot] for bot in seating],
        options=plan.options,
        given=[(seat, msgspec.Raw(_encode(move))) for seat, move in moves],
    )
    kinds = ["program" if plan.program and bot == plan.players - 1 else f"bot/{plan.bots[bot]}" for bot in seating]
    match.record.header = msgspec.structs.replace(match.record.header, kinds=kinds)
    return record.write(match.record)
