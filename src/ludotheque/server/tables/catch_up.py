"""What a new or returning connection is sent: the table as it is now, and what the connection has missed."""

from __future__ import annotations

from ludotheque.protocol import messages
from ludotheque.server.tables.chat import KEPT as CHAT_KEPT
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.notices import KEPT as NOTICES_KEPT
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.table_card import build_clocks


def catch_up(
    connection: Connection, table: Table, since: int, said: int, card: messages.TableCard, at: int
) -> messages.Welcome:
    """The welcome for a connection whose client knows ``since`` story entries and ``said`` chat messages.

    What the connection has been sent is noted in it, so that from then on it is sent only what is new.
    """
    viewer, live = connection.viewer, connection.is_live
    length = table.story_length(viewer, live)
    since = max(0, min(since, length))
    connection.shown = table.view([viewer], live)[viewer] if table.started else None
    now = None if connection.shown is None else connection.shown.now
    connection.seq = length
    connection.reader = (viewer, table.over)
    entries = table.chat.read(connection.reader)
    said = max(0, len(entries) - CHAT_KEPT, min(said, len(entries)))
    connection.said = len(entries)
    connection.clocks = table.clocks.version if table.clocks is not None else -1
    connection.standing = 0 if viewer is None else table.standing.versions.get(viewer, 0)
    clocks = build_clocks(table, viewer, at, live)
    connection.informed = table.notice_count(viewer, live)
    notices = table.notices.for_viewer(viewer, max(0, connection.informed - NOTICES_KEPT), connection.informed)
    return messages.Welcome(card, length, table.stories[viewer][since:length], now, entries[said:], clocks, notices)
