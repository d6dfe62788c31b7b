"""Announcing, winning, and the second round."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.president.ballot import ranking
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import (
    Announced,
    Challenge,
    Dealt,
    Elected,
    Rolled,
    SecondRound,
    Stand,
    Take,
    Took,
)
from ludotheque.games.president.state import State
from tests.games.president.race import (
    BOX,
    OTHER_SPEECH,
    RULES,
    SPEECH,
    TURNCOAT,
    besides,
    card,
    codes,
    deal,
    do,
    hit,
    race,
    refused,
    roll,
    votes,
)


def worth(amount: int, among: str) -> str:
    """Departments that are worth so much together, the first that do."""
    ways: dict[int, list[str]] = {0: []}
    for code in among.split():
        units = BOX.units[BOX.index[code]]
        for total, way in list(ways.items()):
            ways.setdefault(total + units, [*way, code])
        if amount // UNIT in ways:
            return " ".join(ways[amount // UNIT])
    raise AssertionError(f"no departments are worth {amount}")


def votes_of(some: str) -> int:
    """What departments are worth."""
    return sum(BOX.units[BOX.index[code]] for code in some.split()) * UNIT


@pytest.mark.clause("president.announce")
def test_thirteen_million_votes_are_announced() -> None:
    s = race(worth(12_500_000, besides("26 62")), "")
    roll(s, "26")
    events = do(s, 0, Take("62"))
    assert events[:2] == [Took(0, 0, "62", 600_000, 13_100_000), Announced(0, 13_100_000)]
    again = race(worth(13_000_000, besides("26 62")), "")
    roll(again, "26")
    assert not any(isinstance(event, Announced) for event in do(again, 0, Take("62"))), "it has been said"


@pytest.mark.clause("president.goal", "president.end.two")
def test_first_of_two_players_with_16_050_000_votes_wins() -> None:
    s = race(worth(15_450_000, besides("26 62 01")), "01")
    roll(s, "26")
    events = do(s, 0, Take("62"))
    assert events[-1] == Elected(0, "majority", (16_050_000, 150_000), (1, 2))
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.clause, outcome.scores) == ((1, 2), "president.end.two", (16_050_000, 150_000))
    assert RULES.asked(s) == ()
    assert refused(s, 1, Take("26")).reason == "over"
    close = race(worth(15_400_000, besides("26 62 01")), "01")
    roll(close, "26")
    do(close, 0, Take("62"))
    assert RULES.outcome(close) is None, "16,000,000 is half, and not enough"


@pytest.mark.clause("president.goal")
def test_a_majority_ends_the_game_at_once_even_before_a_card() -> None:
    s = race(worth(15_450_000, besides("12 62 02")), "02")
    roll(s, "2*")
    do(s, 0, Take("62"))
    assert RULES.outcome(s) is not None


@pytest.mark.clause("president.end.first-round")
@pytest.mark.parametrize("players", [3, 4])
def test_a_majority_wins_in_the_first_round(players: int) -> None:
    s = race(worth(15_450_000, besides("26 62 01")), "01", *[""] * (players - 2))
    roll(s, "26")
    do(s, 0, Take("62"))
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.clause, outcome.places) == ("president.end.first-round", (1, 2, 3, 3)[:players])


@pytest.mark.clause("president.end.first-round", "president.second.tickets", "president.second.reset")
def test_second_round_of_three_is_first_against_second_and_third() -> None:
    most = worth(10_000_000, besides("26"))
    some = worth(8_000_000, besides("26", most))
    s = race(some, besides("26", most, some), most, kept=["", OTHER_SPEECH, SPEECH], seat=1)
    events = roll(s, "26")
    third = votes_of(besides(most, some)) + BOX.amounts[BOX.cards[OTHER_SPEECH]] * UNIT
    assert events[-1] == SecondRound((0, 0, 2), (8_000_000, third, 11_000_000), 2, 0, None, 1, 3)
    assert s.sides == (0, 0, 2)
    assert votes(s) == [8_000_000, 0, 11_000_000]
    assert RULES.sight(s, 0).kept == ((), (), (SPEECH,))
    assert BOX.cards[OTHER_SPEECH] in s.deck
    assert BOX.cards[SPEECH] not in s.deck
    assert s.talon == ()
    assert set(BOX.codes_of(s.free)) == set(besides(most, some).split())
    assert (s.seat, s.round) == (2, 2)


@pytest.mark.clause("president.second.tickets", "president.ruling.second-start", "president.ruling.turn-ends")
def test_second_round_of_four_is_first_and_last_against_second_and_third() -> None:
    first = worth(8_000_000, besides("26 62"))
    second = worth(6_000_000, besides("26 62", first))
    third = worth(5_000_000, besides("26 62", first, second))
    fourth = besides("26 62", first, second, third)
    s = race(fourth, third, second, first, safe=f"{first.split()[0]} {fourth.split()[0]}", seat=3)
    roll(s, "*6")
    do(s, 3, Take("62"))
    card(s, SPEECH)
    assert s.round == 1
    events = roll(s, "26")
    assert events[1] == Took(0, 0, "26", 150_000, votes_of(fourth) + 150_000), "one department is free: no choice"
    assert isinstance(events[-1], SecondRound)
    assert (events[-1].one, events[-1].one_ally, events[-1].other, events[-1].other_ally) == (3, 0, 2, 1)
    assert s.round == 2
    assert s.sides == (3, 2, 2, 3)
    assert BOX.codes_of(s.safe) == (first.split()[0],), "what is protected stays so with the two leaders"
    assert s.seat == 1, "the next player goes on"


@pytest.mark.clause("president.second.reset", "president.ruling.second-start")
def test_second_round_clears_debts() -> None:
    first, second = worth(9_000_000, besides("26 04")), ""
    second = worth(8_000_000, besides("26 04", first))
    s = race(first, second, besides("26 04", first, second), "04", debts=["", "", "", TURNCOAT])
    roll(s, "26")
    assert s.round == 2
    assert RULES.sight(s, 0).debts == ((), (), (), ())
    assert BOX.cards[TURNCOAT] in s.deck


@pytest.mark.clause("president.ruling.turn-ends")
def test_cards_of_stars_are_drawn_before_a_full_map_ends_the_round() -> None:
    s = race("22 48", "01", besides("22 48 01 26"))
    roll(s, "2*")
    assert (s.free, s.round) == (0, 1)
    card(s, TURNCOAT)
    assert s.round == 1, "departments are free again"
    assert s.seat == 1


def second(*, behind: bool = False) -> State:
    """A second round of three: seats 0 and 1 against 2, with only 26 free."""
    ahead = worth(11_500_000, besides("26 62"))
    rest = besides("26", ahead)
    s = race(rest, "", ahead, round=2, seat=1) if not behind else race(ahead, "", rest, round=2, seat=1)
    s.sides = (0, 0, 2)
    return s


def four(*, behind: bool = False) -> State:
    """A second round of four: seat 3 with 1 against 0 with 2, only 26 free, and seat 3's side ahead or not."""
    ahead = worth(11_500_000, besides("26 62"))
    rest = besides("26", ahead)
    s = race(ahead if behind else rest, "", "", rest if behind else ahead, round=2, seat=1)
    s.sides = (0, 3, 0, 3)
    return s


@pytest.mark.clause("president.second.play")
def test_allies_roll_for_their_leader() -> None:
    s = race("01", "", "02", round=2, seat=1)
    s.sides = (0, 0, 2)
    roll(s, "26")
    assert do(s, 1, Take("62"))[0] == Took(1, 0, "62", 600_000, 750_000)
    assert codes(s, 0) == ["01", "62"]
    assert votes(s) == [750_000, 0, 150_000 + 50_000]


@pytest.mark.clause("president.second.play")
def test_an_ally_challenges_for_the_leader_and_the_other_leader_defends() -> None:
    s = race("01 06", "", "26 62", round=2, seat=1)
    s.sides = (0, 0, 2)
    roll(s, "26")
    do(s, 1, Challenge("62"))
    deal(s, 10, 7)
    assert RULES.asked(s) == (2,)
    do(s, 2, Stand())
    assert hit(s, 10, 8)[0] == Dealt(1, (8,), 18), "the ally draws"
    assert codes(s, 0) == ["01", "06", "62"]


@pytest.mark.clause("president.second.end", "president.ruling.elected")
@pytest.mark.parametrize("behind", [False, True])
def test_one_person_is_elected_of_three(behind: bool) -> None:
    """With three, the places are president, ally, other candidate; or president, candidate, ally."""
    s = second(behind=behind)
    events = roll(s, "26")
    assert isinstance(events[-1], Elected)
    assert events[-1].side == (0 if behind else 2)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.clause == "president.second.end"
    assert outcome.places == ((1, 2, 3) if behind else (2, 3, 1))
    assert outcome.winners == ((0,) if behind else (2,))


@pytest.mark.clause("president.second.end", "president.ruling.elected")
@pytest.mark.parametrize(("behind", "places"), [(False, (3, 2, 4, 1)), (True, (1, 4, 2, 3))])
def test_places_of_four_are_president_ally_candidate_ally(behind: bool, places: tuple[int, ...]) -> None:
    s = four(behind=behind)
    events = roll(s, "26")
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.clause) == (places, "president.second.end")
    assert outcome.winners == (places.index(1),)
    assert isinstance(events[-1], Elected)
    assert (events[-1].side, events[-1].places) == (places.index(1), places)
    assert outcome.scores is not None
    assert outcome.scores[0] == outcome.scores[2], "allies are listed with the votes of their candidate"


@pytest.mark.clause("president.ruling.ties")
def test_a_tie_at_the_very_end_is_a_draw() -> None:
    total = (22_600_000 - 150_000) // 2
    half = worth(total // UNIT * UNIT, besides("26"))
    rest = besides("26", half)
    gap = votes_of(half) - votes_of(rest) - 150_000
    s = race(rest, "", half, round=2, seat=1)
    s.sides = (0, 0, 2)
    s.votes[0] += gap // UNIT
    roll(s, "26")
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason, outcome.winners) == ((1, 1, 1), "tie", ())


@pytest.mark.clause("president.ruling.ties", "president.ruling.tie-order")
def test_equal_votes_are_ranked_by_departments_then_by_who_reached_them_first() -> None:
    s = race("60", "01 03", "22", "56")
    s.votes = [10, 10, 10, 10]
    s.reached = [9, 9, 5, 7]
    s.first = 3
    assert ranking(s) == [1, 2, 3, 0]
    s.reached = [5, 5, 5, 5]
    assert ranking(s) == [1, 3, 0, 2], "then the order of play"


@pytest.mark.clause("president.ruling.two-players-full-map")
def test_two_players_play_twenty_rounds_with_a_full_map() -> None:
    half = worth(11_000_000, besides("26 62"))
    s = race(half, besides(half))
    s.safe = BOX.whole
    s.deck, s.talon = (), ()
    for turn in range(40):
        assert RULES.outcome(s) is None, turn
        assert RULES.asked(s) == (NATURE,)
        assert Rolled(turn % 2, "0", "5") in roll(s, "05")
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((2, 1), "full_map")
    assert outcome.clause == "president.ruling.two-players-full-map"
