"""Sentences for players, from catalogues that Python and the browser share.

A catalogue is nested tables of text. ``{name}`` is filled with the argument; ``{name:table}`` with the entry of that
table under the argument's value: ``{piece:the}`` with ``piece = "L"`` looks up ``the.L``. A list fills its placeholder
with its items and commas; with ``{name:each.seat}`` every item comes after the word for its position in the table
``seat``, and with ``{name:each.seat.ballot}`` it is itself looked up in the table ``ballot`` (in the browser lists of
this kind arrive with the players' names). The first letter of a finished sentence is capital. An entry may be a table
with a key ``by``: the argument it names selects the sentence, as ``by = "result"`` does for a fight won or lost.
Long numbers are set in groups of three where the catalogue says what goes between them, under ``thousands``.
Where it has a noun as ``counted``, that noun takes *de* after a whole number of millions: 1 000 000 de voix.
Where it has an ``elision``, that takes the place of the e of *de* and *que* before a vowel: le tour d’Anne.
Where it has a ``contraction``, that takes the place of *de* and the article of a game's title: la table du Jeu.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

LANGUAGES = ("fr", "en")
"""The languages of all texts, French first."""
_ELISION = {"fr": "’", "en": ""}
_CONTRACTION = {"fr": "du", "en": ""}

_BLANK = re.compile(r"(\b(?:[Dd]|[Qq]u)e )?\{(\w+)(?::([\w.]+))?\}")
_EACH = "each."
_VOWEL = re.compile(r"(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiou])|(?-i:H))[^\W\d]", re.IGNORECASE)
"""Words before which *de* is elided, unlike squares such as a4. Most names that begin with an h have it silent."""

Catalogue = Mapping[str, Any]


def read_words(folder: Traversable, lang: str) -> dict[str, Any]:
    """The catalogue of one language in a folder of ``fr.toml`` and ``en.toml``."""
    read = tomllib.loads(folder.joinpath(f"{lang}.toml").read_text("utf-8"))
    return {"elision": _ELISION[lang], "contraction": _CONTRACTION[lang], **read}


@cache
def common_words(lang: str) -> Catalogue:
    """The catalogue of the texts outside the games."""
    return read_words(files("ludotheque.words"), lang)


def look_up(words: Catalogue, key: str) -> Any:
    """The entry under a dotted key, or None."""
    entry: Any = words
    for part in key.split("."):
        if not isinstance(entry, Mapping) or part not in entry:
            return None
        entry = entry[part]
    return entry


def say(words: Catalogue, key: str, args: Mapping[str, Any] | None = None) -> str:
    """Make a sentence from a catalogue entry.

    >>> words = {"the": {"L": "le maréchal"}, "lost": "{piece:the} tombe en {at}."}
    >>> say(words, "lost", {"piece": "L", "at": "d4"})
    'Le maréchal tombe en d4.'
    >>> say(words, "missing.key")
    'missing.key'
    """
    text = _fill(words, key, args or {})
    return key if text is None else text[:1].upper() + text[1:]


def phrase(words: Catalogue, key: str, args: Mapping[str, Any] | None = None) -> str:
    """A part of a sentence: like :func:`say`, but its first letter stays as it is."""
    text = _fill(words, key, args or {})
    return key if text is None else text


def _fill(words: Catalogue, key: str, args: Mapping[str, Any]) -> str | None:
    """An entry with its blanks filled; None if there is no such entry."""
    entry = look_up(words, key)
    if isinstance(entry, Mapping):
        entry = entry.get(str(args.get(entry.get("by", ""))))
    if not isinstance(entry, str):
        return None

    def fill(blank: re.Match[str]) -> str:
        before, name, table = blank.groups(default="")
        value = args.get(name, "")
        parts = value if isinstance(value, list | tuple) else [value]
        if table.startswith(_EACH):
            filled = ", ".join(_labelled_items(words, table.removeprefix(_EACH), parts))
        else:
            filled = ", ".join([_word(words, table, part) for part in parts])
        counted = words.get("counted")
        if counted and not table and _is_millions(value) and entry[blank.end() :].startswith(f" {counted}"):
            filled += " de"
        elision = words.get("elision")
        contraction = words.get("contraction")
        if contraction and before.lower() == "de " and name == "game" and filled.startswith("Le "):
            return f"{contraction}{filled[2:]}"
        if before and elision and _VOWEL.match(filled):
            before = before[:-2] + elision
        return before + filled

    return _BLANK.sub(fill, entry)


def _word(words: Catalogue, table: str, part: object) -> str:
    return str(look_up(words, f"{table}.{part}") or part) if table else _spell(words, part)


def _labelled_items(words: Catalogue, tables: str, parts: Sequence[object]) -> list[str]:
    """Each item after the word for its position."""
    labels, _, table = tables.partition(".")
    return [f"{_word(words, labels, position)} {_word(words, table, part)}" for position, part in enumerate(parts)]


def _spell(words: Catalogue, value: object) -> str:
    between = words.get("thousands")
    if isinstance(value, int) and abs(value) >= 10_000 and isinstance(between, str):
        return f"{value:,}".replace(",", between)
    return str(value)


def _is_millions(value: object) -> bool:
    return isinstance(value, int) and abs(value) >= 1_000_000 and value % 1_000_000 == 0


def say_event(words: Catalogue, event: msgspec.Struct, names: Mapping[str, str] | None = None) -> str:
    """Make the sentence for an event; ``names`` adds arguments, such as the players' names."""
    fields = msgspec.to_builtins(event)
    return say(words, f"event.{fields['did']}", {**fields, **(names or {})})
