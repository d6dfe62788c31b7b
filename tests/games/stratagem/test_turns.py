"""A turn: options, supports, secrets, opinions, events, denunciations."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE, Refusal
from ludotheque.games.stratagem.box import Common
from ludotheque.games.stratagem.mats import change_tokens, irregular_supports
from ludotheque.games.stratagem.moves import (
    Accept,
    Accepted,
    Card,
    Denounce,
    Denounced,
    Draw,
    Drawn,
    Fallen,
    Halted,
    Offered,
    Pass,
    Played,
    Refuse,
    Refused,
    Return,
    Returned,
    Revealed,
    Secret,
    Show,
    Shown,
    Skipped,
    Swayed,
    Withdraw,
    Withdrawn,
)
from tests.games.stratagem.campaign import (
    BOX,
    HIDDEN,
    RULES,
    A,
    B,
    C,
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


def demands(card: str) -> list[str]:
    """What a support demands."""
    return [BOX.options[number].id for number in BOX.demands[BOX.cards[card]]]


def could_be(card: str) -> int:
    """A seat whose party can show all that a support demands."""
    numbers = set(BOX.demands[BOX.cards[card]])
    return next(seat for seat in range(4) if not numbers & BOX.denied[seat])


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


@pytest.mark.clause("stratagem.irregular", "stratagem.ruling.irregular-allowed")
def test_irregular_players_are_denounced_out_of_turn() -> None:
    seat = could_be(A[0])
    s = campaign(supports={seat: A[:1]}, seat=seat)
    assert irregular_supports(s, seat) == ()
    do(s, seat, Withdraw(demands(A[0])[0]))
    assert irregular_supports(s, seat) == (BOX.cards[A[0]],)
    other = (seat + 2) % 4
    assert RULES.sight(s, other).irregular == (), "noticing is the players' job"
    events = do(s, other, Denounce(seat))
    assert events[0] == Denounced(other, seat, True, (A[0],))
    assert s.tokens[seat] == 25 - 6
    assert sum(s.tokens) == 100
    assert s.supports[seat] == ()
    shown = campaign(supports={seat: A[:1]}, seat=seat, meet=False, show_irregular=True)
    assert RULES.sight(shown, other).irregular[seat]


@pytest.mark.clause("stratagem.ruling.irregular-allowed", "stratagem.ruling.charge-once")
def test_wrong_charge_costs_nothing_but_is_public() -> None:
    s = campaign()
    assert do(s, 2, Denounce(1)) == [Denounced(2, 1, False, ())]
    assert s.tokens == [25] * 4
    assert refused(s, 2, Denounce(1)) == Refusal("stratagem.ruling.charge-once", "charged"), "not again in this turn"
    assert refused(s, 2, Denounce(2)).reason == "no_charge"
    do(s, 2, Denounce(3))
    assert refused(s, 2, Denounce(1)).reason == "charged", "another charge does not make the first one forgotten"
    do(s, 0, Denounce(1))
    assert Denounce(1) not in RULES.free(s, 2)
    wait(s)
    do(s, 2, Denounce(1))


@pytest.mark.clause("stratagem.draw.opinion")
@pytest.mark.parametrize("card", [c for c in BOX.common if c.family == "opinion"], ids=lambda c: c.id)
def test_opinions_are_applied_at_once_and_fall(card: Common) -> None:
    meant = card.effects[0].option
    s = campaign(shown={1: [meant]} if meant is not None else {1: [option(0, 0), option(6, 0)]})
    events = draw(s, card.id)
    assert events[0] == Drawn(0, "opinion", card.id)
    assert Fallen(card.id) in events
    assert BOX.cards[card.id] in s.fallen
    assert sum(s.tokens) == 100
    if meant is not None:
        assert s.tokens[1] == 25 + 3 * card.effects[0].percent
    assert s.seat == 1


@pytest.mark.clause("stratagem.draw.event")
@pytest.mark.parametrize("card", [c for c in BOX.common if c.family == "event"], ids=lambda c: c.id)
def test_events_are_applied_at_once_and_fall(card: Common) -> None:
    s = campaign(22, 25, 25, 28, shown={1: [option(0, 0)]}, supports={2: C[:1]})
    events = draw(s, card.id)
    assert BOX.cards[card.id] in s.fallen
    assert sum(s.tokens) == 100
    effects = [event for event in events if isinstance(event, Swayed | Halted)]
    assert effects, "it does something"


@pytest.mark.clause("stratagem.turn.pass")
def test_a_card_may_order_the_loss_of_a_turn() -> None:
    fog = next(c.id for c in BOX.common if c.family == "event" and c.effects[0].who == "drawer" and c.effects[0].skip)
    s = campaign()
    assert Halted(0) in draw(s, fog)
    wait(s, 2)
    events = wait(s)
    assert Skipped(0, True) in events
    assert s.seat == 1


@pytest.mark.clause("stratagem.draw.support", "stratagem.ruling.support-round")
def test_a_support_is_kept_by_a_drawer_who_shows_what_it_demands() -> None:
    seat = could_be(C[0])
    s = campaign(shown={seat: demands(C[0])}, seat=seat)
    percent = BOX.common[BOX.cards[C[0]]].percent
    events = draw(s, C[0])
    assert events[-1] == Offered(seat, C[0])
    assert refused(s, seat, Draw()).reason == "asked_offer"
    events = do(s, seat, Accept())
    assert events[0] == Accepted(seat, C[0])
    assert s.tokens[seat] == 25 + 3 * percent
    assert s.supports[seat] == (BOX.cards[C[0]],)
    assert s.seat == (seat + 1) % 4


@pytest.mark.clause("stratagem.draw.support", "stratagem.ruling.accept-is-free")
def test_support_is_offered_clockwise_and_accepting_is_no_turn() -> None:
    seat = could_be(C[0])
    drawer = (seat + 1) % 4
    s = campaign(shown={seat: demands(C[0])}, seat=drawer)
    events = draw(s, C[0])
    assert Refused(drawer, C[0], False) in events
    assert RULES.asked(s) == (seat,)
    do(s, seat, Accept())
    assert s.seat == (drawer + 1) % 4, "play goes on after the drawer"


@pytest.mark.clause("stratagem.draw.support", "stratagem.draw.support-refuse", "stratagem.turn.pass")
def test_a_support_may_be_refused_and_falls_after_the_last() -> None:
    seat = could_be(C[0])
    s = campaign(shown={seat: demands(C[0])}, seat=seat)
    draw(s, C[0])
    events = do(s, seat, Refuse())
    assert events[0] == Refused(seat, C[0], True)
    assert Fallen(C[0]) in events
    assert s.seat == (seat + 1) % 4, "the turn is lost"
    nobody = campaign()
    assert Fallen(C[0]) in draw(nobody, C[0])


@pytest.mark.clause("stratagem.draw.support-mark")
def test_player_cannot_hold_two_supports_of_a_mark() -> None:
    mark = BOX.common[BOX.cards[C[0]]].mark
    twin = next(card for card in (*A, *B) if BOX.common[BOX.cards[card]].mark == mark)
    seat = next(
        seat
        for seat in range(4)
        if not {*BOX.demands[BOX.cards[C[0]]], *BOX.demands[BOX.cards[twin]]} & BOX.denied[seat]
    )
    s = campaign(supports={seat: [twin]}, shown={seat: demands(C[0])}, seat=seat)
    assert Refused(seat, C[0], False) in draw(s, C[0])


@pytest.mark.clause("stratagem.draw.secret", "stratagem.turn.play-secret")
def test_secret_is_drawn_hidden_and_played_from_the_next_turn_on() -> None:
    dirt = secret(-1)
    s = campaign()
    do(s, 0, Draw())
    (event, *_) = do(s, NATURE, Card(dirt))
    assert event.seen(0) == Drawn(0, "secret", dirt)
    assert event.seen(1) == event.seen(None) == Drawn(0, "secret", None)
    assert RULES.sight(s, 0).secrets == (dirt,)
    assert RULES.sight(s, 1).secret_counts == (1, 0, 0, 0)
    wait(s, 3)
    assert refused(s, 0, Secret(dirt, None)).reason == "no_target"
    assert refused(s, 0, Secret(dirt, 0)).reason == "no_target"
    assert refused(s, 0, Secret(HIDDEN[0])).reason == "not_held"
    events = do(s, 0, Secret(dirt, 2))
    assert events[0] == Played(0, dirt, 2)
    assert s.tokens == [26, 26, 22, 26]
    assert BOX.cards[dirt] in s.fallen


@pytest.mark.clause("stratagem.draw.secret")
def test_a_secret_support_goes_to_the_mat_without_effect() -> None:
    s = campaign(secrets={0: HIDDEN[:1]})
    assert do(s, 0, Secret(HIDDEN[0]))[0] == Revealed(0, HIDDEN[0])
    assert s.supports[0] == (BOX.cards[HIDDEN[0]],)
    assert s.tokens == [25] * 4
    twins = [card for card in HIDDEN if BOX.common[BOX.cards[card]].mark == BOX.common[BOX.cards[HIDDEN[0]]].mark]
    if len(twins) > 1:
        both = campaign(supports={0: twins[:1]}, secrets={0: twins[1:]})
        assert refused(both, 0, Secret(twins[1])).reason == "same_mark"


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
