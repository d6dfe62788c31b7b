"""Beliefs: what the counts settle, and what behaviour suggests."""

from __future__ import annotations

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.bots.beliefs import Odds, estimate_odds, left_hidden
from ludotheque.games.stratego.bots.chronicle import Chronicle
from ludotheque.games.stratego.moves import Step
from ludotheque.games.stratego.pieces import BOMB, FLAG, MARSHAL, SPY
from ludotheque.games.stratego.sight import HIDDEN
from ludotheque.games.stratego.state import MOVED, SHOWN, State
from tests.games.stratego.duel import Duel
from tests.games.stratego.field import BLUE, RED, RULES, do, field, step

CAPTAIN, MAJOR = 7, 8

BLUE_ARMY = "B e8, B d7, M a10, L b8, K c8, I j7, H i7, G f7, F g8, D h8, C i8, F e7"
"""A dozen of blue's, with nothing between them and the middle."""


class Watch:
    """A position, and what red makes of the moves played in it."""

    def __init__(self, red: str, blue: str, known: str = "") -> None:
        self.state: State = field(red, blue)
        for square in known.split():
            self.state.marks[self.state.board[SQUARE[square]]] |= SHOWN
        self.chronicle = Chronicle.from_middle(RED, RULES.sight(self.state, RED))

    def play(self, *moves: str) -> Watch:
        for move in moves:
            self.chronicle.follow(do(self.state, step(move)))
        return self

    def odds(self, square: str) -> Odds:
        return estimate_odds(RULES.sight(self.state, RED), self.chronicle)[self.state.board[SQUARE[square]]]

    def stronger_than(self, square: str, kind: int) -> float:
        return sum(self.odds(square)[kind + 1 : MARSHAL + 1])


@pytest.mark.parametrize("army", ["full", "training"])
def test_odds_sum_to_one_per_token_and_to_the_count_per_kind(army: str) -> None:
    duel = Duel((RandomPlayer, RandomPlayer), "counts", army=army)
    chronicle: Chronicle | None = None
    looked = 0
    for _ in duel.moves():
        s = duel.state
        if not s.ply or s.ply % 25:
            continue
        v = RULES.sight(s, BLUE)
        chronicle = Chronicle.from_middle(BLUE, v)
        odds = estimate_odds(v, chronicle)
        hidden = [token for token in odds if v.letters[token - 1] == HIDDEN]
        for token in odds:
            assert sum(odds[token]) == pytest.approx(1)
            if int(v.marks[token - 1]) & MOVED and token in hidden:
                assert odds[token][BOMB] == odds[token][FLAG] == 0
        for kind, left in enumerate(left_hidden(v, RED)):
            assert sum(odds[token][kind] for token in hidden) == pytest.approx(left, abs=0.1)
        looked += 1
    assert looked > 1


def test_shown_piece_is_certain() -> None:
    watch = Watch("H a4, M a1", BLUE_ARMY, known="i7")
    assert watch.odds("i7")[CAPTAIN] == 1


def test_moved_piece_is_neither_bomb_nor_flag() -> None:
    watch = Watch("H a4, M a1", BLUE_ARMY)
    assert watch.odds("j7")[BOMB] > 0
    watch.play("a4-a5", "j7-j6")
    assert watch.odds("j6")[BOMB] == watch.odds("j6")[FLAG] == 0


def test_unmoved_pieces_are_bombs_and_flag_when_no_others_are_left() -> None:
    watch = Watch("H a4, M a1", "B e8, M a10, H i7, F f7").play("a4-a5", "i7-i6", "a5-a4", "f7-f6")
    for square in ("e8", "a10"):
        assert watch.odds(square)[BOMB] + watch.odds(square)[FLAG] == pytest.approx(1)


def test_flag_is_likeliest_on_the_back_row() -> None:
    watch = Watch("H a4, M a1", BLUE_ARMY)
    assert watch.odds("a10")[FLAG] > 2 * watch.odds("e7")[FLAG]


def test_a_piece_that_stays_put_next_to_ours_grows_likelier_a_bomb() -> None:
    """Red's major takes the sergeant on e7 and stands, known, beside e8, d7 and f7."""
    watch = Watch("I e6, F a4, M a1", BLUE_ARMY).play("e6xe7")
    seen = [watch.odds("e8")[BOMB]]
    for moves in (("j7-j6", "a4-a5"), ("j6-j7", "a5-a4"), ("j7-j6",)):
        watch.play(*moves)
        seen.append(watch.odds("e8")[BOMB])
    assert seen == sorted(set(seen))


def test_piece_that_approaches_a_known_one_is_likelier_stronger() -> None:
    watch = Watch("I e6, F a4, M a1", BLUE_ARMY.replace("B e8, ", "")).play("e6xe7", "c8-d8", "a4-a5")
    before = watch.stronger_than("d8", MAJOR)
    watch.play("d8-e8")
    assert watch.stronger_than("e8", MAJOR) > before + 0.1


def test_piece_that_approaches_the_marshal_is_a_spy_or_a_bluff() -> None:
    watch = Watch("L e6, F a4, M a1", BLUE_ARMY.replace("B e8, ", "").replace("L b8, ", "")).play("e6xe7")
    before = watch.odds("c8")[SPY]
    watch.play("c8-d8", "a4-a5", "d8-e8")
    assert watch.odds("e8")[SPY] > 2 * before


def test_piece_that_leaves_a_known_one_is_likelier_weaker() -> None:
    watch = Watch("I e6, F a4, M a1", BLUE_ARMY).play("e6xe7")
    before = watch.stronger_than("f7", MAJOR)
    watch.play("f7-f6")
    assert watch.stronger_than("f6", MAJOR) < before


def test_discovered_bluff_makes_later_reactions_count_less() -> None:
    blue = BLUE_ARMY.replace("B e8, ", "")
    watch = Watch("I e6, F a4, M a1", blue).play("e6xe7", "g8-f8", "a4-a5", "f8-e8")
    bold = watch.stronger_than("e8", MAJOR)
    watch.play("e7xe8")  # it was a sergeant
    assert watch.chronicle.bluffs == 1
    assert watch.chronicle.honest == 0
    watch.play("h8-g8", "a5-a4", "g8-f8")
    assert watch.stronger_than("f8", MAJOR) < bold


def test_chronicle_follows_the_board() -> None:
    """From all events it knows where every token stands and what the enemy knows of ours."""
    duel = Duel((RandomPlayer, RandomPlayer), "chronicle")
    chronicles: list[Chronicle] = []
    for seat, move in duel.moves():
        s = duel.state
        if isinstance(move, Step) and not chronicles:
            chronicles = [Chronicle.from_start(side, RULES.sight(s, side)) for side in (RED, BLUE)]
        if not chronicles:
            continue
        events = RULES.play(s.copy(), seat, move)
        for side, chronicle in enumerate(chronicles):
            if s.outcome is None and s.ply:
                v = RULES.sight(s, side)
                assert list(chronicle.board) == v.squares
                here = Chronicle.from_middle(side, v)
                assert (chronicle.known, chronicle.strangers, chronicle.hidden) == (
                    here.known,
                    here.strangers,
                    here.hidden,
                )
            chronicle.follow([seen for seen in (event.seen(side) for event in events) if seen is not None])
