"""The pages: one for every address of the web app, files beside it, and words where it is not built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from ludotheque.server.app import create_app
from ludotheque.server.http import static
from ludotheque.server.settings.definitions import Settings


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets/index-abc123.js").write_text("play()")
    (folder / "index.html").write_text("<!doctype html><title>Ludothèque</title>", "utf-8")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / ".built-from").write_text("secret")
    (tmp_path / "outside.txt").write_text("outside")
    monkeypatch.setattr(static, "STATIC", folder)
    with TestClient(create_app(Settings(tmp_path / "log.db"))) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/open/stratego", "/t/abcdef", "/rules/stratego", "/rules/stratego/move"])
def test_every_address_of_the_app_is_the_page(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "Ludothèque" in answer.text


def test_fingerprinted_files_are_kept_forever_and_others_are_not(client: httpx.Client) -> None:
    script = client.get("/assets/index-abc123.js")
    assert "immutable" in script.headers["cache-control"]
    assert "javascript" in script.headers["content-type"]
    icon = client.get("/icon.svg")
    assert icon.headers["cache-control"] == "no-cache"
    assert icon.headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize(
    "path",
    ["/nothing.txt", "/.built-from", "/assets/none.js", "/assets/..%2findex.html", "/..%2foutside.txt", "/assets"],
)
def test_other_files_are_not_served(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/foo", "/foo/bar", "/t", "/open"])
def test_unknown_page_shows_the_app_to_a_browser(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/nothing", "/assets/none.js"])
def test_addresses_outside_the_app_are_never_answered_with_the_page(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.json()["code"] in ("not_found", "no_table")


def test_without_a_built_front_end_the_page_says_what_to_do(client: httpx.Client) -> None:
    (static.STATIC / "index.html").unlink()
    answer = client.get("/t/abcdef")
    assert answer.status_code == 503
    assert "script/server" in answer.text


def test_api_has_a_documentation_page(client: httpx.Client) -> None:
    page = client.get("/api/docs").text
    assert "POST /api/tables" in page
    assert "Take the seat that is kept for you, or the first free one" in page
    assert "https://" not in page, "it needs nobody else's server"
    described = client.get("/api/docs/openapi.json").json()
    assert {"/api/shelf", "/api/tables", "/api/tables/{table}/join"} <= described["paths"].keys()


def test_shelf_lists_games_and_their_options(client: httpx.Client) -> None:
    [stratego] = [game for game in client.get("/api/shelf").json()["games"] if game["id"] == "stratego"]
    assert (stratego["least_seats"], stratego["most_seats"]) == (2, 2)
    assert stratego["levels"][0] == "random"
    options = {option["name"]: option for option in stratego["options"]}
    assert options["shuttle"]["choices"] == ["seed", "isf", "classic", "off"]
    assert (options["no_fight"]["least"], options["no_fight"]["most"]) == (20, 2000)


def test_rulebooks_and_words_exist_in_both_languages(client: httpx.Client) -> None:
    for lang in ("fr", "en"):
        book = client.get(f"/api/games/stratego/rulebook/{lang}").json()
        assert any(
            clause["id"] == "stratego.move.scout" for section in book["sections"] for clause in section["clauses"]
        )
        words = client.get(f"/api/words/{lang}").json()
        assert words["house"]["name"] == "Ludothèque"
        assert words["games"]["stratego"]["event"]
    assert client.get("/api/games/stratego/extras").json()["setups"]
