"""An evening as it hangs on the wall."""

from __future__ import annotations

from ludotheque.protocol.tournaments import BoardCard, EntrantCard, EveningCard, RoundCard
from ludotheque.server.runtime.services import Services
from ludotheque.server.tournaments import clubs, players
from ludotheque.server.tournaments.tournament import Board, Entrant, Tournament


async def card(services: Services, evening: Tournament, guest: str | None) -> EveningCard:
    """An evening, for somebody who has its link."""
    you = evening.entrant(guest)
    plan = evening.plan
    return EveningCard(
        id=evening.id,
        club=evening.club,
        club_title=await clubs.title_of(services, evening.club),
        plan=plan,
        state=evening.state,
        rounds_planned=plan.rounds or 0,
        you=None if you is None else you.number,
        organiser=await clubs.is_organiser(services, evening.club, guest),
        your_table=_table_of(evening, you),
        entrants=[await _entrant(services, one) for one in evening.entrants],
        rounds=[_round(evening, number) for number in range(1, len(evening.byes) + 1)],
        standings=evening.standings(),
    )


def _table_of(evening: Tournament, you: Entrant | None) -> str | None:
    if you is None or evening.state != "playing":
        return None
    for board in evening.round(len(evening.byes)):
        if you.number in board.seats and board.places is None:
            return board.table
    return None


async def _entrant(services: Services, one: Entrant) -> EntrantCard:
    page = None if one.guest is None else await players.handle(services.storage, one.guest)
    return EntrantCard(one.number, one.name, one.bot, one.guest is not None, one.gone, page)


def _round(evening: Tournament, number: int) -> RoundCard:
    game = evening.game(number).id
    boards = [_board(board, game) for board in evening.round(number)]
    return RoundCard(number, game, boards, evening.byes[number - 1], evening.bye_points(number))


def _board(board: Board, game: str) -> BoardCard:
    return BoardCard(
        board.round, board.board, game, board.table, board.seats, board.places, board.points, board.by_hand
    )
