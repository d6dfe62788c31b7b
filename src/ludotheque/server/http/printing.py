"""Printed boxes over HTTP: a game's cards, board, score pads and rulebook as a PDF."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery

from ludotheque.games import find
from ludotheque.server.http.openapi import error_responses
from ludotheque.server.runtime.services import Services

_PDF = ResponseSpec(bytes, False, "The box, ready to print.", media_type="application/pdf")


@get(
    "/games/{game:str}/print",
    responses={200: _PDF, **error_responses("no_game", "too_fast", "printing_busy", "not_printed")},
    media_type="application/pdf",
)
async def print_box(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    game: FromPath[str],
    lang: FromQuery[Literal["fr", "en"]] = "fr",
    paper: FromQuery[Literal["a4", "letter"]] = "a4",
) -> Response[bytes]:
    """A game's box as a PDF: cards, board, score pads, reference sheets and rulebook.

    It is printed from this server's box: the host's own, where there is one.
    """
    find(game)
    pdf = await services.printer.print_box(game, lang, paper)
    headers = {
        "ETag": f'"{pdf.tag}"',
        "Content-Disposition": f'attachment; filename="{game}-{lang}-{paper}.pdf"',
    }
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(b"", status_code=304, headers=headers, media_type="application/pdf")
    return Response(pdf.data, headers=headers, media_type="application/pdf")
