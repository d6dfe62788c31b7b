"""A turn: options, supports, tokens, lost turns, and when a card must be drawn."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE, Refusal
from ludotheque.games.stratagem.mats import change_tokens
from ludotheque.games.stratagem.moves import (
    Card,
    Draw,
    Fallen,
    Halted,
    Pass,
    Return,
    Returned,
    Show,
    Shown,
    Skipped,
    Withdraw,
    Withdrawn,
)
from tests.games.stratagem.campaign import (
    BOX,
    RULES,
    A,
    B,
    campaign,
    do,
    draw,
    launch,
    option,
    refused,
    secret,
    stage,
    wait,
)


@pytest.mark.clause("stratagem.turn.one-card")
def test_players_play_one_card_a_turn_clockwise() -> None:
    s = campaign()
    do(s, 0, RULES.legal(s, 0)[0])
    assert s.seat == 1
    assert refused(s, 0, Draw()).reason == "not_asked"
    do(s, 1, Draw())
    assert stage(s) == "card"


@pytest.mark.clause("stratagem.turn.show-option", "stratagem.ruling.plan-is-intent")
def test_an_option_is_shown_on_its_theme_the_planned_one_or_the_other() -> None:
    s = campaign()
    assert s.plans[0][6] == 0
    assert Show(option(6, 0)) in RULES.legal(s, 0)
    assert do(s, 0, Show(option(6, 1)))[0] == Shown(0, option(6, 1))
    assert RULES.sight(s, 3).shown[0][6] == 1
    wait(s, 3)
    assert refused(s, 0, Show(option(6, 0))).reason == "theme_shown"
    denied = BOX.options[min(BOX.denied[0])].id
    assert refused(s, 0, Show(denied)).reason == "denied"


@pytest.mark.clause("stratagem.turn.comment")
def test_shown_option_is_public() -> None:
    s = campaign()
    events = do(s, 0, Show(option(6, 1)))
    assert Shown(0, option(6, 1)).seen(None) in events, "seen by all, so that all can talk about it"


@pytest.mark.clause("stratagem.turn.no-duty")
def test_players_need_not_show_options() -> None:
    s = campaign()
    assert Draw() in RULES.legal(s, 0)


@pytest.mark.clause("stratagem.turn.withdraw")
def test_an_option_is_withdrawn_and_its_space_filled_on_the_next_turn() -> None:
    s = campaign(shown={0: [option(6, 1)]})
    assert refused(s, 0, Withdraw(option(6, 0))).reason == "not_shown"
    assert do(s, 0, Withdraw(option(6, 1)))[0] == Withdrawn(0, option(6, 1))
    assert s.seat == 1, "that was the turn"
    wait(s, 3)
    do(s, 0, Show(option(6, 0)))


@pytest.mark.clause("stratagem.turn.return-support")
def test_a_support_may_be_given_up() -> None:
    s = campaign(supports={0: A[:1]}, meet=False)
    assert refused(s, 0, Return(A[1])).reason == "not_held"
    assert do(s, 0, Return(A[0]))[:2] == [Returned(0, A[0]), Fallen(A[0])]
    assert s.supports[0] == ()
    assert BOX.cards[A[0]] in s.fallen


@pytest.mark.clause("stratagem.turn.pass")
def test_a_card_may_order_the_loss_of_a_turn() -> None:
    fog = next(c.id for c in BOX.common if c.family == "event" and c.effects[0].who == "drawer" and c.effects[0].skip)
    s = campaign()
    assert Halted(0) in draw(s, fog)
    wait(s, 2)
    events = wait(s)
    assert Skipped(0, True) in events
    assert s.seat == 1


@pytest.mark.clause("stratagem.popularity")
def test_effect_of_one_per_cent_is_one_token_per_adversary() -> None:
    s = campaign()
    change_tokens(s, 0, 1, "support", [])
    assert s.tokens == [28, 24, 24, 24], "each adversary gives a token"
    change_tokens(s, 0, -1, "support", [])
    assert s.tokens == [25] * 4
    three = campaign(40, 0, 30, 30)
    change_tokens(three, 0, 2, "support", [])
    assert three.tokens == [44, 0, 28, 28]


@pytest.mark.clause("stratagem.ruling.poor-payer", "stratagem.ruling.poor-giver")
def test_player_pays_no_more_tokens_than_they_have() -> None:
    s = campaign(5, 31, 32, 32)
    change_tokens(s, 0, -2, "fine", [])
    assert s.tokens == [2, 32, 33, 33], "equal shares; two cannot be shared"
    assert RULES.sight(s, 1).broke == (0,)
    giver = campaign(1, 33, 33, 33)
    change_tokens(giver, 1, 2, "support", [])
    assert giver.tokens == [0, 38, 31, 31]


@pytest.mark.clause("stratagem.ruling.must-draw")
def test_player_must_draw_after_a_round_without_a_draw() -> None:
    s = campaign()
    s.idle = 1
    for seat in range(4):
        assert not RULES.sight(s, seat).must_draw
        do(s, seat, next(move for move in RULES.legal(s, seat) if isinstance(move, Show)))
    assert RULES.sight(s, 2).must_draw
    assert RULES.legal(s, 0) == [Draw()]
    assert refused(s, 0, Show(option(6, 1))) == Refusal("stratagem.ruling.must-draw", "must_draw")
    do(s, 0, Draw())
    do(s, NATURE, Card(secret(-1)))
    assert len(RULES.legal(s, 1)) > 1, "a card was drawn: all are free again"


@pytest.mark.clause("stratagem.ruling.must-draw")
def test_round_without_a_draw_counts_players_in_the_game_and_lost_turns() -> None:
    s = campaign(40, 30, 30, 0)
    s.idle, s.skips = 1, (0, 1, 0, 0)
    do(s, 0, next(move for move in RULES.legal(s, 0) if isinstance(move, Show)))
    assert s.seat == 2, "seat 1 has lost its turn"
    do(s, 2, next(move for move in RULES.legal(s, 2) if isinstance(move, Show)))
    assert RULES.legal(s, 0) == [Draw()]


@pytest.mark.clause("stratagem.ruling.must-draw")
def test_player_need_not_draw_in_a_crisis() -> None:
    s = campaign(supports={0: [A[0], B[0]]})
    s.idle = 1
    launch(s, "coup")
    for _ in range(7):
        assert not RULES.sight(s, None).must_draw
        do(s, s.seat, next(move for move in RULES.legal(s, s.seat) if isinstance(move, Show | Withdraw)))


@pytest.mark.clause("stratagem.turn.pass", "stratagem.ruling.pass")
def test_player_without_a_move_in_a_crisis_passes() -> None:
    everything = [option(theme, 0) for theme in range(7) if 2 * theme not in BOX.denied[1]]
    everything += [option(n // 2, 1) for n in BOX.denied[1] if n % 2 == 0]
    s = campaign(shown={1: everything}, supports={0: [A[0], B[0]]}, deck=[])
    launch(s, "coup")
    assert s.seat == 1
    assert Pass() in RULES.legal(s, 1)
    assert refused(s, 1, Draw()).reason == "no_cards"
    assert do(s, 1, Pass())[0] == Skipped(1, False)
    free = campaign()
    assert refused(free, 0, Pass()).reason == "no_pass"
