"""OpenAPI: examples of requests, and the errors of every handler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example, Operation, RequestBody

from ludotheque.protocol import http

_ERRORS: Final[Mapping[str, tuple[int, str]]] = {
    "bad_request": (400, "Object missing required field `name`"),
    "bad_options": (400, "stratego: there is no option “armies”"),
    "bad_chairs": (400, "stratego is played by 2, not 3"),
    "shared_device": (400, "players who share a device play without a clock"),
    "nonce_too_early": (400, "send no nonce here: the answer has the table’s commitment; then send it with join"),
    "foreign_origin": (403, "this request comes from another site's page"),
    "bad_claim": (403, "this claim link is not valid"),
    "not_owner": (403, "only the guest who took a seat can renew its claim link"),
    "not_your_seat": (403, "seat 2 is not played on this device"),
    "no_seat": (403, "only a player of this game is told what they could have done"),
    "bad_passkey": (403, "this passkey's answer is not valid"),
    "unknown_passkey": (403, "this passkey belongs to no account here"),
    "signed_out": (403, "sign in first"),
    "no_guest": (403, "only guests can report: visit a table first"),
    "banned": (403, "the moderators of this server have banned you for a while"),
    "bad_invitation": (403, "this invitation is not valid, or was used"),
    "not_sure": (400, "write “effacer” or “delete” to confirm"),
    "not_found": (404, "Not Found"),
    "nothing_known": (404, "nothing is stored about you"),
    "nobody_there": (404, "there is no guest to report"),
    "no_report": (404, "no such report is open"),
    "known_passkey": (409, "this passkey is in use already"),
    "last_passkey": (409, "an account keeps one passkey at least"),
    "many_passkeys": (409, "an account has 10 passkeys at most"),
    "no_passkeys_here": (409, "passkeys need a domain name and HTTPS"),
    "reported_enough": (429, "the moderators have not yet decided on your earlier reports"),
    "no_lesson": (404, "stratego has no lesson “castling”"),
    "no_game": (404, "there is no game “chess”"),
    "no_language": (404, "there is no language “de”: use fr or en"),
    "no_table": (404, "there is no table at this address"),
    "full": (409, "every seat at this table is taken"),
    "seated": (409, "you have another seat at this table"),
    "no_rematch": (409, "a rematch is for the players of a finished game"),
    "earlier_edition": (410, "this game was played by another edition of the rules; there is its record"),
    "earlier_unfinished": (410, "this game was begun by another edition of the rules, and cannot go on"),
    "not_over": (409, "this is shown once the game is over"),
    "bad_result": (400, "a result has a place for each seat of a table of the tournament"),
    "stranger": (403, "this needs a session cookie: join a club or a tournament first"),
    "not_organiser": (403, "only the club's organisers may do this"),
    "bad_club_link": (403, "this invitation link is not valid: ask for a new one"),
    "no_club": (404, "there is no club at this address"),
    "no_member": (404, "there is no such member"),
    "no_evening": (404, "there is no tournament at this address"),
    "no_entrant": (404, "there is no entrant of this number"),
    "no_player": (404, "there is no player's page at this address"),
    "club_full": (409, "a club has 500 members at most"),
    "many_clubs": (409, "a guest is a member of 50 clubs at most"),
    "evening_full": (409, "a tournament has 64 entrants at most"),
    "evening_over": (409, "this tournament is over"),
    "evening_begun": (409, "this tournament has begun: it can be ended"),
    "evening_entered": (409, "this tournament has entrants: it can be cancelled"),
    "past_date": (409, "a tournament begins in the future"),
    "no_date": (404, "this tournament has no date"),
    "round_open": (409, "results are missing: wait for them, or enter them by hand"),
    "no_such_round": (409, "the next round is number 2"),
    "bad_number": (409, "this is played by 2 at least, and there are 1"),
    "many_ways": (409, "a guest has 5 channels at most"),
    "not_json": (415, "send a body as application/json"),
    "too_fast": (429, "Too Many Requests"),
    "busy": (503, "too many replays are being computed; try again"),
    "printing_busy": (503, "too many boxes are being printed; try again"),
    "not_printed": (503, "this server cannot print boxes now"),
    "no_advice": (503, "the coach did not judge this game in time; try again"),
    "not_saved": (503, "the server cannot save this now; try again"),
}
_MEANINGS: Final[Mapping[int, str]] = {
    400: "The request is not valid.",
    403: "Not allowed.",
    404: "Not found.",
    409: "Not possible in the present state.",
    410: "It is stored, but can no longer be shown or continued here.",
    415: "The body is not JSON.",
    429: "Too many requests from this address. The header Retry-After says how many seconds to wait.",
    503: "Nothing was done; try again.",
}


def error_responses(*codes: str) -> dict[int, ResponseSpec]:
    """The error responses of a handler, by their codes; every handler may answer ``bad_request``."""
    found: dict[int, ResponseSpec] = {}
    codes = ("bad_request", *codes)
    for status in sorted({_ERRORS[code][0] for code in codes}):
        of_status = [code for code in codes if _ERRORS[code][0] == status]
        examples = [Example(summary=code, value={"code": code, "detail": _ERRORS[code][1]}) for code in of_status]
        meaning = f"{_MEANINGS[status]} {', '.join(f'`{code}`' for code in of_status)}"
        found[status] = ResponseSpec(http.ErrorBody, False, meaning, examples=examples)
    return found


CHANGE_ERRORS: Final = ("foreign_origin", "not_json", "too_fast", "not_saved")
"""Errors of every request that changes something."""

EDITION_ERRORS: Final = ("earlier_edition", "earlier_unfinished")
"""Errors for a table that was played under another edition of the rules."""
REPLAY_ERRORS: Final = ("no_table", "not_over", "earlier_edition", "too_fast", "busy")
"""Errors of replays and records."""

_BODIES: Final[Mapping[str, Any]] = {
    "OpenTable": {
        "game": "stratego",
        "name": "Au hasard",
        "chairs": [{"kind": "me"}, {"kind": "bot", "level": "strong"}],
        "options": {"army": "training"},
        "public": True,
        "program": True,
    },
    "JoinTable": {"name": "Au hasard", "nonce": "5a1f", "program": True},
    "ClaimSeat": {"code": "hG8fqDbPzi0RkZ1uQw2ecfTA"},
    "AnswerLesson": {"answers": [[], [{"do": "step", "from": "e4", "to": "e5"}]]},
    "BranchTable": {"name": "Anne", "move": 120, "seat": 0},
}


@dataclass
class OperationWithExample(Operation):
    """An operation with an example of its request body."""

    def __post_init__(self) -> None:
        """Put the example in."""
        example = _BODIES.get(self.summary or "")
        if example is not None and isinstance(self.request_body, RequestBody):
            for content in self.request_body.content.values():
                content.examples = {"example": Example(value=example)}
