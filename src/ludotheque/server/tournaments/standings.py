"""The standings of a tournament, from the results of its rounds."""

from __future__ import annotations

from collections import defaultdict

from ludotheque.engine.points import EVEN, WIN
from ludotheque.games import find
from ludotheque.server.storage.tournaments import Tournament
from ludotheque.tournaments.standings import Result, Standing, standings


def bye_points(tournament: Tournament, round: int) -> float:
    """The points of an entrant with a bye in a round.

    In a Swiss tournament with tables of two a bye is a win, as is usual: otherwise nobody could catch up. At larger
    tables, where few can win, and in a round robin, where all have a bye in turn, it is worth the average of a
    seat.
    """
    game = find(tournament.chosen_game(round).game)
    return WIN if tournament.plan.format == "swiss" and game.rules.seats[-1] == 2 else EVEN


def tournament_standings(tournament: Tournament) -> list[Standing]:
    """The standings after all results so far."""
    results = [
        Result(pairing.seats, pairing.result.places, pairing.result.points)
        for pairing in tournament.pairings
        if pairing.result is not None
    ]
    byes: dict[int, float] = defaultdict(float)
    for round, entrants in enumerate(tournament.byes, 1):
        for entrant in entrants:
            byes[entrant] += bye_points(tournament, round)
    return standings([entrant.number for entrant in tournament.entrants], results, byes)
