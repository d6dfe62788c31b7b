"""Tournaments as they are shown: in the list of a club, and as a page of their own."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.games import find
from ludotheque.protocol.tournaments import (
    BoardCard,
    EntrantCard,
    RoundCard,
    Standing,
    TournamentCard,
    TournamentSummary,
)
from ludotheque.server.storage.tournaments import Entrant, Pairing, Tournament
from ludotheque.server.tables.bot_names import bot_name
from ludotheque.server.tournaments.standings import bye_points, tournament_standings


def tournament_line(tournament: Tournament) -> TournamentSummary:
    """A tournament in the list of a club."""
    winners: list[str] = []
    if tournament.state == "over":
        names = {entrant.number: _name(entrant) for entrant in tournament.entrants}
        standings = tournament_standings(tournament)
        winners = [names[standing.entrant] for standing in standings if standing.place == 1 and standing.played]
    return TournamentSummary(
        tournament.id,
        tournament.plan.title,
        tournament.plan.format,
        [chosen.game for chosen in tournament.plan.games],
        tournament.state,
        len(tournament.entrants),
        tournament.at,
        winners,
        tournament.plan.starts_at,
        tournament.cancelled is not None,
    )


def tournament_card(
    tournament: Tournament, club_title: str, guest: str | None, organiser: bool, pages: Mapping[str, str]
) -> TournamentCard:
    """A tournament for a guest; ``pages`` are the handles of the guests whose pages are public."""
    you = tournament.entrant_of(guest)
    return TournamentCard(
        id=tournament.id,
        club=tournament.club,
        club_title=club_title,
        plan=tournament.plan,
        state=tournament.state,
        rounds_planned=tournament.plan.rounds or 0,
        you=None if you is None else you.number,
        organiser=organiser,
        your_table=_current_table(tournament, you),
        entrants=[_entrant_card(entrant, pages) for entrant in tournament.entrants],
        rounds=[_round_card(tournament, number) for number in range(1, tournament.rounds + 1)],
        standings=[Standing(*standing) for standing in tournament_standings(tournament)],
        cancelled=tournament.cancelled,
    )


def _current_table(tournament: Tournament, you: Entrant | None) -> str | None:
    if you is None or tournament.state != "playing":
        return None
    for pairing in tournament.pairings_of(tournament.rounds):
        if you.number in pairing.seats and pairing.result is None:
            return pairing.table
    return None


def _name(entrant: Entrant) -> str:
    """The name of an entrant: a bot's by its number; empty for an erased guest."""
    return bot_name(entrant.number) if entrant.guest is None and entrant.bot is not None else entrant.name


def _entrant_card(entrant: Entrant, pages: Mapping[str, str]) -> EntrantCard:
    page = None if entrant.guest is None else pages.get(entrant.guest)
    return EntrantCard(entrant.number, _name(entrant), entrant.bot, entrant.guest is not None, entrant.gone, page)


def _round_card(tournament: Tournament, number: int) -> RoundCard:
    game = find(tournament.chosen_game(number).game).id
    boards = [_board_card(pairing, game) for pairing in tournament.pairings_of(number)]
    return RoundCard(number, game, boards, tournament.byes[number - 1], bye_points(tournament, number))


def _board_card(pairing: Pairing, game: str) -> BoardCard:
    result = pairing.result
    return BoardCard(
        pairing.round,
        pairing.board,
        game,
        pairing.table,
        list(pairing.seats),
        None if result is None else list(result.places),
        None if result is None else list(result.points),
        pairing.by_hand,
    )
