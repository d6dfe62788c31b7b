"""The backbencher and the kingmaker: what they do in plain assemblies, and how they fare."""

from __future__ import annotations

from functools import partial

import pytest

from ludotheque.games.politico import BOX, GAME
from ludotheque.games.politico.amendments import open_due_vote
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.moves import (
    Accept,
    Amend,
    Answer,
    Army,
    Attack,
    Censure,
    Counter,
    Decline,
    Dispute,
    Form,
    Invite,
    Join,
    Offer,
    Pass,
    Plead,
    Ready,
    Union,
    Vote,
)
from ludotheque.games.politico.state import Amendment
from ludotheque.lab.simulate import plan, simulate
from tests.games.politico.assembly import assembly, bidding, chosen, do, strike
from tests.playing import play_game, remembers_nothing, won_by

BOTS = (Backbencher, Kingmaker)

both = pytest.mark.parametrize("bot", BOTS)

every_count = pytest.mark.parametrize("players", range(3, 9))


@both
def test_bot_forms_a_government_with_the_union_if_it_can(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "pm union strike", 1: "leak", 2: "leak"})
    assert chosen(s, 0, bot) == Form("pm", union=True)


@both
def test_bot_attacks_a_government_it_is_not_in(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike leak"}, government=[2, 1])
    assert chosen(s, 0, bot) in (Attack("strike", 1), Attack("strike", 2))


@both
def test_bot_plays_a_motion_if_the_opposition_outvotes_the_government(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 10, 30, hands={0: "censure"}, government=[2, 3])
    assert chosen(s, 0, bot) == Censure()
    s = assembly(10, 20, 60, 50, hands={0: "censure"}, government=[2, 3])
    assert chosen(s, 0, bot) == Pass()


def test_bot_attacks_the_leader_rather_than_the_last() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "scandal"}, points=[100, 0, 300, 50])
    assert chosen(s, 0, Kingmaker) == Attack("scandal", 2)
    assert chosen(s, 0, Backbencher) == Attack("scandal", 2)


@both
def test_member_plays_the_union_for_its_government(bot: type[Backbencher]) -> None:
    s = assembly(80, 20, 40, 60, hands={0: "union", 1: "strike split", 2: "strike split"}, government=[0, 2])
    s.changed = (1, 3)  # its head has asked them in this turn
    assert chosen(s, 0, bot) == Union()


# Forming a government


@both
@pytest.mark.parametrize("deputies", [(60, 70, 40, 30), (20, 60, 60, 40, 50), (10, 60, 60, 60, 60, 60, 60, 60)])
def test_bot_invites_until_there_is_a_majority(deputies: tuple[int, ...], bot: type[Backbencher]) -> None:
    s = bidding(*deputies)
    while (move := chosen(s, 0, bot)) != Ready():
        assert isinstance(move, Invite)
        do(s, 0, move)
    assert s.bid is not None
    assert 2 * sum(s.deputies[seat] for seat in (0, *s.bid.invited)) > sum(deputies)


@both
def test_bot_with_a_majority_alone_does_not_invite_the_leader(bot: type[Backbencher]) -> None:
    s = bidding(100, 30, 40, points=[0, 0, 400])
    move = chosen(s, 0, bot)
    assert move != Invite(2)


@both
def test_bot_accepts_an_invitation_that_pays(bot: type[Backbencher]) -> None:
    s = bidding(60, 70, 40, 30, points=[50, 60, 50, 60])
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, bot) == Join()


@both
def test_bot_without_deputies_declines_an_invitation(bot: type[Backbencher]) -> None:
    s = bidding(90, 0, 40, 30)
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, bot) == Decline()


@both
def test_members_vote_for_their_government_and_its_rivals_against_it(bot: type[Backbencher]) -> None:
    s = bidding(60, 70, 40, 30)
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    do(s, 1, Join())
    assert [chosen(s, seat, bot) for seat in range(4)] == [Vote("yes"), Vote("yes"), Vote("no"), Vote("no")]


@both
def test_bots_vote_on_a_motion_by_interest(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "censure"}, government=[2, 3], points=[50, 60, 50, 60])
    do(s, 0, Censure())
    assert [chosen(s, seat, bot) for seat in (0, 2, 3)] == [Vote("yes"), Vote("no"), Vote("no")]
    assert chosen(s, 1, Backbencher) == Vote("yes")


# Asked by others


@both
def test_an_attack_is_answered_with_the_matching_card(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, hands={0: "strike", 1: "round-table baraka army"}, government=[1, 2])
    strike(s, 0, 1)
    assert chosen(s, 1, bot) == Answer("round-table")


@both
def test_bot_without_an_answer_asks_and_an_ally_lends(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 1: "pm", 2: "round-table"}, government=[1, 2])
    strike(s, 0, 1)
    assert chosen(s, 1, bot) == Plead()
    do(s, 1, Plead())
    assert chosen(s, 2, bot) == Offer()
    do(s, 2, Offer())
    assert chosen(s, 1, bot) == Accept(2)


def test_bot_does_not_lend_to_a_government_it_is_not_in() -> None:
    s = assembly(
        60, 50, 40, 30, hands={0: "strike", 1: "pm", 3: "round-table"}, government=[1, 2], points=[0, 200, 200, 0]
    )
    strike(s, 0, 1)
    do(s, 1, Plead())
    assert chosen(s, 3, Kingmaker) == Pass()


@both
def test_bot_counters_an_army_against_its_own_government(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "army", 1: "army", 3: "army"}, government=[1, 2])
    do(s, 0, Army("topple"))
    assert chosen(s, 1, bot) == Counter()
    assert chosen(s, 3, bot) == Pass()


# Amendments


@both
@pytest.mark.parametrize(
    ("option", "value", "leader", "last"),
    [
        ("target", 400, "yes", "no"),
        ("target", 600, "no", "yes"),
        ("rounds", 25, "yes", "no"),
        ("rounds", 35, "no", "yes"),
    ],
)
def test_leader_votes_for_a_shorter_game(
    option: str, value: int, leader: str, last: str, bot: type[Backbencher]
) -> None:
    s = assembly(60, 50, 40, hands={0: "strike"}, points=[100, 50, 0])
    s.amendment = Amendment(1, option, value, 0)
    open_due_vote(s, [])
    assert chosen(s, 0, bot) == Vote(leader)  # type: ignore[arg-type]
    assert chosen(s, 2, bot) == Vote(last)  # type: ignore[arg-type]


@both
def test_bot_with_few_deputies_votes_for_elections(bot: type[Backbencher]) -> None:
    s = assembly(90, 50, 10, midterm=False)
    s.amendment = Amendment(1, "midterm", 1, 0)
    open_due_vote(s, [])
    assert chosen(s, 0, bot) == Vote("no")
    assert chosen(s, 2, bot) == Vote("yes")
    s.midterm = "held"
    assert chosen(s, 2, bot) == Vote("no"), "it would change nothing any more"


@both
@pytest.mark.parametrize(
    ("option", "value", "ballots"),
    [
        ("personal", 0, "nyy"),
        ("lending", 0, "yny"),
        ("hand", 7, "nny"),
        ("hand", 3, "nny"),
    ],
)
def test_bots_vote_on_amendments_by_interest(option: str, value: int, ballots: str, bot: type[Backbencher]) -> None:
    """Seat 0 holds a personal attack and most cards, seat 1 governs, seat 2 has an empty hand."""
    s = assembly(60, 50, 40, hands={0: "leak pm pm pm pm pm", 1: "strike split pm"}, government=[1])
    s.amendment = Amendment(1, option, value, 0)
    open_due_vote(s, [])
    words = {"y": Vote("yes"), "n": Vote("no")}
    assert [chosen(s, seat, bot) for seat in range(3)] == [words[ballot] for ballot in ballots]


@both
@pytest.mark.clause("politico.ruling.dispute-scope")
@pytest.mark.parametrize(
    ("points", "ballots"),
    [((0, 0, 0), "nnn"), ((-50, 0, -50), "nnn"), ((80, 80, 0), "nnn"), ((120, 80, 0), "ynn")],
)
def test_bot_votes_for_an_early_end_only_if_it_wins(
    points: tuple[int, ...], ballots: str, bot: type[Backbencher]
) -> None:
    s = assembly(60, 50, 40, points=points)
    do(s, 0, Dispute())
    words = {"y": Vote("yes"), "n": Vote("no")}
    assert [chosen(s, seat, bot) for seat in range(3)] == [words[ballot] for ballot in ballots]


@both
def test_bots_make_no_proposals(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, hands={0: "leak"})
    assert not isinstance(chosen(s, 0, bot), Amend)


# Whole games


@every_count
@both
def test_bots_play_whole_games_legally_and_quickly(players: int, bot: type[Backbencher]) -> None:
    _, times = play_game(GAME, [partial(bot, BOX)] * players, players, {"rounds": 12})
    assert sum(times) / len(times) < 0.003
    assert max(times) < 0.1


@pytest.mark.parametrize("options", [{"lending": False}, {"personal": False, "hand": 3}, {"hand": 8, "target": 2000}])
def test_bots_play_with_other_options_and_other_bots(options: dict[str, object]) -> None:
    play_game(GAME, [*GAME.bots.values()], 5, {"rounds": 8, **options})


def test_bot_made_anew_for_every_answer_plays_the_same() -> None:
    remembers_nothing(GAME, "strong", 5, {"rounds": 10})


@pytest.mark.parametrize(
    ("better", "worse", "players", "games"),
    [
        ("backbencher", "random", 4, 80),
        ("backbencher", "random", 6, 40),
        ("kingmaker", "backbencher", 4, 80),
        ("kingmaker", "backbencher", 8, 24),
    ],
)
def test_each_level_beats_the_one_below(better: str, worse: str, players: int, games: int) -> None:
    """Over its fair share by three deviations of a sample of equals, at the least: at half the seats √(1/games)."""
    assert won_by(GAME, f"{better},{worse}", players, games) > 1 + 3 / games**0.5


@both
def test_bot_not_asked_for_a_single_answer_plays_the_same_game(
    bot: type[Backbencher], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = bot.__name__.lower()
    spared = simulate(plan("politico", 3, 4, [name], 1, {}))
    monkeypatch.setattr(Backbencher, "spared", False)
    asked = simulate(plan("politico", 3, 4, [name], 1, {}))
    assert (asked.decisions, asked.gauges) == (spared.decisions, spared.gauges)
    assert asked.seat_shares == spared.seat_shares
