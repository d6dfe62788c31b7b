"""The shared catalogue: the same keys in both languages, and every key that the components use."""

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

SAY = re.compile(r"""(?:say|sayFirst)\(\s*\[?"([a-z_.]+)"|"(trouble\.[a-z_]+)\"""")
PLACEHOLDER = re.compile(r"\{\w+\}")


def shared_words(lang: str) -> Mapping[str, Any]:
    return read_words(files("ludotheque.words"), lang)


def sentences(words: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, str]]:
    for key, entry in words.items():
        if isinstance(entry, Mapping):
            yield from sentences(entry, f"{under}{key}.")
        else:
            yield under + key, entry


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    french, english = (dict(sentences(shared_words(lang))) for lang in LANGUAGES)
    assert french.keys() == english.keys()
    for key in french:
        assert sorted(PLACEHOLDER.findall(french[key])) == sorted(PLACEHOLDER.findall(english[key])), key


def used_keys() -> set[tuple[str, str]]:
    """The keys written out in the shared components, and where; not those put together at run time."""
    folders = [folder for folder in (WEB / "src").iterdir() if folder.is_dir() and folder.name != "games"]
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".svelte", ".ts")]
    assert len(paths) > 100
    return {
        (key, path.name)
        for path in paths
        if ".test." not in path.name
        for found in SAY.findall(path.read_text("utf-8"))
        for key in found
        if key
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_has_every_key_of_the_components(lang: str) -> None:
    known = dict(sentences(shared_words(lang)))
    from_the_game = {"title", "tagline"}
    missing = {(key, page) for key, page in used_keys() if key not in known and key not in from_the_game}
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_has_every_refusal_code(lang: str) -> None:
    known = dict(sentences(shared_words(lang)))
    codes = set(re.findall(r"``([a-z_]+)``", messages.Refused.__doc__ or "")) - {"refusal", "until"}  # its other fields
    assert {"rule", "stale"} < codes
    assert not {code for code in codes if f"refused.code.{code}" not in known}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_has_every_error_code(lang: str) -> None:
    known = dict(sentences(shared_words(lang)))
    server = Path(errors.__file__).parents[1]
    raised = re.compile(r"""(?:HttpError|_answer)\(\s*\d+,\s*"([a-z_]+)\"""")
    codes = {code for path in server.rglob("*.py") for code in raised.findall(path.read_text("utf-8"))}
    assert "no_table" in codes
    assert not {code for code in codes if f"trouble.{code}" not in known}
