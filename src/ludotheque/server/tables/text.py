"""A table in words: what a viewer sees now, in sentences that name the players."""

from __future__ import annotations

from ludotheque.engine.text import with_names
from ludotheque.protocol import http
from ludotheque.server.tables.player_names import player_names
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table


def table_text(table: Table, viewer: Viewer, lang: str, live: bool = False) -> http.TableText:
    """The present sight of a viewer in words, the delayed one for spectators with a delay; nothing before the game.

    ``live``: the spectators' delay does not apply.
    """
    if not table.started:
        return http.TableText(0, [])
    sight = table.view([viewer], live)[viewer].now.sight
    words = with_names(table.game.words(lang), player_names(table, lang))
    return http.TableText(table.story_length(viewer, live), table.game.drawing(sight, words).sentences())
