"""Action cards."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NOBODY
from ludotheque.games.koalition.moves import Acted, Clean, Double, Pass, Retire, Scandal, Topple
from ludotheque.games.koalition.parties import count_parties, update_leader
from ludotheque.games.koalition.state import State, clear_table
from tests.games.koalition.ballot import BOX, RULES, do, leader, refused, vote


def votes(s: State) -> dict[str, int]:
    """The votes of the parties that have any."""
    count_parties(s)
    return {bloc.label: bloc.votes for bloc in s.blocs}


@pytest.mark.clause("koalition.action.double")
def test_doppler_doubles_the_whole_party_and_does_not_change_its_leader() -> None:
    s = vote("0 roses10, 1 roses4, 2 hats8", double=1)
    assert do(s, 0, Double("roses")) == [Acted(0, "double", "roses")]
    assert votes(s) == {"roses": 28, "hats": 8}
    assert leader(s, "roses") == 0


@pytest.mark.clause("koalition.action.double")
def test_doppler_goes_on_a_party_in_play() -> None:
    s = vote("0 roses10", double=1)
    assert refused(s, 0, Double("hats")).reason == "party_absent"
    assert refused(s, 0, Double("tulips")).reason == "party_absent"


@pytest.mark.clause("koalition.ruling.halves")
def test_dopplers_multiply_and_a_scandal_halves_what_they_made() -> None:
    s = vote("0 roses9, 1 hats7", double=2, scandal=1)
    do(s, 0, Double("roses"))
    do(s, 1, Double("roses"))
    assert votes(s)["roses"] == 36
    do(s, 2, Scandal("hats"))
    assert votes(s)["hats"] == 3, "halves are rounded down"
    do(s, 0, Scandal("roses"))
    assert votes(s)["roses"] == 18


@pytest.mark.clause("koalition.action.topple")
def test_sturz_removes_the_leader_and_the_successor_takes_over() -> None:
    s = vote("0 roses10, 1 roses4, 2 roses3", topple=2)
    assert do(s, 0, Topple("roses")) == [Acted(0, "topple", "roses", None, 1)]
    assert leader(s, "roses") == 1
    assert votes(s) == {"roses": 17}


@pytest.mark.clause("koalition.ruling.topple-scope")
def test_when_a_successor_is_toppled_in_turn_the_first_leads_again() -> None:
    s = vote("0 roses10, 1 roses4, 2 roses3", topple=3)
    for expected in (1, 0, 1):
        do(s, RULES.asked(s)[0], Topple("roses"))
        assert leader(s, "roses") == expected
    assert [column.toppled for column in RULES.sight(s, None).columns] == [0, *[None] * 6]


@pytest.mark.clause("koalition.ruling.topple-scope")
def test_toppled_leader_is_barred_only_in_that_party_and_vote() -> None:
    s = vote("0 roses10, 1 roses4, 0 hats9, 1 hats3, 2 leaves9", topple=1)
    do(s, 0, Topple("roses"))
    assert leader(s, "hats") == 0
    clear_table(s)
    assert s.toppled == [NOBODY] * 7


@pytest.mark.clause("koalition.ruling.topple-scope")
def test_toppled_leader_does_not_return_by_playing_more_cards() -> None:
    s = vote("0 roses6, 1 roses4", topple=1)
    do(s, 0, Topple("roses"))
    s.columns[0] += ((0, BOX.number["roses10"]),)
    update_leader(s, 0)
    assert leader(s, "roses") == 1


@pytest.mark.clause("koalition.ruling.topple-alone")
def test_a_leader_without_a_successor_cannot_be_toppled() -> None:
    s = vote("0 roses10, 0 roses4, 1 hats3", topple=1)
    refusal = refused(s, 0, Topple("roses"))
    assert (refusal.clause, refusal.reason) == ("koalition.ruling.topple-alone", "no_successor")


@pytest.mark.clause("koalition.action.topple")
def test_a_party_without_a_leader_cannot_lose_one() -> None:
    s = vote("0 joker1 roses, 1 joker2 roses", topple=1, scandal=1)
    assert leader(s, "roses") is None
    assert refused(s, 0, Topple("roses")).reason == "no_leader"
    assert refused(s, 0, Scandal("roses")).reason == "no_leader"


@pytest.mark.clause("koalition.action.resign")
def test_ruecktritt_takes_all_votes_of_a_politician() -> None:
    s = vote("0 roses10, 1 roses4, 2 hats8", retire=1)
    assert do(s, 0, Retire("roses10")) == [Acted(0, "retire", "roses", "roses10")]
    assert votes(s) == {"hats": 8, "roses": 4}
    assert leader(s, "roses") == 1


@pytest.mark.clause("koalition.action.resign")
def test_ruecktritt_hits_a_politician_in_play_once() -> None:
    s = vote("0 roses10, 1 roses4", retire=2)
    assert refused(s, 0, Retire("hats9")).reason == "not_in_play"
    assert refused(s, 0, Retire("nobody1")).reason == "not_in_play"
    do(s, 0, Retire("roses10"))
    assert refused(s, 1, Retire("roses10")).reason == "resigned_already"


@pytest.mark.clause("koalition.ruling.joker-target")
def test_a_joker_in_play_is_a_politician_of_its_party() -> None:
    s = vote("0 joker1 roses, 1 hats8", retire=1, double=1)
    do(s, 0, Retire("joker1"))
    assert votes(s) == {"hats": 8}
    do(s, 1, Double("roses"))


@pytest.mark.clause("koalition.action.scandal")
def test_a_scandal_halves_a_party_once_a_lap() -> None:
    s = vote("0 roses10, 1 roses5, 2 hats8", scandal=2)
    assert do(s, 0, Scandal("roses")) == [Acted(0, "scandal", "roses")]
    assert votes(s) == {"hats": 8, "roses": 7}
    assert refused(s, 1, Scandal("roses")).reason == "scandal_already"


@pytest.mark.clause("koalition.ruling.once-per-lap")
def test_scandal_may_hit_a_party_again_in_a_later_lap() -> None:
    s = vote("0 roses10, 1 roses5, 2 hats8", scandal=2, retire=2, clean=1)
    do(s, 0, Scandal("roses"))
    do(s, 1, Retire("hats8"))
    do(s, 2, Clean(card="hats8"))
    assert refused(s, 0, Retire("hats8")).reason == "resigned_already"
    s.lap = 2
    do(s, 0, Scandal("roses"))
    assert votes(s) == {"hats": 8, "roses": 3}
    do(s, 1, Retire("hats8"))
    assert votes(s) == {"roses": 3}


@pytest.mark.clause("koalition.action.clean")
def test_weisse_weste_cancels_a_resignation_or_a_scandal() -> None:
    s = vote("0 roses10, 1 roses5, 2 hats8", retire=1, scandal=1, clean=1)
    do(s, 0, Retire("roses10"))
    do(s, 1, Scandal("hats"))
    assert votes(s) == {"roses": 5, "hats": 4}
    assert do(s, 2, Clean(card="roses10")) == [Acted(2, "clean", "roses", "roses10")]
    assert leader(s, "roses") == 0
    assert do(s, 0, Clean(party="hats")) == [Acted(0, "clean", "hats")]
    assert votes(s) == {"roses": 15, "hats": 8}


@pytest.mark.clause("koalition.action.clean")
def test_weisse_weste_needs_a_resignation_or_a_scandal() -> None:
    s = vote("0 roses10", clean=1)
    assert refused(s, 0, Clean(card="roses10")).reason == "not_resigned"
    assert refused(s, 0, Clean(party="roses")).reason == "no_scandal"
    assert refused(s, 0, Clean()).reason == "clean_what"
    assert refused(s, 0, Clean(card="roses10", party="roses")).reason == "clean_what"


@pytest.mark.clause("koalition.action.open")
def test_action_must_be_in_hand_and_is_spent() -> None:
    s = vote("0 roses10, 1 roses4", double=1)
    assert refused(s, 0, Scandal("roses")).reason == "no_such_action"
    do(s, 0, Double("roses"))
    assert s.actions[0] == (0, 0, 0, 0, 0)
    assert s.used == (1, 0, 0, 0, 0)
    for seat in (1, 2, 0):
        do(s, seat, Pass())
    assert refused(s, 0, Double("roses")).reason == "not_asked"
