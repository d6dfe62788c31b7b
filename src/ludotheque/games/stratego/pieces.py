"""The pieces: twelve kinds, numbered by their letter, so that among those that move the higher number wins."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

LETTERS: Final = "ABCDEFGHIJKLM"
"""A is no piece; B to M are the kinds 1 to 12."""
EMPTY, BOMB, SPY, SCOUT, MINER = 0, 1, 2, 3, 4
MARSHAL, FLAG = 11, 12

BOX: Final = tomllib.loads(files(__package__).joinpath("box.toml").read_text("utf-8"))

ARMIES: Final[dict[str, tuple[int, ...]]] = {
    army: (0, *(piece[army] for piece in BOX["piece"])) for army in ("full", "training")
}
"""How many of each kind an army has, by kind."""
MOBILE: Final[tuple[bool, ...]] = (False, *(piece.get("moves", True) for piece in BOX["piece"]))

WON, LOST, BOTH, TAKEN = "won", "lost", "both", "flag"
"""The results of an attack for the attacker: wins, loses, both leave, or takes the flag."""


def fight_result(attacker: int, defender: int) -> str:
    """The result of an attack.

    >>> fight_result(SPY, MARSHAL), fight_result(MARSHAL, SPY), fight_result(SPY, SPY)
    ('won', 'won', 'both')
    >>> fight_result(MARSHAL, BOMB), fight_result(MINER, BOMB), fight_result(SCOUT, FLAG)
    ('lost', 'won', 'flag')
    """
    if defender == FLAG:
        return TAKEN
    if defender == BOMB:
        return WON if attacker == MINER else LOST
    if attacker == SPY and defender == MARSHAL:
        return WON
    if attacker == defender:
        return BOTH
    return WON if attacker > defender else LOST


FIGHT: Final = tuple(tuple(fight_result(a, d) for d in range(13)) for a in range(13))
