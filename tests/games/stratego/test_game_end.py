"""Other ends: nobody can move, nobody fights, draws and resignations."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.engine.chance import QuickChance, pick
from ludotheque.games.stratego.choices import can_step
from ludotheque.games.stratego.moves import (
    Accept,
    Decline,
    Declined,
    Ended,
    Offer,
    Offered,
    Resign,
    Withdraw,
    Withdrawn,
)
from ludotheque.games.stratego.notation import read_setup
from ludotheque.games.stratego.options import Options
from tests.games.stratego.field import BLUE, RED, RULES, do, field, play, step


def reason(moves: list[str], red: str, blue: str, **options: Any) -> tuple[int | None, str, str]:
    """How a game that ends with these moves ends."""
    s = field(red, blue, **options)
    ended = play(s, *moves)[-1]
    assert isinstance(ended, Ended)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.clause == ended.clause
    assert outcome.winners == (() if ended.winner is None else (ended.winner,))
    return ended.winner, ended.reason, ended.clause


@pytest.mark.clause("stratego.end.immobile")
def test_player_without_a_movable_piece_loses() -> None:
    assert reason(["e6xe7"], "L e6, M a1", "F e7, M a10, B a9") == (RED, "immobile", "stratego.end.immobile")


@pytest.mark.clause("stratego.end.immobile")
def test_player_with_blocked_pieces_loses() -> None:
    """Blue's miner in the corner stands behind its own bombs."""
    moves = ["e6-e5"]
    assert reason(moves, "L e6, M a1", "E a10, B a9, B b10, M j10") == (RED, "immobile", "stratego.end.immobile")


@pytest.mark.clause("stratego.end.immobile")
def test_player_behind_a_front_of_bombs_loses_before_the_first_move() -> None:
    s = RULES.setup(Options(), 2)
    # Bombs on a4, b4, e4, f4, i4, j4: c, d, g, h stand before the lakes.
    walled = "MLKJJIIIHH HHGGGGFFFF EEEEEDDDDD BBDDBBDCBB"
    for seat, letters in ((BLUE, walled[::-1]), (RED, walled)):
        for move in read_setup(letters):
            events = do(s, move, seat)
    assert events[-1] == Ended(BLUE, "immobile", "stratego.end.immobile")


@pytest.mark.clause("stratego.ruling.both-immobile")
def test_when_an_exchange_leaves_nobody_a_piece_to_move_it_is_a_draw() -> None:
    assert reason(["e6xe7"], "L e6, M a1, B b1", "L e7, M a10, B b10") == (
        None,
        "both_immobile",
        "stratego.ruling.both-immobile",
    )


@pytest.mark.clause("stratego.ruling.no-fight")
def test_two_hundred_moves_without_an_attack_are_a_draw() -> None:
    s = field("L a3, M a1, H h1", "L j8, M a10, H h10")
    # Walks that go round in squares of four, so that neither shuttle nor chase has a say.
    red = ["a3-b3", "b3-b2", "b2-a2", "a2-a3"]
    blue = ["j8-i8", "i8-i9", "i9-j9", "j9-j8"]
    for count in range(199):
        do(s, step((red, blue)[count % 2][count // 2 % 4]))
        assert RULES.sight(s, None).quiet == count + 1
        assert RULES.outcome(s) is None
    (_, ended) = do(s, step(blue[99 % 4]))
    assert ended == Ended(None, "no_fight", "stratego.ruling.no-fight")


@pytest.mark.clause("stratego.ruling.no-fight")
def test_an_attack_starts_the_count_again() -> None:
    s = field("L a3, M a1, D h7", "L j8, M a10, H h8", no_fight=20)
    play(s, "a3-b3", "j8-i8", "h7xh8")
    assert s.quiet == 0
    play(s, "i8-i9")
    assert s.quiet == 1


@pytest.mark.clause("stratego.ruling.no-fight")
def test_options_set_the_no_fight_limit_and_the_longest_game() -> None:
    walk = ["a3-b3", "j8-i8", "b3-b2", "i8-i9", "b2-a2", "i9-j9", "a2-a3", "j9-j8"]
    red, blue = "L a3, M a1, H h1", "L j8, M a10, H h10"
    assert reason((walk * 3)[:20], red, blue, no_fight=20)[1] == "no_fight"
    assert reason((walk * 13)[:100], red, blue, max_moves=100)[1:] == ("max_moves", "stratego.ruling.no-fight")


@pytest.mark.clause("stratego.ruling.draw-offer")
def test_a_draw_is_offered_with_a_move_and_accepted() -> None:
    s = field("L a3, M a1", "L j8, M a10")
    assert Offer() in RULES.free(s, RED)
    assert Offer() not in RULES.free(s, BLUE)
    assert do(s, Offer()) == []
    assert RULES.sight(s, RED).offering
    assert not RULES.sight(s, BLUE).offering
    assert play(s, "a3-a4")[-1] == Offered(RED)
    assert {Accept(), Decline()} <= set(RULES.free(s, BLUE))
    assert do(s, Accept())[-1] == Ended(None, "agreed", "stratego.ruling.draw-offer")


@pytest.mark.clause("stratego.ruling.draw-offer")
@pytest.mark.parametrize("by_moving", [True, False])
def test_a_refused_offer_waits_twenty_moves(by_moving: bool) -> None:
    s = field("L a3, M a1", "L j8, M a10")
    do(s, Offer())
    play(s, "a3-b3")
    if by_moving:
        assert Declined(BLUE) in play(s, "j8-i8")
    else:
        assert do(s, Decline()) == [Declined(BLUE)]
        play(s, "j8-i8")
    refusal = RULES.refusal(s, RED, Offer())
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("stratego.ruling.draw-offer", "offer_too_soon")
    walk = ["b3-b2", "i8-i9", "b2-a2", "i9-j9", "a2-a3", "j9-j8", "a3-b3", "j8-i8"]
    allowed_from = s.offer_from[RED]
    assert allowed_from == (22 if by_moving else 21)
    for move in (walk * 3)[:20]:
        if RULES.asked(s)[0] == RED:
            assert (Offer() in RULES.free(s, RED)) == (s.ply >= allowed_from)
        play(s, move)
    assert Offer() in RULES.free(s, RED)


@pytest.mark.clause("stratego.ruling.draw-offer")
def test_an_offer_is_made_once_and_answered_only_when_there_is_one() -> None:
    s = field("L a3, M a1", "L j8, M a10")
    for move, why in ((Accept(), "nothing_offered"), (Decline(), "nothing_offered")):
        refusal = RULES.refusal(s, BLUE, move)
        assert refusal is not None
        assert refusal.reason == why
    do(s, Offer())
    refusal = RULES.refusal(s, RED, Offer())
    assert refusal is not None
    assert refusal.reason == "offered_already"
    refusal = RULES.refusal(s, BLUE, Offer())
    assert refusal is not None
    assert refusal.reason == "offer_with_move"


@pytest.mark.clause("stratego.ruling.draw-offer")
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_a_player_may_resign_at_any_time(seat: int) -> None:
    s = field("L a3, M a1", "L j8, M a10")
    assert Resign() in RULES.free(s, seat)
    assert do(s, Resign(), seat) == [Ended(1 - seat, "resigned", "stratego.ruling.draw-offer")]
    assert RULES.outcome(s).winners == (1 - seat,)  # type: ignore[union-attr]


@pytest.mark.clause("stratego.ruling.no-legal-move")
def test_player_with_only_refused_moves_loses() -> None:
    """Red's only mobile piece has shuttled three times between a1 and a2, and has nowhere else to go."""
    moves = ["a2-a1", "j9-j8", "a1-a2", "j8-j9"]
    s = field("G a2, M b1, B b2, B a3", "L j4, M a10, H j9")
    for index in range(12):
        events = play(s, (moves * 3)[index])
    assert events[-1] == Ended(BLUE, "no_legal_move", "stratego.ruling.no-legal-move")


@pytest.mark.clause("stratego.ruling.draw-offer")
def test_offer_announced_with_the_move_to_come_is_taken_back_in_secret() -> None:
    s, other = (field("L a3, M a1", "L j8, M a10") for _ in range(2))
    do(s, Offer())
    assert Withdraw() in RULES.free(s, RED)
    assert Withdraw() not in RULES.free(s, BLUE)
    assert do(s, Withdraw()) == []
    assert Offer() in RULES.free(s, RED)
    for seat in (RED, BLUE, None):
        assert RULES.sight(s, seat) == RULES.sight(other, seat)
    assert Offered(RED) not in play(s, "a3-a4")


@pytest.mark.clause("stratego.ruling.draw-offer")
def test_open_offer_is_taken_back_until_it_is_answered() -> None:
    s = field("L a3, M a1", "L j8, M a10")
    do(s, Offer())
    play(s, "a3-a4")
    assert Withdraw() in RULES.free(s, RED)
    assert do(s, Withdraw(), RED) == [Withdrawn(RED)]
    assert not {Accept(), Decline()} & set(RULES.free(s, BLUE))
    refusal = RULES.refusal(s, BLUE, Accept())
    assert refusal is not None
    assert refusal.reason == "nothing_offered"
    play(s, "j8-j7")
    refusal = RULES.refusal(s, RED, Offer())
    assert refusal is not None
    assert (refusal.reason, refusal.args) == ("offer_too_soon", {"moves": 19})


@pytest.mark.clause("stratego.ruling.draw-offer")
def test_nothing_is_taken_back_when_no_offer_is_open() -> None:
    s = field("L a3, M a1", "L j8, M a10")
    do(s, Offer())
    for seat in (BLUE, RED):
        refusal = RULES.refusal(s, seat, Withdraw())
        assert (refusal is None) == (seat == RED)
    play(s, "a3-a4")
    do(s, Decline())
    refusal = RULES.refusal(s, RED, Withdraw())
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("stratego.ruling.draw-offer", "nothing_to_withdraw")


def test_side_whose_last_moved_piece_still_stands_can_move() -> None:
    """The end of the game is not looked for as long as that piece can go back where it came from."""
    rng, seen = QuickChance(1), 0
    for _ in range(3):
        s = RULES.setup(Options(), 2)
        while asked := RULES.asked(s):
            for seat in (0, 1):
                if s.shuttle[seat] is not None:
                    assert can_step(s, seat)
                    seen += 1
            RULES.play(s, asked[0], pick(rng, RULES.legal(s, asked[0])))
    assert seen > 1000
