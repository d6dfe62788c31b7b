"""What everybody who is connected to a table is told: each as much as they may know, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.tables import views
from ludotheque.server.tables.chat import KEPT, Reader
from ludotheque.server.tables.diff import Changes, Shown
from ludotheque.server.tables.notices import KEPT as NEWS_KEPT
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table
from ludotheque.server.websocket.connection import Connection

_encode = msgspec.json.Encoder().encode


class Subscribers:
    """Those who are connected to one table."""

    __slots__ = ("_now_ms", "_signer", "connections", "elsewhere")

    def __init__(self, signer: Signer, now_ms: Callable[[], int]) -> None:
        self.connections: set[Connection] = set()
        self.elsewhere: Collection[Seat] = ()
        """The seats that are connected to other workers of the house."""
        self._signer = signer
        self._now_ms = now_ms

    def seats(self) -> set[Seat]:
        """The seats that are connected to us."""
        return {connection.viewer for connection in self.connections if connection.viewer is not None}

    def here(self) -> set[Seat]:
        """The seats that are connected."""
        return self.seats().union(self.elsewhere)

    def has(self, seat: Seat) -> bool:
        """Whether a seat is connected."""
        return seat in self.elsewhere or any(connection.viewer == seat for connection in self.connections)

    def card(self, table: Table, guest: str | None, here: Collection[Seat] | None = None) -> messages.TableCard:
        """The table as a guest may know it; ``here`` are the seats that are connected, where that is known already."""
        viewer = table.seat_of(guest)
        claim = None if viewer is None else self._signer.claim_code(table.id, viewer, table.links.get(viewer, 0))
        opener = guest is not None and guest == table.opener
        who = None if guest is None else self._signer.speaker_id(table.id, guest)
        card = views.card(table, viewer, self.here() if here is None else here, opener, claim, who)
        return msgspec.structs.replace(card, owner=table.owns(guest), claimed=table.claimed_by_others(guest))

    def welcome(self, connection: Connection, table: Table, since: int, said: int) -> None:
        """Tell somebody who has just connected the table, its story since ``since`` and the talk since ``said``."""
        viewer = connection.viewer
        told = table.told(viewer)
        since = max(0, min(since, told))
        connection.shown = table.shown([viewer])[viewer] if table.started else None
        now = None if connection.shown is None else connection.shown.now
        connection.seq = told
        connection.reader = (viewer, table.over)
        lines = table.talk.read(connection.reader)
        said = max(0, len(lines) - KEPT, min(said, len(lines)))
        connection.said = len(lines)
        connection.clocks = table.clocks.version if table.clocks is not None else -1
        clocks = views.clocks(table, viewer, self._now_ms())
        card = self.card(table, connection.guest)
        story = table.stories[viewer][since:told]
        connection.informed = table.heard(viewer)
        news = table.news.for_viewer(viewer, max(0, connection.informed - NEWS_KEPT), connection.informed)
        connection.send(_encode(messages.Welcome(card, told, story, now, lines[said:], clocks, news)))

    def tell_seats(self, table: Table, besides: Connection | None = None) -> None:
        """Tell all connections how the table stands: the same bytes to all sockets of a guest."""
        here = self.here()
        encoded: dict[str | None, bytes] = {}
        for connection in self.connections:
            if connection is besides:
                continue
            guest = connection.guest
            if guest not in encoded:
                encoded[guest] = _encode(messages.Seats(self.card(table, guest, here)))
            connection.send(encoded[guest])

    def tell_progress(self, table: Table) -> None:
        """Tell everybody what is new to them. Whoever sees nothing new is sent nothing, not even a sign of life."""
        if not table.started:
            return
        moment = table.shown({connection.viewer for connection in self.connections})
        letters = _Letters(table)
        for connection in self.connections:
            viewer, seq, before = connection.viewer, connection.seq, connection.shown
            shown = connection.shown = moment[viewer]
            told = connection.seq = table.told(viewer)
            message = letters.write(viewer, seq, told, before, shown)
            if message is not None:
                connection.send(message)
        self._tell_clocks(table)
        self._tell_news(table)

    def forget_talk(self) -> None:
        """What was said reads otherwise by now: everybody is to be told all of it anew."""
        for connection in self.connections:
            connection.reader = (-1, False)

    def tell_talk(self, table: Table) -> None:
        """Tell everybody what was said since they were last told; all of it, if they may read more than before."""
        encoded: dict[tuple[Reader, int], bytes] = {}
        for connection in self.connections:
            reader: Reader = (connection.viewer, table.over)
            lines, known = table.talk.read(reader), connection.said
            anew = reader != connection.reader
            said = max(0, len(lines) - KEPT) if anew else known
            connection.reader, connection.said = reader, len(lines)
            if said == len(lines) and not (anew and known):
                continue
            key = (reader, -1 if anew else said)
            if key not in encoded:
                encoded[key] = _encode(messages.Talk(lines[said:], anew))
            connection.send(encoded[key])

    def _tell_news(self, table: Table) -> None:
        if not table.news.count():
            return
        for connection in self.connections:
            heard = table.heard(connection.viewer)
            if heard > connection.informed:
                news = table.news.for_viewer(connection.viewer, connection.informed, heard)
                connection.informed = heard
                connection.send(_encode(messages.Tidings(news)))

    def _tell_clocks(self, table: Table) -> None:
        if table.clocks is None:
            return
        version = table.clocks.version
        encoded: dict[bool, bytes | None] = {}
        for connection in self.connections:
            if connection.clocks == version:
                continue
            connection.clocks = version
            watches = connection.viewer is None
            if watches not in encoded:
                clocks = views.clocks(table, connection.viewer, self._now_ms())
                encoded[watches] = None if clocks is None else _encode(clocks)
            message = encoded[watches]
            if message is not None:
                connection.send(message)


class _Letters:
    """What is new to each of those who are connected, encoded: once for all to whom it says the same."""

    __slots__ = ("_changes", "_copies", "_latest", "_stories")

    def __init__(self, table: Table) -> None:
        self._stories = table.stories
        self._changes = Changes(table.game.rules.own)
        self._copies: list[tuple[messages.Change, int, list[messages.Entry], bytes]] = []
        self._latest: dict[Viewer, tuple[int, Shown | None, bytes | None]] = {}
        """What each viewer was told last, and what they had seen before: viewers may have many sockets."""

    def write(self, viewer: Viewer, seq: int, told: int, before: Shown | None, shown: Shown) -> bytes | None:
        """What to tell somebody who knows ``seq`` entries of their story; None if nothing is new to them."""
        latest = self._latest.get(viewer)
        if latest is not None and latest[0] == seq and latest[1] is before:
            return latest[2]
        story = self._stories[viewer][seq:told]
        change, new = self._changes.change(before, shown)
        message = self._encode(told, story, change) if new or story else None
        self._latest[viewer] = seq, before, message
        return message

    def _encode(self, told: int, story: list[messages.Entry], change: messages.Change) -> bytes:
        if change is not self._changes.public:
            return _encode(messages.Progress(told, story, change))
        for other, number, entries, message in self._copies:
            if other is change and number == told and entries == story:
                return message
        message = _encode(messages.Progress(told, story, change))
        self._copies.append((change, told, story, message))
        return message
