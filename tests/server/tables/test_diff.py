"""Differences between sights: only changed fields are sent, and they add up to the whole sight."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from ludotheque import games
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.protocol import messages
from ludotheque.server.tables.diff import Changes
from ludotheque.server.tables.views import View, build_views
from tests.laws import observers


def plain(value: Any) -> Any:
    """As it comes over the wire."""
    return json.loads(msgspec.json.encode(value))


def now(game: Game, s: Any, seat: int | None) -> messages.Now:
    rules = game.rules
    legal = () if seat is None else tuple(rules.legal(s, seat))
    return messages.Now(rules.sight(s, seat), tuple(rules.asked(s)), rules.question(s), legal, ())


@pytest.mark.parametrize("game", games.shelf().values(), ids=lambda game: game.id)
def test_changes_add_up_to_the_whole_sight(game: Game) -> None:
    rules, rng = game.rules, QuickChance(5)
    s = rules.setup(game.options({}), rules.seats[0])
    watching = observers(rules.seats[0])
    changes = Changes(rules.own_fields)
    known: dict[int | None, View | None] = dict.fromkeys(watching)
    held: dict[int | None, Any] = {seat: {} for seat in watching}
    whole = told = 0
    for _ in range(400):
        if not rules.asked(s):
            break
        shown = build_views({seat: now(game, s, seat) for seat in watching}, rules.own_fields)
        for seat in watching:
            then, before = shown[seat].now, known[seat]
            news, new = changes.change(before, shown[seat])
            assert new == (before is None or plain(before.now) != plain(then))
            held[seat].update(plain(news)["sight"])
            assert held[seat] == plain(then.sight)
            whole, told = whole + len(msgspec.json.encode(then)), told + len(msgspec.json.encode(news))
            if rng.below(4):  # a viewer may have missed a change
                known[seat] = shown[seat]
            else:
                known[seat], held[seat] = None, {}
        s = s.copy()
        mover = rules.asked(s)[0]
        moves = rules.legal(s, mover) if mover >= 0 else [rules.chance(s, rng)]
        rules.play(s, mover, moves[rng.below(len(moves))])
    assert told < whole, "there is something to be saved"


def test_viewer_without_a_state_gets_the_whole_state() -> None:
    game = games.find("stratego")
    then = now(game, game.rules.setup(game.options({}), 2), 0)
    news, new = Changes(game.rules.own_fields).change(None, build_views({0: then}, game.rules.own_fields)[0])
    assert plain(news) == plain(then)
    assert new


def test_viewers_with_the_same_change_share_one_message() -> None:
    game = games.find("koalition")
    rules = game.rules
    s = rules.setup(game.options({}), 4)
    everybody = range(4)
    before = build_views({seat: now(game, s, seat) for seat in everybody}, rules.own_fields)
    s = s.copy()
    rules.play(s, 0, rules.legal(s, 0)[0])
    after = build_views({seat: now(game, s, seat) for seat in everybody}, rules.own_fields)
    changes = Changes(rules.own_fields)
    told = [changes.change(before[seat], after[seat])[0] for seat in everybody]
    assert told[0].sight["ballots"][0] is not None, "whoever has voted knows how"
    assert all("ballots" not in change.sight for change in told[1:])
    unasked = [changes.change(after[seat], after[seat]) for seat in everybody]
    assert [new for _, new in unasked] == [False] * 4
    assert unasked[0][0] is changes.public
