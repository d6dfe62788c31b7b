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
def test_player_who_is_out_may_see_all_cards_and_all_are_informed() -> None:
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
def test_only_players_who_are_out_may_watch_and_only_once() -> None:
    s = out()
    assert refused(s, 0, Watch()) == Refusal("stratagem.ruling.watching", "no_watching")
    do(s, 3, Watch())
    assert refused(s, 3, Watch()).reason == "no_watching"
    assert RULES.free(s, 3) == []


@pytest.mark.clause("stratagem.ruling.watching")
def test_heir_is_named_before_a_player_may_watch() -> None:
    s = campaign(25, 25, 25, 25, secrets=SECRETS)
    do(s, 0, Resign())
    assert refused(s, 0, Watch()).reason == "no_watching"
    do(s, 0, Name(1))
    do(s, 0, Watch())


@pytest.mark.clause("stratagem.ruling.watching")
def test_drawn_secret_is_shown_only_to_its_drawer_and_to_watching_players() -> None:
    s = out()
    do(s, 3, Watch())
    do(s, 0, Draw())
    drawn = do(s, NATURE, Card(secret(-3)))[0]
    assert drawn.seen(3) == drawn.seen(0) == Drawn(0, "secret", secret(-3), (3,))
    assert drawn.seen(1) == drawn.seen(None) == Drawn(0, "secret", None, (3,))


@pytest.mark.clause("stratagem.ruling.watching")
def test_laws_hold_with_players_who_watch_and_who_do_not() -> None:
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
def test_watching_player_sees_the_secret_an_action_relies_on() -> None:
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
def test_watching_players_may_chat_after_the_game() -> None:
    s = campaign(60, 40, 0, 0, supports={0: A[:1]})
    do(s, 2, Watch())
    s.tokens = [100, 0, 0, 0]
    wait(s)
    assert RULES.outcome(s) is not None
    assert not RULES.sees_everything(s, 2)
