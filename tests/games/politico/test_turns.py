"""Elections, turns, events, amendments, the end."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.match import Match
from ludotheque.engine.rules import NATURE
from ludotheque.games.politico import GAME
from ludotheque.games.politico.box import BLANKS, EVENTS, SPECIAL, Happening
from ludotheque.games.politico.moves import (
    Amend,
    Amended,
    Clock,
    Counted,
    Deal,
    Dealt,
    Discard,
    Discarded,
    Dispute,
    Draw,
    Elected,
    Election,
    Ended,
    Fell,
    Happen,
    Happened,
    Midterm,
    Pass,
    Proposed,
    Reshuffled,
    TimeUp,
)
from ludotheque.games.politico.state import State
from tests.games.politico.assembly import BOX, RULES, assembly, do, next_act, refused, stage, vote


def begun(players: int, seed: int = 1, **options: object) -> State:
    """A game up to the first event."""
    s, rng = RULES.setup(GAME.options(options), players), QuickChance(seed)
    while stage(s) != "event":
        do(s, NATURE, RULES.chance(s, rng))
    return s


@pytest.mark.clause("politico.box.plaques", "politico.box.trumps", "politico.box.events")
def test_box_has_the_printed_numbers_of_components() -> None:
    assert len(BOX.plaques) == 24
    assert all(plaque % 5 == 0 for plaque in BOX.plaques)
    assert 19 <= sum(BOX.plaques) / 24 <= 21
    assert sum(BOX.counts) == 80
    assert (BOX.counts[0], sum(c.count for c in BOX.attack), sum(c.count for c in BOX.defence)) == (9, 36, 25)
    assert SPECIAL == {"censure": 4, "army": 4, "providential": 1, "union": 1}
    assert (len(BOX.event), EVENTS, BLANKS) == (46, 46, 39)
    assert any(event.falls for event in BOX.event)
    assert "baraka" in BOX.number
    assert [card.id for card in BOX.attack if card.ignores_union] == ["ecology"]


@pytest.mark.clause("politico.election.deal", "politico.ruling.order")
@pytest.mark.parametrize("players", range(3, 9))
def test_each_player_gets_three_plaques_and_the_one_with_fewest_deputies_begins(players: int) -> None:
    for seed in range(20):
        s = begun(players, seed)
        least = 3 if players > 4 else min(map(len, s.plaques))
        assert all(len(hand) in (least, least + 1) for hand in s.plaques)
        assert s.deputies == [sum(hand) for hand in s.plaques]
        assert s.deputies[s.first] == min(s.deputies)
        assert RULES.sight(s, None).deputies == tuple(s.deputies), "known to all"


@pytest.mark.clause("politico.election.minimum")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_get_plaques_until_there_are_200_deputies(players: int) -> None:
    extra = 0
    for seed in range(60):
        s = begun(players, seed)
        plaques = [plaque for hand in s.plaques for plaque in hand]
        assert sum(plaques) >= 200
        if len(plaques) > 3 * players:
            extra += 1
            last = s.plaques[(len(plaques) - 1) % players][-1]
            assert sum(plaques) - last < 200
    assert extra


@pytest.mark.clause("politico.election.deal")
def test_impossible_elections_are_refused() -> None:
    s = RULES.setup(GAME.options({}), 5)
    good = ((0, 0, 5), (5, 10, 10), (10, 15, 15), (15, 20, 20), (20, 20, 25))
    for bad in (
        Election(good, 1),
        Election(((0, 0, 0), *good[1:]), 0),
        Election(good[:4], 0),
        Election((*good[:4], (20, 20)), 0),
        Election(good, None),
    ):
        assert refused(s, NATURE, bad).reason == "not_nature"
    assert refused(s, 0, Election(good, 0)).reason == "not_nature"
    (elected, *_) = do(s, NATURE, Election(good, 0))
    assert elected == Elected("first", good, (5, 25, 40, 55, 65), 0)


@pytest.mark.clause("politico.start.hand")
def test_each_player_is_dealt_six_trumps_by_default() -> None:
    assert [sum(hand) for hand in begun(5).hands] == [6] * 5
    assert [sum(hand) for hand in begun(5, hand=4).hands] == [4] * 5
    s = RULES.setup(GAME.options({}), 3)
    rng = QuickChance(3)
    do(s, NATURE, RULES.chance(s, rng))
    dealt = [e for e in do(s, NATURE, RULES.chance(s, rng)) if isinstance(e, Dealt)]
    assert dealt[1].seen(0) == Dealt(1, 6, None)
    assert dealt[1].seen(1) == dealt[1]


@pytest.mark.clause("politico.turn.event", "politico.ruling.event-pack")
def test_a_turn_begins_with_an_event_which_is_put_back() -> None:
    s = assembly(60, 50, 40)
    do(s, 0, Pass())
    assert stage(s) == "event"
    assert refused(s, NATURE, Happen("nothing-like-it")).reason == "not_nature"
    assert do(s, NATURE, Happen(None)) == [Happened(1, None)]
    assert stage(s) == "draw"
    draws = QuickChance(1)
    s2 = assembly(60, 50, 40)
    do(s2, 0, Pass())
    found = [RULES.chance(s2, draws) for _ in range(2000)]
    blank = sum(isinstance(move, Happen) and move.event is None for move in found)
    assert 0.40 < blank / 2000 < 0.52


@pytest.mark.clause("politico.turn.event")
@pytest.mark.parametrize("event", BOX.event, ids=lambda event: event.id)
def test_every_event_does_what_it_says(event: object) -> None:
    assert isinstance(event, Happening)
    s = assembly(60, 50, 40, 30, government=[1, 2], seat=3)
    do(s, 3, Pass())
    before = (list(s.points), list(s.deputies))
    events = do(s, NATURE, Happen(event.id))
    meant = {
        "drawer": [0], "pm": [1], "members": [2], "government": [1, 2], "opposition": [0, 3], "largest": [0],
        "smallest": [3], "everybody": [0, 1, 2, 3],
    }  # fmt: skip
    points, deputies = before
    for effect in event.effects:
        for seat in meant[effect.who]:
            points[seat] += effect.points
            deputies[seat] = max(0, deputies[seat] + effect.deputies)
    assert s.points == points
    assert s.deputies == deputies
    assert (s.government is None) == event.falls
    assert (Fell(1, "event", None) in events) == event.falls
    assert (stage(s) == "deal") == bool(event.draw)


@pytest.mark.clause("politico.points.event-fall")
def test_a_fall_by_an_event_has_the_penalties_of_the_card_alone() -> None:
    event = next(event for event in BOX.event if event.falls and not event.effects)
    s = assembly(60, 50, 40, government=[2, 1])
    do(s, 0, Pass())
    do(s, NATURE, Happen(event.id))
    assert (s.points, s.deputies, s.government) == ([0, 0, 0], [60, 50, 40], None)


@pytest.mark.clause("politico.turn.trump")
def test_player_draws_one_trump_after_the_event() -> None:
    s = assembly(60, 50, 40)
    do(s, 0, Pass())
    do(s, NATURE, Happen(None))
    do(s, 1, Draw())
    assert refused(s, NATURE, Deal(((), ("pm", "pm"), ()))).reason == "not_nature"
    assert refused(s, NATURE, Deal((("pm",), (), ()))).reason == "not_nature"
    do(s, NATURE, Deal(((), ("pm",), ())))
    assert RULES.sight(s, 1).hand == ("pm",)
    assert RULES.sight(s, 0).counts == (0, 1, 0)
    assert stage(s) == "act"


@pytest.mark.clause("politico.turn.discard")
def test_player_may_discard_one_trump_and_draw_two() -> None:
    s = assembly(60, 50, 40, hands={1: "leak"})
    do(s, 0, Pass())
    do(s, NATURE, Happen(None))
    assert refused(s, 1, Discard("pm")).reason == "not_held"
    assert do(s, 1, Discard("leak")) == [Discarded(1, "leak")]
    do(s, NATURE, Deal(((), ("pm", "strike"), ())))
    assert RULES.sight(s, 1).hand == ("pm", "strike")


@pytest.mark.clause("politico.turn.choose", "politico.turn.empty")
def test_player_acts_or_passes_after_drawing_even_with_an_empty_hand() -> None:
    s = assembly(60, 50, 40)
    assert RULES.legal(s, 0) == [Pass()]
    assert refused(s, 1, Pass()).reason == "not_asked"
    do(s, 0, Pass())
    assert s.seat == 1


@pytest.mark.clause("politico.ruling.pack-reuse")
def test_cards_put_back_are_shuffled_in_when_the_pack_runs_out() -> None:
    s = assembly(60, 50, 40)
    s.discard, s.deck = s.deck, (0,) * len(s.deck)
    do(s, 0, Pass())
    do(s, NATURE, Happen(None))
    assert do(s, 1, Draw()) == [Reshuffled(80)]
    assert sum(s.discard) == 0
    dry = assembly(60, 50, 40)
    dry.deck = (0,) * len(dry.deck)
    do(dry, 0, Pass())
    do(dry, NATURE, Happen(None))
    do(dry, 1, Draw())
    assert stage(dry) == "act", "nothing left to draw"


@pytest.mark.clause("politico.election.keep", "politico.ruling.election-reset", "politico.midterm")
def test_mid_term_elections_deal_the_plaques_in_use_again() -> None:
    s = assembly(60, 50, 40, government=[0, 1], seat=2, points=(10, 20, 30), rounds=5)
    s.turn, s.deputies = 9, [75, 40, 35]
    do(s, 2, Pass())
    assert stage(s) == "election"
    assert refused(s, NATURE, Election(((60,), (50,), (45,)))).reason == "not_nature"
    events = do(s, NATURE, Election(((40,), (60,), (50,))))
    assert events[0] == Elected("midterm", ((40,), (60,), (50,)), (40, 60, 50), None)
    assert s.government is not None, "it stays"
    assert s.points == [10 + 90, 20 + 60, 30], "points are kept, and the round it has lasted counts"
    assert s.midterm == "held"


@pytest.mark.clause("politico.ruling.midterm-rounds")
def test_mid_term_elections_come_once_after_three_fifths_of_the_rounds() -> None:
    s = assembly(60, 50, 40, rounds=10)
    s.turn = 17
    do(s, 0, Pass())
    assert stage(s) == "event"
    s = assembly(60, 50, 40, rounds=10)
    s.turn = 18
    do(s, 0, Pass())
    assert stage(s) == "election"
    none = assembly(60, 50, 40, rounds=10, midterm=False)
    none.turn = 18
    do(none, 0, Pass())
    assert stage(none) == "event"


@pytest.mark.clause("politico.end")
def test_500_points_end_the_game() -> None:
    s = assembly(60, 50, 40, government=[0, 1], seat=2, points=(395, 470, 0))
    events = do(s, 2, Pass())
    assert events[-1] == Ended("target", (505, 520, 0))
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((2, 1, 3), "target")
    assert refused(s, 0, Pass()).reason == "over"


@pytest.mark.clause("politico.end")
def test_time_ends_the_game_and_deputies_do_not_count() -> None:
    s = assembly(0, 90, 80, seat=2, points=(10, 5, 10), rounds=4)
    s.turn, s.midterm = 12, "held"
    do(s, 2, Pass())
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 3, 1), "time")


@pytest.mark.clause("politico.ruling.clock")
def test_clock_moves_are_recorded() -> None:
    minute = 60_000
    match = Match(GAME, ["a", "b", "c"], {"clock": "minutes", "minutes": 100}, opened=0)
    match.begin(at=5 * minute)
    seat = match.asked()[0]
    match.play(seat, Draw(), at=64 * minute)
    events = match.play(seat, Pass(), at=65 * minute)
    assert Clock("midterm") in events
    assert any(isinstance(event, Elected) and event.reason == "midterm" for event in events)
    seat = match.asked()[0]
    match.play(seat, Draw(), at=66 * minute)
    events = match.play(seat, Pass(), at=106 * minute)
    assert events[0] == Clock("end")
    assert isinstance(events[-1], Ended)
    again = Match(GAME, ["a", "b", "c"], {"clock": "minutes", "minutes": 100}, opened=0)
    for line in match.record.moves:
        again.replay_move(line)
    assert again.outcome == match.outcome
    rounds = assembly(60, 50, 40)
    assert refused(rounds, NATURE, TimeUp()).reason == "not_nature"
    assert refused(rounds, NATURE, Midterm()).reason == "not_nature"


@pytest.mark.clause("politico.amend", "politico.ruling.amendments", "politico.ruling.amend-steps")
def test_an_amendment_is_voted_a_full_round_after_it_is_proposed() -> None:
    s = assembly(60, 50, 40)
    assert do(s, 1, Amend("target", 600)) == [Proposed(1, "target", 600)]
    assert refused(s, 2, Amend("personal", 0)).reason == "no_amendment", "one at a time"
    assert stage(s) == "act", "the turn goes on"
    for _ in range(3):
        assert s.options.target == 500
        do(s, s.seat, Pass())
        if stage(s) == "event":
            next_act(s)
    assert stage(s) == "amendment"
    assert RULES.sight(s, 0).frames[-1].weights == (1, 1, 1)
    events = vote(s, "yyn")
    assert Amended("target", 600) in events
    assert s.options.target == 600
    assert stage(s) == "event"
    assert refused(s, 0, Amend("target", 450)).reason == "no_amendment"
    assert refused(s, 0, Amend("colour", 1)).reason == "no_amendment"


@pytest.mark.clause("politico.amend", "politico.dispute")
def test_a_tie_is_voted_again_by_deputies() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "leak"})
    do(s, 0, Dispute())
    events = vote(s, "yynn")
    assert Counted("dispute", ("yes", "yes", "no", "no"), (1, 1, 1, 1), 2, 2, False) in events
    assert RULES.sight(s, 0).frames[-1].weights == (60, 50, 40, 30)
    events = vote(s, "yynn")
    assert events[-1] == Ended("dispute", (0, 0, 0, 0))


@pytest.mark.clause("politico.dispute", "politico.ruling.dispute-scope")
def test_a_dispute_that_is_lost_changes_nothing() -> None:
    s = assembly(60, 50, 40)
    do(s, 2, Dispute())
    vote(s, "nny")
    assert (stage(s), RULES.asked(s)) == ("act", (0,))
    assert refused(s, 1, Dispute()).reason == "no_dispute", "once per turn"


@pytest.mark.clause("politico.ruling.amend-steps")
def test_amendment_to_a_larger_hand_deals_at_once() -> None:
    s = assembly(60, 50, 40, hands={0: "leak leak"})
    do(s, 1, Amend("hand", 7))
    for _ in range(3):
        do(s, s.seat, Pass())
        if stage(s) == "event":
            next_act(s)
    held = [sum(hand) for hand in s.hands]
    vote(s, "yyy")
    assert (stage(s), s.due) == ("deal", tuple(7 - count for count in held))


@pytest.mark.clause("politico.box.table")
def test_the_summary_of_attacks_and_defences_follows_from_the_box() -> None:
    extras = GAME.extras()
    text = repr(extras)
    assert all(card.id in text and card.defence in text for card in BOX.attack)
