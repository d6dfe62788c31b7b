"""Close codes of a table's socket. A browser does not reconnect after 44xx."""

from __future__ import annotations

from typing import Final

BAD_REQUEST: Final = 4400
SIGNED_OUT: Final = 4401
FOREIGN: Final = 4403
NO_TABLE: Final = 4404
NO_SEAT: Final = 4409
EARLIER: Final = 4410
TOO_FAST: Final = 4429
TRY_AGAIN: Final = 4503
TOO_MANY: Final = 4508
BROKEN: Final = 1011
