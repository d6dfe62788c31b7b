"""Errors of requests about clubs and tournaments, each with the code and the sentence of its HTTP answer."""

from __future__ import annotations


class TournamentError(Exception):
    """A request about a club or a tournament that is refused."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class NotFound(TournamentError):
    """There is no such club, member, tournament or entrant."""


class NotAllowed(TournamentError):
    """The guest may not do this."""


class NotPossible(TournamentError):
    """The request does not fit the present state of the club or the tournament."""


class InvalidResult(TournamentError):
    """A result that does not fit its table."""
