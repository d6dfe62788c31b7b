"""Broadcast: sends to every connection of a table what is new to it, and no more than its viewer may know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.protocol.close_codes import SIGNED_OUT
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.tables.catch_up import catch_up
from ludotheque.server.tables.chat import KEPT as CHAT_KEPT
from ludotheque.server.tables.chat import Reader
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.devices import renamed
from ludotheque.server.tables.diff import Changes
from ludotheque.server.tables.events import (
    ChatPosted,
    MovesPlayed,
    SingleAnswersSet,
    StandingAnswerSet,
    TableEvent,
)
from ludotheque.server.tables.screens import SCREEN, is_live
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.table_card import build_clocks, build_table_card
from ludotheque.server.tables.views import View

_encode = msgspec.json.Encoder().encode


class Subscribers:
    """The connections to one table."""

    __slots__ = ("_now_ms", "_signer", "_thinking", "connections", "elsewhere")

    def __init__(self, signer: Signer, now_ms: Callable[[], int], thinking: float) -> None:
        self.connections: set[Connection] = set()
        self.elsewhere: Collection[Seat] = ()
        """The seats that are connected to other workers."""
        self._signer = signer
        self._now_ms = now_ms
        self._thinking = thinking

    # --- who is connected ----------------------------------------------------------------------------------------

    def local_seats(self) -> set[Seat]:
        """The seats that are connected to this worker; :data:`.screens.SCREEN` among them for an open screen."""
        found: set[Seat] = set()
        for connection in self.connections:
            found.update(connection.seats)
            if connection.is_screen:
                found.add(SCREEN)
        return found

    def seats(self) -> set[Seat]:
        """The seats that are connected to any worker."""
        return self.local_seats().union(self.elsewhere)

    def anyone(self) -> bool:
        """Whether anyone is connected, to this worker or, with a seat, to another."""
        return bool(self.connections) or bool(self.elsewhere)

    def has(self, seat: Seat) -> bool:
        """Whether a seat is connected to any worker."""
        return seat in self.elsewhere or any(seat in connection.seats for connection in self.connections)

    def refresh_seats(self, table: Table) -> None:
        """Give every connection the seat that its guest has now."""
        for connection in self.connections:
            seat = table.seats.seat_of(connection.guest)
            connection.seats = table.seats.on_device(connection.device)
            connection.is_live = is_live(connection, table)
            if connection.viewer != seat:
                connection.viewer, connection.seq, connection.shown, connection.informed = seat, 0, None, 0

    def merge_guest(self, before: str, guest: str) -> None:
        """Let the connections of a guest be those of another."""
        for connection in self.connections:
            if connection.guest is not None:
                connection.guest = renamed(connection.guest, before, guest)
            if connection.device is not None:
                connection.device = renamed(connection.device, before, guest)

    def disconnect_guest(self, guest: str) -> None:
        """Close the connections of a guest who has signed out."""
        for connection in [connection for connection in self.connections if connection.is_of(guest)]:
            connection.close(SIGNED_OUT, "signed_out")

    # --- what is sent --------------------------------------------------------------------------------------------

    def card(
        self, table: Table, guest: str | None, device: str | None = None, is_screen: bool = False
    ) -> messages.TableCard:
        """The table as a guest may know it, or a device between two players, or a screen."""
        return build_table_card(table, guest, self.seats(), self._signer, device, is_screen, self._thinking)

    def welcome(self, connection: Connection, table: Table, since: int, said: int) -> None:
        """Send a new connection the table, its story from ``since`` on and its chat from ``said`` on."""
        card = self.card(table, connection.guest, connection.device, connection.is_screen)
        connection.send(_encode(catch_up(connection, table, since, said, card, self._now_ms())))

    def show(self, table: Table, events: Sequence[TableEvent], seats_changed: bool) -> None:
        """Send everyone what is new to them after events.

        ``seats_changed``: the game has ended with them, or a bot has taken over a seat.
        """
        if all(type(event) is ChatPosted for event in events):
            self.show_chat(table)
        elif all(type(event) is MovesPlayed for event in events):
            self.show_progress(table)
            if seats_changed:
                self.show_all(table)
        elif all(type(event) in (StandingAnswerSet, SingleAnswersSet) for event in events):
            self._show_standing(table)
        else:
            self.show_all(table)

    def show_all(self, table: Table) -> None:
        """Send everyone the seats, and what is new to them of the game and the chat."""
        self.show_seats(table)
        self.show_progress(table)
        self.show_chat(table)

    def show_seats(self, table: Table, besides: Connection | None = None) -> None:
        """Send all connections the table's card: the same bytes to all connections of a guest."""
        connected = self.seats()
        encoded: dict[tuple[str | None, str | None, bool], bytes] = {}
        for connection in self.connections:
            if connection is besides:
                continue
            guest, device, is_screen = key = connection.guest, connection.device, connection.is_screen
            if connection.viewer is not None:
                connection.standing = table.standing.versions.get(connection.viewer, 0)
            if key not in encoded:
                card = build_table_card(table, guest, connected, self._signer, device, is_screen, self._thinking)
                encoded[key] = _encode(messages.Seats(card))
            connection.send(encoded[key])

    def show_progress(self, table: Table) -> None:
        """Send what is new of the game.

        A viewer to whom nothing is new is sent nothing: an empty message would reveal that something happened.
        """
        if not table.started:
            return
        moment = table.view({connection.viewer for connection in self.connections})
        live = self._live_view(table)
        progress = _Progress(table)
        for connection in self.connections:
            viewer, seq, before = connection.viewer, connection.seq, connection.shown
            shown = live if live is not None and viewer is None and connection.is_live else moment[viewer]
            connection.shown = shown
            length = connection.seq = table.story_length(viewer, connection.is_live)
            message = progress.encode(viewer, seq, length, before, shown)
            if message is not None:
                connection.send(message)
        self._show_clocks(table)
        self._show_notices(table)
        self._show_standing(table)

    def _live_view(self, table: Table) -> View | None:
        """The present moment for spectators to whom the delay does not apply; None where there are none."""
        if not table.is_delayed(None) or not any(one.is_live and one.viewer is None for one in self.connections):
            return None
        return table.view([None], live=True)[None]

    def forget_chat(self) -> None:
        """The chat was rewritten: send all of it anew the next time."""
        for connection in self.connections:
            connection.reader = (-1, False)

    def show_chat(self, table: Table) -> None:
        """Send what is new in the chat; all of it to a viewer who may read more than before."""
        encoded: dict[tuple[Reader, int], bytes] = {}
        for connection in self.connections:
            reader: Reader = (connection.viewer, table.over)
            entries, known = table.chat.read(reader), connection.said
            anew = reader != connection.reader
            said = max(0, len(entries) - CHAT_KEPT) if anew else known
            connection.reader, connection.said = reader, len(entries)
            if said == len(entries) and not (anew and known):
                continue
            key = (reader, -1 if anew else said)
            if key not in encoded:
                encoded[key] = _encode(messages.ChatMessages(entries[said:], anew))
            connection.send(encoded[key])

    def _show_notices(self, table: Table) -> None:
        if not table.notices.count():
            return
        for connection in self.connections:
            count = table.notice_count(connection.viewer, connection.is_live)
            if count > connection.informed:
                notices = table.notices.for_viewer(connection.viewer, connection.informed, count)
                connection.informed = count
                connection.send(_encode(messages.NoticeMessage(notices)))

    def _show_standing(self, table: Table) -> None:
        """Send the table's card to the seats whose standing answers have changed, and to no others."""
        versions = table.standing.versions
        if not versions:
            return
        for connection in self.connections:
            if connection.viewer is None or versions.get(connection.viewer, 0) == connection.standing:
                continue
            connection.standing = versions[connection.viewer]
            connection.send(_encode(messages.Seats(self.card(table, connection.guest))))

    def _show_clocks(self, table: Table) -> None:
        if table.clocks is None:
            return
        version = table.clocks.version
        encoded: dict[bool, bytes | None] = {}
        for connection in self.connections:
            if connection.clocks == version:
                continue
            connection.clocks = version
            watches = connection.viewer is None and not connection.is_live
            if watches not in encoded:
                clocks = build_clocks(table, connection.viewer, self._now_ms(), connection.is_live)
                encoded[watches] = None if clocks is None else _encode(clocks)
            message = encoded[watches]
            if message is not None:
                connection.send(message)


class _Progress:
    """Encodes progress messages: once for all viewers to whom they say the same."""

    __slots__ = ("_changes", "_copies", "_latest", "_stories")

    def __init__(self, table: Table) -> None:
        self._stories = table.stories
        self._changes = Changes(table.game.rules.own_fields)
        self._copies: list[tuple[messages.Change, int, list[messages.Entry], bytes]] = []
        self._latest: dict[Viewer, tuple[int, View | None, View, bytes | None]] = {}
        """The last message of each viewer, and what they saw before and now: a viewer may have many connections."""

    def encode(self, viewer: Viewer, seq: int, length: int, before: View | None, shown: View) -> bytes | None:
        """The message for a viewer who knows ``seq`` entries of their story; None if nothing is new to them."""
        latest = self._latest.get(viewer)
        if latest is not None and latest[0] == seq and latest[1] is before and latest[2] is shown:
            return latest[3]
        story = self._stories[viewer][seq:length]
        change, new = self._changes.change(before, shown)
        message = self._encode(length, story, change) if new or story else None
        self._latest[viewer] = seq, before, shown, message
        return message

    def _encode(self, length: int, story: list[messages.Entry], change: messages.Change) -> bytes:
        if change is not self._changes.public:
            return _encode(messages.Progress(length, story, change))
        for other, number, entries, message in self._copies:
            if other is change and number == length and entries == story:
                return message
        message = _encode(messages.Progress(length, story, change))
        self._copies.append((change, length, story, message))
        return message
