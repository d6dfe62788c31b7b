"""The house's words: the same sentences in both languages, and every one that the pages ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from hatch_build import WEB
from ludotheque.engine.words import LANGUAGES, read_words
from ludotheque.protocol import messages
from ludotheque.server.http import errors

FURNITURE = ["book", "furniture", "open", "pages", "replay", "table", "talk"]
SAID = re.compile(r"""(?:say|sayFirst)\(\s*\[?"([a-z_.]+)"|"(trouble\.[a-z_]+)\"""")
BLANK = re.compile(r"\{\w+\}")


def house(lang: str) -> Mapping[str, Any]:
    return read_words(files("ludotheque.words"), lang)


def sentences(words: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, str]]:
    for key, entry in words.items():
        if isinstance(entry, Mapping):
            yield from sentences(entry, f"{under}{key}.")
        else:
            yield under + key, entry


def test_both_languages_say_the_same_with_the_same_blanks() -> None:
    french, english = (dict(sentences(house(lang))) for lang in LANGUAGES)
    assert french.keys() == english.keys()
    for key in french:
        assert sorted(BLANK.findall(french[key])) == sorted(BLANK.findall(english[key])), key


def asked_for() -> set[tuple[str, str]]:
    """The keys written out in the shared pages, and where; not those put together at run time."""
    paths = [path for room in FURNITURE for path in sorted((WEB / "src" / room).glob("*.svelte"))]
    return {
        (key, path.name) for path in paths for found in SAID.findall(path.read_text("utf-8")) for key in found if key
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_the_pages_ask_for_is_there(lang: str) -> None:
    known = dict(sentences(house(lang)))
    from_the_game = {"title", "tagline"}
    missing = {(key, page) for key, page in asked_for() if key not in known and key not in from_the_game}
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_of_the_server_has_its_sentence(lang: str) -> None:
    known = dict(sentences(house(lang)))
    codes = set(re.findall(r"``([a-z_]+)``", messages.Refused.__doc__ or "")) - {"refusal", "until"}  # its other fields
    assert {"rule", "stale"} < codes
    assert not {code for code in codes if f"refused.code.{code}" not in known}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_trouble_of_the_server_has_its_sentence(lang: str) -> None:
    known = dict(sentences(house(lang)))
    server = Path(errors.__file__).parents[1]
    raised = re.compile(r"""(?:HttpError|_answer)\(\s*\d+,\s*"([a-z_]+)\"""")
    codes = {code for path in server.rglob("*.py") for code in raised.findall(path.read_text("utf-8"))}
    assert "no_table" in codes
    assert not {code for code in codes if f"trouble.{code}" not in known}
