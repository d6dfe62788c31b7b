"""Clubs, evenings and players over HTTP."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ludotheque.games import find
from ludotheque.server.addresses import rate_limit
from ludotheque.server.api_docs import CHANGING, troubles
from ludotheque.server.clubs import conduct, forms, members, players, showing
from ludotheque.server.clubs.evenings import Evening
from ludotheque.server.guests import greet, guest, only_from_here
from ludotheque.server.headers import only_json
from ludotheque.server.house import House
from ludotheque.server.names import tidy
from ludotheque.server.troubles import TroubleError

AnyRequest = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
RUNNING: Final = (*CHANGING, "no_evening", "not_organiser", "stranger")
"""What may be answered to whoever wants to run an evening."""


# --- clubs -----------------------------------------------------------------------------------------------------------


@post("/clubs", responses=troubles(*CHANGING, "many_clubs"))
async def open_club(request: AnyRequest, data: JSONBody[forms.OpenClub], house: TheHouse) -> Response[forms.ClubCard]:
    """Found a club, and be its first organiser."""
    who, cookie = greet(request)
    id = await members.found_club(house, data, tidy(data.title), tidy(data.name), who)
    return Response(await members.card(house, id, who), status_code=HTTP_201_CREATED, cookies=[cookie])


@get("/clubs", responses=troubles())
async def show_clubs(request: AnyRequest, house: TheHouse) -> forms.ClubList:
    """Your clubs."""
    who = guest(request)
    return forms.ClubList([]) if who is None else await members.mine(house, who)


@get("/clubs/{club:str}", responses=troubles("no_club"))
async def show_club(request: AnyRequest, club: FromPath[str], house: TheHouse) -> forms.ClubCard:
    """A club: its name, and for its members who they are and what is on."""
    return await members.card(house, club, guest(request))


@post(
    "/clubs/{club:str}/join",
    status_code=HTTP_200_OK,
    responses=troubles(*CHANGING, "no_club", "bad_club_link", "club_full", "many_clubs"),
)
async def join_club(
    request: AnyRequest, club: FromPath[str], data: JSONBody[forms.JoinClub], house: TheHouse
) -> Response[forms.ClubCard]:
    """Become a member, by the club's invitation link."""
    who, cookie = greet(request)
    await members.join(house, club, tidy(data.name), data.code, who)
    return Response(await members.card(house, club, who), status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/clubs/{club:str}/members/{member:str}",
    status_code=HTTP_200_OK,
    responses=troubles(*CHANGING, "no_club", "no_member", "not_organiser", "stranger"),
)
async def change_member(
    request: AnyRequest,
    club: FromPath[str],
    member: FromPath[str],
    data: JSONBody[forms.MemberChange],
    house: TheHouse,
) -> forms.ClubCard:
    """Make a member an organiser or not, remove them, or leave. A club never is without an organiser."""
    who = _known(request)
    await members.change(house, club, member, data, who)
    return await members.card(house, club, who)


# --- evenings --------------------------------------------------------------------------------------------------------


@post(
    "/clubs/{club:str}/evenings",
    responses=troubles(*CHANGING, "no_club", "no_game", "bad_options", "not_organiser", "stranger"),
)
async def plan_evening(
    request: AnyRequest, club: FromPath[str], data: JSONBody[forms.EveningPlan], house: TheHouse
) -> forms.EveningCard:
    """Announce an evening of a club: its games, its format, its clock. Organisers do."""
    who = _known(request)
    return await _card(house, await conduct.plan(house, club, data, who), who)


@get("/evenings/{evening:str}", responses=troubles("no_evening"))
async def show_evening(request: AnyRequest, evening: FromPath[str], house: TheHouse) -> forms.EveningCard:
    """An evening as it stands: who takes part, every round, the ranking, and where you play now."""
    return await _card(house, evening, guest(request))


@post(
    "/evenings/{evening:str}/join",
    status_code=HTTP_200_OK,
    responses=troubles(*CHANGING, "no_evening", "evening_full", "evening_over"),
)
async def join_evening(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[forms.JoinEvening], house: TheHouse
) -> Response[forms.EveningCard]:
    """Take part from the next round on, or come back."""
    who, cookie = greet(request)
    await conduct.join(house, await conduct.found(house, evening), data, tidy(data.name), who)
    return Response(await _card(house, evening, who), status_code=HTTP_200_OK, cookies=[cookie])


@post(
    "/evenings/{evening:str}/bots",
    status_code=HTTP_200_OK,
    responses=troubles(*RUNNING, "evening_full", "evening_over"),
)
async def bring_bot(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[forms.BringBot], house: TheHouse
) -> forms.EveningCard:
    """Have a bot take part. Organisers do."""
    found, who = await _organised(request, house, evening)
    await conduct.bring_bot(house, found, data.strength)
    return await _card(house, evening, who)


@post(
    "/evenings/{evening:str}/entrants/{number:int}",
    status_code=HTTP_200_OK,
    responses=troubles(*RUNNING, "no_entrant", "evening_over"),
)
async def change_entrant(
    request: AnyRequest,
    evening: FromPath[str],
    number: FromPath[int],
    data: JSONBody[forms.EntrantChange],
    house: TheHouse,
) -> forms.EveningCard:
    """Somebody goes home, a bot takes over for them, or they are back. Organisers say so, and all for themselves."""
    who = _known(request)
    await conduct.change_entrant(house, await conduct.found(house, evening), number, data, who)
    return await _card(house, evening, who)


@post(
    "/evenings/{evening:str}/rounds",
    status_code=HTTP_200_OK,
    responses=troubles(*RUNNING, "evening_over", "no_such_round", "round_open", "bad_number"),
)
async def begin_round(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[forms.BeginRound], house: TheHouse
) -> forms.EveningCard:
    """Begin a round: its tables are opened with everybody seated. Organisers do."""
    found, who = await _organised(request, house, evening)
    await conduct.begin_round(house, found, data)
    return await _card(house, evening, who)


@post(
    "/evenings/{evening:str}/results",
    status_code=HTTP_200_OK,
    responses=troubles(*RUNNING, "bad_result", "evening_over"),
)
async def write_result(
    request: AnyRequest, evening: FromPath[str], data: JSONBody[forms.HandResult], house: TheHouse
) -> forms.EveningCard:
    """Write a result down by hand; what the table itself says no longer counts. Organisers do."""
    found, who = await _organised(request, house, evening)
    await conduct.write_result(house, found, data)
    return await _card(house, evening, who)


@post("/evenings/{evening:str}/end", status_code=HTTP_200_OK, responses=troubles(*RUNNING))
async def end_evening(request: AnyRequest, evening: FromPath[str], house: TheHouse) -> forms.ClubCard:
    """End an evening: its ranking stands. One that never began is taken off the wall. Organisers do."""
    found, who = await _organised(request, house, evening)
    await conduct.end(house, found)
    return await members.card(house, found.club, who)


# --- players ---------------------------------------------------------------------------------------------------------


@get("/player", responses=troubles("stranger"))
async def show_myself(request: AnyRequest, house: TheHouse) -> forms.PlayerCard:
    """Your own page, seen by others or not."""
    who = _known(request)
    found = await players.own(house.storage, who)
    return found or forms.PlayerCard(house.keys.player(who), "", True, False, [], [])


@post("/player", status_code=HTTP_200_OK, responses=troubles(*CHANGING))
async def change_myself(
    request: AnyRequest, data: JSONBody[forms.Myself], house: TheHouse
) -> Response[forms.PlayerCard]:
    """Say what others may know of you: your name, and whether you have a page and a line on the ladders."""
    who, cookie = greet(request)
    await house.storage.write(players.keep(house.keys, who, tidy(data.name), data.listed))
    found = await players.own(house.storage, who)
    assert found is not None
    return Response(found, status_code=HTTP_200_OK, cookies=[cookie])


@get("/players/{handle:str}", responses=troubles("no_player"))
async def show_player(request: AnyRequest, handle: FromPath[str], house: TheHouse) -> forms.PlayerCard:
    """A player's page: how strong they are at what, and their last public games."""
    found = await players.page(house.storage, handle, guest(request))
    if found is None:
        raise TroubleError(404, "no_player", "there is no player's page at this address")
    return found


@get("/ladders/{game:str}", responses=troubles("no_game"))
async def show_ladder(request: AnyRequest, game: FromPath[str], house: TheHouse) -> forms.Ladder:
    """The players of a game by their strength, and the bots to measure oneself by."""
    return await players.ladder(house.storage, find(game).id, guest(request))


async def _organised(request: AnyRequest, house: House, evening: str) -> tuple[Evening, str]:
    who = _known(request)
    found = await conduct.found(house, evening)
    await members.only_organisers(house, found.club, who)
    return found, who


async def _card(house: House, evening: str, who: str | None) -> forms.EveningCard:
    return await showing.card(house, await conduct.found(house, evening), who)


def _known(request: AnyRequest) -> str:
    who = guest(request)
    if who is None:
        raise TroubleError(403, "stranger", "the house has not met you yet: join something first")
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
