"""The strategist's advice in plain positions: what it says, and of what."""

from __future__ import annotations

import re

from ludotheque.engine.advice import Advice
from ludotheque.games import find
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.bots.deployment_advice import advise_place
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.moves import Accept, Offer, Place
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.state import SHOWN, State
from tests.games.stratego.field import RED, RULES, do, field, play, step

ENGLISH = find("stratego").words("en")


class NoLuck:
    """Random numbers that are always 0."""

    def below(self, n: int) -> int:
        return 0


def advised(s: State, known: str = "") -> Advice:
    """The advice to the side to move, which knows the enemies on some squares."""
    for square in known.split():
        s.marks[s.board[SQUARE[square]]] |= SHOWN
    seat = RULES.asked(s)[0]
    return Strategist(seat, NoLuck()).advice(RULES.sight(s, seat), RULES.legal(s, seat), RULES.free(s, seat))


def test_advice_to_take_a_known_flag_says_that_it_wins_the_game() -> None:
    advice = advised(field("F a9, M a1", "M a10, H j8, L j9"), known="j8 j9")
    assert advice.move == step("a9-a10")
    assert advice.say(ENGLISH) == "The enemy flag is on a10: the sergeant takes it, and the game is won."
    assert advice.clause == "stratego.end.flag"


def test_advice_to_take_a_known_piece_says_that_it_is_sure() -> None:
    advice = advised(field("I e6, M a1", "H e7, M a10, B a9, B b10"), known="e7")
    assert advice.move == step("e6-e7")
    assert advice.say(ENGLISH).startswith("The captain stands on e7, as you know: the major is sure to win.")
    assert advice.clause == "stratego.attack.rank"


def test_advice_to_defuse_says_why_the_piece_is_probably_a_bomb() -> None:
    advice = advised(field("E a9, F e4, M a1", "M j10, B a10, B b10, F j9, H h8, G g8, I f8"), known="g8 h8 f8 j9")
    assert advice.move == step("a9-a10")
    assert [reason.key for reason in advice.reasons] == ["advice.fixed", "advice.sure"]
    assert "has never moved and stands in the back row: probably a bomb" in advice.say(ENGLISH)
    assert advice.clause == "stratego.attack.bomb"


def test_advice_calls_a_piece_probably_a_bomb_only_when_it_is_likelier_than_all_others_together() -> None:
    advice = advised(field("D a9, M a1", "M a10, B b10, C j10"))
    assert [reason.key for reason in advice.reasons] == ["advice.unmoved", "advice.odds"]


def test_advice_to_flee_names_the_enemy_and_the_square() -> None:
    s = field("J e4, M a1, F j1", "K f4, M a10, B a9, F j10")
    s.marks[s.board[SQUARE["e4"]]] |= SHOWN
    advice = advised(s, known="f4")
    assert advice.reasons[0].say(ENGLISH).startswith("The general on f4 threatens your colonel: better leave e4 for ")
    assert all(other.move.frm == "e4" for other in advice.alternatives)


def test_advice_to_accept_a_draw_says_how_little_is_left() -> None:
    s = field("F a3, M a1", "L j7, K i7, J h7, M a10", turn="b")
    do(s, Offer())
    play(s, "j7-j6")
    advice = advised(s, known="j6 i7 h7")
    assert advice.move == Accept()
    assert advice.clause == "stratego.ruling.draw-offer"
    assert "of the strength left on the board" in advice.say(ENGLISH)


def test_advice_before_the_first_piece_is_a_whole_army_and_says_what_it_does() -> None:
    s = RULES.setup(Options(), 2)
    plan = deploy("full", [], NoLuck())
    advice = advised(s)
    assert [advice.move, *advice.rest] == [Place(LETTERS[kind]) for kind in plan]  # type: ignore[arg-type]
    said = advice.say(ENGLISH)
    assert "guarded by bombs" in said
    assert re.search(r"Miners kept in the two back rows, .*: \d of 5; scouts in the front line, .*: \d of 8\.", said)
    do(s, advice.move, RED)
    assert advised(s).rest == (), "an army that is begun is advised piece by piece"


def test_advice_for_a_whole_army_leaves_out_what_its_plan_does_not_do() -> None:
    s = RULES.setup(Options(army="training"), 2)
    seat, plan = RED, [LETTERS.index(letter) for letter in "MBAAAAAAAABAAAAAAAAAEEALKCAAAAAAAAAADDAA"]
    moves = RULES.legal(s, seat)
    move = next(move for move in moves if move == Place("M"))
    advice = advise_place(RULES.sight(s, seat), seat, plan, move, moves)
    assert [reason.key for reason in advice.reasons] == ["advice.deploy_flag", "advice.deploy_scouts"]


def test_advice_while_deploying_follows_one_plan_and_names_the_guards_of_the_flag() -> None:
    s = RULES.setup(Options(), 2)
    plan = deploy("full", [], NoLuck())
    said = []
    for kind in plan:
        advice = advised(s)
        assert advice.move == Place(LETTERS[kind])  # type: ignore[arg-type]
        said.append(advice.reasons[0])
        do(s, advice.move, RED)
    flags = [reason for reason in said if reason.key == "advice.deploy_flag"]
    guards = [reason.args["square"] for reason in said if reason.key == "advice.deploy_guard"]
    assert [flag.args["bombs"] for flag in flags] == [guards]
