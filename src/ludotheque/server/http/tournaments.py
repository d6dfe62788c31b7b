"""Clubs, evenings and players over HTTP."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ludotheque.games import find
from ludotheque.protocol import tournaments
from ludotheque.server.accounts.names import tidy
from ludotheque.server.http.client_address import rate_limit
from ludotheque.server.http.errors import HttpError
from ludotheque.server.http.headers import only_json
from ludotheque.server.http.openapi import CHANGING, error_responses
from ludotheque.server.http.session import greet, guest, only_from_here
from ludotheque.server.runtime.services import Services
from ludotheque.server.tournaments import clubs, players, service, views
from ludotheque.server.tournaments.tournament import Tournament

AnyRequest = Request[Any, Any, Any]
TheServices = NamedDependency[Services]
RUNNING: Final = (*CHANGING, "no_evening", "not_organiser", "stranger")
"""What may be answered to whoever wants to run an evening."""


# --- clubs -----------------------------------------------------------------------------------------------------------


@post("/clubs", responses=error_responses(*CHANGING, "many_clubs"))
async def open_club(
    request: AnyRequest, data: JSONBody[tournaments.OpenClub], services: TheServices
) -> Response[tournaments.ClubCard]:
    """Found a club, and be its first organiser."""
    who, cookie = greet(request)
    id = await clubs.found_club(services, data, tidy(data.title), tidy(data.name), who)
    return Response(await clubs.card(services, id, who), status_code=HTTP_201_CREATED, cookies=[cookie])


@get("/clubs", responses=error_responses())
async def show_clubs(request: AnyRequest, services: TheServices) -> tournaments.ClubList:
    """Your clubs."""
    who = guest(request)
    return tournaments.ClubList([]) if who is None else await clubs.mine(services, who)


@get("/clubs/{club:str}", responses=error_responses("no_club"))
async def show_club(request: AnyRequest, club: FromPath[str], services: TheServices) -> tournaments.ClubCard:
    """A club: its name, and for its members who they are and what is on."""
    return await clubs.card(services, club, guest(request))


@post(
    "/clubs/{club:str}/join",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGING, "no_club", "bad_club_link", "club_full", "many_clubs"),
)
async def join_club(
    request: AnyRequest, club: FromPath[str], data: JSONBody[tournaments.JoinClub], services: TheServices
) -> Response[tournaments.ClubCard]:
    """Become a member, by the club's invitation link."""
    who, cookie = greet(request)
    await clubs.join(services, club, tidy(data.name), data.code, who)
    return Response(await clubs.card(services, club, who), status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/clubs/{club:str}/members/{member:str}",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGING, "no_club", "no_member", "not_organiser", "stranger"),
)
async def change_member(
    request: AnyRequest,
    club: FromPath[str],
    member: FromPath[str],
    data: JSONBody[tournaments.MemberChange],
    services: TheServices,
) -> tournaments.ClubCard:
    """Make a member an organiser or not, remove them, or leave. A club never is without an organiser."""
    who = _known(request)
    await clubs.change(services, club, member, data, who)
    return await clubs.card(services, club, who)


# --- evenings --------------------------------------------------------------------------------------------------------


@post(
    "/clubs/{club:str}/evenings",
    responses=error_responses(*CHANGING, "no_club", "no_game", "bad_options", "not_organiser", "stranger"),
)
async def plan_evening(
    request: AnyRequest, club: FromPath[str], data: JSONBody[tournaments.EveningPlan], services: TheServices
) -> tournaments.EveningCard:
    """Announce an evening of a club: its games, its format, its clock. Organisers do."""
    who = _known(request)
    return await _card(services, await service.plan(services, club, data, who), who)


@get("/evenings/{evening:str}", responses=error_responses("no_evening"))
async def show_evening(request: AnyRequest, evening: FromPath[str], services: TheServices) -> tournaments.EveningCard:
    """An evening as it stands: who takes part, every round, the ranking, and where you play now."""
    return await _card(services, evening, guest(request))


@post(
    "/evenings/{evening:str}/join",
    status_code=HTTP_200_OK,
    responses=error_responses(*CHANGING, "no_evening", "evening_full", "evening_over"),
)
async def join_evening(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[tournaments.JoinEvening], services: TheServices
) -> Response[tournaments.EveningCard]:
    """Take part from the next round on, or come back."""
    who, cookie = greet(request)
    await service.join(services, await service.found(services, evening), data, tidy(data.name), who)
    return Response(await _card(services, evening, who), status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/evenings/{evening:str}/bots",
    status_code=HTTP_200_OK,
    responses=error_responses(*RUNNING, "evening_full", "evening_over"),
)
async def bring_bot(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[tournaments.BringBot], services: TheServices
) -> tournaments.EveningCard:
    """Have a bot take part. Organisers do."""
    found, who = await _organised(request, services, evening)
    await service.bring_bot(services, found, data.strength)
    return await _card(services, evening, who)


@post(
    "/evenings/{evening:str}/entrants/{number:int}",
    status_code=HTTP_200_OK,
    responses=error_responses(*RUNNING, "no_entrant", "evening_over"),
)
async def change_entrant(
    request: AnyRequest,
    evening: FromPath[str],
    number: FromPath[int],
    data: JSONBody[tournaments.EntrantChange],
    services: TheServices,
) -> tournaments.EveningCard:
    """Somebody goes home, a bot takes over for them, or they are back. Organisers say so, and all for themselves."""
    who = _known(request)
    await service.change_entrant(services, await service.found(services, evening), number, data, who)
    return await _card(services, evening, who)


@post(
    "/evenings/{evening:str}/rounds",
    status_code=HTTP_200_OK,
    responses=error_responses(*RUNNING, "evening_over", "no_such_round", "round_open", "bad_number"),
)
async def begin_round(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[tournaments.BeginRound], services: TheServices
) -> tournaments.EveningCard:
    """Begin a round: its tables are opened with everybody seated. Organisers do."""
    found, who = await _organised(request, services, evening)
    await service.begin_round(services, found, data)
    return await _card(services, evening, who)


@post(
    "/evenings/{evening:str}/results",
    status_code=HTTP_200_OK,
    responses=error_responses(*RUNNING, "bad_result", "evening_over"),
)
async def write_result(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[tournaments.HandResult], services: TheServices
) -> tournaments.EveningCard:
    """Write a result down by hand; what the table itself says no longer counts. Organisers do."""
    found, who = await _organised(request, services, evening)
    await service.write_result(services, found, data)
    return await _card(services, evening, who)


@post("/evenings/{evening:str}/end", status_code=HTTP_200_OK, responses=error_responses(*RUNNING))
async def end_evening(request: AnyRequest, evening: FromPath[str], services: TheServices) -> tournaments.ClubCard:
    """End an evening: its ranking stands. One that never began is taken off the wall. Organisers do."""
    found, who = await _organised(request, services, evening)
    await service.end(services, found)
    return await clubs.card(services, found.club, who)


# --- players ---------------------------------------------------------------------------------------------------------


@get("/player", responses=error_responses("stranger"))
async def show_myself(request: AnyRequest, services: TheServices) -> tournaments.PlayerCard:
    """Your own page, seen by others or not."""
    who = _known(request)
    found = await players.own(services.storage, who)
    return found or tournaments.PlayerCard(services.signer.player_handle(who), "", True, False, [], [])


@post("/player", status_code=HTTP_200_OK, responses=error_responses(*CHANGING))
async def change_myself(
    request: AnyRequest, data: JSONBody[tournaments.Myself], services: TheServices
) -> Response[tournaments.PlayerCard]:
    """Say what others may know of you: your name, and whether you have a page and a line on the ladders."""
    who, cookie = greet(request)
    await services.storage.write(players.keep(services.signer, who, tidy(data.name), data.listed))
    found = await players.own(services.storage, who)
    assert found is not None
    return Response(found, status_code=HTTP_200_OK, cookies=[cookie])


@get("/players/{handle:str}", responses=error_responses("no_player"))
async def show_player(request: AnyRequest, handle: FromPath[str], services: TheServices) -> tournaments.PlayerCard:
    """A player's page: how strong they are at what, and their last public games."""
    found = await players.page(services.storage, handle, guest(request))
    if found is None:
        raise HttpError(404, "no_player", "there is no player's page at this address")
    return found


@get("/ladders/{game:str}", responses=error_responses("no_game"))
async def show_ladder(request: AnyRequest, game: FromPath[str], services: TheServices) -> tournaments.Ladder:
    """The players of a game by their strength, and the bots to measure oneself by."""
    return await players.ladder(services.storage, find(game).id, guest(request))


async def _organised(request: AnyRequest, services: Services, evening: str) -> tuple[Tournament, str]:
    who = _known(request)
    found = await service.found(services, evening)
    await clubs.only_organisers(services, found.club, who)
    return found, who


async def _card(services: Services, evening: str, who: str | None) -> tournaments.EveningCard:
    return await views.card(services, await service.found(services, evening), who)


def _known(request: AnyRequest) -> str:
    who = guest(request)
    if who is None:
        raise HttpError(403, "stranger", "the house has not met you yet: join something first")
    return who


def clubs_router(posts_per_minute: int) -> Router:
    """All of it; what changes something is limited by address."""
    limit = rate_limit("minute", posts_per_minute)
    clubs = [open_club, join_club, change_member]
    evenings = [plan_evening, join_evening, bring_bot, change_entrant, begin_round, write_result, end_evening]
    changing = Router(
        "/", route_handlers=[*clubs, *evenings, change_myself], guards=[only_from_here], middleware=[limit.middleware]
    )
    shown = [show_clubs, show_club, show_evening, show_myself, show_player, show_ladder]
    return Router("/api", route_handlers=[*shown, changing], guards=[only_json])
