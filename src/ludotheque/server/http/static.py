"""Static files: the built web app, and its page at every path that it routes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.types import ControllerRouterHandler

from ludotheque.server.http.errors import AnyRequest, litestar_error
from ludotheque.server.http.headers import content_security_policy

STATIC: Final = Path(__file__).parents[1] / "static"
_NO_PAGES: Final = ("/api/", "/assets/")
_LONGEST: Final = 100
"""Longest name of a file: file systems raise an error for names that are too long."""
_FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
_FRESH: Final = {"Cache-Control": "no-cache"}
# The address of a table is a secret: it is not sent to other sites.
_PAGE: Final = {**_FRESH, "Referrer-Policy": "same-origin"}
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
    *(f"/{first}/{{rest:path}}" for first in ("open", "t", "rules", "c", "e", "p", "ladder")),
    *("/clubs", "/player"),
    "/calls/confirm/{id:str}/{code:str}",
    "/calls/end/{id:str}/{code:str}",
    "/calls/elsewhere",
    "/me",
    "/moderation",
    "/moderation/{rest:path}",
]


@get(_ADDRESSES, include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest) -> Response[str] | File:
    """The page; what it shows depends on the address, in the browser."""
    return _page(request, 200)


def show_nowhere(request: AnyRequest, error: NotFoundException) -> Response[Any]:
    """An unknown path: a browser gets the page, which says so, a program gets JSON."""
    by_browser = "text/html" in request.headers.get("accept", "")
    if not by_browser or request.url.path.startswith(_NO_PAGES):
        return litestar_error(request, error)
    return _page(request, 404)


def _page(request: AnyRequest, status: int) -> Response[str] | File:
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(_NOT_BUILT, status_code=503, media_type="text/html", headers=_FRESH)
    headers = {**_PAGE, "Content-Security-Policy": content_security_policy(request.headers.get("host", ""))}
    return File(index, status_code=status, content_disposition_type="inline", media_type="text/html", headers=headers)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_asset(name: FromPath[str]) -> File:
    """A file with a fingerprint in its name: it never changes."""
    return _file(STATIC / "assets", name, _FOREVER)


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_file(name: FromPath[str]) -> File:
    """Icons and the like."""
    return _file(STATIC, name, _FRESH)


def _file(folder: Path, name: str, headers: dict[str, str]) -> File:
    """A file in the folder itself; a name with a path in it is not found."""
    path = folder / name
    if path.parent != folder or name.startswith(".") or len(name) > _LONGEST or not path.is_file():
        raise NotFoundException("there is no such page")
    return File(path, filename=name, content_disposition_type="inline", headers=headers)


PAGES: Final[list[ControllerRouterHandler]] = [show_page, show_asset, show_file]
