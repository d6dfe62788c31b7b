"""Static files: the built web app, and its page at every path that it routes."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from ludotheque.server.http.errors import AnyRequest, litestar_error
from ludotheque.server.http.games import data_version
from ludotheque.server.http.headers import content_security_policy
from ludotheque.server.http.representation import CODINGS, FOREVER, Resource, compress, represent

STATIC: Final = Path(__file__).parents[1] / "static"
_NO_PAGES: Final = ("/api/", "/assets/")
_LONGEST: Final = 100
"""Longest name of a file: file systems raise an error for names that are too long."""
_FOREVER: Final = {"Cache-Control": FOREVER}
_FRESH: Final = {"Cache-Control": "no-cache"}
# The address of a table is a secret: it is not sent to other sites.
_PAGE: Final = {**_FRESH, "Referrer-Policy": "same-origin"}
_SUFFIXES: Final = {"br": ".br", "gzip": ".gz"}
"""What the names of files in a content coding end with; the build writes them beside the others."""
_VERSION: Final = b'name="data-version" content=""'
"""Where the page is told the version of the data; see :func:`~.games.data_version`."""
_TYPES: Final = {".woff": "font/woff", ".woff2": "font/woff2"}
"""Types that not every version of Python knows."""
_NOT_BUILT: Final = """<!doctype html>
<html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ludothèque</title>
<body style="font: 1.1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>Ludothèque</h1>
<p>Le serveur tourne, mais les pages ne sont pas construites. Lancez <code>script/server</code>, qui s’en charge, ou
<code>python hatch_build.py</code>.</p>
<p lang="en">The server runs, but its pages are not built. Run <code>script/server</code>, which sees to it, or
<code>python hatch_build.py</code>.</p>
"""


_ADDRESSES: Final = [
    "/",
    *(f"/{first}/{{rest:path}}" for first in ("open", "learn", "t", "rules", "c", "e", "p", "ladder")),
    *("/clubs", "/player"),
    "/calls/confirm/{id:str}/{code:str}",
    "/calls/end/{id:str}/{code:str}",
    "/calls/elsewhere",
    "/me",
    "/moderation",
    "/moderation/{rest:path}",
]


@route(_ADDRESSES, http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest) -> Response[Any]:
    """The page; what it shows depends on the address, in the browser."""
    return _page(request, 200)


def show_nowhere(request: AnyRequest, error: NotFoundException) -> Response[Any]:
    """An unknown path: a browser gets the page, which says so, a program gets JSON."""
    by_browser = "text/html" in request.headers.get("accept", "")
    if not by_browser or request.url.path.startswith(_NO_PAGES):
        return litestar_error(request, error)
    return _page(request, 404)


def _page(request: AnyRequest, status: int) -> Response[Any]:
    try:
        page = _read(STATIC / "index.html", with_version=True)
    except NotFoundException:
        body = "" if request.method == "HEAD" else _NOT_BUILT
        return Response(body, status_code=503, media_type="text/html", headers=_FRESH)
    headers = {**_PAGE, "Content-Security-Policy": content_security_policy(request.headers.get("host", ""))}
    return _send(request, page, "text/html", headers, status)


@route("/assets/{name:str}", http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def show_asset(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """A file with a fingerprint in its name: it never changes."""
    return _file(request, STATIC / "assets", name, _FOREVER)


@route("/{name:str}", http_method=["GET", "HEAD"], include_in_schema=False, sync_to_thread=False)
def show_file(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    """Icons and the like."""
    return _file(request, STATIC, name, _FRESH)


def _file(request: AnyRequest, folder: Path, name: str, headers: dict[str, str]) -> Response[Any]:
    """A file in the folder itself; a name with a path in it is not found."""
    path = folder / name
    hidden = name.startswith(".") or path.suffix in _SUFFIXES.values()
    if path.parent != folder or hidden or len(name) > _LONGEST:
        raise NotFoundException("there is no such page")
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _send(request, _read(path), kind, headers)


def _send(
    request: AnyRequest, resource: Resource, kind: str, headers: dict[str, str], status: int = 200
) -> Response[Any]:
    answer = represent(request.method, request.headers, resource, headers, status)
    return Response(answer.body, status_code=answer.status, headers=answer.headers, media_type=kind)


def _read(path: Path, with_version: bool = False) -> Resource:
    """A file as it is now: it may be replaced while the server runs; raises :class:`NotFoundException`."""
    try:
        if not path.is_file():
            raise NotFoundException("there is no such page")
        state = path.stat()
        return _load(path, with_version, state.st_mtime_ns, state.st_size)
    except OSError:  # it went away meanwhile
        raise NotFoundException("there is no such page") from None


@lru_cache(maxsize=512)
def _load(path: Path, with_version: bool, changed: int, size: int) -> Resource:  # noqa: ARG001
    """A file, and what the build has compressed of it; read again when its time or its size has changed."""
    body = path.read_bytes()
    if with_version:
        body = body.replace(_VERSION, _VERSION[:-1] + data_version().encode() + b'"')
    # Files without a fingerprint are replaced one after the other: what lies beside one may be of another build.
    return Resource.of(body, _read_coded(path) if path.parent.name == "assets" else compress(body))


def _read_coded(path: Path) -> dict[str, bytes]:
    beside = {coding: path.with_name(path.name + _SUFFIXES[coding]) for coding in CODINGS}
    return {coding: file.read_bytes() for coding, file in beside.items() if file.is_file()}


PAGES: Final[list[ControllerRouterHandler]] = [show_page, show_asset, show_file]
