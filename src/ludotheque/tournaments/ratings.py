"""How strong players are at a game, and how sure that is: OpenSkill, for any number of seats.

Of its models we use Bradley and Terry's with partial pairing. Plackett and Luce's, the usual choice, goes wrong where
places are shared, as coalition partners do: of four new players of whom two win together it raises the third as much
as the winners. Full pairing counts a game of ten as nine duels, and lets one evening decide everything. In simulated
evenings with ties, at tables of 2, 4 and 8, partial pairing foretold the next results best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import BradleyTerryPart

_MIDDLE: Final = 1500
_UNIT: Final = 40
"""How a strength is shown: newcomers at 1500, give or take 667."""


class Rating(NamedTuple):
    """A strength, and how unsure it is: about two of three players are within one ``sigma`` of ``mu``."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def shown(self) -> int:
        """The strength as people read it.

        >>> Rating().shown
        1500
        """
        return round(_MIDDLE + _UNIT * (self.mu - NEW.mu))

    @property
    def give(self) -> int:
        """Give or take so much: nineteen of twenty players are within it."""
        return round(2 * _UNIT * self.sigma)

    @property
    def sure(self) -> int:
        """What one can be nearly sure of: ladders are in this order, so that one lucky game leads none."""
        return self.shown - self.give


NEW: Final = Rating()
"""Somebody of whom nothing is known."""


class Seat(NamedTuple):
    """A seat of a finished game: whose strength it is about, their place, and whether they left a bot to play on."""

    who: str
    place: int
    left: bool = False


def rate(known: Mapping[str, Rating], seats: Sequence[Seat]) -> dict[str, Rating]:
    """Everybody's new strength after a game of two or more.

    Whoever left before the end counts as last, whatever the bot in their chair made of it: leaving must never pay,
    and those who stayed have not lost to them. Who sits on several seats, as a bot may, takes the mean of what these
    bring.
    """
    model = _model()
    teams = [[model.rating(*known.get(seat.who, NEW))] for seat in seats]
    rated = model.rate(teams, ranks=[float(len(seats) + 1 if seat.left else seat.place) for seat in seats])
    found: dict[str, list[Rating]] = {}
    for seat, team in zip(seats, rated, strict=True):
        found.setdefault(seat.who, []).append(Rating(team[0].mu, team[0].sigma))
    return {who: _mean(ratings) for who, ratings in found.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    return Rating(*(sum(values) / len(ratings) for values in zip(*ratings, strict=True)))


@cache
def _model() -> BradleyTerryPart:
    from openskill.models import BradleyTerryPart

    return BradleyTerryPart()
