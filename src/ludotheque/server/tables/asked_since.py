"""Since when seats are asked, in questions that several seats are asked at the same time.

It follows from the times in the table's log. A seat's time begins when the question is put to it, and anew with its own
move in it and with each further proposal that awaits its answer.
"""

from __future__ import annotations

from typing import Any

from ludotheque.engine.rules import AnyRules, Seat
from ludotheque.engine.windows import find_prompts


class AskedSince:
    """When each asked seat was last given something to answer, in milliseconds since 1970."""

    __slots__ = ("_prompts", "_since")

    def __init__(self) -> None:
        self._since: dict[Seat, int] = {}
        self._prompts: dict[Seat, frozenset[int]] = {}

    def copy(self) -> AskedSince:
        """An independent copy."""
        other = AskedSince()
        other._since, other._prompts = dict(self._since), dict(self._prompts)
        return other

    def find(self, seat: Seat) -> int:
        """Since when a seat is asked; 0 where it is not, or is alone."""
        return self._since.get(seat, 0)

    def update(self, rules: AnyRules, state: Any, at: int, mover: Seat | None = None) -> None:
        """Note who is asked after a move of ``mover``."""
        asked = rules.asked(state)
        if len(asked) < 2:
            if self._since:
                self._since, self._prompts = {}, {}
            return
        prompts = {seat: find_prompts(state.stack, seat) for seat in asked}
        none: frozenset[int] = frozenset()
        self._since = {
            seat: at if seat == mover or found - self._prompts.get(seat, none) else self._since[seat]
            for seat, found in prompts.items()
        }
        self._prompts = prompts

    def restart(self, at: int, seat: Seat | None = None) -> None:
        """Let the time of a seat, or of all, begin anew: a player has returned, or the game was resumed."""
        for other in self._since:
            if seat is None or other == seat:
                self._since[other] = at

    def shift(self, slept: int) -> None:
        """Do not count a time in which no seat could play."""
        self._since = {seat: since + slept for seat, since in self._since.items()}
