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
from ludotheque.protocol import accounts, figures, http, lessons, messages, moderation, notifications, tournaments

_MODULES = (messages, http, lessons, figures, accounts, moderation, notifications, tournaments)
"""Each is written to a file of its own; a module comes after those it imports."""
FOLDER = Path(__file__).resolve().parents[3] / "web/src"
_MADE_BY = "// Written by `script/types`; change the Python structs, not this file.\n"

_RAW: Mapping[tuple[str, str], str] = {
    ("Play", "moves"): "M",
    ("WhyNot", "moves"): "M",
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

    def interfaces(self, names: Iterable[str] | None = None) -> Iterator[str]:
        """The interfaces of the structs of these names, or of every struct met."""
        for info in self.types.values() if names is None else (self.types[name] for name in names):
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
    """What a client may leave out, and what the server sends only where it is set."""
    leaves_out = issubclass(cls, messages.Received) or cls.__struct_config__.omit_defaults
    return leaves_out and not field.required


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


def protocol_types() -> dict[str, str]:
    """The types that are the same for every game: one file per module, by its name."""
    writer = _Writer()
    files: dict[str, list[str]] = {}
    for module in _MODULES:
        known = set(writer.types)
        for value in vars(module).values():
            if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value is not messages.Received:
                writer.meet(mi.type_info(value))
        files[module.__name__.rpartition(".")[2]] = [name for name in writer.types if name not in known]
    parts = {subject: list(writer.interfaces(names)) for subject, names in files.items()}
    parts["messages"] = [
        f"/** At most so many moves in one message. */\nexport const MOVES_AT_ONCE = {messages.MOVES_AT_ONCE};",
        "/** At most so many moves in one question why they are not allowed. */\n"
        f"export const MOVES_EXPLAINED = {messages.MOVES_EXPLAINED};",
        f"/** At most so many bytes in one message. */\nexport const FRAME_BYTES = {messages.FRAME_BYTES};",
        f"/** At most so many characters in a chat message. */\nexport const TEXT_LENGTH = {messages.TEXT_LENGTH};",
        *parts["messages"],
        writer.alias("Incoming", mi.type_info(messages.Incoming), "What a client sends over the socket."),
        writer.alias("Outgoing", mi.type_info(messages.Outgoing), "What the server sends over the socket."),
    ]
    home = {name: subject for subject, names in files.items() for name in names}
    return {
        subject: _MADE_BY + "\n" + _imports(subject, writer, home) + "\n\n".join(parts[subject]) + "\n"
        for subject in files
    }


def _imports(subject: str, writer: _Writer, home: Mapping[str, str]) -> str:
    """The import lines of a file: the structs of other files that its own are made of."""
    wanted: dict[str, set[str]] = {}
    for name, info in writer.types.items():
        if home[name] == subject:
            for part in _structs(field.type for field in info.fields):
                if home[part] != subject:
                    wanted.setdefault(home[part], set()).add(part)
    lines = [
        f'import type {{ {", ".join(sorted(names))} }} from "./{other}";\n' for other, names in sorted(wanted.items())
    ]
    return "".join([*lines, "\n"]) if lines else ""


def _structs(types: Iterable[mi.Type]) -> Iterator[str]:
    """The names of the structs that these types consist of, not of those inside these structs."""
    for info in types:
        if isinstance(info, mi.StructType):
            yield info.cls.__name__
        yield from _structs(_parts(info))


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


def generated_files(games: Iterable[Game]) -> dict[str, str]:
    """Every file, by its path: those of the protocol, and one beside the board of each game."""
    shared = {f"protocol/{subject}.ts": text for subject, text in protocol_types().items()}
    return shared | {f"games/{game.id}/protocol.ts": game_types(game) for game in games}
