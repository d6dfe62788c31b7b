"""Names of bots: one for each, the same for all viewers. Their levels are shown in each viewer's own language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from ludotheque.server.tables.events import SeatTaken

NAMES: Final = (
    *("Argon", "Boson", "Cobalt", "Diode", "Ferrite", "Gamma", "Iridium", "Krypton"),
    *("Neutron", "Piston", "Quartz", "Radar", "Sonar", "Turbine", "Vortex", "Zeppelin"),
)
"""Words that French and English share, no initial twice."""


def bot_name(number: int) -> str:
    """The name of the bot of a number, from 0: different ones for different numbers."""
    again, index = divmod(number, len(NAMES))
    return NAMES[index] if not again else f"{NAMES[index]} {again + 1}"


def name_bots(taken: Sequence[SeatTaken], others: Iterable[str] = ()) -> list[SeatTaken]:
    """The same events with a name for every bot that has none but its level; ``others`` are names at the table."""
    used = {name.casefold() for name in (*others, *(one.name for one in taken if not _is_unnamed(one)))}
    return [replace(one, name=_free_name(one.seat, used)) if _is_unnamed(one) else one for one in taken]


def _free_name(number: int, used: set[str]) -> str:
    """The first name from this number on that is not used; it is then."""
    while bot_name(number).casefold() in used:
        number += 1
    used.add(bot_name(number).casefold())
    return bot_name(number)


def shown_name(taken: SeatTaken) -> str:
    """The name at a seat. In older logs bots have none: they get that of their seat."""
    return bot_name(taken.seat) if _is_unnamed(taken) else taken.name


def _is_unnamed(taken: SeatTaken) -> bool:
    return taken.level is not None and taken.name == taken.level
