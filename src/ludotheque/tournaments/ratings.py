"""Ratings: how strong a player is at a game, and how certain that is, by OpenSkill, for any number of seats.

The model is Bradley-Terry with partial pairing. Plackett-Luce, the usual choice, fails where places are shared, as
coalition partners share them: of four new players of whom two win together it raises the third as much as the
winners. Full pairing counts a game of ten as nine duels, so that one tournament decides everything. In simulated
tournaments with ties, at tables of 2, 4 and 8, partial pairing predicted the next results best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import BradleyTerryPart

_CENTRE: Final = 1500
_SCALE: Final = 40
"""How a rating is shown: a new player at 1500, with a margin of 667."""


class Rating(NamedTuple):
    """A rating: about two of three players are within one ``sigma`` of ``mu``."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def shown(self) -> int:
        """The rating on the scale that players read.

        >>> Rating().shown
        1500
        """
        return round(_CENTRE + _SCALE * (self.mu - INITIAL.mu))

    @property
    def margin(self) -> int:
        """The margin on the scale that players read: nineteen of twenty players are within it."""
        return round(2 * _SCALE * self.sigma)

    @property
    def lower_bound(self) -> int:
        """The rating less its margin. Ladders are in this order, so that one lucky game does not lead them."""
        return self.shown - self.margin


INITIAL: Final = Rating()
"""The rating of a new player."""


class RatedSeat(NamedTuple):
    """A seat of a finished game."""

    who: str
    """The player whose rating it counts for."""
    place: int
    left: bool = False
    """Whether the player left, and a bot played on."""


def rate(known: Mapping[str, Rating], seats: Sequence[RatedSeat]) -> dict[str, Rating]:
    """The ratings of all players after a game of two seats or more; those not ``known`` before are new.

    A player who left counts as last, whatever the place of the bot that played on: leaving must not pay, and those
    who stayed have not lost to them. A player with several seats, as a bot may have, gets the mean of their ratings.
    """
    model = BradleyTerryPart()
    teams = [[model.rating(*known.get(seat.who, INITIAL))] for seat in seats]
    rated = model.rate(teams, ranks=[float(len(seats) + 1 if seat.left else seat.place) for seat in seats])
    found: dict[str, list[Rating]] = {}
    for seat, team in zip(seats, rated, strict=True):
        found.setdefault(seat.who, []).append(Rating(team[0].mu, team[0].sigma))
    return {who: _mean(ratings) for who, ratings in found.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    return Rating(*(sum(values) / len(ratings) for values in zip(*ratings, strict=True)))
