"""Options of a table of Koalition."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """How many countries vote; all fifteen make the full game."""

    countries: Annotated[int, Meta(ge=1, le=15)] = 5
