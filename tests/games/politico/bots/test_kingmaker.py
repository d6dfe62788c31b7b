"""The kingmaker: what it does in plain assemblies."""

from __future__ import annotations

from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.moves import (
    Answer,
    Army,
    Attack,
    Counter,
    Decline,
    Discard,
    Dissolve,
    Draw,
    Invite,
    Leave,
    Ready,
    Resign,
    Suffer,
)
from tests.games.politico.assembly import assembly, bidding, chosen, do, govern, strike, vote

# On one's turn


def test_kingmaker_puts_its_least_valuable_card_back() -> None:
    s = assembly(60, 50, 40, hands={0: "poaching poaching pm army"}, stage="draw")
    assert chosen(s, 0, Kingmaker) == Discard("poaching")
    s = assembly(60, 50, 40, hands={0: "pm army baraka"}, stage="draw")
    assert chosen(s, 0, Kingmaker) == Draw()


def test_kingmaker_attacks_the_member_least_likely_to_answer() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 1: "leak", 2: "leak leak pm tax pm"}, government=[2, 1])
    assert chosen(s, 0, Kingmaker) == Attack("strike", 1)
    s = assembly(60, 50, 40, 30, hands={0: "strike", 1: "leak leak pm tax pm", 2: "leak"}, government=[2, 1])
    assert chosen(s, 0, Kingmaker) == Attack("strike", 2)


def test_kingmaker_does_not_attack_a_member_known_to_hold_the_answer() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 2: "round-table"}, government=[2])
    s.known[2] = s.hands[2]
    assert chosen(s, 0, Kingmaker) != Attack("strike", 2)


def test_kingmaker_attacks_a_player_about_to_win() -> None:
    """With the army if need be, and even from within."""
    s = assembly(30, 50, 40, 30, hands={0: "army"}, government=[2, 0], points=[100, 60, 430, 20])
    assert chosen(s, 0, Kingmaker) == Army("topple")
    s = assembly(30, 50, 40, 30, hands={0: "strike"}, government=[2, 0], points=[100, 60, 430, 20])
    assert chosen(s, 0, Kingmaker) == Attack("strike", 2)


def test_kingmaker_with_few_deputies_dissolves_the_assembly() -> None:
    s = assembly(20, 80, 60, 60, hands={0: "baraka army", 2: "leak"}, government=[0, 2])
    assert chosen(s, 0, Kingmaker) == Dissolve()
    s = assembly(80, 20, 60, 60, hands={0: "baraka army", 2: "leak"}, government=[0, 2])
    assert chosen(s, 0, Kingmaker) != Dissolve()


def test_kingmaker_does_not_leave_or_resign_without_need() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "baraka army"}, government=[0, 1])
    assert chosen(s, 0, Kingmaker) != Resign()
    s = assembly(60, 50, 40, 30, hands={0: "baraka"}, government=[1, 0], points=[0, 0, 0, 0])
    assert chosen(s, 0, Kingmaker) != Leave()


# Forming a government


def test_kingmaker_does_not_join_a_government_that_wins_the_game_for_another() -> None:
    s = bidding(60, 70, 40, 30, points=[420, 60, 50, 60])
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, Kingmaker) == Decline()


def test_kingmaker_keeps_baraka_for_large_losses() -> None:
    s = assembly(60, 50, 40, hands={0: "leak strike", 1: "baraka"}, government=[1, 2])
    strike(s, 0, 1, "leak")
    assert chosen(s, 1, Kingmaker) == Suffer()
    s = assembly(60, 50, 40, hands={0: "strike", 1: "baraka"}, government=[1, 2])
    strike(s, 0, 1)
    assert chosen(s, 1, Kingmaker) == Answer("baraka")


def test_kingmaker_counters_an_investiture_that_wins_the_game_for_another() -> None:
    """Under UNION NATIONALE there will be no other chance."""
    s = assembly(60, 70, 40, 30, hands={0: "pm union", 3: "army"}, points=[450, 450, 0, 400])
    govern(s, 0, 1, union=True)
    vote(s, "yynn")
    assert chosen(s, 3, Kingmaker) == Counter()
