"""JSON Schemas of every message on the socket of a table, in both directions."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from ludotheque.protocol import messages
from ludotheque.protocol.close_codes import BAD_REQUEST, EARLIER, FOREIGN, NO_TABLE, TOO_FAST, TOO_MANY, TRY_AGAIN

ADDRESS: Final = "/api/tables/{table}/socket?since={seq}&said={seq}"
CLOSE_CODES: Final = {
    BAD_REQUEST: "“since” or “said” is no number; do not come back",
    FOREIGN: "the request came from another site's page; do not come back",
    NO_TABLE: "there is no such table; do not come back",
    EARLIER: "the table was played by another edition of the rules; do not come back",
    TOO_FAST: "you went on sending after you were told that it was too fast; come back later, and slower",
    TRY_AGAIN: "the house cannot read the table just now; come back",
    TOO_MANY: "you, or your address, have as many sockets open as you may; close one, and come back",
}


@cache
def socket_schema() -> dict[str, Any]:
    """All of it in one document."""
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
