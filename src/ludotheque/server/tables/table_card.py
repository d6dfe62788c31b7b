"""The card of a table: what its link shows to a guest; and the clocks that a viewer sees."""

from __future__ import annotations

from collections.abc import Collection

from ludotheque.bots.search import is_searching
from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.tables.bot_names import shown_name
from ludotheque.server.tables.screens import SCREEN
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table


def build_table_card(
    table: Table,
    guest: str | None,
    connected: Collection[Seat],
    signer: Signer,
    device: str | None = None,
    is_screen: bool = False,
    thinking: float = 0.0,
) -> messages.TableCard:
    """The table as its link shows it to a guest; ``connected`` are the seats with an open connection.

    ``device`` is the guest whose device it is, where that goes round and is between two players. ``is_screen``: it is
    for a shared screen. ``thinking`` is how many seconds a search may take at this server.
    """
    opened, seats = table.opened, table.seats
    viewer, yours = seats.seat_of(guest), seats.on_device(guest or device)
    return messages.TableCard(
        id=table.id,
        game=table.game.id,
        options=opened.options,
        seats=[_seat_card(table, seat, seat in connected, viewer) for seat in range(len(seats))],
        you=viewer,
        started=table.started,
        over=table.over,
        commitment=opened.commitment,
        public=table.public,
        clock=opened.clock,
        watch_delay=opened.watch_delay,
        opener=guest is not None and guest == table.opener,
        who=None if guest is None else signer.speaker_id(table.id, guest),
        claim=None if viewer is None else signer.claim_code(table.id, viewer, seats.links.get(viewer, 0)),
        owner=seats.is_owner(guest),
        claimed=seats.claimed_by_others_at(guest),
        adjourned=table.adjourned,
        ended=table.ended,
        motion=table.motion.card(seats.voters()) if table.motion is not None and not table.over else None,
        origin=opened.origin,
        evening=None if viewer is None else opened.evening,
        awaited=table.awaited(),
        nonce=_nonce(table, viewer),
        rematch=_rematch(table, bool(yours) or (is_screen and not table.public)),
        rematch_of=None if viewer is None else opened.rematch_of,
        pace=table.pace,
        standing=None if viewer is None else table.standing.card(table.game.rules, viewer),
        hints=table.hints,
        screen=SCREEN in connected,
        yours=yours,
        thinking=thinking if any(is_searching(table.game, level) for level in _bot_levels(table)) else None,
        patient=opened.patient,
    )


def _bot_levels(table: Table) -> list[str]:
    """The levels of the bots at a table, those that play for absent players too."""
    return [*(taken.level for taken in table.seats.taken if taken and taken.level), *table.seats.proxies.values()]


def _rematch(table: Table, invited: bool) -> messages.Rematch | None:
    """The rematch, for players and the screens they sit around: its link is an invitation to a seat.

    A screen has no cookie of a player. It goes to the table of the rematch, and shows its code to the room; not at a
    public table, where any spectator may open one.
    """
    offered = table.rematch
    return None if offered is None or not invited else messages.Rematch(offered.table, offered.by)


def _nonce(table: Table, viewer: Viewer) -> str | None:
    taken = None if viewer is None else table.seats.taken[viewer]
    return taken.nonce or None if taken is not None else None


def _seat_card(table: Table, seat: Seat, connected: bool, viewer: Viewer) -> messages.SeatCard:
    taken = table.seats.taken[seat]
    if taken is None:
        return messages.SeatCard("open", "", None, False, None)
    if taken.level is not None:
        return messages.SeatCard("bot", shown_name(taken), taken.level, True, None)
    proxy, advised = table.seats.proxies.get(seat), table.times_advised(seat, viewer)
    return messages.SeatCard(taken.kind, taken.name, None, connected, proxy, advised)


def build_clocks(table: Table, viewer: Viewer, at: int, live: bool = False) -> messages.Clocks | None:
    """The clocks of all seats. Spectators with a delay do not see them: a running clock reveals who is asked now."""
    if table.clocks is None or not table.started or (table.is_delayed(viewer) and not live):
        return None
    bots = [seat for seat in range(len(table.seats)) if not table.seats.is_guest(seat)]
    return messages.Clocks(at, list(table.clocks.cards(at, bots)))
