"""The backbencher and the kingmaker: what they do in plain assemblies, and how they fare."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import Seat
from ludotheque.games.politico import GAME
from ludotheque.games.politico.amendments import open_due_vote
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.bots.cabinet import Cabinet
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.bots.outlook import Outlook, cards_of
from ludotheque.games.politico.bots.outsider import Outsider
from ludotheque.games.politico.moves import (
    Accept,
    Amend,
    Answer,
    AnyMove,
    Army,
    Attack,
    Censure,
    Counter,
    Decline,
    Discard,
    Dispute,
    Dissolve,
    Draw,
    Form,
    Invite,
    Join,
    Leave,
    Offer,
    Pass,
    Plead,
    Ready,
    Resign,
    Suffer,
    Union,
    Vote,
)
from ludotheque.games.politico.state import Amendment, State
from ludotheque.lab.simulate import plan, simulate
from tests.games.politico.assembly import BOX, REFEREE, RULES, assembly, do, govern, strike, vote
from tests.playing import play_game, remembers_nothing, won_by

BOTS = (Backbencher, Kingmaker)
both = pytest.mark.parametrize("bot", BOTS)
every_count = pytest.mark.parametrize("players", range(3, 9))


def chosen(s: State, seat: Seat, bot: type[Backbencher]) -> AnyMove:
    """What a bot does now."""
    return REFEREE.chosen(s, seat, bot(BOX, seat, QuickChance(seat)))


def test_levels_list_the_bots_above_the_random_player() -> None:
    assert list(GAME.levels) == ["random", "backbencher", "kingmaker"]


# On one's turn


def test_kingmaker_puts_its_least_valuable_card_back() -> None:
    s = assembly(60, 50, 40, hands={0: "poaching poaching pm army"}, stage="draw")
    assert chosen(s, 0, Kingmaker) == Discard("poaching")
    s = assembly(60, 50, 40, hands={0: "pm army baraka"}, stage="draw")
    assert chosen(s, 0, Kingmaker) == Draw()


@both
def test_bot_forms_a_government_with_the_union_if_it_can(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "pm union strike", 1: "leak", 2: "leak"})
    assert chosen(s, 0, bot) == Form("pm", union=True)


@both
def test_bot_attacks_a_government_it_is_not_in(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike leak"}, government=[2, 1])
    assert chosen(s, 0, bot) in (Attack("strike", 1), Attack("strike", 2))


def test_kingmaker_attacks_the_member_least_likely_to_answer() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 1: "leak", 2: "leak leak pm tax pm"}, government=[2, 1])
    assert chosen(s, 0, Kingmaker) == Attack("strike", 1)
    s = assembly(60, 50, 40, 30, hands={0: "strike", 1: "leak leak pm tax pm", 2: "leak"}, government=[2, 1])
    assert chosen(s, 0, Kingmaker) == Attack("strike", 2)


def test_kingmaker_does_not_attack_a_member_known_to_hold_the_answer() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 2: "round-table"}, government=[2])
    s.known[2] = s.hands[2]
    assert chosen(s, 0, Kingmaker) != Attack("strike", 2)


@both
def test_bot_plays_a_motion_if_the_opposition_outvotes_the_government(bot: type[Backbencher]) -> None:
    s = assembly(60, 50, 10, 30, hands={0: "censure"}, government=[2, 3])
    assert chosen(s, 0, bot) == Censure()
    s = assembly(10, 20, 60, 50, hands={0: "censure"}, government=[2, 3])
    assert chosen(s, 0, bot) == Pass()


def test_kingmaker_attacks_a_player_about_to_win() -> None:
    """With the army if need be, and even from within."""
    s = assembly(30, 50, 40, 30, hands={0: "army"}, government=[2, 0], points=[100, 60, 430, 20])
    assert chosen(s, 0, Kingmaker) == Army("topple")
    s = assembly(30, 50, 40, 30, hands={0: "strike"}, government=[2, 0], points=[100, 60, 430, 20])
    assert chosen(s, 0, Kingmaker) == Attack("strike", 2)


def test_bot_attacks_the_leader_rather_than_the_last() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "scandal"}, points=[100, 0, 300, 50])
    assert chosen(s, 0, Kingmaker) == Attack("scandal", 2)
    assert chosen(s, 0, Backbencher) == Attack("scandal", 2)


@both
def test_member_plays_the_union_for_its_government(bot: type[Backbencher]) -> None:
    s = assembly(80, 20, 40, 60, hands={0: "union", 1: "strike split", 2: "strike split"}, government=[0, 2])
    s.changed = (1, 3)  # its head has asked them in this turn
    assert chosen(s, 0, bot) == Union()


def test_kingmaker_with_few_deputies_dissolves_the_assembly() -> None:
    s = assembly(20, 80, 60, 60, hands={0: "baraka army", 2: "leak"}, government=[0, 2])
    assert chosen(s, 0, Kingmaker) == Dissolve()
    s = assembly(80, 20, 60, 60, hands={0: "baraka army", 2: "leak"}, government=[0, 2])
    assert chosen(s, 0, Kingmaker) != Dissolve()


def test_kingmaker_does_not_leave_or_resign_without_need() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "baraka army"}, government=[0, 1])
    assert chosen(s, 0, Kingmaker) != Resign()
    s = assembly(60, 50, 40, 30, hands={0: "baraka"}, government=[1, 0], points=[0, 0, 0, 0])
    assert chosen(s, 0, Kingmaker) != Leave()


# Forming a government


def bidding(*deputies: int, **more: object) -> State:
    """Seat 0 has laid a PREMIER MINISTRE, and invites."""
    s = assembly(*deputies, hands={0: "pm baraka"}, **more)  # type: ignore[arg-type]
    do(s, 0, Form("pm"))
    return s


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


def test_kingmaker_does_not_join_a_government_that_wins_the_game_for_another() -> None:
    s = bidding(60, 70, 40, 30, points=[420, 60, 50, 60])
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, Kingmaker) == Decline()


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


def test_kingmaker_keeps_baraka_for_large_losses() -> None:
    s = assembly(60, 50, 40, hands={0: "leak strike", 1: "baraka"}, government=[1, 2])
    strike(s, 0, 1, "leak")
    assert chosen(s, 1, Kingmaker) == Suffer()
    s = assembly(60, 50, 40, hands={0: "strike", 1: "baraka"}, government=[1, 2])
    strike(s, 0, 1)
    assert chosen(s, 1, Kingmaker) == Answer("baraka")


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


def test_kingmaker_counters_an_investiture_that_wins_the_game_for_another() -> None:
    """Under UNION NATIONALE there will be no other chance."""
    s = assembly(60, 70, 40, 30, hands={0: "pm union", 3: "army"}, points=[450, 450, 0, 400])
    govern(s, 0, 1, union=True)
    vote(s, "yynn")
    assert chosen(s, 3, Kingmaker) == Counter()


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


# What the kingmaker reckons


def test_hold_chances_follow_from_the_visible_cards() -> None:
    s = assembly(60, 50, 40, hands={0: "army army", 1: "strike strike strike", 2: "leak"})
    o = Outlook(RULES.sight(s, 0), 0, cards_of(BOX), 1.0)
    assert o.unseen["army"] == 2
    assert o.unseen["strike"] == BOX.counts[BOX.number["strike"]]
    assert o.hold_chance(1, "army") == pytest.approx(1 - (1 - 2 / 78) ** 3)
    s.known[1] = s.hands[1]
    o = Outlook(RULES.sight(s, 0), 0, cards_of(BOX), 1.0)
    assert o.hold_chance(1, "strike") == 1
    assert o.hold_chance(1, "army") == 0


def test_survival_chance_rises_with_a_defence_the_union_or_immunity() -> None:
    def chance(hand: str, union: bool = False, immune: bool = False) -> float:
        s = assembly(60, 50, 40, 30, hands={0: hand, 1: "pm leak tax", 2: "leak leak pm", 3: "pm pm pm"})
        return Cabinet(Outlook(RULES.sight(s, 0), 0, cards_of(BOX), 1.0), 0, union, immune).survival_chance(
            (0, 1), (1, 2, 3)
        )

    assert chance("pm") < chance("round-table") < chance("round-table patch-up experts") <= chance("baraka")
    assert chance("pm") < chance("pm", union=True) < chance("pm", immune=True)


def test_government_formed_in_another_turn_must_last_until_all_have_played() -> None:
    def before_it_scores(since: int) -> tuple[Seat, ...]:
        s = assembly(60, 50, 40, 30, government=[0, 1], seat=3)
        s.turn = 8
        assert s.government is not None
        s.government = replace(s.government, since=since)
        return Cabinet(Outlook(RULES.sight(s, 3), 3, cards_of(BOX), 1.0), 0, False, False).order

    assert before_it_scores(since=5) == ()
    assert before_it_scores(since=8) == (1, 2, 3)


# The outsider


def test_the_outsider_never_governs() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "pm union strike", 1: "leak", 2: "leak"})
    assert not isinstance(chosen(s, 0, Outsider), Form)
    s = assembly(60, 50, 40, 30, hands={0: "pm baraka army"}, stage="draw")
    assert chosen(s, 0, Outsider) == Discard("pm")
    s = bidding(60, 70, 40, 30, points=[50, 60, 50, 60])
    do(s, 0, Invite(1))
    do(s, 0, Ready())
    assert chosen(s, 1, Outsider) == Decline()
    s = assembly(60, 50, 40, 30, hands={0: "army"}, government=[1, 2, 3])
    assert chosen(s, 0, Outsider) != Army("enter")


def test_outsider_otherwise_plays_like_the_kingmaker() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike leak"}, government=[2, 1])
    assert chosen(s, 0, Outsider) == chosen(s, 0, Kingmaker)
    assert "outsider" not in GAME.levels, "nobody is offered it as an opponent"
    assert "outsider" in GAME.trials


# Whole games


@every_count
@both
def test_bots_play_whole_games_legally_and_quickly(players: int, bot: type[Backbencher]) -> None:
    _, times = play_game(GAME, [GAME.levels[bot.__name__.lower()]] * players, players, {"rounds": 12})
    assert sum(times) / len(times) < 0.003
    assert max(times) < 0.1


@pytest.mark.parametrize("options", [{"lending": False}, {"personal": False, "hand": 3}, {"hand": 8, "target": 2000}])
def test_bots_play_with_other_options_and_other_bots(options: dict[str, object]) -> None:
    play_game(GAME, list(GAME.levels.values()) * 2, 5, {"rounds": 8, **options})


def test_bot_made_anew_for_every_answer_plays_the_same() -> None:
    remembers_nothing(GAME, "kingmaker", 5, {"rounds": 10})


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
