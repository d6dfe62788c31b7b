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
from ludotheque.server.http import errors, games

SAY = re.compile(r"""(?:say|sayFirst)\(\s*\[?"([a-z_.]+)"|"(trouble\.[a-z_]+)\"""")
PLACEHOLDER = re.compile(r"\{\w+\}")
KEY = re.compile(r"""["`]([a-z_]+\.[a-z_.]*)(?=["`$])""")
IMPORT = re.compile(r"""(?:from|import\()\s*"(\.[^"]+)\"""")
WITH_PAGE_WORDS = {"Around.svelte", "BigScreen.svelte", "ChannelsSheet.svelte", "TableChannel.svelte", "pages.ts"}
"""What tables show only after the words of the other pages have been loaded."""


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
    from_the_game = {"title", "tagline", "goal", "length", "bargain.told", "short_game"}
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
    raised = re.compile(r"""\(\s*[45]\d\d,\s*"([a-z_]+)\"""")
    codes = {code for path in server.rglob("*.py") for code in raised.findall(path.read_text("utf-8"))}
    assert "no_table" in codes
    assert not {code for code in codes if f"trouble.{code}" not in known}


def imported_from(path: Path, seen: set[Path]) -> set[Path]:
    """A component and all that it imports, at once or later, but for other pages and what loads the pages' words."""
    seen.add(path)
    for name in IMPORT.findall(path.read_text("utf-8")):
        found = (path.parent / name).resolve()
        candidates = [found, found.with_name(f"{found.name}.ts")]
        files = {file for file in candidates if file.is_file() and file.suffix in (".svelte", ".ts")}
        for file in files - seen:
            if file.name not in WITH_PAGE_WORDS:
                imported_from(file, seen)
    return seen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_have_the_words_that_they_show(lang: str) -> None:
    known = dict(sentences(shared_words(lang)))
    at_tables = dict(sentences(games.shared_words(lang)))
    roots = [WEB / "src/pages/TablePage.svelte", *(WEB / "src/games").glob("*/game.ts")]
    paths: set[Path] = set()
    for root in roots:
        imported_from(root, paths)
    assert len(paths) > 200
    missing = {
        (key, path.name)
        for path in paths
        for found in KEY.findall(path.read_text("utf-8"))
        for key in (found.rstrip("."),)
        if any(other == key or other.startswith(f"{key}.") for other in known)
        and not any(other == key or other.startswith(f"{key}.") for other in at_tables)
    }
    assert not missing, "name these in _AT_TABLES of server/http/games.py, or load the words of the pages"
