"""A player who is out may watch with all cards open; nobody else learns anything by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE, Refusal
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.moves import Card, Draw, Drawn, Name, Resign, Secret, Watch, Watching
from ludotheque.games.stratagem.state import State
from tests import laws
from tests.games.stratagem.campaign import BOX, HIDDEN, RULES, A, B, C, campaign, do, launch, refused, secret, wait

PLAIN = replace(GAME, rules=RULES)
"""The game with the box of these tests."""
SECRETS = {1: [secret(-1), HIDDEN[0]], 2: [secret(-2)]}


def out() -> State:
    """Seat 3 is out; the others play on, with secrets in their hands."""
    return campaign(40, 30, 30, 0, secrets=SECRETS)


@pytest.mark.clause("stratagem.ruling.watching")
def test_who_is_out_may_have_all_cards_opened_and_everybody_is_told() -> None:
    s = out()
    before = [RULES.sight(s, seat) for seat in (0, 1, 2, None)]
    assert RULES.sight(s, 3).open_secrets == ()
    assert not RULES.sees_everything(s, 3)
    assert RULES.free(s, 3) == [Watch()]
    (event,) = do(s, 3, Watch())
    assert event == Watching(3)
    assert all(event.seen(seat) == event for seat in (0, None))
    sight = RULES.sight(s, 3)
    assert sight.programmes == tuple(s.plans)
    assert [set(hand) for hand in sight.open_secrets] == [set(), set(SECRETS[1]), set(SECRETS[2]), set()]
    assert RULES.sees_everything(s, 3)
    for seat, old in zip((0, 1, 2, None), before, strict=True):
        new = RULES.sight(s, seat)
        assert (new.programmes, new.open_secrets, new.secrets) == ((), (), old.secrets)
        assert new.watching == (3,)


@pytest.mark.clause("stratagem.ruling.watching")
def test_nobody_else_may_and_once_is_enough() -> None:
    s = out()
    assert refused(s, 0, Watch()) == Refusal("stratagem.ruling.watching", "no_watching")
    do(s, 3, Watch())
    assert refused(s, 3, Watch()).reason == "no_watching"
    assert RULES.free(s, 3) == []


@pytest.mark.clause("stratagem.ruling.watching")
def test_an_heir_is_named_before_any_card_is_opened() -> None:
    s = campaign(25, 25, 25, 25, secrets=SECRETS)
    do(s, 0, Resign())
    assert refused(s, 0, Watch()).reason == "no_watching"
    do(s, 0, Name(1))
    do(s, 0, Watch())


@pytest.mark.clause("stratagem.ruling.watching")
def test_a_secret_that_is_drawn_is_told_to_those_who_watch_and_to_nobody_else() -> None:
    s = out()
    do(s, 3, Watch())
    do(s, 0, Draw())
    drawn = do(s, NATURE, Card(secret(-3)))[0]
    assert drawn.seen(3) == drawn.seen(0) == Drawn(0, "secret", secret(-3), (3,))
    assert drawn.seen(1) == drawn.seen(None) == Drawn(0, "secret", None, (3,))


@pytest.mark.clause("stratagem.ruling.watching")
def test_nothing_leaks_while_one_watches_and_another_who_is_out_does_not() -> None:
    """The laws of every game, played on from a state with one who watches, and one who is out and does not."""
    rng = QuickChance(7)
    for watching in ((), (3,), (2, 3)):
        s = campaign(60, 40, 0, 0, secrets={0: [HIDDEN[1]], 1: [secret(-1)]})
        for seat in watching:
            do(s, seat, Watch())
        steps = 0
        while RULES.outcome(s) is None and steps < 60:
            steps += 1
            (seat,) = RULES.asked(s)
            strays = [Watch(), Draw(), Secret(HIDDEN[0])]
            laws.legal_and_refusal_agree(PLAIN, s, 4, strays)
            laws.nothing_leaks(PLAIN, s, 4, strays, rng)
            moves = [RULES.chance(s, rng)] if seat == NATURE else RULES.legal(s, seat)
            move = moves[rng.below(len(moves))]
            laws.events_match_sights(PLAIN, s, 4, seat, move, rng)
            RULES.play(s, seat, move)


@pytest.mark.clause("stratagem.ruling.watching", "stratagem.action.secret-support")
def test_who_watches_sees_which_secret_an_action_relies_on_and_worlds_agree() -> None:
    card = next(card for card in HIDDEN if BOX.common[BOX.cards[card]].strength == "A")
    s = campaign(
        40,
        30,
        30,
        0,
        supports={0: [B[0]], 1: [C[1]]},
        secrets={0: [card]},
        shown={0: BOX.common[BOX.cards[card]].demands},
    )
    do(s, 3, Watch())
    launch(s, "coup")
    assert RULES.sight(s, 3).open_secrets[0] == (card,)
    laws.nothing_leaks(PLAIN, s, 4, [], QuickChance(1))


@pytest.mark.clause("stratagem.ruling.watching")
def test_once_the_game_is_over_those_who_watched_may_speak_again() -> None:
    s = campaign(60, 40, 0, 0, supports={0: A[:1]})
    do(s, 2, Watch())
    s.tokens = [100, 0, 0, 0]
    wait(s)
    assert RULES.outcome(s) is not None
    assert not RULES.sees_everything(s, 2)
