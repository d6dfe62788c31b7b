"""The outsider, which never governs."""

from __future__ import annotations

from ludotheque.games.politico import GAME
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.bots.outsider import Outsider
from ludotheque.games.politico.moves import Army, Decline, Discard, Form, Invite, Ready
from tests.games.politico.assembly import assembly, bidding, chosen, do


def test_the_outsider_never_governs() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "pm union strike", 1: "leak", 2: "leak"})
    assert not isinstance(chosen(s, 0, Outsider), Form)
    s = assembly(60, 50, 40, 30, hands={0: "pm baraka army"}, stage="draw")
    assert chosen(s, 0, Outsider) == Discard("pm")
    s = bidding(60, 70, 40, 30, points=[50, 60, 50, 60])
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, Outsider) == Decline()
    s = assembly(60, 50, 40, 30, hands={0: "army"}, government=[1, 2, 3])
    assert chosen(s, 0, Outsider) != Army("enter")


def test_outsider_otherwise_plays_like_the_kingmaker() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike leak"}, government=[2, 1])
    assert chosen(s, 0, Outsider) == chosen(s, 0, Kingmaker)
    assert "outsider" not in GAME.levels, "nobody is offered it as an opponent"
    assert "outsider" in GAME.trials
