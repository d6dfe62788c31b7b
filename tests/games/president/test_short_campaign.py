"""The short campaign: equal departments for all, and an urn that closes after nine turns each."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE, Event
from ludotheque.games.president import GAME
from ludotheque.games.president.moves import Allot, Allotted, Closed, Elected, Lots, SecondRound, Take
from ludotheque.games.president.state import ALLOT, LOTS, ROLL, State
from tests import laws
from tests.games.president.race import BOX, RULES, do, race, refused, roll, votes

PARTIES = ("RI", "PS", "RPR", "PC")


def begin(players: int, seed: int = 1) -> tuple[State, list[Event]]:
    """A short campaign before the first roll, and what dealing the departments showed."""
    s = RULES.setup(GAME.options({"campaign": "short"}), players)
    do(s, NATURE, Lots(PARTIES[:players], 0))
    assert s.stack.what == ALLOT
    return s, do(s, NATURE, RULES.chance(s, QuickChance(seed)))


def closing(*held: str, turns: int = 1, seat: int = 0) -> State:
    """A short campaign under way, with so many turns before the urn closes."""
    s = race(*held, seat=seat)
    s.closing = turns
    return s


@pytest.mark.clause("president.ruling.short-campaign")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sixty_departments_are_dealt_out_and_all_start_with_the_same_votes(players: int) -> None:
    for seed in range(5):
        s, events = begin(players, seed)
        units = [sorted(BOX.units[BOX.index[code]] for code in BOX.codes_of(own)) for own in s.own]
        assert [len(found) for found in units] == [60 // players] * players
        assert all(found == units[0] for found in units)
        assert sum(own.bit_count() for own in s.own) == 60 == 98 - s.free.bit_count()
        assert events == [Allotted(seat, 60 // players, votes(s)[0]) for seat in range(players)]
        assert (s.stack.what, s.closing) == (ROLL, 9 * players)


@pytest.mark.clause("president.ruling.short-campaign")
def test_departments_that_are_not_equal_cannot_be_dealt() -> None:
    s = RULES.setup(GAME.options({"campaign": "short"}), 2)
    do(s, NATURE, Lots(("RI", "PS"), 0))
    fair = RULES.chance(s, QuickChance(1))
    assert isinstance(fair, Allot)
    one, other = fair.held
    for held in ((one, one), (one, other[1:]), (one,), (("59", *one[1:]), other), (("xx", *one[1:]), other)):
        assert refused(s, NATURE, Allot(held)).clause == "president.box.dice"


@pytest.mark.clause("president.ruling.short-campaign")
def test_urn_closes_after_nine_turns_each_and_the_most_votes_win() -> None:
    s = closing("59", "75", turns=2)
    roll(s, "26")
    assert not any(isinstance(event, Closed) for event in do(s, 0, Take("26")))
    assert s.closing == 1
    roll(s, "17")
    events = do(s, 1, Take("17"))
    assert events[-2:] == [Closed(1), Elected(0, "closed", (1_150_000, 1_100_000), (1, 2))]
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.clause == "president.ruling.short-campaign"


@pytest.mark.clause("president.ruling.short-campaign")
def test_nobody_is_elected_with_equal_votes_when_the_urn_closes() -> None:
    s = closing("01", "")
    s.seat = 1
    roll(s, "26")
    events = do(s, 1, Take("26"))
    assert events[-1] == Elected(None, "tie", (150_000, 150_000), (1, 1))


@pytest.mark.clause("president.ruling.short-campaign")
def test_second_round_begins_when_the_urn_closes_and_closes_itself() -> None:
    s = closing("59", "75", "23", seat=2)
    roll(s, "26")
    events = do(s, 2, Take("26"))
    assert isinstance(events[-2], Closed)
    assert isinstance(events[-1], SecondRound)
    assert (s.round, s.closing) == (2, 27)
    s.closing = 1
    roll(s, "17")
    events = do(s, 0, Take("17"))
    assert events[-2] == Closed(2)
    assert isinstance(events[-1], Elected)
    assert (events[-1].side, events[-1].reason) == (0, "second_round")


@pytest.mark.clause("president.ruling.short-campaign")
def test_majority_is_still_enough_and_the_long_campaign_is_as_printed() -> None:
    s = closing("59", "75", turns=20)
    s.votes[0] = 16_000_000 // 50_000
    roll(s, "26")
    assert do(s, 0, Take("26"))[-1].reason == "majority"  # type: ignore[attr-defined]
    long = RULES.setup(GAME.options({}), 2)
    assert (long.closing, long.stack.what) == (0, LOTS)
    do(long, NATURE, Lots(("RI", "PS"), 0))
    assert (long.stack.what, sum(long.own)) == (ROLL, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_short_campaigns_end_and_keep_the_laws(players: int) -> None:
    walk = laws.Walk(GAME, players, {"campaign": "short"}, seed=players)
    for state, _, _ in walk:
        laws.questions_are_sound(GAME, state, players)
    assert RULES.outcome(walk.state) is not None
    assert sum(1 for _, move in walk.moves if type(move).__name__ == "Roll") <= 20 * players
