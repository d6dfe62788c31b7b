"""The militant and the tribune: what they do on plain mats, and how they fare."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.frames import Stack, Turn
from ludotheque.engine.rules import NATURE, Seat
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.bot import Militant
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.moves import (
    Accept,
    AnyMove,
    Card,
    Denounce,
    Draw,
    Launch,
    Name,
    Pass,
    Plan,
    Refuse,
    Return,
    Secret,
    Show,
    Withdraw,
)
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.outlook import Outlook, cards_of
from ludotheque.games.stratagem.state import HEIR, State
from ludotheque.games.stratagem.tribune import Tribune
from ludotheque.games.stratagem.worth import BALLOT, FORCE, Weights, best_programmes
from tests.games.stratagem.campaign import (
    BOX,
    HIDDEN,
    REAL,
    REFEREE,
    RULES,
    A,
    B,
    C,
    campaign,
    do,
    launch,
    option,
    secret,
)
from tests.games.stratagem.test_box import _turned
from tests.playing import Forgetful, play_game, won_by

BOTS = (Militant, Tribune)
both = pytest.mark.parametrize("bot", BOTS)
EVENTS = [card.id for card in BOX.common if card.family == "event"]


def chosen(s: State, seat: Seat, bot: type[Militant], luck: int = 0) -> AnyMove:
    """What a bot does now."""
    return REFEREE.chosen(s, seat, bot(BOX, seat, QuickChance(luck)))


def test_they_are_on_the_shelf_above_the_random_player() -> None:
    assert list(GAME.levels) == ["random", "militant", "tribune"]


# Parties and programmes


@both
def test_any_party_is_chosen_as_often_as_another(bot: type[Militant]) -> None:
    s = RULES.setup(Options(), 4)
    do(s, NATURE, RULES.chance(s, QuickChance(1)))
    parties = {chosen(s, s.first, bot, luck).party for luck in range(40)}  # type: ignore[union-attr]
    assert parties == set(PARTIES)


def test_the_militant_plans_what_the_public_likes() -> None:
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


def test_the_tribune_plans_for_the_ballot_or_for_force() -> None:
    plans = set()
    for luck in range(30):
        s = RULES.setup(Options(), 4)
        do(s, NATURE, RULES.chance(s, QuickChance(1)))
        do(s, s.first, chosen(s, s.first, Tribune, luck))
        seat = (s.first + 1) % 4
        while seat in RULES.asked(s):
            do(s, seat, chosen(s, seat, Tribune, luck))
        party = PARTIES[s.parties[seat]]
        assert s.plans[seat] in best_programmes(cards_of(BOX), party, BALLOT) + best_programmes(
            cards_of(BOX), party, FORCE
        )
        plans.add((party, s.plans[seat]))
    assert len(plans) > 4


@pytest.mark.clause("stratagem.box.balance")
@pytest.mark.parametrize("w", [BALLOT, FORCE])
def test_programmes_turn_with_the_mat(w: Weights) -> None:
    """The box is the same for every party, and so is what the tribune makes of it."""
    cards = cards_of(REAL)
    for number, party in enumerate(PARTIES):
        plans = best_programmes(cards, party, w)
        turned = {frozenset(_turned(2 * theme + side) for theme, side in enumerate(plan)) for plan in plans}
        after = best_programmes(cards, PARTIES[(number + 1) % 4], w)
        assert turned == {frozenset(2 * theme + side for theme, side in enumerate(plan)) for plan in after}
    assert best_programmes(cards, PARTIES[0], BALLOT) != best_programmes(cards, PARTIES[0], FORCE)


# Turns


@both
def test_first_of_all_a_bot_shows_options(bot: type[Militant]) -> None:
    assert isinstance(chosen(campaign(), 0, bot), Show)


@both
def test_when_everything_is_shown_a_bot_draws(bot: type[Militant]) -> None:
    s = campaign(shown={0: [option(theme, 1 if theme == 4 else 0) for theme in range(7)]})
    assert chosen(s, 0, bot) == Draw()


def test_even_the_worst_of_last_cards_is_drawn() -> None:
    """Or nobody would, and the game would never end."""
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    worst = next(card for card in BOX.common if any(e.who == "drawer" and e.skip for e in card.effects))
    assert chosen(campaign(shown={0: everything}, deck=[worst.id]), 0, Tribune) == Draw()


def test_the_tribune_shows_what_a_support_to_come_demands() -> None:
    """Four options have nothing left to come for them but one support, and that is worth having."""
    shown = [option(theme, 0) for theme in (1, 2, 3)] + [option(4, 1), option(6, 0)]
    s = campaign(shown={0: shown}, supports={0: [C[3]]}, deck=[C[2], *EVENTS[:4]])
    assert BOX.demands[BOX.cards[C[2]]] == (BOX.number[option(5, 0)],)
    assert chosen(s, 0, Tribune) == Show(option(5, 0))


def test_the_tribune_exchanges_an_option_for_its_contrary_where_that_is_worth_more() -> None:
    """All that may still come for the theme is a support that demands the contrary."""
    shown = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(shown={0: shown}, supports={0: [C[3]]}, deck=[C[0], *EVENTS[:4]])
    assert BOX.demands[BOX.cards[C[0]]] == (BOX.number[option(5, 1)],)
    assert chosen(s, 0, Tribune) == Withdraw(option(5, 0))
    do(s, 0, Withdraw(option(5, 0)))
    s.seat, s.stack = 0, Stack([Turn(0, "turn")])
    assert chosen(s, 0, Tribune) == Show(option(5, 1))
    s = campaign(shown={0: shown}, supports={0: [C[2], C[3]]}, deck=[C[0], *EVENTS[:4]])
    assert chosen(s, 0, Tribune) == Draw(), "not one that a support demands"


def test_a_secret_about_the_best_rated_is_played_by_whoever_is_best_rated() -> None:
    poll = next(c.id for c in BOX.common if c.family == "secret" and c.effects and c.effects[0].who == "best-rated")
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(shown={0: everything}, secrets={0: [poll], 1: []})
    assert chosen(s, 0, Tribune) == Secret(poll)
    s = campaign(shown={0: [option(0, 1)], 1: [option(0, 0)]}, secrets={0: [poll]})
    assert chosen(s, 0, Tribune) != Secret(poll)


@both
def test_a_support_that_brings_votes_is_accepted(bot: type[Militant]) -> None:
    s = campaign(shown={0: [option(5, 0)]})
    do(s, 0, Draw())
    do(s, NATURE, Card(C[2]))
    assert chosen(s, 0, bot) == Accept()


def test_a_strong_support_that_costs_votes_is_for_those_who_plan_a_coup() -> None:
    party = BOX.party[0].id
    for w, answer in ((BALLOT, Refuse()), (FORCE, Accept())):
        s = campaign(supports={0: [B[0]]}, shown={0: [option(0, 0), option(5, 0)]})
        s.plans[0] = best_programmes(cards_of(BOX), party, w)[0]
        do(s, 0, Draw())
        do(s, NATURE, Card(A[0]))
        assert chosen(s, 0, Tribune) == answer
        assert chosen(s, 0, Militant) == Refuse()


def test_a_support_that_would_arm_the_next_one_for_a_coup_is_taken_away() -> None:
    s = campaign(
        supports={1: [B[0]], 0: [C[1]]}, shown={0: [option(0, 0), option(5, 0)], 1: [option(0, 0), option(5, 0)]}
    )
    o = Outlook(RULES.sight(s, 0), 0, cards_of(BOX))
    assert not o.can_launch(1, "coup", o.held[1])
    do(s, 0, Draw())
    do(s, NATURE, Card(A[0]))
    assert chosen(s, 0, Tribune) == Accept()


def test_an_irregular_support_is_given_up_or_made_regular() -> None:
    s = campaign(
        supports={0: [A[0]]}, shown={0: [option(theme, 1) for theme in (1, 2, 3, 4, 5, 6)]}, meet=False, deck=EVENTS[:3]
    )
    s.shown[0] = (1, *s.shown[0][1:])
    assert chosen(s, 0, Tribune) == Return(A[0])
    s = campaign(supports={0: [B[0]]}, meet=False, deck=EVENTS[:3])
    assert chosen(s, 0, Tribune) == Show(REAL.common[REAL.cards[B[0]]].demands[0])


# Secrets


def test_in_the_second_round_a_candidate_strikes_at_the_other() -> None:
    s = campaign(30, 35, 25, 10, secrets={0: [secret(-1)]}, deck=EVENTS[:3])
    s.campaign, s.candidates = 2, (1, 0)
    assert chosen(s, 0, Tribune) == Secret(secret(-1), 1)
    assert chosen(s, 0, Militant) != Secret(secret(-1), 3)


def test_a_secret_can_wait_while_there_is_time() -> None:
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(30, 35, 25, 10, secrets={0: [secret(-1)]}, shown={0: everything})
    assert chosen(s, 0, Tribune) == Draw()


def test_a_secret_support_comes_to_the_mat_in_time_if_it_is_regular_there() -> None:
    demanded = BOX.common[BOX.cards[HIDDEN[0]]].demands[0]
    s = campaign(secrets={0: [HIDDEN[0]]}, supports={0: [C[3]]}, shown={0: [demanded]}, deck=EVENTS[:4])
    s.shown[0] = tuple(0 if side == -1 and theme != 4 else side for theme, side in enumerate(s.shown[0]))
    assert chosen(s, 0, Tribune) == Secret(HIDDEN[0])
    s = campaign(secrets={0: [HIDDEN[0]]}, supports={0: [C[3]]}, deck=EVENTS[:4])
    assert chosen(s, 0, Tribune) != Secret(HIDDEN[0])


# Force


def test_a_coup_is_launched_when_nobody_can_strike() -> None:
    s = campaign(supports={0: [A[0], B[0]]}, deck=EVENTS[:6])
    assert chosen(s, 0, Tribune) == Launch("coup")
    assert chosen(s, 0, Militant) == Launch("coup")


def test_no_coup_is_launched_into_the_arms_of_those_who_can_strike() -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [C[0]], 2: [C[1]]}, deck=EVENTS[:6])
    assert chosen(s, 0, Tribune) != Launch("coup")
    assert chosen(s, 0, Militant) != Launch("coup")


def test_popularity_counts_among_those_who_can_strike() -> None:
    for tokens, likely in ((40, False), (35, True)):
        s = campaign(100 - 2 * tokens - 5, tokens, tokens, 5, supports={0: [A[0], B[0]]}, deck=EVENTS[:6])
        assert (Outlook(RULES.sight(s, 0), 0, cards_of(BOX)).success_chance("strike") > 0.5) is likely


def test_who_cannot_be_elected_any_more_tries_with_worse_odds() -> None:
    s = campaign(
        20, 30, 30, 20, supports={0: [A[0], B[0]], 1: [C[0]]}, shown={2: [option(5, 0)]}, deck=[C[2], *EVENTS[:3]]
    )
    s.campaign, s.candidates = 2, (1, 2)
    assert chosen(s, 0, Tribune) == Launch("coup")


@both
def test_a_strike_that_is_needed_is_launched(bot: type[Militant]) -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [C[0]]}, deck=EVENTS[:8])
    launch(s, "coup")
    assert chosen(s, 1, bot) == Launch("strike")


def test_a_strike_that_others_will_launch_can_wait_but_not_to_the_end() -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [C[0]], 2: [C[1]], 3: [C[2]]}, deck=EVENTS[:8])
    launch(s, "coup")
    assert chosen(s, 1, Tribune) != Launch("strike")
    assert chosen(s, 1, Militant) == Launch("strike")
    assert s.crisis is not None
    s.crisis = replace(s.crisis, left=1)
    assert chosen(s, 1, Tribune) == Launch("strike")


def test_with_power_seized_the_tribune_looks_for_friends() -> None:
    most = [option(theme, 1 if theme == 5 else 0) for theme in range(6)]
    s = campaign(supports={0: [A[0], B[0]]}, shown={1: most}, deck=[C[1], *EVENTS[:3]])
    assert isinstance(chosen(campaign(seat=1, shown={1: most}, deck=[C[1], *EVENTS[:3]]), 1, Tribune), Show)
    launch(s, "coup")
    assert chosen(s, 1, Tribune) == Draw()


def test_in_power_it_lets_sleeping_dogs_lie() -> None:
    """Drawing might bring a striker a friend: an option that nobody demands is taken back instead."""
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(supports={0: [A[0], B[1]]}, shown={0: everything}, deck=[*C, *EVENTS[:3]])
    launch(s, "coup")
    s.seat, s.stack = 0, Stack([Turn(0, "turn")])
    assert isinstance(chosen(s, 0, Tribune), Withdraw)


@pytest.mark.parametrize(("rebels", "imposed"), [([], True), ([2, 3], False)])
def test_a_dictatorship_is_imposed_when_two_uprisings_are_unlikely(rebels: list[Seat], imposed: bool) -> None:
    supports = {0: [A[0], B[0]], **{seat: [B[seat]] for seat in rebels}}
    s = campaign(25, 25, 25, 25, supports=supports, deck=EVENTS[:6])
    launch(s, "coup")
    assert s.crisis is not None
    s.crisis = replace(s.crisis, action="window", strikers=(1, 2), by=2)
    s.seat, s.stack = 0, Stack([Turn(0, "turn")])
    assert (chosen(s, 0, Tribune) == Launch("dictatorship")) is imposed


@both
def test_a_bot_rises_against_a_dictator(bot: type[Militant]) -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [B[1]]}, deck=EVENTS[:8])
    launch(s, "coup")
    assert s.crisis is not None
    s.crisis = replace(s.crisis, action="dictatorship", strikers=(1, 2), dictator=0)
    assert chosen(s, 1, bot) == Launch("uprising")


# Denouncing, heirs, passing


def test_the_tribune_denounces_whoever_is_irregular_and_nobody_else() -> None:
    s = campaign(supports={1: [B[0]], 2: [A[0]]}, meet=False)
    s.shown[2] = tuple(0 for _ in range(7))
    assert chosen(s, 0, Tribune) == Denounce(1)
    do(s, 0, Denounce(1))
    assert isinstance(chosen(s, 0, Tribune), Show)


def test_who_is_needed_against_a_coup_is_not_denounced() -> None:
    s = campaign(supports={0: [A[0], B[0]], 2: [C[0]]}, deck=EVENTS[:8])
    s.shown[2] = (-1,) * 7
    launch(s, "coup")
    assert chosen(s, 1, Tribune) != Denounce(2)
    assert Denounce(2) in RULES.free(s, 0)
    assert Tribune(BOX, 0, QuickChance(0)).denounces(RULES.sight(s, 0), 2), "those in power see it otherwise"


@both
def test_who_leaves_strengthens_the_weakest(bot: type[Militant]) -> None:
    s = campaign(30, 2, 40, 28, seat=1)
    s.stack = Stack([Turn(1, HEIR)])
    assert chosen(s, 1, bot) == Name(3)


def test_with_nothing_to_play_one_passes() -> None:
    s = campaign(
        supports={0: [A[0], B[0]]}, deck=[], shown={1: [option(theme, 1 if theme == 5 else 0) for theme in range(7)]}
    )
    launch(s, "coup")
    assert chosen(s, 1, Tribune) == Pass()


# Whole games


@pytest.mark.parametrize("level", ["militant", "tribune"])
def test_whole_games_are_played_by_the_rules_and_quickly_by_bots_made_anew_for_every_answer(level: str) -> None:
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
