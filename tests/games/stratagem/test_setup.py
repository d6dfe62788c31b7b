"""Seats, parties, programmes."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.moves import Choose, Chosen, Plan, Planned, Ready, Seated, Seating
from ludotheque.games.stratagem.state import NOTHING, State
from tests.games.stratagem.campaign import BOX, RULES, do, option, refused, stage


def seated(first: int = 2) -> State:
    """A game in which the first player is to choose a party."""
    s = RULES.setup(GAME.options({}), 4)
    numbers = [1, 2, 3, 4]
    numbers[first] = 60
    do(s, NATURE, Seating(tuple(numbers)))
    return s


def programme(s: State, seat: int, side: int = 0) -> None:
    """Everything on one side, as far as the party allows."""
    while seat in RULES.asked(s):
        do(s, seat, RULES.legal(s, seat)[side])


@pytest.mark.clause("stratagem.setup.first", "stratagem.ruling.seating", "stratagem.setup.seats")
def test_the_highest_number_is_first_and_chooses_a_party_and_the_others_follow() -> None:
    s = RULES.setup(GAME.options({}), 4)
    for bad in (Seating((1, 2, 3)), Seating((1, 1, 2, 3)), Seating((0, 1, 2, 3)), Seating((1, 2, 3, 65))):
        assert refused(s, NATURE, bad).reason == "not_nature"
    assert do(s, NATURE, Seating((7, 3, 50, 9))) == [Seated((7, 3, 50, 9), 2)]
    assert (RULES.asked(s), stage(s)) == ((2,), "party")
    assert refused(s, 0, Choose("popular")).reason == "not_asked"
    assert refused(s, 2, Plan(option(0, 0))).reason == "asked_party"
    parties = ("conservative", "nationalist", "popular", "democrat")
    assert do(s, 2, Choose("popular")) == [Chosen(2, parties)]


@pytest.mark.clause("stratagem.setup.programme", "stratagem.ruling.denied-theme")
def test_players_make_programmes_at_the_same_time_in_secret() -> None:
    s = seated()
    do(s, 2, Choose("popular"))
    assert list(RULES.asked(s)) == [0, 1, 2, 3]
    denied = BOX.denied[0]
    forced = {number // 2: 1 - number % 2 for number in denied}
    assert {theme: side for theme, side in enumerate(s.plans[2]) if side != NOTHING} == forced
    theme = next(theme for theme in range(7) if theme not in forced)
    later = next(t for t in range(6, -1, -1) if t not in forced)
    assert refused(s, 2, Plan(option(later, 0))).reason == "not_that_theme"
    (event,) = do(s, 2, Plan(option(theme, 1)))
    assert event.seen(2) == Planned(2, option(theme, 1))
    assert event.seen(0) is None
    assert event.seen(None) is None
    assert RULES.sight(s, 0).plan[theme] != 1 or s.plans[0][theme] == 1
    programme(s, 2)
    assert 2 not in RULES.asked(s)
    for seat in (0, 1):
        programme(s, seat)
    *_, ready = [event for event in _rest(s) if isinstance(event, Ready)]
    assert ready == Ready(3)
    assert (stage(s), s.seat) == ("turn", 2), "the first player begins"


def _rest(s: State) -> list[object]:
    events: list[object] = []
    while 3 in RULES.asked(s) and stage(s) == "programme":
        events += do(s, 3, RULES.legal(s, 3)[0])
    return events


@pytest.mark.clause("stratagem.setup.deck", "stratagem.box.tokens")
def test_game_begins_with_fifty_hidden_cards_and_25_tokens_each() -> None:
    s = seated()
    assert s.tokens == [25] * 4
    assert RULES.sight(s, 0).deck == 50
    assert not hasattr(RULES.sight(s, 0), "cards")


@pytest.mark.clause("stratagem.setup.open-mats", "stratagem.ruling.plan-is-intent")
def test_mats_are_public_and_programmes_secret_until_the_end() -> None:
    s, rng = RULES.setup(GAME.options({}), 4), QuickChance(5)
    while asked := RULES.asked(s):
        if s.turn:
            for seat in (*range(4), None):
                sight = RULES.sight(s, seat)
                assert sight.shown == tuple(s.shown)
                assert sight.programmes == ()
        moves = [RULES.chance(s, rng)] if asked[0] == NATURE else RULES.legal(s, asked[0])
        RULES.play(s, asked[0], moves[rng.below(len(moves))])
    assert RULES.revealed(s).programmes == tuple(s.plans)
