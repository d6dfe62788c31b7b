"""The likely hands of opponents, as a bot sees them."""

from __future__ import annotations

import pytest

from ludotheque.games.politico.bots.outlook import Outlook, cards_of
from tests.games.politico.assembly import BOX, RULES, assembly


def test_hold_chances_follow_from_the_visible_cards() -> None:
    s = assembly(60, 50, 40, hands={0: "army army", 1: "strike strike strike", 2: "leak"})
    o = Outlook(RULES.sight(s, 0), 0, cards_of(BOX), 1.0)
    assert o.unseen["army"] == 2
    assert o.unseen["strike"] == BOX.counts[BOX.number["strike"]]
    assert o.hold_chance(1, "army") == pytest.approx(1 - (1 - 2 / 78) ** 3)
    s.known[1] = s.hands[1]
    o = Outlook(RULES.sight(s, 0), 0, cards_of(BOX), 1.0)
    assert o.hold_chance(1, "strike") == 1
    assert o.hold_chance(1, "army") == 0
