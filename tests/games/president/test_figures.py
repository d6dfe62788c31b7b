"""The captions of the figures of Le Jeu du Président: what they tell is what the rules say."""

from __future__ import annotations

import pytest

from ludotheque.games.president.moves import Dealt, Take
from tests.figures import drawn, events_of, sight_of


@pytest.mark.clause("president.roll.two-digits")
def test_two_and_six_are_the_drome_or_the_pas_de_calais() -> None:
    play = drawn("president", "roll").play
    assert set(play.game.rules.legal(play.state, 0)) == {Take("26"), Take("62")}


@pytest.mark.clause("president.challenge.example", "president.challenge.won")
def test_eighteen_beats_fifteen() -> None:
    scores = [event.score for event in events_of("president", "challenge") if isinstance(event, Dealt)]
    assert (scores[0], scores[-1]) == (15, 18)
    assert "92" in sight_of("president", "challenge").held[0]


@pytest.mark.clause("president.second.tickets")
def test_third_player_plays_for_the_second() -> None:
    sight = sight_of("president", "second-round")
    assert (sight.round, sight.sides) == (2, (0, 1, 1))


@pytest.mark.clause("president.ruling.own-both")
def test_turned_token_is_safe() -> None:
    assert sight_of("president", "protected").safe == ("35",)


@pytest.mark.clause("president.goal")
def test_nobody_has_won_the_race_yet() -> None:
    sight = sight_of("president", "race")
    assert sight.goal == 16_050_000
    assert max(sight.votes) < 13_000_000
