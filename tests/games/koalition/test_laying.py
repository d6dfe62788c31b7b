"""Electing, turning up countries, laying cards, dealing again."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.question_stack import Turn
from ludotheque.engine.rules import NATURE, Event
from ludotheque.games.koalition.moves import (
    Deal,
    Dealt,
    Double,
    Elect,
    Elected,
    Laid,
    Lay,
    Lot,
    Pass,
    Propose,
    Tied,
    TurnedUp,
    TurnUp,
    Voted,
)
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.state import State
from ludotheque.games.koalition.turns import hands_suffice
from tests.games.koalition.ballot import BOX, RULES, do, refused


def begun(players: int = 3, countries: int = 15, ballots: tuple[int, ...] = (), seed: int = 1) -> State:
    """A game up to the first card: all vote for seat 0 by default."""
    s = RULES.setup(Options(countries=countries), players)
    rng = QuickChance(seed)
    for seat in range(players):
        do(s, seat, Elect(ballots[seat] if ballots else 0))
    while RULES.asked(s)[0] == NATURE:
        do(s, NATURE, RULES.chance(s, rng))
    return s


def turn(s: State) -> None:
    """One player lays the first card that may be, and plays no action."""
    seat = RULES.asked(s)[0]
    do(s, seat, RULES.legal(s, seat)[0])
    do(s, seat, Pass())


@pytest.mark.clause("koalition.start")
def test_the_first_player_is_elected_in_secret() -> None:
    s = RULES.setup(Options(), 3)
    (event,) = do(s, 1, Elect(2))
    assert event.seen(1) == Voted(1, 2)
    assert event.seen(0) == event.seen(None) == Voted(1, None)
    assert RULES.sight(s, 0).ballots == (None, None, None)
    do(s, 0, Elect(2))
    events = do(s, 2, Elect(0))
    assert events[-1] == Elected(2, (2, 2, 0), False)
    assert refused(s, 0, Elect(9)).reason == "not_asked"


@pytest.mark.clause("koalition.start")
def test_ballot_must_name_a_player_of_the_table() -> None:
    s = RULES.setup(Options(), 3)
    assert refused(s, 0, Elect(3)).reason == "no_such_player"
    assert refused(s, 0, Pass()).reason == "elect_first"


@pytest.mark.clause("koalition.ruling.first-start")
def test_players_out_of_time_vote_alike() -> None:
    s = RULES.setup(Options(), 4)
    events: list[Event] = []
    for seat in range(4):
        events = do(s, seat, RULES.default(s, seat))
    assert events[-1] == Elected(0, (0, 0, 0, 0), False)


@pytest.mark.clause("koalition.ruling.first-start")
def test_a_tied_election_is_settled_by_lot_among_those_tied() -> None:
    s = RULES.setup(Options(), 4)
    for seat, choice in enumerate((1, 1, 3, 3)):
        events = do(s, seat, Elect(choice))
    assert events[-1] == Tied((1, 1, 3, 3), (1, 3))
    assert list(RULES.asked(s)) == [NATURE]
    assert {RULES.chance(s, QuickChance(seed)) for seed in range(20)} == {Lot(1), Lot(3)}
    assert RULES.refusal(s, NATURE, Lot(0)) is not None
    assert do(s, NATURE, Lot(3)) == [Elected(3, (1, 1, 3, 3), True)]


@pytest.mark.clause("koalition.country")
def test_a_country_is_turned_up_and_the_starter_lays_first() -> None:
    s = RULES.setup(Options(), 3)
    for seat in range(3):
        do(s, seat, Elect(1))
    do(s, NATURE, RULES.chance(s, QuickChance(1)))
    assert do(s, NATURE, TurnUp("spain")) == [TurnedUp("spain", 1)]
    assert RULES.asked(s)[0] == 1
    assert RULES.sight(s, None).country == "spain"
    assert "spain" not in RULES.sight(s, None).left
    assert RULES.refusal(s, NATURE, TurnUp("spain")) is not None


@pytest.mark.clause("koalition.lay")
def test_players_play_one_card_in_turn_as_often_as_the_country_says() -> None:
    s = begun()
    cards = BOX.country[s.country].cards
    order = []
    for _ in range(3 * cards):
        order.append(RULES.asked(s)[0])
        turn(s)
    assert order == [0, 1, 2] * cards
    assert RULES.sight(s, None).lap in (0, cards + 1), "all is laid: the votes are counted"


@pytest.mark.clause("koalition.lay")
def test_a_card_is_laid_face_up_for_its_own_party() -> None:
    s = begun()
    move = next(m for m in RULES.legal(s, 0) if isinstance(m, Lay) and m.party is None)
    party = BOX.politician[BOX.number[move.card]].party
    (event,) = do(s, 0, move)
    assert event == Laid(0, move.card, party)
    assert event.seen(None) is event
    assert move.card not in RULES.sight(s, 0).hand


@pytest.mark.clause("koalition.lay")
def test_cards_that_cannot_be_played_are_refused() -> None:
    s = begun()
    mine, theirs = BOX.ids[s.hands[0][0]], BOX.ids[s.hands[1][0]]
    assert refused(s, 0, Lay(theirs)).reason == "not_in_hand"
    assert refused(s, 0, Lay("nobody99")).reason == "not_in_hand"
    assert refused(s, 0, Lay(mine, "hats")).reason == "has_party"
    assert refused(s, 1, Lay(theirs)).reason == "not_asked"
    assert refused(s, 0, Pass()).reason == "lay_first"
    assert refused(s, 0, Elect(0)).reason == "elected"
    assert refused(s, 9, Lay(mine)).reason == "not_seated"
    assert refused(s, 0, Propose(("roses",))).reason == "no_negotiation"
    do(s, 0, Lay(mine))
    assert refused(s, 0, Lay(BOX.ids[s.hands[0][0]])).reason == "one_card"


@pytest.mark.clause("koalition.box.jokers")
def test_a_joker_is_laid_for_a_party_announced() -> None:
    s = begun()
    s.hands[0] = (*s.hands[0], BOX.first_joker)
    assert refused(s, 0, Lay("joker1")).reason == "announce_party"
    assert refused(s, 0, Lay("joker1", "tulips")).clause == "koalition.box.jokers"
    assert do(s, 0, Lay("joker1", "lemons")) == [Laid(0, "joker1", "lemons")]


@pytest.mark.clause("koalition.action.open")
def test_other_players_may_act_only_after_the_current_player() -> None:
    s = begun()
    s.actions = [(1, 0, 0, 0, 0)] * 3
    do(s, 0, RULES.legal(s, 0)[0])
    assert list(RULES.asked(s)) == [0]
    do(s, 0, Pass())
    assert list(RULES.asked(s)) == [1]
    assert refused(s, 1, Double("roses")).reason == "lay_first"


@pytest.mark.clause("koalition.action.open")
def test_after_an_action_all_are_asked_until_all_have_passed_in_a_row() -> None:
    s = begun()
    s.actions = [(1, 0, 0, 0, 0), (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)]
    move = next(m for m in RULES.legal(s, 0) if isinstance(m, Lay) and m.party is None)
    party = BOX.politician[BOX.number[move.card]].party
    do(s, 0, move)
    do(s, 0, Double(party))
    asked = []
    for reaction in (Pass(), Double(party), Pass(), Pass(), Pass()):
        seat = RULES.asked(s)[0]
        asked.append(seat)
        do(s, seat, reaction)
    assert asked == [1, 2, 0, 1, 2]
    assert list(RULES.asked(s)) == [1]
    assert isinstance(RULES.legal(s, 1)[0], Lay)


@pytest.mark.clause("koalition.action.open")
def test_asked_seats_do_not_depend_on_hands() -> None:
    """A seat without actions is asked exactly like one with some."""
    asked: list[list[int]] = []
    for held in ((0, 0, 0, 0, 0), (1, 1, 1, 1, 1)):
        s = begun(players=5)
        s.actions = [(1, 0, 0, 0, 0), *[held] * 4]
        move = next(m for m in RULES.legal(s, 0) if isinstance(m, Lay) and m.party is None)
        do(s, 0, move)
        do(s, 0, Double(BOX.politician[BOX.number[move.card]].party))
        order, questions = [], []
        while not isinstance(RULES.legal(s, RULES.asked(s)[0])[0], Lay):
            order.append(RULES.asked(s)[0])
            questions.append(RULES.question(s))
            do(s, RULES.asked(s)[0], Pass())
        asked.append([*order, *questions])
    assert asked[0] == asked[1]


@pytest.mark.clause("koalition.redeal")
def test_cards_are_dealt_again_when_a_player_has_too_few() -> None:
    s = begun(players=10, countries=15)
    deals = {s.deals}
    while RULES.outcome(s) is None:
        seat = RULES.asked(s)[0]
        if seat == NATURE:
            before, country = s.deals, s.country
            move = RULES.chance(s, QuickChance(s.stack.number))
            events = do(s, NATURE, move)
            if isinstance(move, Deal):
                assert s.deals == before + 1
                assert s.country == country, "the country turned up stays"
                assert not s.gone
                assert all(isinstance(event, Dealt) for event in events)
            if s.stack.top.asked() != [NATURE] and s.country >= 0:
                assert hands_suffice(s) or list(RULES.asked(s)) == [NATURE]
        else:
            moves = RULES.legal(s, seat)
            do(s, seat, Pass() if Pass() in moves else moves[0])
        deals.add(s.deals)
    assert max(deals) >= 8


@pytest.mark.clause("koalition.redeal")
def test_each_player_needs_at_least_two_politicians() -> None:
    s = begun()
    s.country = next(i for i, country in enumerate(BOX.country) if country.cards == 2)
    s.hands = [(0, 1), (2, 3), (4, 5)]
    assert hands_suffice(s)
    s.hands = [(0, 1), (2, 3), (4,)]
    assert not hands_suffice(s)
    s.country = next(i for i, country in enumerate(BOX.country) if country.cards == 4)
    s.hands = [(0, 1, 2), (3, 4, 5, 6), (7, 8, 9, 10)]
    assert not hands_suffice(s)


@pytest.mark.clause("koalition.ruling.redeal-count")
def test_jokers_count_as_politicians_only_where_they_were_dealt_as_such() -> None:
    joker = BOX.first_joker
    for players, counts in ((3, False), (7, True), (9, True)):
        s = begun(players=players)
        s.country = next(i for i, country in enumerate(BOX.country) if country.cards == 2)
        s.hands = [(0, joker), *[(10, 11)] * (players - 1)]
        assert hands_suffice(s) is counts


@pytest.mark.clause("koalition.ruling.gone-until-deal")
def test_a_new_deal_brings_every_card_back() -> None:
    s = begun(players=5)
    s.gone, s.used = (0, 1, 2, BOX.first_joker), (3, 1, 0, 0, 0)
    s.stack.replace(Turn(NATURE, "deal"))
    deal = RULES.chance(s, QuickChance(9))
    do(s, NATURE, deal)
    assert not s.gone
    assert s.used == (0,) * 5
    assert sorted(card for hand in s.hands for card in hand if card < 60) == list(range(60))
    assert sum(map(sum, s.actions)) + sum(card >= 60 for hand in s.hands for card in hand) == 25


@pytest.mark.clause("koalition.lay")
def test_revealed_sight_shows_every_hand() -> None:
    s = begun()
    assert RULES.sight(s, None).known == ((), (), ())
    assert RULES.revealed(s).known == tuple(tuple(BOX.ids[card] for card in hand) for hand in s.hands)
