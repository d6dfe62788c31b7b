"""The base class of states: annotated fields, from which slots, constructor and copy are generated.

A game writes each field once, with its opening value where that is the same in every game:

>>> @game_state
... class Race(GameState):
...     players: int
...     steps: list[int]
...     lap: int = 1
...     marks: list[int] = [0, 0]
>>> s = Race(stack=Stack(), players=2, steps=[0, 0])
>>> other = s.copy()
>>> other.steps[1] = 5
>>> s.steps, other.steps, other.lap
([0, 0], [0, 5], 1)
"""

from __future__ import annotations

import types
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, fields
from functools import partial
from inspect import get_annotations
from typing import Any, Final, Literal, Self, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

import msgspec

from ludotheque.engine.outcome import Outcome
from ludotheque.engine.question_stack import Stack

T = TypeVar("T")

_COPIES: Final[dict[Any, str]] = {
    list: "self.{}[:]",
    bytearray: "self.{}[:]",
    dict: "self.{}.copy()",
    set: "self.{}.copy()",
    Stack: "self.{}.copy()",
}
"""The expression that copies a mutable field, by its type."""
_FIXED: Final = (bool, bytes, float, int, str, types.NoneType)
"""Immutable types, whose values copies share."""


class UncopiableField(TypeError):
    """A field of a state whose annotation is neither immutable nor of a type that can be copied."""


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(field,))
def game_state(cls: type[T]) -> type[T]:
    """Decorate a class of annotated fields: generate slots, a keyword constructor, and ``copy``.

    A list, dict, set or bytearray given as a field's opening value is copied for every new state.
    """
    for name in get_annotations(cls):
        opening = cls.__dict__.get(name)
        if isinstance(opening, list | dict | set | bytearray):
            setattr(cls, name, field(default_factory=partial(copy, opening)))
    made: Any = dataclass(slots=True, eq=False, repr=False, kw_only=True)(cls)
    made.copy = _copier(made)
    return made  # type: ignore[no-any-return]


def _copier(cls: type[Any]) -> Callable[[Any], Any]:
    """Generate the function that copies a state: one statement per field, which is fastest."""
    hints = get_type_hints(cls)
    lines = [f"    other.{f.name} = {_copied(hints[f.name], cls, f.name)}\n" for f in fields(cls)]
    code = f"def copy(self):\n    other = new(cls)\n{''.join(lines)}    return other\n"
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    exec(code, scope)
    made: Callable[[Any], Any] = scope["copy"]
    made.__qualname__ = f"{cls.__qualname__}.copy"
    made.__doc__ = "A copy that shares nothing mutable."
    return made


def _copied(hint: Any, cls: type[Any], name: str) -> str:
    """The expression that copies a field."""
    template = _COPIES.get(get_origin(hint) or hint)
    inner = get_args(hint) if template else (hint,)
    for part in inner:
        if not _is_fixed(part):
            raise UncopiableField(f"{cls.__module__}.{cls.__qualname__}.{name}: {part} is mutable or unknown")
    return (template or "self.{}").format(name)


def _is_fixed(hint: Any) -> bool:
    """Whether a type is immutable."""
    origin = get_origin(hint)
    if origin is Literal or hint is Ellipsis:
        return True
    if origin in (tuple, frozenset, Union, types.UnionType):
        return all(map(_is_fixed, get_args(hint)))
    if not isinstance(hint, type):
        return False
    if issubclass(hint, msgspec.Struct):
        return hint.__struct_config__.frozen
    if issubclass(hint, tuple):
        return all(map(_is_fixed, get_type_hints(hint).values()))
    return issubclass(hint, _FIXED)


@game_state
class GameState:
    """The fields that every state has: the open questions, and the outcome. Games add their own."""

    stack: Stack
    outcome: Outcome | None = None

    def copy(self) -> Self:
        """A copy that shares nothing mutable. :func:`game_state` generates it for every class of states."""
        raise AssertionError("made by game_state")
