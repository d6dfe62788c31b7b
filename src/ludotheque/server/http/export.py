"""Export over HTTP: every finished public game, a page at a time."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Annotated, Final
from urllib.parse import urlencode

from litestar import get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from ludotheque.games import find
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.openapi import error_responses
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage.table_index import FinishedFilter, FinishedTable
from ludotheque.server.tables.export import export_records

PAGE: Final = 50
JSON_LINES: Final = "application/jsonl"
Moment = Annotated[int, QueryParameter(ge=0, le=2**53, description="in milliseconds since 1970")]

_LINES = ResponseSpec(
    bytes, False, "Records in JSON lines. The header Link leads to the next page.", media_type=JSON_LINES
)


@get("/export", responses={200: _LINES, **error_responses("no_game", "too_fast")})
async def export_games(
    services: NamedDependency[Services],
    game: FromQuery[str] = "",
    since: Moment = 0,
    until: Moment = 2**53,
    after: FromQuery[str] = "",
) -> Stream:
    """Finished public games, those that ended first first: 50 records, one after the other, in JSON lines.

    Each begins with its line ``{"line": "game", ...}`` and is what ``ludotheque record verify`` takes. They hold what
    anybody may read after the end: what was said aside is not in them, and games at private tables are not either.
    The header ``Link`` has the address of the next page (``rel="next"``) until there is none; ask with ``since`` for
    those that have ended since you last did.
    """
    if game:
        find(game)
    found = await services.storage.index.finished(FinishedFilter(game, since, until, _mark(after)), PAGE + 1)
    headers = {"Content-Disposition": 'attachment; filename="ludotheque.jsonl"'}
    if len(found) > PAGE:
        last = found[PAGE - 1]
        wanted = {"game": game, "since": since, "until": until, "after": f"{last.updated}-{last.table}"}
        headers["Link"] = f'</api/export?{urlencode(wanted)}>; rel="next"'
    tables = [line.table for line in found[:PAGE]]
    return Stream(_records(services, tables), media_type=JSON_LINES, headers=headers)


async def _records(services: Services, tables: list[str]) -> AsyncIterator[bytes]:
    async for record in export_records(services.storage, tables, services.archive.public_record):
        if record:
            yield record


def _mark(after: str) -> FinishedTable | None:
    """The game that a page comes after."""
    if not after:
        return None
    found = re.fullmatch(r"(\d{1,16})-(\w{1,40})", after, re.ASCII)
    if found is None:
        raise HttpError(400, "bad_request", "“after” is what the link to the next page has")
    return FinishedTable(found[2], int(found[1]))
