"""The militant and the tribune: what they do on plain mats, and how they fare."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import NATURE
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.bots.militant import Militant
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.moves import Accept, Card, Draw, Launch, Name, Pass, Plan, Secret, Show
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.state import HEIR
from tests.games.stratagem.campaign import BOX, EVENTS, RULES, A, B, C, campaign, chosen, do, launch, option, secret
from tests.playing import Forgetful, play_game, won_by

BOTS = (Militant, Tribune)

both = pytest.mark.parametrize("bot", BOTS)


# Parties and programmes


@both
def test_bots_choose_every_party_equally_often(bot: type[Militant]) -> None:
    s = RULES.setup(Options(), 4)
    do(s, NATURE, RULES.chance(s, QuickChance(1)))
    parties = {chosen(s, s.first, bot, seed).party for seed in range(40)}  # type: ignore[union-attr]
    assert parties == set(PARTIES)


def test_militant_plans_popular_options() -> None:
    s = RULES.setup(Options(), 4)
    do(s, NATURE, RULES.chance(s, QuickChance(1)))
    do(s, s.first, chosen(s, s.first, Militant))
    for seat in range(4):
        while seat in RULES.asked(s):
            move = chosen(s, seat, Militant)
            assert isinstance(move, Plan)
            other = BOX.options[BOX.number[move.option] ^ 1]
            assert BOX.options[BOX.number[move.option]].opinion >= other.opinion
            do(s, seat, move)


# Turns


@both
def test_bots_show_options_first(bot: type[Militant]) -> None:
    assert isinstance(chosen(campaign(), 0, bot), Show)


@both
def test_bots_draw_when_every_option_is_shown(bot: type[Militant]) -> None:
    s = campaign(shown={0: [option(theme, 1 if theme == 4 else 0) for theme in range(7)]})
    assert chosen(s, 0, bot) == Draw()


@both
def test_a_support_that_brings_votes_is_accepted(bot: type[Militant]) -> None:
    s = campaign(shown={0: [option(5, 0)]})
    do(s, 0, Draw())
    do(s, NATURE, Card(C[2]))
    assert chosen(s, 0, bot) == Accept()


# Secrets and force


def test_candidate_plays_secrets_against_the_other_in_the_second_round() -> None:
    s = campaign(30, 35, 25, 10, secrets={0: [secret(-1)]}, deck=EVENTS[:3])
    s.campaign, s.candidates = 2, (1, 0)
    assert chosen(s, 0, Tribune) == Secret(secret(-1), 1)
    assert chosen(s, 0, Militant) != Secret(secret(-1), 3)


@both
def test_bots_launch_a_strike_that_is_needed(bot: type[Militant]) -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [C[0]]}, deck=EVENTS[:8])
    launch(s, "coup")
    assert chosen(s, 1, bot) == Launch("strike")


@both
def test_bots_rise_against_a_dictator(bot: type[Militant]) -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [B[1]]}, deck=EVENTS[:8])
    launch(s, "coup")
    assert s.crisis is not None
    s.crisis = replace(s.crisis, action="dictatorship", strikers=(1, 2), dictator=0)
    assert chosen(s, 1, bot) == Launch("uprising")


@both
def test_bot_names_the_weakest_player_as_heir(bot: type[Militant]) -> None:
    s = campaign(30, 2, 40, 28, seat=1)
    s.stack = Stack([Turn(1, HEIR)])
    assert chosen(s, 1, bot) == Name(3)


def test_bot_passes_with_nothing_to_play() -> None:
    s = campaign(
        supports={0: [A[0], B[0]]}, deck=[], shown={1: [option(theme, 1 if theme == 5 else 0) for theme in range(7)]}
    )
    launch(s, "coup")
    assert chosen(s, 1, Tribune) == Pass()


# Whole games


@pytest.mark.parametrize("level", ["beginner", "casual", "strong"])
def test_bots_made_anew_for_every_answer_play_whole_games_legally_and_quickly(level: str) -> None:
    for seed in range(8):
        _, times = play_game(GAME, [partial(Forgetful, GAME.levels[level])] * 4, seed)
        assert sum(times) / len(times) < 0.003
        assert len(times) < 400


def test_the_militant_beats_the_random_player() -> None:
    """Of equals half would win 1 ± 0.18 times their share: five deviations off, and the militant wins nearly all."""
    assert won_by(GAME, "militant,random", 4, 30) > 1.8


def test_the_tribune_beats_the_militant() -> None:
    """Of equals half would win 1 ± 0.08 times their share (a deviation); the tribune wins some 1.54 times."""
    assert won_by(GAME, "tribune,militant", 4, 150) > 1.3
