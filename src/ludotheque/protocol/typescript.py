"""TypeScript types of every message and of each game's structs; ``script/types`` writes them into ``web/src``."""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as mi

from ludotheque.engine.game import Game
from ludotheque.protocol import accounts, http, messages, moderation, notifications
from ludotheque.protocol import tournaments as clubs

_MODULES = (messages, http, accounts, moderation, notifications, clubs)
FOLDER = Path(__file__).resolve().parents[3] / "web/src"
_MADE_BY = "// Written by `script/types`; change the Python structs, not this file.\n"

_RAW: Mapping[tuple[str, str], str] = {
    ("Play", "moves"): "M",
    ("Entry", "events"): "E",
    ("Now", "sight"): "S",
    ("Now", "legal"): "M",
    ("Now", "free"): "M",
    ("Change", "sight"): "Partial<S>",
    ("Change", "legal"): "M",
    ("Change", "free"): "M",
    ("Step", "events"): "E",
    ("Step", "sight"): "S",
}
"""The type parameters of generic messages, which a game fills in: its sight, moves and events."""
_BLANKS = ("S", "M", "E")


class _Writer:
    """Collects the structs met and writes them out."""

    def __init__(self) -> None:
        self.types: dict[str, mi.StructType] = {}

    def meet(self, info: mi.Type) -> None:
        """Note every struct in a type, those it is made of after it."""
        if isinstance(info, mi.StructType):
            name = info.cls.__name__
            known = self.types.setdefault(name, info)
            if known.cls is not info.cls:
                raise TypeError(f"two structs are called {name}: one of them needs another name")
            if known is info:
                for field in info.fields:
                    self.meet(field.type)
        for part in _parts(info):
            self.meet(part)

    def blanks(self, info: mi.Type) -> list[str]:
        """The type parameters a type needs, in the order S, M, E."""
        found: set[str] = set()
        if isinstance(info, mi.StructType):
            for field in info.fields:
                found.update(re.findall(r"\b[SME]\b", _RAW.get((info.cls.__name__, field.name), "")))
                found.update(self.blanks(field.type))
        for part in _parts(info):
            found.update(self.blanks(part))
        return [blank for blank in _BLANKS if blank in found]

    def name(self, info: mi.Type, blank: str = "unknown") -> str:
        """A type as TypeScript writes it."""
        match info:
            case mi.StructType(cls=cls):
                blanks = self.blanks(info)
                return cls.__name__ + (f"<{', '.join(blanks)}>" if blanks else "")
            case mi.UnionType(types=types):
                return " | ".join(self.name(part, blank) for part in types)
            case mi.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item) | mi.FrozenSetType(item_type=item):
                inner = self.name(item, blank)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case mi.TupleType(item_types=items):
                return f"[{', '.join(self.name(item, blank) for item in items)}]"
            case mi.DictType(value_type=value):
                return f"Record<string, {self.name(value, blank)}>"
            case mi.StrType():
                return "string"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.BoolType():
                return "boolean"
            case mi.NoneType():
                return "null"
            case mi.RawType() | mi.AnyType():
                return blank
        raise TypeError(f"no TypeScript for {info}")

    def interfaces(self) -> Iterator[str]:
        """Every struct met."""
        for info in self.types.values():
            blanks = self.blanks(info)
            params = f"<{', '.join(f'{blank} = unknown' for blank in blanks)}>" if blanks else ""
            lines = [f"export interface {info.cls.__name__}{params} {{"]
            if info.tag_field is not None:
                lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
            docs = _field_docs(info.cls)
            for field in info.fields:
                lines += _comment(docs.get(field.name), "  ")
                name = self.name(field.type, _RAW.get((info.cls.__name__, field.name), "unknown"))
                lines.append(f"  {field.encode_name}{'?' if _optional(info.cls, field) else ''}: {name};")
            yield "\n".join([*_comment(inspect.getdoc(info.cls), ""), *lines, "}"])

    def alias(self, name: str, info: mi.Type, doc: str) -> str:
        """A name for a union."""
        blanks = self.blanks(info)
        params = f"<{', '.join(f'{blank} = unknown' for blank in blanks)}>" if blanks else ""
        return "\n".join([*_comment(doc, ""), f"export type {name}{params} = {self.name(info)};"])


def _parts(info: mi.Type) -> Iterator[mi.Type]:
    match info:
        case mi.UnionType(types=types):
            yield from types
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item) | mi.FrozenSetType(item_type=item):
            yield item
        case mi.TupleType(item_types=items):
            yield from items
        case mi.DictType(value_type=value):
            yield value


def _optional(cls: type[Any], field: mi.Field) -> bool:
    """What a client may leave out. The server leaves nothing out."""
    return issubclass(cls, messages.Received) and not field.required


def _field_docs(cls: type[Any]) -> dict[str, str]:
    """The strings that stand under the fields of a struct and of those it extends."""
    docs: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not issubclass(base, msgspec.Struct) or base is msgspec.Struct:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, doc in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(doc, ast.Expr):
                docs[field.target.id] = str(ast.literal_eval(doc.value))
    return docs


def _comment(doc: str | None, indent: str) -> list[str]:
    if not doc:
        return []
    lines = inspect.cleandoc(doc).replace("``", "`").splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def table_types() -> str:
    """Everything that is the same for every game."""
    writer = _Writer()
    for value in {name: thing for module in _MODULES for name, thing in vars(module).items()}.values():
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value is not messages.Received:
            writer.meet(mi.type_info(value))
    parts = [
        f"/** At most so many moves in one message. */\nexport const MOVES_AT_ONCE = {messages.MOVES_AT_ONCE};",
        f"/** At most so many bytes in one message. */\nexport const FRAME_BYTES = {messages.FRAME_BYTES};",
        f"/** At most so many characters said at once. */\nexport const TEXT_LENGTH = {messages.TEXT_LENGTH};",
        *writer.interfaces(),
        writer.alias("Incoming", mi.type_info(messages.Incoming), "What a client sends over the socket."),
        writer.alias("Outgoing", mi.type_info(messages.Outgoing), "What the server sends over the socket."),
    ]
    return _MADE_BY + "\n" + "\n\n".join(parts) + "\n"


def game_types(game: Game) -> str:
    """A game's sight, moves, events and options."""
    rules = game.rules
    writer = _Writer()
    named = {
        "Options": rules.options_type,
        "Sight": rules.sight_type,
        "Move": rules.move_type,
        "Event": rules.event_type,
    }
    docs = {
        "Options": "What a table agrees on.",
        "Sight": "All that a seat knows.",
        "Move": "Something a seat does.",
        "Event": "A fact that a move brought about.",
    }
    for kind in named.values():
        writer.meet(mi.type_info(kind))
    parts = list(writer.interfaces())
    for name, kind in named.items():
        if get_args(kind) or kind.__name__ != name:
            parts.append(writer.alias(name, mi.type_info(kind), docs[name]))
    return _MADE_BY + "\n" + "\n\n".join(parts) + "\n"


def written(games: Iterable[Game]) -> dict[str, str]:
    """Every file, by its path: what is the same for every game, and what is a game's own beside its board."""
    own = {f"games/{game.id}/protocol.ts": game_types(game) for game in games}
    return {"protocol/messages.ts": table_types(), **own}
