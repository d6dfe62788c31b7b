"""Points for countries and for Europe; who starts next; the end."""

from __future__ import annotations

import pytest

from ludotheque.games.koalition.moves import Bonus, Ended, Formed, Scored
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.scoring import award_europe, end_game
from ludotheque.games.koalition.state import State
from tests.games.koalition.ballot import RULES, counted, shake, vote


def points(s: State, seat: int) -> dict[str, int]:
    """A player's points by party."""
    names = ("roses", "hats", "leaves", "lemons", "fists", "acorns", "crosses")
    return {name: s.points[seat][i] for i, name in enumerate(names) if s.points[seat][i]}


@pytest.mark.clause("koalition.score")
def test_coalition_in_france_scores_four_three_two_one_and_a_point_a_card() -> None:
    """Four parties of the coalition, in order of their votes; all players' cards in them count."""
    s = vote("0 roses6, 1 hats5, 2 leaves4, 3 lemons3, 0 fists10, 1 joker1 fists, 3 roses2", players=4)
    counted(s)
    assert s.majority == 18
    events = shake(s, "roses", "hats", "leaves", "lemons")
    scored = {event.seat: (event.leading, event.cards) for event in events if isinstance(event, Scored)}
    assert scored == {0: (4, 1), 1: (3, 1), 2: (2, 1), 3: (1, 2)}


@pytest.mark.clause("koalition.ruling.alone-score")
def test_party_that_wins_alone_scores_as_the_strongest() -> None:
    s = vote("0 roses10, 1 roses4, 2 hats8")
    events = counted(s)
    assert [event for event in events if isinstance(event, Scored)] == [Scored(0, 4, 1), Scored(1, 0, 1)]


@pytest.mark.clause("koalition.ruling.alone-score")
def test_leaderless_party_that_wins_alone_scores_all_cards_and_tied_players_as_small_parties() -> None:
    s = vote("0 joker1 roses, 1 joker2 roses, 2 roses2, 2 hats3")
    events = counted(s)
    assert events[1] == Formed(("roses",), 12, 8, alone=True), "the whole count of the party"
    assert [event for event in events if isinstance(event, Scored)] == [
        Scored(0, 1, 1),
        Scored(1, 1, 1),
        Scored(2, 0, 1),
    ]
    assert points(s, 2) == {"roses": 1}
    assert s.result is not None
    assert s.result.blocs == ("roses",)


@pytest.mark.clause("koalition.leader")
def test_leaderless_party_has_the_bonus_of_small_parties() -> None:
    s = vote("0 joker1 roses, 1 joker2 roses, 2 hats9, 1 leaves3, 2 roses2")
    counted(s)
    assert s.majority == 13
    events = shake(s, "hats", "roses:0")
    assert [event for event in events if isinstance(event, Scored)] == [Scored(0, 1, 1), Scored(2, 4, 1)]


@pytest.mark.clause("koalition.ruling.equal-parties")
def test_equal_parties_get_the_same_bonus_and_the_next_goes_a_step_down() -> None:
    s = vote("0 roses6, 1 hats6, 2 leaves4, 3 fists10, 3 joker1 fists", players=4)
    counted(s)
    events = shake(s, "hats", "roses", "leaves")
    scored = {event.seat: event.leading for event in events if isinstance(event, Scored)}
    assert scored == {0: 4, 1: 4, 2: 3}


@pytest.mark.clause("koalition.ruling.party-points")
def test_points_are_credited_to_the_party_that_earned_them() -> None:
    s = vote("0 roses10, 1 hats9, 2 leaves8, 1 joker4 roses")
    counted(s)
    shake(s, "roses", "hats")
    assert points(s, 0) == {"roses": 5}
    assert points(s, 1) == {"roses": 1, "hats": 4}
    assert points(s, 2) == {}


@pytest.mark.clause("koalition.ruling.scorer")
def test_scores_are_public() -> None:
    s = vote("0 roses10, 1 hats9, 2 leaves8")
    counted(s)
    shake(s, "roses", "hats")
    assert RULES.sight(s, None).points == s.points
    assert RULES.sight(s, 2).scores == (5, 4, 0)


@pytest.mark.clause("koalition.start")
def test_player_with_most_points_starts_then_the_higher_total() -> None:
    s = vote("0 roses9, 1 hats10, 2 leaves8")
    counted(s)
    shake(s, "hats", "roses")
    assert s.starter == 1
    s = vote("0 roses10, 1 hats10, 2 leaves8")
    s.points = ((0,) * 7, (0, 3, 0, 0, 0, 0, 0), (0,) * 7)
    counted(s)
    shake(s, "hats", "roses")
    assert s.scores == (5, 5, 0)
    assert s.starter == 1


@pytest.mark.clause("koalition.ruling.next-start")
def test_next_in_turn_starts_if_still_tied() -> None:
    s = vote("0 roses10, 1 hats10, 2 leaves8")
    counted(s)
    shake(s, "hats", "roses")
    assert (s.scores, s.starter) == ((5, 5, 0), 1), "seat 0 started this one"


def ended(points: tuple[tuple[int, ...], ...]) -> tuple[State, list[Bonus]]:
    s = RULES.setup(Options(), len(points))
    s.points = points
    return s, [event for event in award_europe(s) if isinstance(event, Bonus)]


@pytest.mark.clause("koalition.europe")
def test_europe_bonus_is_seven_for_the_first_party_down_to_one() -> None:
    s, bonuses = ended(((9, 0, 5, 0, 3, 0, 1), (0, 7, 1, 4, 0, 2, 0), (0,) * 7))
    assert [(bonus.party, bonus.points, bonus.bonus, bonus.seats) for bonus in bonuses] == [
        ("roses", 9, 7, (0,)),
        ("hats", 7, 6, (1,)),
        ("leaves", 6, 5, (0,)),
        ("lemons", 4, 4, (1,)),
        ("fists", 3, 3, (0,)),
        ("acorns", 2, 2, (1,)),
        ("crosses", 1, 1, (0,)),
    ]
    assert s.bonuses == (16, 12, 0)


@pytest.mark.clause("koalition.europe")
def test_tied_parties_have_the_same_europe_bonus_and_the_next_one_less() -> None:
    _, bonuses = ended(((5, 5, 3, 0, 0, 0, 0), (0,) * 7, (0,) * 7))
    assert [bonus.bonus for bonus in bonuses] == [7, 7, 6]


@pytest.mark.clause("koalition.europe")
def test_tied_players_share_the_europe_bonus_rounded_down() -> None:
    s, bonuses = ended(((2, 0, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0)))
    assert (bonuses[0].bonus, bonuses[0].seats, bonuses[0].each) == (7, (0, 1), 3)
    assert s.bonuses == (3, 3, 0)


@pytest.mark.clause("koalition.ruling.no-points-no-bonus")
def test_a_party_without_points_gives_no_bonus() -> None:
    _, bonuses = ended(((3, 0, 0, 0, 0, 0, 0), (0,) * 7, (0,) * 7))
    assert [bonus.party for bonus in bonuses] == ["roses"]


@pytest.mark.clause("koalition.win")
def test_the_highest_total_wins_bonus_included() -> None:
    s = RULES.setup(Options(), 3)
    s.points = ((4, 0, 0, 0, 0, 0, 0), (0, 5, 0, 0, 0, 0, 0), (3, 4, 0, 0, 0, 0, 0))
    events = end_game(s)
    assert events[-1] == Ended((10, 12, 7), (1,))
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.winners) == ((2, 1, 3), (10, 12, 7), (1,))


@pytest.mark.clause("koalition.win")
def test_equal_totals_share_the_first_place() -> None:
    s = RULES.setup(Options(), 3)
    s.points = ((3, 0, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0, 0), (0,) * 7)
    end_game(s)
    assert RULES.outcome(s).winners == (0, 1)  # type: ignore[union-attr]


@pytest.mark.clause("koalition.length")
@pytest.mark.parametrize("countries", [1, 2])
def test_option_sets_the_number_of_countries(countries: int) -> None:
    s = vote("0 roses10, 1 hats9, 2 leaves8", countries=countries)
    counted(s)
    shake(s, "roses", "hats")
    assert (RULES.outcome(s) is not None) == (countries == 1)


@pytest.mark.clause("koalition.length")
def test_full_game_has_all_fifteen_countries() -> None:
    assert Options(countries=15).countries == 15
