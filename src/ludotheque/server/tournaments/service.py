"""How an evening goes: people gather, rounds are played, results come in, and it ends."""

from __future__ import annotations

import contextlib
from typing import Final

import msgspec

from ludotheque.engine.rules import Outcome
from ludotheque.games import find
from ludotheque.protocol.tournaments import (
    ENTRANTS,
    ROUNDS,
    BeginRound,
    EntrantChange,
    EveningPlan,
    HandResult,
    JoinEvening,
    Strength,
)
from ludotheque.server.accounts.names import tidy
from ludotheque.server.http.errors import HttpError
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import Statement, StorageError
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.opening import new_id
from ludotheque.server.tournaments import clubs, players
from ludotheque.server.tournaments.tables import open_tables
from ludotheque.server.tournaments.tournament import Board, Entrant, Tournament, UnknownTournament, load, text
from ludotheque.tournaments.history import BadNumber
from ludotheque.tournaments.pairing import next_round, rounds_for

_TRIES: Final = 5
_ENTER: Final = """
INSERT INTO entrant (evening, number, guest, name, bot, gone) VALUES ($1, $2, $3, $4, $5, $6)
"""
_ROUND: Final = "INSERT INTO evening_round (evening, number, byes, at) VALUES ($1, $2, $3, $4)"
_BOARD: Final = """
INSERT INTO pairing (evening, number, board, "table", seats, by_hand) VALUES ($1, $2, $3, $4, $5, $6)
"""
_BY_HAND: Final = """
UPDATE pairing SET places = $4, points = $5, by_hand = TRUE WHERE evening = $1 AND number = $2 AND board = $3
"""


async def found(services: Services, id: str) -> Tournament:
    """An evening, or a trouble that says there is none."""
    try:
        return await load(services.storage, id)
    except UnknownTournament:
        raise HttpError(404, "no_evening", "there is no evening at this address") from None


async def plan(services: Services, club: str, plan: EveningPlan, guest: str) -> str:
    """Announce an evening; its id."""
    await clubs.title_of(services, club)
    await clubs.only_organisers(services, club, guest)
    for chosen in plan.games:
        find(chosen.game).options(chosen.options)
    plan = msgspec.structs.replace(plan, title=tidy(plan.title))
    id = new_id()
    await services.storage.write(
        Statement(
            "INSERT INTO evening (id, club, plan, state, at) VALUES ($1, $2, $3, $4, $5)",
            (id, club, text(plan), "gathering", now_ms()),
        )
    )
    return id


# --- those who take part ---------------------------------------------------------------------------------------------


async def join(services: Services, evening: Tournament, wish: JoinEvening, name: str, guest: str) -> None:
    """Take part, from the next round on; whoever was gone is back."""
    _not_over(evening)
    await services.sanctions.check_not_banned(guest)
    known = evening.entrant(guest)
    page = players.keep(services.signer, guest, name, wish.listed)
    if known is not None:
        back = Statement(
            "UPDATE entrant SET name = $3, gone = FALSE, bot = NULL WHERE evening = $1 AND number = $2",
            (evening.id, known.number, name),
        )
        await services.storage.write(back, page)
    else:
        await _enter(services, evening, guest, name, None, page)


async def bring_bot(services: Services, evening: Tournament, strength: Strength) -> None:
    """Have a bot take part."""
    _not_over(evening)
    await _enter(services, evening, None, "", strength)


async def _enter(
    services: Services, evening: Tournament, guest: str | None, name: str, bot: Strength | None, *besides: Statement
) -> None:
    for attempt in range(1, _TRIES + 1):
        if len(evening.entrants) >= ENTRANTS:
            raise HttpError(409, "evening_full", f"{ENTRANTS} take part in an evening at most")
        number = 1 + max((one.number for one in evening.entrants), default=0)
        row = (evening.id, number, guest, name, bot, False)
        try:
            await services.storage.write(Statement(_ENTER, row), *besides)
            return
        except StorageError:  # somebody else has that number
            if attempt == _TRIES:
                raise
            evening = await found(services, evening.id)
            if evening.entrant(guest) is not None:
                return


async def change_entrant(services: Services, evening: Tournament, number: int, wish: EntrantChange, guest: str) -> None:
    """Somebody goes, is replaced by a bot, or is back: organisers say so, and everybody for themselves."""
    _not_over(evening)
    entrant = next((one for one in evening.entrants if one.number == number), None)
    if entrant is None:
        raise HttpError(404, "no_entrant", "nobody takes part under this number")
    if entrant.guest != guest or wish.change == "bot":
        await clubs.only_organisers(services, evening.club, guest)
    values: tuple[object, ...] = (evening.id, number)
    if wish.change == "drop":
        sql = "UPDATE entrant SET gone = TRUE WHERE evening = $1 AND number = $2"
        if not evening.byes:  # before the first round they never were there
            sql = "DELETE FROM entrant WHERE evening = $1 AND number = $2"
    else:
        stands_in = "strong" if wish.change == "bot" else None
        sql = "UPDATE entrant SET gone = FALSE, bot = $3 WHERE evening = $1 AND number = $2"
        values += (entrant.bot if entrant.guest is None else stands_in,)
    await services.storage.write(Statement(sql, values))
    if wish.change != "back":
        await _replace_at_table(services, evening, entrant)


async def _replace_at_table(services: Services, evening: Tournament, entrant: Entrant) -> None:
    """At a table that goes on, a bot plays for somebody who is absent: the others want to finish."""
    for board in evening.round(len(evening.byes)):
        if entrant.guest is not None and entrant.number in board.seats and board.places is None:
            with contextlib.suppress(OtherRulesEdition):  # nobody plays on there: its result is written down by hand
                await services.tables.leave(board.table, entrant.guest)


# --- rounds ----------------------------------------------------------------------------------------------------------


async def begin_round(services: Services, evening: Tournament, wish: BeginRound) -> None:
    """Make a round and open its tables; one that was begun already is left as it is."""
    _not_over(evening)
    number = wish.round
    if number <= len(evening.byes):
        return
    if number != len(evening.byes) + 1 or number > ROUNDS:
        raise HttpError(409, "no_such_round", f"the next round is number {len(evening.byes) + 1}")
    if any(board.places is None for board in evening.boards):
        raise HttpError(409, "round_open", "results are missing: wait for them, or write them down by hand")
    statements = _round(evening, number)
    try:
        await services.storage.write(*statements)
    except StorageError:  # another organiser has just begun it
        if number > len((await found(services, evening.id)).byes):
            raise
    begun = await found(services, evening.id)
    await open_tables(services.tables, begun, begun.round(number))


def _round(evening: Tournament, number: int) -> list[Statement]:
    """What is written for a new round."""
    plan = evening.plan
    present = [one.number for one in evening.entrants if not one.gone]
    game = evening.game(number)
    points = {line.entrant: line.points for line in evening.standings()}
    try:
        round = next_round(
            plan.format, present, evening.past(), points.__getitem__, game.rules.seats, plan.seats, evening.id
        )
    except BadNumber as error:
        raise HttpError(409, "bad_number", str(error)) from None
    at = now_ms()
    statements = [Statement(_ROUND, (evening.id, number, text(round.byes), at))]
    for board, seats in enumerate(round.tables):
        statements.append(Statement(_BOARD, (evening.id, number, board, new_id(), text(seats), False)))
    if number == 1:
        rounds = plan.rounds or rounds_for(plan.format, len(present), game.rules.seats, plan.seats, len(plan.games))
        settled = msgspec.structs.replace(plan, rounds=min(rounds, ROUNDS))
        statements.append(
            Statement(
                "UPDATE evening SET state = 'playing', plan = $2, at = $3 WHERE id = $1",
                (evening.id, text(settled), at),
            )
        )
    return statements


async def write_result(services: Services, evening: Tournament, result: HandResult) -> None:
    """A result by hand, in place of any other."""
    _not_over(evening)
    board: Board | None = next(
        (one for one in evening.round(result.round) if one.board == result.board),
        None,
    )
    if board is None or len(board.seats) != len(result.places):
        raise HttpError(400, "bad_result", "a result has a place for each seat of a table of the evening")
    places = tuple(1 + sum(other < place for other in result.places) for place in result.places)
    points = evening.game(result.round).match_points(Outcome(places, "", "hand"))
    row = (evening.id, result.round, result.board, text(places), text(points))
    await services.storage.write(Statement(_BY_HAND, row))


async def end(services: Services, evening: Tournament) -> None:
    """That was it: the ranking stands."""
    if not evening.byes:
        await services.storage.write(
            Statement("DELETE FROM entrant WHERE evening = $1", (evening.id,)),
            Statement("DELETE FROM evening WHERE id = $1", (evening.id,)),
        )
        return
    await services.storage.write(Statement("UPDATE evening SET state = 'over' WHERE id = $1", (evening.id,)))


def _not_over(evening: Tournament) -> None:
    if evening.state == "over":
        raise HttpError(409, "evening_over", "this evening is over")
