"""Common cards: opinions, events, supports and secrets."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.stratagem.box import Common
from ludotheque.games.stratagem.moves import (
    Accept,
    Accepted,
    Card,
    Draw,
    Drawn,
    Fallen,
    Halted,
    Offered,
    Played,
    Refuse,
    Refused,
    Revealed,
    Secret,
    Swayed,
)
from tests.games.stratagem.campaign import (
    BOX,
    HIDDEN,
    RULES,
    A,
    B,
    C,
    campaign,
    could_be,
    demands,
    do,
    draw,
    option,
    refused,
    secret,
    wait,
)


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
