"""The tribune: what it does in plain campaigns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import NATURE, Seat
from ludotheque.games.stratagem.bots.militant import Militant
from ludotheque.games.stratagem.bots.outlook import Outlook, cards_of
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.bots.worth import BALLOT, FORCE, best_programmes
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.moves import (
    Accept,
    Card,
    Denounce,
    Draw,
    Launch,
    Refuse,
    Return,
    Secret,
    Show,
    Withdraw,
)
from ludotheque.games.stratagem.options import Options
from tests.games.stratagem.campaign import (
    BOX,
    EVENTS,
    HIDDEN,
    REAL,
    RULES,
    A,
    B,
    C,
    campaign,
    chosen,
    do,
    launch,
    option,
    secret,
)


def test_tribune_completes_a_programme_that_another_player_has_begun() -> None:
    for side in (0, 1):
        s = RULES.setup(Options(), 4)
        do(s, NATURE, RULES.chance(s, QuickChance(1)))
        do(s, s.first, chosen(s, s.first, Tribune, 1))
        seat = (s.first + 1) % 4
        for _ in range(3):
            do(s, seat, RULES.legal(s, seat)[side])
        while seat in RULES.asked(s):
            do(s, seat, chosen(s, seat, Tribune, 1))


def test_the_tribune_plans_for_the_ballot_or_for_force() -> None:
    plans = set()
    for seed in range(30):
        s = RULES.setup(Options(), 4)
        do(s, NATURE, RULES.chance(s, QuickChance(1)))
        do(s, s.first, chosen(s, s.first, Tribune, seed))
        seat = (s.first + 1) % 4
        while seat in RULES.asked(s):
            do(s, seat, chosen(s, seat, Tribune, seed))
        party = PARTIES[s.parties[seat]]
        assert s.plans[seat] in best_programmes(cards_of(BOX), party, BALLOT) + best_programmes(
            cards_of(BOX), party, FORCE
        )
        plans.add((party, s.plans[seat]))
    assert len(plans) > 4


def test_tribune_draws_even_a_bad_last_card() -> None:
    """Or nobody would, and the game would never end."""
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    worst = next(card for card in BOX.common if any(e.who == "drawer" and e.skip for e in card.effects))
    assert chosen(campaign(shown={0: everything}, deck=[worst.id]), 0, Tribune) == Draw()


def test_tribune_shows_the_options_that_supports_to_come_demand() -> None:
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


def test_tribune_plays_a_secret_for_the_best_rated_when_it_is_that() -> None:
    poll = next(c.id for c in BOX.common if c.family == "secret" and c.effects and c.effects[0].who == "best-rated")
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(shown={0: everything}, secrets={0: [poll], 1: []})
    assert chosen(s, 0, Tribune) == Secret(poll)
    s = campaign(shown={0: [option(0, 1)], 1: [option(0, 0)]}, secrets={0: [poll]})
    assert chosen(s, 0, Tribune) != Secret(poll)


def test_only_a_coup_plan_accepts_a_strong_support_that_costs_votes() -> None:
    party = BOX.party[0].id
    for w, answer in ((BALLOT, Refuse()), (FORCE, Accept())):
        s = campaign(supports={0: [B[0]]}, shown={0: [option(0, 0), option(5, 0)]})
        s.plans[0] = best_programmes(cards_of(BOX), party, w)[0]
        do(s, 0, Draw())
        do(s, NATURE, Card(A[0]))
        assert chosen(s, 0, Tribune) == answer
        assert chosen(s, 0, Militant) == Refuse()


def test_tribune_keeps_a_support_from_a_player_who_could_launch_a_coup() -> None:
    s = campaign(
        supports={1: [B[0]], 0: [C[1]]}, shown={0: [option(0, 0), option(5, 0)], 1: [option(0, 0), option(5, 0)]}
    )
    o = Outlook(RULES.sight(s, 0), 0, cards_of(BOX))
    assert not o.can_launch(1, "coup", o.held[1])
    do(s, 0, Draw())
    do(s, NATURE, Card(A[0]))
    assert chosen(s, 0, Tribune) == Accept()


def test_tribune_gives_up_an_irregular_support_or_meets_its_demands() -> None:
    s = campaign(
        supports={0: [A[0]]}, shown={0: [option(theme, 1) for theme in (1, 2, 3, 4, 5, 6)]}, meet=False, deck=EVENTS[:3]
    )
    s.shown[0] = (1, *s.shown[0][1:])
    assert chosen(s, 0, Tribune) == Return(A[0])
    s = campaign(supports={0: [B[0]]}, meet=False, deck=EVENTS[:3])
    assert chosen(s, 0, Tribune) == Show(REAL.common[REAL.cards[B[0]]].demands[0])


def test_tribune_keeps_a_secret_while_there_is_time() -> None:
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(30, 35, 25, 10, secrets={0: [secret(-1)]}, shown={0: everything})
    assert chosen(s, 0, Tribune) == Draw()


def test_tribune_shows_a_secret_support_in_time_if_it_is_regular() -> None:
    demanded = BOX.common[BOX.cards[HIDDEN[0]]].demands[0]
    s = campaign(secrets={0: [HIDDEN[0]]}, supports={0: [C[3]]}, shown={0: [demanded]}, deck=EVENTS[:4])
    s.shown[0] = tuple(0 if side == -1 and theme != 4 else side for theme, side in enumerate(s.shown[0]))
    assert chosen(s, 0, Tribune) == Secret(HIDDEN[0])
    s = campaign(secrets={0: [HIDDEN[0]]}, supports={0: [C[3]]}, deck=EVENTS[:4])
    assert chosen(s, 0, Tribune) != Secret(HIDDEN[0])


# Force


def test_tribune_launches_a_coup_when_no_player_can_strike() -> None:
    s = campaign(supports={0: [A[0], B[0]]}, deck=EVENTS[:6])
    assert chosen(s, 0, Tribune) == Launch("coup")
    assert chosen(s, 0, Militant) == Launch("coup")


def test_tribune_launches_no_coup_against_players_who_can_strike() -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [C[0]], 2: [C[1]]}, deck=EVENTS[:6])
    assert chosen(s, 0, Tribune) != Launch("coup")
    assert chosen(s, 0, Militant) != Launch("coup")


def test_tribune_counts_popularity_as_a_support_for_strikes() -> None:
    for tokens, likely in ((40, False), (35, True)):
        s = campaign(100 - 2 * tokens - 5, tokens, tokens, 5, supports={0: [A[0], B[0]]}, deck=EVENTS[:6])
        assert (Outlook(RULES.sight(s, 0), 0, cards_of(BOX)).success_chance("strike") > 0.5) is likely


def test_tribune_that_cannot_be_elected_launches_a_coup_with_worse_odds() -> None:
    s = campaign(
        20, 30, 30, 20, supports={0: [A[0], B[0]], 1: [C[0]]}, shown={2: [option(5, 0)]}, deck=[C[2], *EVENTS[:3]]
    )
    s.campaign, s.candidates = 2, (1, 2)
    assert chosen(s, 0, Tribune) == Launch("coup")


def test_tribune_waits_with_a_strike_that_others_can_launch_but_not_to_the_end() -> None:
    s = campaign(supports={0: [A[0], B[0]], 1: [C[0]], 2: [C[1]], 3: [C[2]]}, deck=EVENTS[:8])
    launch(s, "coup")
    assert chosen(s, 1, Tribune) != Launch("strike")
    assert chosen(s, 1, Militant) == Launch("strike")
    assert s.crisis is not None
    s.crisis = replace(s.crisis, left=1)
    assert chosen(s, 1, Tribune) == Launch("strike")


def test_tribune_seeks_supports_while_another_seizes_power() -> None:
    most = [option(theme, 1 if theme == 5 else 0) for theme in range(6)]
    s = campaign(supports={0: [A[0], B[0]]}, shown={1: most}, deck=[C[1], *EVENTS[:3]])
    assert isinstance(chosen(campaign(seat=1, shown={1: most}, deck=[C[1], *EVENTS[:3]]), 1, Tribune), Show)
    launch(s, "coup")
    assert chosen(s, 1, Tribune) == Draw()


def test_tribune_in_power_does_not_draw() -> None:
    """Drawing might bring a striker a friend: an option that nobody demands is taken back instead."""
    everything = [option(theme, 1 if theme == 4 else 0) for theme in range(7)]
    s = campaign(supports={0: [A[0], B[1]]}, shown={0: everything}, deck=[*C, *EVENTS[:3]])
    launch(s, "coup")
    s.seat, s.stack = 0, Stack([Turn(0, "turn")])
    assert isinstance(chosen(s, 0, Tribune), Withdraw)


@pytest.mark.parametrize(("rebels", "imposed"), [([], True), ([2, 3], False)])
def test_tribune_imposes_a_dictatorship_when_two_uprisings_are_unlikely(rebels: list[Seat], imposed: bool) -> None:
    supports = {0: [A[0], B[0]], **{seat: [B[seat]] for seat in rebels}}
    s = campaign(25, 25, 25, 25, supports=supports, deck=EVENTS[:6])
    launch(s, "coup")
    assert s.crisis is not None
    s.crisis = replace(s.crisis, action="window", strikers=(1, 2), by=2)
    s.seat, s.stack = 0, Stack([Turn(0, "turn")])
    assert (chosen(s, 0, Tribune) == Launch("dictatorship")) is imposed


# Denouncing, heirs, passing


def test_tribune_denounces_only_irregular_players() -> None:
    s = campaign(supports={1: [B[0]], 2: [A[0]]}, meet=False)
    s.shown[2] = tuple(0 for _ in range(7))
    assert chosen(s, 0, Tribune) == Denounce(1)
    do(s, 0, Denounce(1))
    assert isinstance(chosen(s, 0, Tribune), Show)


def test_tribune_does_not_denounce_a_player_needed_against_a_coup() -> None:
    s = campaign(supports={0: [A[0], B[0]], 2: [C[0]]}, deck=EVENTS[:8])
    s.shown[2] = (-1,) * 7
    launch(s, "coup")
    assert chosen(s, 1, Tribune) != Denounce(2)
    assert Denounce(2) in RULES.free(s, 0)
    assert Tribune(BOX, 0, QuickChance(0)).should_denounce(RULES.sight(s, 0), 2), "those in power see it otherwise"
