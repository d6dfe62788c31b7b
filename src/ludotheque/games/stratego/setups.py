"""Starter set-ups: complete armies, for players who do not want to arrange their own."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from ludotheque.engine.words import LANGUAGES
from ludotheque.games.stratego.notation import read_setup


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set-up. ``letters`` are forty, from one's own back row, left to right as one sits."""

    id: str
    army: str
    letters: str
    names: dict[str, str]
    notes: dict[str, str]


class BadSetups(ValueError):
    """The file of set-ups holds one that cannot be deployed or has no name."""


def starter_setups() -> list[Setup]:
    """Every starter set-up, in the order of the file.

    >>> [setup.id for setup in starter_setups() if setup.army == "training"]
    ['cabin', 'linen', 'picnic']
    >>> starter_setups()[0].letters[:10]
    'MBBEDEFBED'
    """
    return list(_read())


@cache
def _read() -> tuple[Setup, ...]:
    """Read the file once; it does not change at run time."""
    text = files(__package__).joinpath("setups.toml").read_text("utf-8")
    return check_setups(msgspec.convert(tomllib.loads(text)["setup"], list[Setup]))


def check_setups(found: list[Setup]) -> tuple[Setup, ...]:
    """The same set-ups with their letters in one line, or an error that names the first bad one."""
    setups = []
    for setup in found:
        letters = "".join(place.piece for place in read_setup(setup.letters, setup.army))
        if not all(setup.names.get(lang) and setup.notes.get(lang) for lang in LANGUAGES):
            raise BadSetups(f"{setup.id}: a name or a note is missing in one language")
        setups.append(msgspec.structs.replace(setup, letters=letters))
    if len({setup.id for setup in setups}) < len(setups):
        raise BadSetups("two set-ups have the same id")
    return tuple(setups)
