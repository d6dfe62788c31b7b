"""A table as it is shown: to those who open its link, and in the lists of the house."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import http, messages
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table, Turn

_encode = msgspec.json.Encoder().encode


def card(
    table: Table,
    viewer: Viewer,
    here: Collection[Seat],
    opener: bool = False,
    claim: str | None = None,
    who: str | None = None,
) -> messages.TableCard:
    """The table as its link shows it; ``here`` are the seats that are connected."""
    opened = table.opened
    return messages.TableCard(
        id=table.id,
        game=table.game.id,
        options=opened.options,
        seats=[_seat_card(table, seat, seat in here) for seat in range(len(table.sitters))],
        you=viewer,
        started=table.started,
        over=table.over,
        commitment=opened.commitment,
        public=table.public,
        clock=opened.clock,
        watch_delay=opened.watch_delay,
        opener=opener,
        who=who,
        claim=claim,
        owner=False,
        claimed=None,
        adjourned=table.adjourned,
        ended=table.ended,
        motion=table.motion.card(table.voters()) if table.motion is not None and not table.over else None,
        origin=opened.origin,
        evening=None if viewer is None else opened.evening,
        awaited=table.awaited(),
        nonce=_nonce(table, viewer),
    )


def _nonce(table: Table, viewer: Viewer) -> str | None:
    sat = None if viewer is None else table.sitters[viewer]
    return sat.nonce or None if sat is not None else None


def _seat_card(table: Table, seat: Seat, here: bool) -> messages.SeatCard:
    sat = table.sitters[seat]
    if sat is None:
        return messages.SeatCard("open", "", None, False, None)
    if sat.level is not None:
        return messages.SeatCard("bot", sat.name, sat.level, True, None)
    return messages.SeatCard(sat.kind, sat.name, None, here, table.proxies.get(seat))


def clocks(table: Table, viewer: Viewer, at: int) -> messages.Clocks | None:
    """Everybody's clocks. Those who watch with a delay do not see them: they would tell who is asked now."""
    if table.clocks is None or not table.started or (viewer is None and table.opened.watch_delay and not table.over):
        return None
    bots = [seat for seat in range(len(table.sitters)) if not table.is_guest(seat)]
    return messages.Clocks(at, list(table.clocks.cards(at, bots)))


def noted(table: Table, sitting: Sequence[tuple[str, Viewer]] = ()) -> IndexEntry:
    """What the register says of a table."""
    now = noted_talk(table, table.updated)
    return IndexEntry(
        table=table.id,
        game=table.game.id,
        public=table.public,
        state=now.state,
        seats=seat_lines(table),
        asked=now.asked,
        due=now.due,
        updated=now.updated,
        sitting=sitting,
        began=table.opened.at if table.opened.watch_delay else None,
        alone=table.alone,
    )


def noted_talk(table: Table, at: int) -> IndexUpdate:
    """What the register says of a table at which something was said."""
    match = table.match
    state: http.TableState = "waiting" if match is None else "playing"
    if table.over or table.adjourned:
        state = "over" if table.over else "adjourned"
    if match is None:
        return IndexUpdate(table.id, state, table.awaited(), table.begins_at(), at)
    asked = match.asked() if state == "playing" else ()
    due = table.clocks.due() if table.clocks is not None and state == "playing" else None
    return IndexUpdate(table.id, state, asked, due, at)


def noted_after(table: Table, turn: Turn) -> IndexUpdate:
    """What the register says of a table after moves that are not committed yet, where that is new."""
    rules, state = table.game.rules, turn.attempt.state
    over = rules.outcome(state) is not None
    asked = () if over else rules.asked(state)
    due = turn.clocks.due() if turn.clocks is not None and not over else None
    return IndexUpdate(table.id, "over" if over else "playing", asked, due, turn.line.at)


def everybody(table: Table) -> list[tuple[str, Viewer]]:
    """All who have something to do with a table: those who sit there, and whoever opened it."""
    found: dict[str, Viewer] = {}
    if table.opener is not None:
        found[table.opener] = None
    return list({**found, **table.guests}.items())


def seat_lines(table: Table) -> str:
    """The seats in a list of tables, encoded."""
    lines = []
    for sat in table.sitters:
        if sat is None:
            lines.append(http.SeatLine("open", "", None))
        else:
            lines.append(http.SeatLine(sat.kind, sat.name, sat.level))
    return _encode(lines).decode()
