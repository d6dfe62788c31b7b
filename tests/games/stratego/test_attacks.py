"""Attacks: reach, ranks, bombs, the spy."""

from __future__ import annotations

import pytest

from ludotheque.games.stratego.moves import Ended, Fought, Step
from ludotheque.games.stratego.pieces import FIGHT, LETTERS
from tests.games.stratego.field import BLUE, RED, RULES, field, letter_at, play, refused, targets

FLAGS = ("M a1, F j1", "M a10, F j10")


def attack(attacker: str, defender: str) -> str:
    """Red's piece on e4 attacks blue's on e5; what stands on e4 and e5 afterwards, small letters for blue."""
    s = field(f"{attacker} e6, {FLAGS[0]}", f"{defender} e7, {FLAGS[1]}")
    events = play(s, "e6xe7")
    assert isinstance(events[0], Fought)
    left = letter_at(s, "e7")
    assert letter_at(s, "e6") == "A"
    return left if s.army[RED] & (1 << 64) else left.lower()


@pytest.mark.clause("stratego.attack.reach")
def test_an_enemy_next_to_a_piece_can_be_attacked_but_need_not_be() -> None:
    s = field("H e6, M a1", "F e7, F f7, M a10")
    assert targets(s, "e6") == {"e5", "e7", "f6"}
    assert refused(s, "e6xf7").reason == "diagonal"
    play(s, "e6-e5")
    assert letter_at(s, "e7") == "F"


@pytest.mark.clause("stratego.attack.reach")
def test_only_a_scout_attacks_from_afar() -> None:
    s = field("H a3, M a1", "F a7, M a10")
    refusal = refused(s, "a3xa7")
    assert (refusal.clause, refusal.reason) == ("stratego.attack.reach", "too_far")
    s = field("D a3, M a1", "C a7, M a10")
    assert "a7" in targets(s, "a3")
    assert refused(s, "a3-a8").clause == "stratego.move.scout"
    assert refused(s, "a3xa10").clause == "stratego.attack.reach"
    play(s, "a3xa7")
    assert letter_at(s, "a7") == "D"


@pytest.mark.clause("stratego.attack.reveal")
def test_both_pieces_of_a_fight_are_shown_to_all() -> None:
    s = field("H e6, M a1", "I e7, M a10, F j10")
    (event,) = play(s, "e6xe7")
    assert event == Fought(RED, "e6", "e7", "H", "I", "lost")
    assert event.seen(None) is event
    for observer in (RED, BLUE, None):
        letters = RULES.sight(s, observer).letters
        tokens = [token for token in range(1, 81) if s.marks[token] & 2 and s.board.count(token)]
        assert [letters[token - 1] for token in tokens] == ["I"]


@pytest.mark.clause("stratego.attack.rank")
def test_the_higher_rank_wins_and_a_winning_attacker_takes_the_square() -> None:
    assert attack("G", "F") == "G"
    assert attack("L", "K") == "L"


@pytest.mark.clause("stratego.attack.rank")
def test_a_winning_defender_stays() -> None:
    assert attack("G", "H") == "h"
    assert attack("D", "L") == "l"


@pytest.mark.clause("stratego.attack.rank")
def test_rulebook_example_of_the_lieutenant_is_played() -> None:
    """A lieutenant beats sergeant, miner, scout and spy, and loses to captain and above."""
    results = {letter: FIGHT[LETTERS.index("G")][LETTERS.index(letter)] for letter in "CDEFGHIJKL"}
    assert results == dict.fromkeys("CDEF", "won") | {"G": "both"} | dict.fromkeys("HIJKL", "lost")


@pytest.mark.clause("stratego.attack.equal")
def test_pieces_of_equal_rank_both_leave() -> None:
    assert attack("H", "H") == "a"


@pytest.mark.clause("stratego.attack.bomb")
def test_a_bomb_destroys_whatever_touches_it_again_and_again() -> None:
    s = field("L e6, K e5, M a1, F j1", "B e7, M a10, F j10")
    play(s, "e6xe7", "j10-j9", "e5-e6", "j9-j10", "e6xe7")
    assert letter_at(s, "e7") == "B"
    assert (s.mobile[RED]).bit_count() == 1


@pytest.mark.clause("stratego.attack.bomb")
def test_a_miner_removes_the_bomb_and_takes_its_square() -> None:
    s = field("E e6, M a1, F j1", "B e7, M a10, F j10")
    play(s, "e6xe7")
    assert letter_at(s, "e7") == "E"


@pytest.mark.clause("stratego.attack.spy")
def test_the_spy_beats_the_marshal_when_she_attacks() -> None:
    assert attack("C", "L") == "C"


@pytest.mark.clause("stratego.attack.spy")
def test_attacked_spy_loses_to_every_piece() -> None:
    for attacker in "DEFGHIJKL":
        assert attack(attacker, "C") == attacker
    for defender in "DEFGHIJK":
        assert attack("C", defender) == defender.lower()
    assert attack("C", "B") == "b"


@pytest.mark.clause("stratego.ruling.spy-spy")
def test_a_spy_attacking_a_spy_takes_both_off() -> None:
    assert attack("C", "C") == "a"


@pytest.mark.clause("stratego.end.flag")
def test_taking_the_flag_wins_with_any_piece() -> None:
    for letter in "CDEFGHIJKL":
        s = field(f"{letter} e6, M a1", "M e7, F j10")
        events = play(s, "e6xe7")
        assert events[-1] == Ended(RED, "flag", "stratego.end.flag")
        assert RULES.outcome(s).winners == (RED,)  # type: ignore[union-attr]
        assert list(RULES.asked(s)) == []


@pytest.mark.clause("stratego.end.flag")
def test_nothing_is_played_after_the_end() -> None:
    s = field("F e6, M a1", "M e7, F j10")
    play(s, "e6xe7")
    for seat in (RED, BLUE):
        assert RULES.legal(s, seat) == ()
        assert RULES.free(s, seat) == ()
        refusal = RULES.refusal(s, seat, Step("j10", "j9"))
        assert refusal is not None
        assert (refusal.clause, refusal.reason) == ("stratego.end.flag", "over")


@pytest.mark.clause("stratego.ruling.end-reveal")
def test_every_piece_is_shown_to_all_at_the_end() -> None:
    s = field("F e6, M a1, B b1", "M e7, F j10, B j9")
    assert RULES.sight(s, None).letters.count("?") == 6
    play(s, "e6xe7")
    for observer in (RED, BLUE, None):
        assert "?" not in RULES.sight(s, observer).letters
