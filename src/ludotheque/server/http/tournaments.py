"""Clubs, tournaments and player pages over HTTP.

Paths, JSON fields and operation ids call a tournament ``evening``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ludotheque.games import find
from ludotheque.protocol import tournaments
from ludotheque.protocol.http import ErrorBody
from ludotheque.server.accounts.names import tidy_name
from ludotheque.server.http.client_address import rate_limit
from ludotheque.server.http.errors import HttpError, with_request_id
from ludotheque.server.http.headers import only_json
from ludotheque.server.http.openapi import CHANGE_ERRORS, error_responses
from ludotheque.server.http.session import check_origin, current_guest, ensure_guest
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage.players import Player
from ludotheque.server.storage.tournaments import Tournament
from ludotheque.server.tournaments.errors import InvalidResult, NotAllowed, NotFound, NotPossible, TournamentError

AnyRequest = Request[Any, Any, Any]
TheServices = NamedDependency[Services]
TournamentId = Annotated[str, PathParameter(name="evening")]
ORGANISER_ERRORS: Final = (*CHANGE_ERRORS, "no_evening", "not_organiser", "stranger")
"""The error codes of requests that only organisers may make."""
CALENDAR: Final = "text/calendar"
_CALENDAR: Final = ResponseSpec(bytes, False, "The calendar file.", media_type=CALENDAR)
_STATUS: Final[Mapping[type[TournamentError], int]] = {
    InvalidResult: 400,
    NotAllowed: 403,
    NotFound: 404,
    NotPossible: 409,
}


# --- clubs -----------------------------------------------------------------------------------------------------------


@post("/clubs", responses=error_responses(*CHANGE_ERRORS, "many_clubs"))
async def open_club(
    request: AnyRequest, data: JSONBody[tournaments.OpenClub], services: TheServices
) -> Response[tournaments.ClubCard]:
    """Found a club, and become its first organiser."""
    who, cookie = ensure_guest(request)
    id = await services.clubs.found(tidy_name(data.title), data.blurb.strip(), tidy_name(data.name), who)
    return Response(await services.clubs.card(id, who), status_code=HTTP_201_CREATED, cookies=[cookie])


@get("/clubs", responses=error_responses())
async def show_clubs(request: AnyRequest, services: TheServices) -> tournaments.ClubList:
    """Your clubs."""
    who = current_guest(request)
    return tournaments.ClubList([]) if who is None else await services.clubs.list_clubs(who)


@get("/clubs/{club:str}", responses=error_responses("no_club"))
async def show_club(request: AnyRequest, club: FromPath[str], services: TheServices) -> tournaments.ClubCard:
    """A club: its title, and for its members also its members and tournaments."""
    return await services.clubs.card(club, current_guest(request))


@post(
    "/clubs/{club:str}/join",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "no_club", "bad_club_link", "club_full", "many_clubs"),
)
async def join_club(
    request: AnyRequest, club: FromPath[str], data: JSONBody[tournaments.JoinClub], services: TheServices
) -> Response[tournaments.ClubCard]:
    """Become a member, by the club's invitation link."""
    who, cookie = ensure_guest(request)
    await services.clubs.join(club, tidy_name(data.name), data.code, who)
    return Response(await services.clubs.card(club, who), status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/clubs/{club:str}/members/{member:str}",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "no_club", "no_member", "not_organiser", "stranger"),
)
async def change_member(
    request: AnyRequest,
    club: FromPath[str],
    member: FromPath[str],
    data: JSONBody[tournaments.MemberChange],
    services: TheServices,
) -> tournaments.ClubCard:
    """Make a member an organiser or not, remove them, or leave. A club always has an organiser."""
    who = _known_guest(request)
    await services.clubs.change_member(club, member, data, who)
    return await services.clubs.card(club, who)


# --- tournaments -----------------------------------------------------------------------------------------------------


@post(
    "/clubs/{club:str}/evenings",
    operation_id="ApiClubsEveningsPlanEvening",
    responses=error_responses(
        *CHANGE_ERRORS, "no_club", "no_game", "bad_options", "not_organiser", "stranger", "past_date"
    ),
)
async def plan_tournament(
    request: AnyRequest, club: FromPath[str], data: JSONBody[tournaments.TournamentPlan], services: TheServices
) -> tournaments.TournamentCard:
    """Plan a tournament of a club: its games, its format, its clock. For organisers only."""
    who = _known_guest(request)
    return await services.tournaments.card(await services.tournaments.plan(club, data, who), who)


@get("/evenings/{evening:str}", operation_id="ApiEveningsShowEvening", responses=error_responses("no_evening"))
async def show_tournament(
    request: AnyRequest, tournament: TournamentId, services: TheServices
) -> tournaments.TournamentCard:
    """A tournament: its entrants, its rounds, its standings, and the table where you play now."""
    return await services.tournaments.card(tournament, current_guest(request))


@get("/evenings/{evening:str}/calendar.ics", responses={200: _CALENDAR, **error_responses("no_evening", "no_date")})
async def show_calendar(request: AnyRequest, tournament: TournamentId, services: TheServices) -> Response[bytes]:
    """A tournament with a date, as a file for calendars (RFC 5545)."""
    address = f"{str(request.base_url).rstrip('/')}/e/{tournament}"
    data = await services.tournaments.calendar(tournament, address)
    headers = {"Content-Disposition": f'attachment; filename="ludotheque-{tournament}.ics"'}
    return Response(data, media_type=CALENDAR, headers=headers)


@post(
    "/evenings/{evening:str}/cancel",
    operation_id="ApiEveningsCancelCancelEvening",
    status_code=HTTP_200_OK,
    responses=error_responses(*ORGANISER_ERRORS, "evening_over", "evening_begun"),
)
async def cancel_tournament(
    request: AnyRequest, tournament: TournamentId, data: JSONBody[tournaments.CancelTournament], services: TheServices
) -> tournaments.TournamentCard:
    """Cancel a tournament before its first round, with a sentence for its entrants. For organisers only."""
    who, found = await _to_organise(request, tournament, services)
    await services.tournaments.cancel(found, data.why)
    return await services.tournaments.card(tournament, who)


@post(
    "/evenings/{evening:str}/join",
    operation_id="ApiEveningsJoinJoinEvening",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGE_ERRORS, "no_evening", "evening_full", "evening_over"),
)
async def enter_tournament(
    request: AnyRequest, tournament: TournamentId, data: JSONBody[tournaments.EnterTournament], services: TheServices
) -> Response[tournaments.TournamentCard]:
    """Enter a tournament, or return to it, from the next round on."""
    who, cookie = ensure_guest(request)
    found = await services.tournaments.find(tournament)
    await services.tournaments.join(found, tidy_name(data.name), data.listed, who)
    return Response(await services.tournaments.card(tournament, who), status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/evenings/{evening:str}/bots",
    operation_id="ApiEveningsBotsBringBot",
    status_code=HTTP_200_OK,
    responses=error_responses(*ORGANISER_ERRORS, "evening_full", "evening_over"),
)
async def enter_bot(
    request: AnyRequest, tournament: TournamentId, data: JSONBody[tournaments.EnterBot], services: TheServices
) -> tournaments.TournamentCard:
    """Enter a bot. For organisers only."""
    who, found = await _to_organise(request, tournament, services)
    await services.tournaments.add_bot(found, data.strength)
    return await services.tournaments.card(tournament, who)


@post(
    "/evenings/{evening:str}/entrants/{number:int}",
    status_code=HTTP_200_OK,
    responses=error_responses(*ORGANISER_ERRORS, "no_entrant", "evening_over"),
)
async def change_entrant(
    request: AnyRequest,
    tournament: TournamentId,
    number: FromPath[int],
    data: JSONBody[tournaments.EntrantChange],
    services: TheServices,
) -> tournaments.TournamentCard:
    """Withdraw an entrant, let a bot play for them, or let them return. For organisers, and for yourself."""
    who = _known_guest(request)
    found = await services.tournaments.find(tournament)
    await services.tournaments.change_entrant(found, number, data, who)
    return await services.tournaments.card(tournament, who)


@post(
    "/evenings/{evening:str}/rounds",
    status_code=HTTP_200_OK,
    responses=error_responses(*ORGANISER_ERRORS, "evening_over", "no_such_round", "round_open", "bad_number"),
)
async def begin_round(
    request: AnyRequest, tournament: TournamentId, data: JSONBody[tournaments.BeginRound], services: TheServices
) -> tournaments.TournamentCard:
    """Begin a round: its tables are opened with all entrants seated. For organisers only."""
    who, found = await _to_organise(request, tournament, services)
    await services.tournaments.begin_round(found, data.round)
    return await services.tournaments.card(tournament, who)


@post(
    "/evenings/{evening:str}/results",
    operation_id="ApiEveningsResultsWriteResult",
    status_code=HTTP_200_OK,
    responses=error_responses(*ORGANISER_ERRORS, "bad_result", "evening_over"),
)
async def enter_result(
    request: AnyRequest, tournament: TournamentId, data: JSONBody[tournaments.ManualResult], services: TheServices
) -> tournaments.TournamentCard:
    """Enter a result by hand; the result of the table itself no longer counts. For organisers only."""
    who, found = await _to_organise(request, tournament, services)
    await services.tournaments.enter_result(found, data)
    return await services.tournaments.card(tournament, who)


@post(
    "/evenings/{evening:str}/end",
    operation_id="ApiEveningsEndEndEvening",
    status_code=HTTP_200_OK,
    responses=error_responses(*ORGANISER_ERRORS, "evening_entered"),
)
async def end_tournament(request: AnyRequest, tournament: TournamentId, services: TheServices) -> tournaments.ClubCard:
    """End a tournament: its standings are final. One without a round or entrants is deleted. For organisers only."""
    who, found = await _to_organise(request, tournament, services)
    await services.tournaments.end(found)
    return await services.clubs.card(found.club, who)


# --- players ---------------------------------------------------------------------------------------------------------


@get("/player", operation_id="ApiPlayerShowMyself", responses=error_responses("stranger"))
async def show_own_page(request: AnyRequest, services: TheServices) -> tournaments.PlayerCard:
    """Your own player page, public or not."""
    who = _known_guest(request)
    found = await services.players.own_page(who)
    return found or tournaments.PlayerCard(services.signer.player_handle(who), "", True, False, [], [])


@post(
    "/player", operation_id="ApiPlayerChangeMyself", status_code=HTTP_200_OK, responses=error_responses(*CHANGE_ERRORS)
)
async def change_own_profile(
    request: AnyRequest, data: JSONBody[tournaments.MyProfile], services: TheServices
) -> Response[tournaments.PlayerCard]:
    """Set your name, and whether you have a public player page and are on the ladders."""
    who, cookie = ensure_guest(request)
    player = Player(who, services.signer.player_handle(who), tidy_name(data.name), data.listed)
    found = await services.players.save(player)
    return Response(found, status_code=HTTP_200_OK, cookies=[cookie])


@get("/players/{handle:str}", responses=error_responses("no_player"))
async def show_player(request: AnyRequest, handle: FromPath[str], services: TheServices) -> tournaments.PlayerCard:
    """A player page: ratings, and the latest public games."""
    found = await services.players.page(handle, current_guest(request))
    if found is None:
        raise HttpError(404, "no_player", "there is no player's page at this address")
    return found


@get("/ladders/{game:str}", responses=error_responses("no_game"))
async def show_ladder(request: AnyRequest, game: FromPath[str], services: TheServices) -> tournaments.Ladder:
    """The listed players of a game by their rating, and its bots for comparison."""
    return await services.players.ladder(find(game).id, current_guest(request))


def _known_guest(request: AnyRequest) -> str:
    who = current_guest(request)
    if who is None:
        raise HttpError(403, "stranger", "this needs a session cookie: join a club or a tournament first")
    return who


async def _to_organise(request: AnyRequest, tournament: str, services: Services) -> tuple[str, Tournament]:
    """The organiser who sends a request, and the tournament; raises if the guest is not one of its organisers."""
    who = _known_guest(request)
    return who, await services.tournaments.find_to_organise(tournament, who)


def _refuse(_: AnyRequest, error: TournamentError) -> Response[ErrorBody]:
    body = ErrorBody(error.code, str(error))
    return Response(body, status_code=_STATUS[type(error)], media_type="application/json")


def tournament_router(posts_per_minute: int) -> Router:
    """All of these requests; those that change something are limited by address."""
    limit = rate_limit("minute", posts_per_minute)
    changing = Router(
        "/",
        route_handlers=[
            *(open_club, join_club, change_member),
            *(plan_tournament, enter_tournament, enter_bot, change_entrant, begin_round, enter_result, end_tournament),
            cancel_tournament,
            change_own_profile,
        ],
        guards=[check_origin],
        middleware=[limit.middleware],
    )
    reading = [show_clubs, show_club, show_tournament, show_calendar, show_own_page, show_player, show_ladder]
    return Router(
        "/api",
        route_handlers=[*reading, changing],
        guards=[only_json],
        exception_handlers={TournamentError: with_request_id(_refuse)},
    )
