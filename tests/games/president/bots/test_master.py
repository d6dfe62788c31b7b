"""The master: what a position is worth to each side, and how far its rollouts look."""

from __future__ import annotations

import pytest

from ludotheque.bots.guide import Guide
from ludotheque.bots.rollout import Rollouts
from ludotheque.engine.outcome import Outcome
from ludotheque.games.president.bots.master import ALLY, CARDS, card_rolls, master_guide, worth
from ludotheque.games.president.bots.outlook import chart_of
from ludotheque.games.president.state import ROLL, State
from tests.games.president.race import BOX, besides, race, roll


def test_worth_is_shared_by_the_sides_and_grows_with_votes() -> None:
    even, ahead = race("62", "92"), race("62 59", "92")
    assert worth(even) == pytest.approx([0.5, 0.5])
    assert worth(ahead)[0] > 0.5
    assert sum(worth(ahead)) == pytest.approx(1)


def test_departments_that_bring_cards_are_worth_more_than_their_votes() -> None:
    """17 and 71 together bring a card at every 1-7, as long as the other player holds neither."""
    mine, theirs = "17 71", besides("17 71 59")
    together, split = race(mine, theirs), race("17", f"{theirs} 71")
    assert card_rolls(together, chart_of(BOX)) == pytest.approx([CARDS, card_rolls(split, chart_of(BOX))[1]])
    assert card_rolls(split, chart_of(BOX))[0] == 0
    together.votes[:] = split.votes[:] = [100, 100]
    assert worth(together)[0] > worth(split)[0]


def test_end_is_worth_all_to_the_elected_and_a_little_to_the_ally() -> None:
    s = race("62", "92", "59", round=2)
    s.sides = (0, 1, 1)
    s.outcome = Outcome((3, 1, 2), "president.second.end", "second_round", (0, 1, 1))
    assert worth(s) == [0.0, 1.0, ALLY]
    s.outcome = Outcome((1, 1, 1), "president.ruling.ties", "tie", (1, 1, 1))
    assert worth(s) == pytest.approx([1 / 3] * 3)


def test_rollouts_end_between_turns_after_as_many_as_the_horizon() -> None:
    seen: list[State] = []

    def keep(s: State) -> list[float]:
        seen.append(s)
        return worth(s)

    master = master_guide(BOX)
    guide = Guide(rules=master.rules, quick=master.quick, worth=keep, turn=master.turn, horizon=3.0)
    s = race("62", "92")
    roll(s, "17")
    play = Rollouts(guide, 0)
    for seed in range(20):
        play(s, guide.rules.legal(s, 0)[0], seed)
    assert all(end.stack.what == ROLL for end in seen)
    assert {end.seat for end in seen} == {0}, "this turn, and three more"
