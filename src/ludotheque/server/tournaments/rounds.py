"""Rounds of a tournament: pairs its entrants for the next one."""

from __future__ import annotations

import msgspec

from ludotheque.games import find
from ludotheque.protocol.tournaments import ROUNDS
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage.tournaments import NewRound, Pairing, Tournament
from ludotheque.server.tables.opening import new_id
from ludotheque.server.tournaments.errors import NotPossible
from ludotheque.server.tournaments.standings import tournament_standings
from ludotheque.tournaments.history import History, InvalidEntrantCount, Round
from ludotheque.tournaments.pairing import next_round, recommended_rounds


def check_next_round(tournament: Tournament, number: int) -> None:
    """Raise :class:`NotPossible` unless the round of this number may begin."""
    if number != tournament.rounds + 1 or number > ROUNDS:
        raise NotPossible("no_such_round", f"the next round is number {tournament.rounds + 1}")
    if any(pairing.result is None for pairing in tournament.pairings):
        raise NotPossible("round_open", "results are missing: wait for them, or enter them by hand")


def pair_next_round(tournament: Tournament) -> NewRound:
    """Pair the entrants who are present; raises :class:`NotPossible` if so many cannot be seated."""
    plan, number = tournament.plan, tournament.rounds + 1
    present = [entrant.number for entrant in tournament.entrants if not entrant.gone]
    seats = find(tournament.chosen_game(number).game).rules.seats
    points = {standing.entrant: standing.points for standing in tournament_standings(tournament)}
    try:
        round = next_round(
            plan.format, present, _history(tournament), points.__getitem__, seats, plan.seats, tournament.id
        )
    except InvalidEntrantCount as error:
        raise NotPossible("bad_number", str(error)) from None
    pairings = [Pairing(number, board, new_id(), table) for board, table in enumerate(round.tables)]
    settled = None
    if number == 1:
        rounds = plan.rounds or recommended_rounds(plan.format, len(present), seats, plan.seats, len(plan.games))
        settled = msgspec.structs.replace(plan, rounds=min(rounds, ROUNDS))
    return NewRound(number, round.byes, pairings, now_ms(), settled)


def _history(tournament: Tournament) -> History:
    return History(
        [
            Round(tuple(tuple(pairing.seats) for pairing in tournament.pairings_of(number)), tuple(byes))
            for number, byes in enumerate(tournament.byes, 1)
        ]
    )
