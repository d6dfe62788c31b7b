"""Tables and games over HTTP: open, join, claim, look back; and the router of the whole API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

from litestar import MediaType, Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ludotheque.engine.rules import Seat
from ludotheque.engine.story import StoryViewer
from ludotheque.engine.words import LANGUAGES
from ludotheque.games import find
from ludotheque.protocol import http, messages
from ludotheque.server.accounts.names import tidy_name
from ludotheque.server.http import accounts, games, moderation
from ludotheque.server.http.caching import VERSIONED, cache_changing, cache_static
from ludotheque.server.http.client_address import rate_limit
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.export import JSON_LINES, export_games
from ludotheque.server.http.figures import show_figures
from ludotheque.server.http.headers import OWN, PUBLIC, only_json
from ludotheque.server.http.lessons import answer_lesson, show_lessons
from ludotheque.server.http.network import show_network
from ludotheque.server.http.notifications import add_channel, list_channels, remove_channel
from ludotheque.server.http.openapi import (
    CHANGE_ERRORS,
    EDITION_ERRORS,
    REPLAY_ERRORS,
    OperationWithExample,
    error_responses,
)
from ludotheque.server.http.printing import print_box
from ludotheque.server.http.push import show_push_key, subscribe, unsubscribe
from ludotheque.server.http.session import check_origin, current_guest, ensure_guest
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.tables.archive import ArchivedTable
from ludotheque.server.tables.replay import parse_eyes
from ludotheque.server.tables.service import UnknownTable
from ludotheque.server.tables.text import table_text

AnyRequest = Request[Any, Any, Any]
Start = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Page = Annotated[int, QueryParameter(ge=0, le=1_000)]
_RECORD = ResponseSpec(bytes, False, "The record, in JSON lines.", media_type=JSON_LINES)


@get("/shelf", opt=VERSIONED, sync_to_thread=False)
def show_shelf() -> http.Shelf:
    """The games that can be played, their options and their bots."""
    return games.shelf_card()


@get("/games/{game:str}/rulebook/{lang:str}", responses=error_responses("no_game", "no_language"), sync_to_thread=False)
def show_rulebook(game: FromPath[str], lang: FromPath[str]) -> http.RulebookCard:
    """A rulebook, clause by clause."""
    find(game)
    _check_language(lang)
    return games.rulebook_card(game, lang)


@get("/games/{game:str}/extras", responses=error_responses("no_game"), opt=VERSIONED, sync_to_thread=False)
def show_extras(game: FromPath[str]) -> Any:
    """Further data of a game for its board, such as starter set-ups."""
    return find(game).extras()


@get(
    "/games/{game:str}/extras/{lang:str}",
    responses=error_responses("no_game", "no_language"),
    opt=VERSIONED,
    sync_to_thread=False,
)
def show_localized_extras(game: FromPath[str], lang: FromPath[str]) -> Any:
    """Further data of a game for its board, with its texts in one language."""
    find(game)
    _check_language(lang)
    return games.localized_extras(game, lang)


@get("/games/{game:str}/schema", responses=error_responses("no_game"), sync_to_thread=False)
def show_schema(game: FromPath[str]) -> dict[str, Any]:
    """What a game's options, sights, moves and events look like on the wire, as JSON Schema."""
    find(game)
    return games.schema_card(game)


@get("/words/{lang:str}", responses=error_responses("no_language"), opt=VERSIONED, sync_to_thread=False)
def show_words(lang: FromPath[str]) -> Mapping[str, Any]:
    """All sentences of the app and of every game, in one language."""
    _check_language(lang)
    return games.words(lang)


@get("/words/{lang:str}/shared", responses=error_responses("no_language"), opt=VERSIONED, sync_to_thread=False)
def show_shared_words(lang: FromPath[str]) -> Mapping[str, Any]:
    """The sentences of the app that every page shows."""
    _check_language(lang)
    return games.shared_words(lang)


@get("/words/{lang:str}/pages", responses=error_responses("no_language"), opt=VERSIONED, sync_to_thread=False)
def show_page_words(lang: FromPath[str]) -> Mapping[str, Any]:
    """The sentences of the app that pages besides tables show, and of each game what lists and forms say about it."""
    _check_language(lang)
    return games.page_words(lang)


@get(
    "/games/{game:str}/words/{lang:str}",
    responses=error_responses("no_game", "no_language"),
    opt=VERSIONED,
    sync_to_thread=False,
)
def show_game_words(game: FromPath[str], lang: FromPath[str]) -> Mapping[str, Any]:
    """All sentences of a game."""
    found = find(game)
    _check_language(lang)
    return found.words(lang)


@get(
    "/games/{game:str}/words/{lang:str}/board",
    responses=error_responses("no_game", "no_language"),
    opt=VERSIONED,
    sync_to_thread=False,
)
def show_board_words(game: FromPath[str], lang: FromPath[str]) -> Mapping[str, Any]:
    """The sentences that a game's board shows."""
    find(game)
    _check_language(lang)
    return games.board_words(game, lang)


@get(
    "/games/{game:str}/words/{lang:str}/later",
    responses=error_responses("no_game", "no_language"),
    opt=VERSIONED,
    sync_to_thread=False,
)
def show_later_words(game: FromPath[str], lang: FromPath[str]) -> Mapping[str, Any]:
    """The other sentences of a game, such as advice and refusals."""
    find(game)
    _check_language(lang)
    return games.later_words(game, lang)


@post(
    "/tables",
    operation_class=OperationWithExample,
    responses=error_responses(
        *CHANGE_ERRORS, "nonce_too_early", "bad_options", "bad_chairs", "shared_device", "banned", "no_game"
    ),
)
async def open_table(
    request: AnyRequest, data: JSONBody[http.OpenTable], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Open a table. The answer has its commitment; then take your seat there with ``join``, or watch."""
    _refuse_nonce(data)
    who, cookie = ensure_guest(request)
    card = await services.tables.opening.open(data, tidy_name(data.name), who)
    return Response(card, status_code=HTTP_201_CREATED, cookies=[cookie])


@get("/lobby", responses=error_responses())
async def show_lobby(request: AnyRequest, services: NamedDependency[Services], page: Page = 0) -> http.TableList:
    """The public tables: those that wait for players, then those that can be watched."""
    return await services.storage.index.lobby(current_guest(request), now_ms(), page)


@get("/mine", responses=error_responses())
async def show_mine(request: AnyRequest, services: NamedDependency[Services], page: Page = 0) -> http.TableList:
    """Your tables: those where it is your turn, then the others, then those that are over."""
    who = current_guest(request)
    return http.TableList([], False) if who is None else await services.storage.index.tables_of(who, page)


@get("/tables/{table:str}", responses=error_responses("no_table", *EDITION_ERRORS))
async def show_table(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Who sits at a table, and which seat is yours."""
    who, cookie = ensure_guest(request)
    actor, found = await services.tables.find(table)
    return Response(actor.subscribers.card(found, who), status_code=HTTP_200_OK, cookies=[cookie])


@get(
    "/tables/{table:str}/text",
    responses=error_responses("no_language", "not_your_seat", "no_table", *EDITION_ERRORS, "too_fast"),
)
async def show_text(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    lang: FromQuery[str],
    seat: FromQuery[Seat | None] = None,
) -> http.TableText:
    """The game in words (``lang`` is ``fr`` or ``en``), as you see it from your seat, or as spectators do.

    Where several seats are played on your device, ``seat`` is one of them; without it you learn what spectators know.
    """
    _check_language(lang)
    _, found = await services.tables.find(table)
    who = current_guest(request)
    if seat is not None:
        return table_text(found, found.seats.seat_of(found.seats.guest_at(who or "", seat)), lang)
    if len(found.seats.on_device(who)) > 1:
        return table_text(found, None, lang, live=True)
    return table_text(found, found.seats.seat_of(who), lang)


@post(
    "/tables/{table:str}/join",
    status_code=HTTP_200_OK,
    operation_class=OperationWithExample,
    responses=error_responses(*CHANGE_ERRORS, "banned", "not_your_seat", "no_table", *EDITION_ERRORS, "full"),
)
async def join_table(
    request: AnyRequest, table: FromPath[str], data: JSONBody[http.Join], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Take the seat that is kept for you, or the first free one, and add your nonce to the table's luck."""
    who, cookie = ensure_guest(request)
    card = await services.tables.join(table, who, tidy_name(data.name), data.nonce, data.program, data.seat)
    return Response(card, status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/tables/{table:str}/claim",
    status_code=HTTP_200_OK,
    operation_class=OperationWithExample,
    responses=error_responses(*CHANGE_ERRORS, "bad_claim", "no_table", *EDITION_ERRORS, "seated"),
)
async def claim_seat(
    request: AnyRequest, table: FromPath[str], data: JSONBody[http.Claim], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Take your seat from another browser, by its claim link."""
    who, cookie = ensure_guest(request)
    card = await services.tables.claim(table, who, data.code)
    return Response(card, status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/tables/{table:str}/renew",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "not_owner", "no_table", *EDITION_ERRORS),
)
async def renew_link(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Replace the claim link of your seat; browsers that have claimed the seat by the old one become spectators."""
    who, cookie = ensure_guest(request)
    card = await services.tables.renew_link(table, who)
    return Response(card, status_code=HTTP_200_OK, cookies=[cookie])


@get("/tables/{table:str}/record", responses={200: _RECORD, **error_responses(*REPLAY_ERRORS)})
async def show_record(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services], eyes: FromQuery[str] = "all"
) -> Response[bytes]:
    """The record of a finished game: with everything, for ``ludotheque record verify``, or as one viewer saw it.

    ``eyes`` are those of ``all``, of a ``spectator`` or of a seat. With everything means the secret behind its luck,
    and the chat; of private rooms only those that you could read.
    """
    found = await _find_finished(services, table)
    viewer = _parse_eyes(found, eyes)
    data = await services.archive.record(found, current_guest(request), viewer)
    name = f"{found.opened.game}-{found.id}{'' if viewer == 'all' else f'-{eyes}'}.jsonl"
    return Response(
        data,
        media_type=JSON_LINES,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get("/tables/{table:str}/replay", responses=error_responses(*REPLAY_ERRORS))
async def show_replay(
    request: AnyRequest,
    table: FromPath[str],
    services: NamedDependency[Services],
    eyes: FromQuery[str] = "all",
    start: Start = 0,
) -> Response[http.Replay]:
    """A finished game, move by move, as a viewer saw it (``all``, ``spectator`` or a seat); 200 moves a page."""
    found = await _find_finished(services, table)
    page = await services.archive.replay(found, current_guest(request), _parse_eyes(found, eyes), start)
    return Response(cast(Any, page), media_type=MediaType.JSON)


@get("/tables/{table:str}/moments", responses=error_responses("no_seat", *REPLAY_ERRORS, "no_advice"))
async def show_moments(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[http.Moments]:
    """What you could have done in a finished game: your three decisions that the coach would have changed most.

    It judges each from what your seat knew then. Only for players, each about their own seat.
    """
    found = await _find_finished(services, table)
    answer = await services.archive.moments(found, current_guest(request))
    return Response(cast(Any, answer), media_type=MediaType.JSON)


@post(
    "/tables/{table:str}/branch",
    operation_class=OperationWithExample,
    responses=error_responses(*CHANGE_ERRORS, "nonce_too_early", *REPLAY_ERRORS),
)
async def branch_table(
    request: AnyRequest, table: FromPath[str], data: JSONBody[http.Branch], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Open a table that goes on from a moment of a finished game, against bots; then take your seat with ``join``."""
    _refuse_nonce(data)
    who, cookie = ensure_guest(request)
    card = await services.tables.opening.branch(await _find_finished(services, table), data, tidy_name(data.name), who)
    return Response(card, status_code=HTTP_201_CREATED, cookies=[cookie])


@post(
    "/tables/{table:str}/rematch",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "banned", "no_table", *EDITION_ERRORS, "no_rematch", "full"),
)
async def rematch_table(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[messages.TableCard]:
    """Play a finished game again: the first player opens the table of the rematch, the others come to the same one.

    The answer is its card; your seat is kept there: take it with ``join``.
    """
    who, cookie = ensure_guest(request)
    card = await services.tables.rematch(table, who)
    return Response(card, status_code=HTTP_200_OK, cookies=[cookie])


def _refuse_nonce(order: http.OpenTable | http.Branch) -> None:
    """A nonce that comes before the commitment proves nothing: the secret could be chosen to suit it."""
    if order.nonce is not None:
        detail = (
            "send no nonce here: the answer has the table’s commitment; then send your nonce, and take your seat, "
            "with POST /api/tables/{table}/join"
        )
        raise HttpError(400, "nonce_too_early", detail)


async def _find_finished(services: Services, id: str) -> ArchivedTable:
    found = await services.archive.find(id)
    if found is None:
        raise UnknownTable(id)
    if not found.over:
        raise HttpError(409, "not_over", "this is shown once the game is over")
    return found


def _parse_eyes(found: ArchivedTable, eyes: str) -> StoryViewer:
    try:
        return parse_eyes(eyes, found.seats)
    except LookupError:
        raise HttpError(404, "no_eyes", "“eyes” is the number of a seat, “spectator” or “all”") from None


def _check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise HttpError(404, "no_language", f"there is no language “{lang}”: use {' or '.join(LANGUAGES)}")


def api_router(posts_per_minute: int) -> Router:
    """The router of the API, with its rate limits by address."""
    limit = rate_limit("minute", posts_per_minute)
    changing = Router(
        "/",
        route_handlers=[
            *(open_table, join_table, claim_seat, renew_link, branch_table, rematch_table),
            *(subscribe, unsubscribe, remove_channel),
            *accounts.CHANGING,
            *moderation.CHANGING,
        ],
        guards=[check_origin],
        middleware=[limit.middleware],
    )
    # Each page costs time. Counted in a store of its own: within a store, counts differ by the address alone.
    export_limit = rate_limit("minute", max(1, posts_per_minute // 5), store="export")
    open_data = Router("/", route_handlers=[export_games], middleware=[export_limit.middleware])
    # Each of these sends a message outside: by the hour, not by the minute.
    notification_limit = rate_limit("hour", posts_per_minute, store="calls")
    notifying = Router(
        "/", route_handlers=[add_channel], guards=[check_origin], middleware=[notification_limit.middleware]
    )
    own_data_limit = rate_limit("hour", posts_per_minute, store="own_data")
    own_data = Router(
        "/", route_handlers=accounts.COSTLY, guards=[check_origin], middleware=[own_data_limit.middleware]
    )
    shelf = [show_shelf, show_rulebook, show_extras, show_localized_extras, show_schema]
    shelf += [show_figures, show_lessons]
    shelf += [show_words, show_shared_words, show_page_words, show_game_words, show_board_words, show_later_words]
    games = Router("/", route_handlers=shelf, response_headers=PUBLIC, middleware=[cache_static])
    lobby = Router("/", route_handlers=[show_lobby], response_headers=OWN, middleware=[cache_changing])
    lists = [show_mine, show_push_key, list_channels, show_network]
    # Each occupies the one process that replays games; a game of some thousand moves has tens of pages.
    replay_limit = rate_limit("minute", 4 * posts_per_minute, store="looking_back")
    replays = Router("/", route_handlers=[show_record, show_replay, show_moments], middleware=[replay_limit.middleware])
    # Each may take seconds of a core.
    print_limit = rate_limit("minute", posts_per_minute, store="print")
    printing = Router("/", route_handlers=[print_box], response_headers=PUBLIC, middleware=[print_limit.middleware])
    # A browser asks for it once a move while its reader has it open.
    text_limit = rate_limit("minute", 4 * posts_per_minute, store="text")
    text = Router("/", route_handlers=[show_text], middleware=[text_limit.middleware])
    # Each is computed anew from all answers; a learner sends one for every step.
    lesson_limit = rate_limit("minute", 4 * posts_per_minute, store="lessons")
    lessons = Router("/", route_handlers=[answer_lesson], guards=[check_origin], middleware=[lesson_limit.middleware])
    own = [*accounts.READING, *moderation.READING]
    handlers = [
        games,
        lobby,
        *lists,
        show_table,
        text,
        lessons,
        replays,
        printing,
        *own,
        changing,
        own_data,
        notifying,
        open_data,
    ]
    return Router("/api", route_handlers=handlers, guards=[only_json])
