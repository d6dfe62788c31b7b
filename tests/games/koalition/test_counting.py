"""Counting of a vote: the majority, leaders, blocs without one, and what becomes of the cards."""

from __future__ import annotations

import pytest

from ludotheque.engine.frames import Negotiation
from ludotheque.games.koalition.moves import Close, Counted, Formed
from tests.games.koalition.ballot import BOX, RULES, counted, do, kinds, leader, shake, talking, vote, who_refuses


@pytest.mark.clause("koalition.count")
def test_majority_is_more_than_half_of_the_votes() -> None:
    laid = "0 roses10, 0 roses9, 0 roses8, 1 hats10, 1 hats9, 1 hats8, 2 leaves10, 2 leaves9, 2 leaves8"
    s = vote(laid + ", 0 lemons10, 1 lemons7, 2 joker4 lemons, 1 joker1 lemons")
    s.resigned = frozenset((BOX.number["lemons10"],))
    (event,) = counted(s)
    assert event == Counted((27, 27, 27, 15, 0, 0, 0), (0, 1, 2, 1, None, None, None), 49)
    assert s.majority == sum(s.votes) // 2 + 1
    s = vote(laid + ", 0 lemons10, 1 lemons8, 2 joker4 lemons")
    assert counted(s)[0].majority == 52  # type: ignore[attr-defined]
    assert sum(s.votes) == 102


@pytest.mark.clause("koalition.alone")
def test_a_party_with_the_majority_wins_alone() -> None:
    s = vote("0 roses10, 1 roses4, 2 hats8")
    events = counted(s)
    assert kinds(events)[:2] == ["Counted", "Formed"]
    assert events[1] == Formed(("roses",), 14, 12, alone=True)


@pytest.mark.clause("koalition.leader")
def test_leader_has_most_votes_then_the_highest_card_and_a_tie_leaves_none() -> None:
    assert leader(vote("0 roses10, 1 roses6, 1 roses5"), "roses") == 1
    assert leader(vote("0 roses10, 0 roses2, 1 roses7, 1 joker1 roses"), "roses") == 0
    assert leader(vote("0 joker1 roses, 1 joker2 roses"), "roses") is None
    assert leader(vote("0 roses8, 0 roses2, 1 joker1 roses, 1 joker2 roses"), "roses") == 0


@pytest.mark.clause("koalition.ruling.leaderless")
def test_tied_players_of_a_leaderless_party_commit_only_their_own_votes() -> None:
    s = talking("0 joker1 roses, 1 joker2 roses, 2 roses3, 2 hats8, 0 leaves7")
    blocs = {bloc.label: (bloc.seat, bloc.votes, bloc.led) for bloc in s.blocs}
    assert blocs["roses:0"] == (0, 5, False)
    assert blocs["roses:1"] == (1, 5, False)
    assert "roses" not in blocs
    assert s.votes[0] == 13, "all votes of the party are counted all the same"
    assert s.majority == 15
    assert any({"roses:1", "hats"} <= set(coalition.labels) for coalition in s.coalitions)


@pytest.mark.clause("koalition.ruling.no-partners")
def test_where_no_coalition_is_possible_none_is_negotiated() -> None:
    rules = who_refuses("roses10", "hats", "leaves")
    s = vote("0 roses10, 1 hats6, 2 leaves4", rules=rules)
    s.columns[2] = ((2, BOX.number["leaves4"]),)
    events = counted(s)
    assert kinds(events)[:2] == ["Counted", "NoCoalition"]


@pytest.mark.clause("koalition.none")
def test_without_a_coalition_politicians_go_back_and_jokers_and_actions_are_gone() -> None:
    s = talking("0 roses10, 1 hats9, 2 joker1 leaves, 2 leaves3, 0 lemons4", double=1)
    s.used = (1, 0, 0, 0, 0)
    for _ in range(3):
        if isinstance(s.stack.top, Negotiation):
            do(s, RULES.asked(s)[0], Close())
    ids = BOX.ids
    assert [[ids[card] for card in hand] for hand in s.hands] == [["roses10", "lemons4"], ["hats9"], ["leaves3"]]
    assert [ids[card] for card in s.gone] == ["joker1"]
    assert s.used == (1, 0, 0, 0, 0)
    assert RULES.sight(s, 1).known == (("roses10", "lemons4"), ("hats9",), ("leaves3",)), "all have seen them"
    assert s.scores == (0, 0, 0)


@pytest.mark.clause("koalition.ruling.rest")
def test_with_a_coalition_the_cards_played_are_discarded() -> None:
    s = talking()
    shake(s, "roses", "hats")
    assert {BOX.ids[card] for card in s.gone} == {"roses10", "hats9", "leaves8"}
    assert all(not column for column in s.columns)
