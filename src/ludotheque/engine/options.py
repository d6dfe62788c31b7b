"""Table options: their description for forms, and their validation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect


class BadOptions(ValueError):
    """Options that a game does not have, or values out of bounds; the message says what is allowed."""


class OptionCard(msgspec.Struct, frozen=True):
    """One table option: a choice among names, a number within bounds, or yes or no."""

    name: str
    default: str | int | bool
    choices: list[str] | None = None
    least: int | None = None
    most: int | None = None

    def __str__(self) -> str:
        if self.choices is not None:
            return f"{self.name} is one of {', '.join(self.choices)}"
        if isinstance(self.default, bool):
            return f"{self.name} is true or false"
        return f"{self.name} is from {self.least} to {self.most}"


def describe(kind: type[Any]) -> list[OptionCard]:
    """The options of a game, in their order."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    hints = get_type_hints(kind)
    return [_option(field, hints[field.name]) for field in found.fields]


def _option(field: inspect.Field, hint: Any) -> OptionCard:
    kind = field.type
    if isinstance(kind, inspect.LiteralType):
        # From the annotation, since msgspec sorts them: players read them in this order.
        return OptionCard(field.name, field.default, choices=list(get_args(hint)))
    if isinstance(kind, inspect.IntType):
        return OptionCard(field.name, field.default, least=kind.ge, most=kind.le)
    assert isinstance(kind, inspect.BoolType), f"the option {field.name} has a type that forms cannot show"
    return OptionCard(field.name, field.default)


def read(kind: type[Any], given: Mapping[str, Any]) -> Any:
    """The options given, the rest at their defaults; raises :class:`BadOptions` with what is allowed."""
    options = {option.name: option for option in describe(kind)}
    for name, value in given.items():
        if name not in options:
            raise BadOptions(f"there is no option “{name}”: there are {', '.join(options)}")
        try:
            msgspec.convert({name: value}, kind)
        except msgspec.ValidationError:
            raise BadOptions(f"{options[name]}, not {value!r:.60}") from None
    return msgspec.convert(given, kind)
