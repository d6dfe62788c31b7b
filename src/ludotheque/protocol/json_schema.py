"""JSON Schemas of every message on the socket of a table, in both directions."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from ludotheque.protocol import messages
from ludotheque.protocol.close_codes import (
    BAD_REQUEST,
    EARLIER,
    FOREIGN,
    NO_SEAT,
    NO_TABLE,
    TOO_FAST,
    TOO_MANY,
    TRY_AGAIN,
)

ADDRESS: Final = "/api/tables/{table}/socket?since={seq}&said={seq}&view={view}"
CLOSE_CODES: Final = {
    BAD_REQUEST: "“since” or “said” is not a number, or “view” is none; do not reconnect",
    FOREIGN: "the request came from another site's page; do not reconnect",
    NO_TABLE: "there is no such table; do not reconnect",
    NO_SEAT: "“view” is a seat that is not played on your device; do not reconnect",
    EARLIER: "the table was played by another edition of the rules; do not reconnect",
    TOO_FAST: "you went on sending after the refusal “too_fast”; reconnect later, and send less",
    TRY_AGAIN: "the server cannot load the table now; reconnect",
    TOO_MANY: "you, or your address, have too many sockets open; close one and reconnect",
}


@cache
def socket_schema() -> dict[str, Any]:
    """The schemas of both directions, the close codes and the limits, in one document."""
    (client, server), shapes = msgspec.json.schema_components(
        [messages.Incoming, messages.Outgoing], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a table",
        "address": ADDRESS,
        "client": client,
        "server": server,
        "closeCodes": {str(code): meaning for code, meaning in CLOSE_CODES.items()},
        "limits": {
            "frameBytes": messages.FRAME_BYTES,
            "movesAtOnce": messages.MOVES_AT_ONCE,
            "textLength": messages.TEXT_LENGTH,
        },
        "$defs": shapes,
    }
