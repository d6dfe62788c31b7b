"""The games of a batch that one process plays, and the arrays into which it writes what it sees."""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray
from struct import Struct
from typing import Any, Self

from ludotheque.engine.chance import QuickChance
from ludotheque.lab.stepping import Setting, Stepper


@dataclass(frozen=True)
class Arrays:
    """What goes in and out, in memory that processes share: a row for each game, one after the other.

    The memory has no name, so that none can be left behind: it is gone once the last process that knows it is.
    """

    actions: Any
    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    terminations: Any
    truncations: Any
    seconds: Any
    """Of the processor, for each process."""

    @classmethod
    def make(cls, setting: Setting, games: int, processes: int) -> Self:
        """Arrays of zeros."""
        return cls(
            actions=RawArray(ctypes.c_int32, games),
            observations=RawArray(ctypes.c_float, games * setting.observations),
            masks=RawArray(ctypes.c_bool, games * setting.actions),
            seats=RawArray(ctypes.c_int32, games),
            rewards=RawArray(ctypes.c_float, games * setting.players),
            terminations=RawArray(ctypes.c_bool, games),
            truncations=RawArray(ctypes.c_bool, games),
            seconds=RawArray(ctypes.c_double, processes),
        )


class Games:
    """Some games of a batch, each begun anew when it is over.

    The luck of a game follows from the seed, its place in the batch and how many were played there before: from
    nothing that other games or processes do.
    """

    def __init__(self, setting: Setting, seed: int | str, places: range, arrays: Arrays, process: int) -> None:
        self.setting, self.seed, self.places, self.arrays, self.process = setting, seed, places, arrays, process
        self._played = dict.fromkeys(places, 0)
        self._shown: dict[int, list[int]] = {place: [] for place in places}
        self._row = Struct(f"={setting.observations}f")
        self._observations = memoryview(arrays.observations).cast("B")
        self._steppers = {place: self._begin(place) for place in places}
        for place in places:
            self._show(place)

    def step(self) -> None:
        """Choose the number that was given for each game, and write what comes of it."""
        begun = time.process_time()
        for place in self.places:
            self._step(place)
        self.arrays.seconds[self.process] += time.process_time() - begun

    def _begin(self, place: int) -> Stepper:
        return Stepper(self.setting, QuickChance(f"{self.seed}/{place}/{self._played[place]}"))

    def _step(self, place: int) -> None:
        arrays, stepper, players = self.arrays, self._steppers[place], self.setting.players
        if arrays.terminations[place] or arrays.truncations[place]:  # as the step before told
            arrays.terminations[place] = arrays.truncations[place] = False
            arrays.rewards[place * players : (place + 1) * players] = [0.0] * players
        stepper.choose(arrays.actions[place])
        if stepper.seat is None:
            over = stepper.outcome is not None
            arrays.terminations[place], arrays.truncations[place] = over, not over
            arrays.rewards[place * players : (place + 1) * players] = stepper.returns
            self._played[place] += 1
            self._steppers[place] = self._begin(place)
        self._show(place)

    def _show(self, place: int) -> None:
        """Write what the seat that chooses sees, and what it may choose."""
        arrays, stepper, first = self.arrays, self._steppers[place], place * self.setting.actions
        arrays.seats[place] = stepper.seat
        self._row.pack_into(self._observations, place * self._row.size, *stepper.observation())
        for number in self._shown[place]:
            arrays.masks[first + number] = False
        numbers = self._shown[place] = stepper.numbers()
        for number in numbers:
            arrays.masks[first + number] = True
