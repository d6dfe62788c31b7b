"""Compression and caching of the API: words, boxes and lists; answers with secrets are neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from ludotheque.engine.words import LANGUAGES
from ludotheque.games import shelf
from ludotheque.server.app import create_app
from ludotheque.server.http.games import data_version
from ludotheque.server.settings.definitions import Settings

VERSIONED = [
    *("/api/shelf", "/api/words/fr", "/api/words/en/shared", "/api/words/en/pages"),
    *(f"/api/games/{game}/words/fr{part}" for game in shelf() for part in ("", "/board", "/later")),
    *(f"/api/games/{game}/extras{part}" for game in shelf() for part in ("", "/fr")),
]
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    data: Path = tmp_path_factory.mktemp("caching") / "log.db"
    with TestClient(create_app(Settings(data, posts_per_minute=1000))) as client:
        yield client


@pytest.mark.parametrize("path", [*VERSIONED, "/api/games/stratego/rulebook/fr", "/api/games/politico/schema"])
def test_public_data_is_compressed_and_not_sent_twice(client: httpx.Client, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = client.get(path, headers=GZIP)
    assert packed.json() == plain.json()
    assert packed.headers["vary"] == "Accept-Encoding"
    assert (packed.headers["cache-control"], packed.headers["content-encoding"]) == ("no-cache", "gzip")
    assert int(packed.headers["content-length"]) < len(plain.content) * 0.7
    again = client.get(path, headers={**GZIP, "If-None-Match": packed.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", packed.headers["etag"])
    assert again.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", VERSIONED)
def test_address_with_the_version_of_the_data_is_kept_for_ever(client: httpx.Client, path: str) -> None:
    kept = client.get(f"{path}?v={data_version()}")
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.json() == client.get(path).json()
    for other in ("?v=0123", "?v=", f"?v={data_version()}&x=1"):
        assert client.get(path + other).headers["cache-control"] == "no-cache"


def test_version_makes_nothing_else_immutable(client: httpx.Client) -> None:
    for path in ("/api/games/stratego/rulebook/fr", "/api/games/stratego/schema", "/api/lobby", "/api/mine"):
        assert "immutable" not in client.get(f"{path}?v={data_version()}").headers["cache-control"]
    assert client.get(f"/api/games/chess/extras?v={data_version()}").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_tables_and_of_other_pages_are_all_that_pages_show(client: httpx.Client, lang: str) -> None:
    everything = client.get(f"/api/words/{lang}").json()["house"]
    shared, pages = (client.get(f"/api/words/{lang}/{part}").json() for part in ("shared", "pages"))
    assert {**shared, **pages["house"]} == {
        key: entry for key, entry in everything.items() if key not in ("call", "terminal")
    }
    for key in shared.keys() & pages["house"].keys():
        assert shared[key].items() < pages["house"][key].items()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_a_game_come_in_two_parts_and_lists_have_a_summary(client: httpx.Client, lang: str) -> None:
    everything, pages = (client.get(f"/api/words/{lang}{part}").json()["games"] for part in ("", "/pages"))
    assert pages.keys() == everything.keys() == shelf().keys()
    for game, words in everything.items():
        assert {"title", "tagline", "level_help"} <= pages[game].keys()
        assert pages[game].items() <= words.items()
        board, later = (client.get(f"/api/games/{game}/words/{lang}/{part}").json() for part in ("board", "later"))
        assert {"advice", "refusal"} <= later.keys()
        assert client.get(f"/api/games/{game}/words/{lang}").json() == words
        # The app's own catalogue names the levels.
        levels = {"level", "level_help"}
        assert {**board, **later} == {key: part for key, part in words.items() if key not in levels}
        assert not board.keys() & later.keys()


def test_box_in_one_language_has_its_texts_in_that_language_alone(client: httpx.Client) -> None:
    whole, french = (client.get(f"/api/games/politico/extras{part}").json() for part in ("", "/fr"))
    assert french["counts"] == whole["counts"]
    for card, printed in zip(whole["attacks"], french["attacks"], strict=True):
        assert printed == {**card, "title": {"fr": card["title"]["fr"]}, "text": {"fr": card["text"]["fr"]}}


@pytest.mark.parametrize(
    "path",
    [
        *("/api/words/tlh/shared", "/api/words/tlh/pages"),
        *(f"/api/games/stratego/{part}" for part in ("words/tlh", "words/tlh/board", "words/tlh/later", "extras/tlh")),
        *(f"/api/games/chess/{part}" for part in ("words/fr", "words/fr/board", "words/fr/later", "extras/fr")),
    ],
)
def test_unknown_words_are_refused(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_game" if "chess" in path else "no_language")


def test_lobby_is_compressed_and_tagged_and_a_table_with_its_claim_code_is_not(client: httpx.Client) -> None:
    order = {"game": "stratego", "name": "Anne", "chairs": [{"kind": "me"}, {"kind": "friend"}], "public": True}
    tables = [client.post("/api/tables", json=order).json()["id"] for _ in range(4)]
    lobby = client.get("/api/lobby", headers=GZIP)
    assert lobby.headers["content-encoding"] == "gzip"
    assert lobby.headers["cache-control"] == "private, no-cache"
    assert {table["id"] for table in lobby.json()["tables"]} == set(tables)
    assert client.get("/api/lobby", headers={**GZIP, "If-None-Match": lobby.headers["etag"]}).status_code == 304
    client.post("/api/tables", json=order)
    assert client.get("/api/lobby", headers={**GZIP, "If-None-Match": lobby.headers["etag"]}).status_code == 200
    for path in (f"/api/tables/{tables[0]}", "/api/mine"):
        answer = client.get(path, headers=GZIP)
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
