"""Bargaining bots: whom they trust, what they offer, and which promises they keep."""

from __future__ import annotations

import msgspec
import pytest

from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain, RefuseBargain
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import Seat
from ludotheque.games.koalition import GAME
from ludotheque.games.koalition.bots.chancellor import Chancellor
from ludotheque.games.koalition.bots.deputy import Deputy
from ludotheque.games.koalition.bots.novice import Novice
from ludotheque.games.koalition.bots.promises import trust
from ludotheque.games.koalition.moves import AnyMove, Close, Decline, Propose, Scandal
from ludotheque.games.koalition.state import State
from tests.games.koalition.ballot import BOX, RULES, do, talking, vote
from tests.playing import play_game

pytestmark = pytest.mark.clause("koalition.ruling.bargains")
both = pytest.mark.parametrize("bot", [Deputy, Chancellor])


def reply(s: State, seat: Seat, bot: type[Deputy]) -> AnyMove:
    """How a bot answers the offer that it has."""
    made = bot(BOX, seat, QuickChance(seat))
    return made.choose(RULES.sight(s, seat), RULES.replies(s, seat), RULES.free(s, seat))


def answer(s: State, seat: Seat, bot: type[Deputy]) -> AnyMove:
    """What a bot does when it is asked."""
    made = bot(BOX, seat, QuickChance(seat))
    return made.choose(RULES.sight(s, seat), RULES.legal(s, seat), RULES.free(s, seat))


def faithless(s: State, seat: Seat) -> State:
    """A state in which a seat has broken its word twice."""
    broken = tuple(2 if other == seat else 0 for other in range(s.players))
    s.bargains = msgspec.structs.replace(s.bargains, broken=broken)
    return s


LAST = "0 leaves8, 1 hats9, 2 roses4, 1 lemons3, 2 roses5"
"""All but the last card of a country of two: hats and leaves have 17 of 29 votes."""


def in_last_lap() -> State:
    """Seat 0 is to lay the last card of a country."""
    s = vote(LAST, country="luxembourg")
    assert BOX.country[s.country].cards == 2
    s.hands[0] = (BOX.number["roses2"], BOX.number["roses3"])
    s.stack = Stack([Turn(0, "lay")])
    s.lap = 2
    return s


@both
@pytest.mark.parametrize("terms", ["together", "join_for_next", "join_for_peace"])
def test_bot_joins_a_faithful_player_and_refuses_one_that_broke_promises(bot: type[Deputy], terms: str) -> None:
    for s in (talking("0 leaves8, 1 hats9, 2 roses10"), in_last_lap()):
        do(s, 0, OfferBargain(1, terms))
        assert reply(s, 1, bot) == AcceptBargain(1)
        assert reply(faithless(s, 0), 1, bot) == RefuseBargain(1)


def test_every_broken_promise_lowers_trust() -> None:
    s = talking()
    faithful = trust(RULES.sight(s, 1), 0)
    assert faithful > trust(RULES.sight(faithless(s, 0), 1), 0) > 0


@both
def test_bot_promises_no_coalition_to_two_players(bot: type[Deputy]) -> None:
    s = talking()
    do(s, 0, OfferBargain(1, "together"))
    do(s, 1, AcceptBargain(1))
    do(s, 2, OfferBargain(1, "together"))
    assert reply(s, 1, bot) == RefuseBargain(2)


@both
def test_bot_offers_the_coalition_before_the_last_card_to_players_it_trusts(bot: type[Deputy]) -> None:
    s = in_last_lap()
    assert answer(s, 0, bot) == OfferBargain(1, "together")
    assert answer(faithless(s, 1), 0, bot) == OfferBargain(2, "together")


@both
def test_bot_makes_one_offer_in_a_country(bot: type[Deputy]) -> None:
    s = in_last_lap()
    do(s, 0, OfferBargain(1, "together"))
    do(s, 1, RefuseBargain(1))
    assert not isinstance(answer(s, 0, bot), OfferBargain)


@both
def test_bot_keeps_its_promise_to_join(bot: type[Deputy]) -> None:
    s = talking()
    do(s, 2, OfferBargain(1, "together"))
    do(s, 1, AcceptBargain(1))
    do(s, 1, OfferBargain(2, "join_for_next"))  # so that it offers nothing more
    do(s, 2, RefuseBargain(2))
    assert answer(s, 1, bot) == Propose(("hats", "leaves")), "though roses bring more votes"
    do(s, 2, Propose(("hats", "leaves")))
    assert not isinstance(answer(s, 1, bot), Decline | Close)


@both
def test_bot_spares_a_player_to_whom_it_promised_it(bot: type[Deputy]) -> None:
    s = vote("0 roses6, 1 hats10, 1 hats9, 2 leaves3", country="luxembourg", scandal=1)
    s.lap = 2
    assert answer(s, 0, bot) == Scandal("hats")
    do(s, 1, OfferBargain(0, "peace"))
    do(s, 0, AcceptBargain(1))
    assert answer(s, 0, bot) != Scandal("hats")


def test_novice_never_bargains() -> None:
    s = talking()
    do(s, 0, OfferBargain(1, "together"))
    novice = Novice(1, QuickChance(1))
    assert novice.choose(RULES.sight(s, 1), RULES.replies(s, 1), RULES.free(s, 1)) == RefuseBargain(1)


@pytest.mark.parametrize("level", ["beginner", "casual", "deputy", "strong"])
def test_bots_bargain_in_their_games_and_mostly_keep_their_word(level: str) -> None:
    kept = broken = 0
    for seed in range(24):
        s, _ = play_game(GAME, [GAME.bots[level]] * 4, f"bargain {seed}", {"countries": 5})
        kept += sum(s.bargains.kept)
        broken += sum(s.bargains.broken)
    assert kept > 24
    assert 0 < broken < kept
