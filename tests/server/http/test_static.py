"""The pages: one for every address of the web app, files beside it, and words where it is not built."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from ludotheque.server.app import create_app
from ludotheque.server.http import static
from ludotheque.server.http.games import data_version
from ludotheque.server.settings.definitions import Settings

SCRIPT = b"play();" * 100
GZIPPED = gzip.compress(SCRIPT)
PAGE = '<!doctype html><meta name="data-version" content="" /><title>Ludothèque</title>'


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets/index-abc123.js").write_bytes(SCRIPT)
    (folder / "assets/index-abc123.js.br").write_bytes(b"brotli")
    (folder / "assets/index-abc123.js.gz").write_bytes(GZIPPED)
    (folder / "assets/letter-abc123.woff2").write_bytes(b"font")
    (folder / "index.html").write_text(PAGE, "utf-8")
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
    [
        *("/nothing.txt", "/.built-from", "/assets/none.js", "/assets/..%2findex.html", "/..%2foutside.txt"),
        *("/assets", "/assets/index-abc123.js.br", "/assets/index-abc123.js.gz"),
    ],
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


def test_asset_is_sent_in_the_best_coding_that_is_accepted(client: httpx.Client) -> None:
    for accepted, coding, body in (
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip, br;q=0", "gzip", GZIPPED),
        ("*", "br", b"brotli"),
        ("identity", None, SCRIPT),
        ("", None, SCRIPT),
        ("br;q=nonsense;;, ,=", "br", b"brotli"),
    ):
        with client.stream("GET", "/assets/index-abc123.js", headers={"Accept-Encoding": accepted}) as answer:
            assert answer.headers.get("content-encoding") == coding, accepted
            assert b"".join(answer.iter_raw()) == body
            assert answer.headers["vary"] == "Accept-Encoding"
            assert "javascript" in answer.headers["content-type"]


def test_unchanged_file_is_not_sent_again(client: httpx.Client) -> None:
    gzip = {"Accept-Encoding": "gzip"}
    for path in ("/", "/t/abcdef", "/assets/index-abc123.js", "/icon.svg", "/assets/letter-abc123.woff2"):
        whole = client.get(path, headers=gzip)
        again = client.get(path, headers={**gzip, "If-None-Match": f'"other", W/{whole.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        for name in ("etag", "cache-control", "x-content-type-options"):
            assert again.headers[name] == whole.headers[name]
        other = client.get(path, headers={**gzip, "If-None-Match": '"other"'})
        assert (other.status_code, other.content) == (200, whole.content)


def test_codings_have_different_entity_tags(client: httpx.Client) -> None:
    tags = {
        client.head("/assets/index-abc123.js", headers={"Accept-Encoding": accepted}).headers["etag"]
        for accepted in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


def test_head_has_the_headers_of_get_and_no_body(client: httpx.Client) -> None:
    for path in ("/", "/icon.svg", "/assets/index-abc123.js"):
        whole = client.get(path, headers={"Accept-Encoding": "identity"})
        head = client.head(path, headers={"Accept-Encoding": "identity"})
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(whole.content))
        for name in ("etag", "cache-control", "content-type"):
            assert head.headers[name] == whole.headers[name]


def test_part_of_a_file_is_sent_to_those_who_ask_for_it(client: httpx.Client) -> None:
    for wanted, status, part, said in (
        ("bytes=0-3", 206, SCRIPT[:4], "bytes 0-3/700"),
        ("bytes=690-", 206, SCRIPT[690:], "bytes 690-699/700"),
        ("bytes=690-9999", 206, SCRIPT[690:], "bytes 690-699/700"),
        ("bytes=-5", 206, SCRIPT[-5:], "bytes 695-699/700"),
        ("bytes=700-", 416, b"", "bytes */700"),
        ("bytes=-0", 416, b"", "bytes */700"),
        ("bytes=0-1,4-5", 200, SCRIPT, None),
        ("bytes=9-2", 200, SCRIPT, None),
        ("lines=1-2", 200, SCRIPT, None),
    ):
        headers = {"Accept-Encoding": "identity", "Range": wanted}
        answer = client.get("/assets/index-abc123.js", headers=headers)
        assert (answer.status_code, answer.content) == (status, part), wanted
        assert answer.headers.get("content-range") == said
        changed = client.get("/assets/index-abc123.js", headers={**headers, "If-Range": '"other"'})
        assert (changed.status_code, changed.content) == (200, SCRIPT)


def test_page_names_the_version_of_the_data(client: httpx.Client) -> None:
    page = client.get("/")
    assert f'name="data-version" content="{data_version()}"' in page.text
    assert "max-age" not in page.headers["cache-control"]


def test_files_may_be_replaced_while_the_server_runs(client: httpx.Client) -> None:
    assert client.get("/assets/index-abc123.js").status_code == 200
    before = client.get("/").headers["etag"]
    for file in (static.STATIC / "assets").iterdir():
        file.unlink()
    (static.STATIC / "assets/index-def456.js").write_text("play_on()")
    (static.STATIC / "index.html").write_text(PAGE + "<p>new", "utf-8")
    assert client.get("/assets/index-abc123.js").status_code == 404
    assert client.get("/assets/index-def456.js").text == "play_on()"
    page = client.get("/", headers={"If-None-Match": before})
    assert (page.status_code, page.text.endswith("<p>new")) == (200, True)


def test_file_that_vanishes_while_it_is_read_is_not_found(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(path: Path) -> bytes:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_bytes", vanish)
    answer = client.get("/assets/letter-abc123.woff2")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


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
    assert stratego["levels"][0] == "beginner"
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
