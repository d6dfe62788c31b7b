"""Bots of Politico that bargain: offers, answers, kept words, and trust that is lost with every broken promise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain
from ludotheque.engine.bargains import Bargains
from ludotheque.engine.rules import Seat
from ludotheque.games.politico import GAME
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.bots.outlook import Outlook, cards_of, investiture_chance
from ludotheque.games.politico.bots.outsider import Outsider
from ludotheque.games.politico.bots.pledges import RELIABLE, Pledges, trust
from ludotheque.games.politico.moves import Attack, Censure, Form, Invite, Join, Ready, Vote
from ludotheque.games.politico.state import State
from tests.games.politico.assembly import BOX, RULES, agrees, assembly, chosen, do, offered
from tests.playing import play_game

BOTS = (Backbencher, Kingmaker)
both = pytest.mark.parametrize("bot", BOTS)


def agree(s: State, by: Seat, to: Seat, terms: str) -> None:
    do(s, by, OfferBargain(to, terms))
    do(s, to, AcceptBargain(s.bargains.made))


def breaks_word(s: State, seat: Seat, times: int = 1) -> State:
    """The same state, in which a seat has broken so many promises before."""
    broken = tuple(times if other == seat else 0 for other in range(s.players))
    s.bargains = replace(s.bargains, broken=broken)
    return s


# --- trust -----------------------------------------------------------------------------------------------------------


def test_trust_falls_with_every_broken_promise_and_stays_low() -> None:
    book = Bargains((5, 5, 5), (0, 1, 2))
    never, once, twice = (trust(book, seat) for seat in range(3))
    assert never > RELIABLE > once > twice > 0


@both
def test_bot_bargains_with_a_seat_until_it_breaks_its_word(bot: type[Backbencher]) -> None:
    s = assembly(50, 45, 40, 30, hands={1: "pm leak"}, seat=2)
    do(s, 0, OfferBargain(1, "vote_each"))
    assert agrees(s, 1, bot)
    assert not agrees(breaks_word(s, 0), 1, bot)
    assert agrees(breaks_word(s, 2), 1, bot), "another seat's broken promise does not count"


@both
def test_bot_offers_nothing_to_a_seat_that_broke_its_word(bot: type[Backbencher]) -> None:
    s = assembly(50, 45, 40, 30, hands={0: "pm leak"})
    offer = offered(s, 0, bot)
    assert offer is not None
    other = offered(breaks_word(s, offer.to), 0, bot)
    assert other is None or other.to != offer.to


@both
def test_bot_does_not_bargain_with_a_seat_that_is_about_to_win(bot: type[Backbencher]) -> None:
    s = assembly(50, 45, 40, 30, hands={1: "pm leak"}, points=[450, 0, 0, 0], seat=2)
    do(s, 0, OfferBargain(1, "vote_each"))
    assert not agrees(s, 1, bot)


def test_random_player_never_bargains() -> None:
    s = assembly(50, 45, 40, hands={0: "pm"})
    do(s, 0, OfferBargain(1, "peace"))
    player = GAME.bots["random"](1, None)  # type: ignore[arg-type]
    assert player.choose(RULES.sight(s, 1), RULES.replies(s, 1), RULES.free(s, 1)) == RULES.replies(s, 1)[-1]


def test_outsider_never_promises_to_join() -> None:
    s = assembly(50, 45, 40, 30, hands={1: "pm leak"}, seat=2)
    do(s, 0, OfferBargain(1, "join_for_vote"))
    assert not agrees(s, 1, Outsider)


# --- keeping one's word ----------------------------------------------------------------------------------------------


@both
def test_bot_votes_as_it_has_promised(bot: type[Backbencher]) -> None:
    def presented(promised: bool) -> State:
        s = assembly(50, 45, 40, 30, hands={0: "pm", 1: "leak"})
        if promised:
            agree(s, 0, 1, "vote_each")
        do(s, 0, Form("pm"))
        do(s, 0, Ready())
        return s

    assert chosen(presented(False), 1, bot) == Vote("no")
    assert chosen(presented(True), 1, bot) == Vote("yes")


@both
def test_bot_joins_as_it_has_promised(bot: type[Backbencher]) -> None:
    s = assembly(90, 15, 40, 30, hands={0: "pm", 1: "leak"})
    agree(s, 0, 1, "join_for_vote")
    do(s, 0, Form("pm"))
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, bot) == Join()


@both
def test_bot_spares_whom_it_has_promised_peace(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "scandal"}, points=[0, 0, 60, 50])
    assert chosen(s, 0, bot) == Attack("scandal", 2)
    agree(s, 2, 0, "peace")
    move = chosen(s, 0, bot)
    assert not isinstance(move, Attack) or move.seat != 2


@both
def test_bot_breaks_its_word_where_that_is_clearly_worth_more(bot: type[Backbencher]) -> None:
    def governed(points: int) -> State:
        s = assembly(60, 50, 10, 30, hands={0: "censure"}, government=[2, 3], points=[0, 0, points, 0])
        agree(s, 2, 0, "peace")
        return s

    assert chosen(governed(470), 0, bot) == Censure(), "they are about to win"


def test_backbencher_keeps_the_peace_with_a_government() -> None:
    s = assembly(60, 50, 10, 30, hands={0: "censure"}, government=[2, 3])
    assert chosen(s, 0, Backbencher) == Censure()
    agree(s, 2, 0, "peace")
    assert chosen(s, 0, Backbencher) != Censure()


# --- promises in plans -----------------------------------------------------------------------------------------------


def test_promised_votes_make_an_investiture_likely() -> None:
    s = assembly(50, 45, 40, 30, hands={0: "pm"})
    cards = cards_of(BOX)

    def chance() -> float:
        return investiture_chance(Outlook(RULES.sight(s, 0), 0, cards, 0.7), (0,), 0.2)

    assert chance() == 0.2
    agree(s, 0, 1, "vote_each")
    assert chance() == pytest.approx(0.9)
    assert RULES.sight(breaks_word(s, 1), 0).bargains.broken[1]
    assert chance() == 0.2, "nobody relies on a seat that breaks its word"


def test_promised_peace_is_expected_to_hold_as_far_as_it_is_trusted() -> None:
    s = assembly(50, 45, 40, 30)
    agree(s, 0, 1, "peace")
    pledges = Pledges(s.bargains, 2)
    assert pledges.peace(1, (0, 2)) == pytest.approx(0.9)
    assert pledges.peace(1, (2, 3)) == 0.0
    assert Pledges(breaks_word(s, 1).bargains, 2).peace(1, (0,)) < RELIABLE


@pytest.mark.parametrize("level", ["casual", "backbencher", "strong"])
def test_bots_bargain_among_themselves(level: str) -> None:
    """Over a few games promises are made and kept, and most of them are not broken."""
    told: list[object] = []
    for seed in range(4):
        play_game(GAME, [GAME.bots[level]] * 4, seed, look=lambda sight: told.append(sight.bargains))
    books = [book for book in told if isinstance(book, Bargains)]
    kept, broken = (max(sum(getattr(book, name)) for book in books) for name in ("kept", "broken"))
    assert kept > broken
    assert any(book.made for book in books)
