"""The deputy and the chancellor: what they do in plain votes, and how they fare."""

from __future__ import annotations

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.question_stack import Negotiation, Stack, Turn
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.koalition import GAME
from ludotheque.games.koalition.bots.chancellor import Chancellor
from ludotheque.games.koalition.bots.deputy import Deputy
from ludotheque.games.koalition.moves import (
    Accept,
    AnyMove,
    Clean,
    Close,
    Decline,
    Double,
    Elect,
    Lay,
    Pass,
    Propose,
    Retire,
    Topple,
)
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.parties import update_leader
from ludotheque.games.koalition.sight import Sight
from ludotheque.games.koalition.state import State
from tests.games.koalition.ballot import BOX, REFEREE, RULES, counted, do, vote, who_refuses
from tests.playing import play_game, remembers_nothing, won_by

BOTS = (Deputy, Chancellor)
both = pytest.mark.parametrize("bot", BOTS)
every_count = pytest.mark.parametrize("players", range(3, 11))


def chosen(s: State, seat: Seat, bot: type[Deputy]) -> AnyMove:
    """What a bot answers now. It is not offered any bargains: see test_bargaining.py."""
    move = bot(BOX, seat, QuickChance(seat)).choose(RULES.sight(s, seat), RULES.legal(s, seat), ())
    assert move in RULES.legal(s, seat)
    return move


def to_lay(s: State, hand: str, lap: int = 4) -> State:
    """Seat 0 is to lay a card of this hand, in the last lap of a four-card country if nothing else is said."""
    s.hands[0] = tuple(sorted(BOX.number[card] for card in hand.split()))
    s.stack = Stack([Turn(0, "lay")])
    s.lap = lap
    return s


def to_act(s: State) -> State:
    """Seat 0 has laid its last card, the last of all, and may act."""
    s.lap = 4
    return s


@both
def test_bots_vote_for_another_player(bot: type[Deputy]) -> None:
    s = RULES.setup(Options(), 4)
    found = {REFEREE.chosen(s, 2, bot(BOX, 2, QuickChance(seed))) for seed in range(30)}
    assert found == {Elect(0), Elect(1), Elect(3)}


@pytest.mark.clause("koalition.start")
@pytest.mark.parametrize("players", [3, 6, 10])
def test_election_between_bots_is_often_decided(players: int) -> None:
    decided = 0
    for game in range(60):
        s = RULES.setup(Options(), players)
        for seat in range(players):
            bot = Deputy(BOX, seat, QuickChance(f"{game}/{seat}"))
            do(s, seat, bot.choose(RULES.sight(s, seat), RULES.legal(s, seat), ()))
        decided += s.starter != NOBODY
    assert decided >= 20


# Laying


@both
def test_bot_plays_a_card_that_wins_the_lead_of_a_strong_party(bot: type[Deputy]) -> None:
    s = vote("0 roses5, 1 roses8, 2 hats9, 1 hats4, 2 roses2", country="ireland")
    assert chosen(to_lay(s, "roses7 leaves3 crosses3 acorns4", lap=2), 0, bot) == Lay("roses7")


@both
def test_bot_plays_a_joker_where_it_wins_an_office(bot: type[Deputy]) -> None:
    s = vote("0 hats4, 1 roses9, 2 hats7, 1 roses6, 2 lemons3", country="ireland")
    assert chosen(to_lay(s, "joker1 fists3", lap=2), 0, bot) == Lay("joker1", "hats")


@both
def test_bot_plays_a_small_card_where_none_decides(bot: type[Deputy]) -> None:
    """With a deal that goes on, votes that win no office now are kept for later."""
    s = vote("1 roses10, 1 roses9, 1 roses8, 2 hats10, 2 hats9, 2 hats8, 0 fists10, 0 fists9, 0 fists8", countries=15)
    for seat in range(3):
        s.hands[seat] = tuple(BOX.number[f"leaves{n}"] for n in range(2 + seat * 3, 5 + seat * 3))
    s = to_lay(s, "fists3 fists6 fists7 leaves4 leaves5 leaves6 leaves7 crosses5 crosses6 crosses7")
    assert chosen(s, 0, bot) == Lay("fists3")


@both
def test_bot_keeps_no_card_in_the_last_country(bot: type[Deputy]) -> None:
    s = vote("1 roses10, 1 roses9, 2 hats10, 2 hats9, 1 fists7, 0 fists5, 0 roses6, 2 fists4", countries=1)
    assert chosen(to_lay(s, "fists3 fists9 leaves4"), 0, bot) == Lay("fists9")


def test_chancellor_plans_with_the_cards_in_hand() -> None:
    """In the first lap it begins the party in which it can follow up; the deputy sees one card at a time."""
    s = vote("1 hats6, 2 lemons6")
    move = chosen(to_lay(s, "roses6 roses10 roses9 acorns7 crosses7 leaves7", lap=1), 0, Chancellor)
    assert isinstance(move, Lay)
    assert move.card.startswith("roses")


# Actions


@both
def test_sturz_is_played_to_take_over_a_party(bot: type[Deputy]) -> None:
    s = to_act(vote("1 roses10, 0 roses9, 0 hats4, 2 lemons8, 1 lemons7, 2 fists6, 0 acorns3, 1 acorns4", topple=1))
    assert chosen(s, 0, bot) == Topple("roses")


@both
def test_ruecktritt_is_aimed_at_the_card_that_keeps_a_leader_in_office(bot: type[Deputy]) -> None:
    s = to_act(vote("1 roses10, 0 roses9, 0 hats4, 2 lemons8, 1 lemons7, 2 fists6, 0 acorns3, 1 acorns4", retire=1))
    assert chosen(s, 0, bot) == Retire("roses10")


@both
def test_doppler_is_played_on_a_party_that_then_wins_alone(bot: type[Deputy]) -> None:
    s = to_act(vote("0 roses10, 0 roses9, 0 roses8, 1 hats10, 2 lemons9, 1 fists8, 2 acorns7, 1 hats9", double=1))
    assert chosen(s, 0, bot) == Double("roses")


@both
def test_weisse_weste_is_played_to_regain_an_office(bot: type[Deputy]) -> None:
    s = to_act(vote("0 roses10, 1 roses6, 1 hats4, 2 lemons8, 1 lemons7, 2 fists6, 0 hats3, 2 fists3", clean=1))
    s.resigned = frozenset((BOX.number["roses10"],))
    update_leader(s, 0)
    assert chosen(s, 0, bot) == Clean(card="roses10")


@both
def test_bot_keeps_an_action_that_changes_nothing(bot: type[Deputy]) -> None:
    s = to_act(vote("1 roses10, 1 roses9, 1 roses8, 1 roses7, 2 hats3, 2 hats2, 0 lemons2", topple=1, scandal=0))
    assert chosen(s, 0, bot) == Pass()


@both
def test_bot_keeps_actions_early_in_a_vote(bot: type[Deputy]) -> None:
    assert chosen(vote("0 roses10, 1 roses9, 2 hats8", double=1, topple=1), 0, bot) == Pass()


# Negotiating


def negotiating(laid: str, players: int = 3) -> State:
    """The votes are counted, and there is something to talk about."""
    s = vote(laid, players)
    s.lap = 4
    counted(s)
    assert isinstance(s.stack.top, Negotiation)
    return s


@both
def test_leader_of_a_majority_proposes_their_own_parties(bot: type[Deputy]) -> None:
    s = negotiating("0 roses10, 0 hats9, 1 lemons9, 2 fists8")
    assert chosen(s, 0, bot) == Propose(("roses", "hats"))


@both
def test_bot_proposes_the_coalition_with_more_of_its_cards(bot: type[Deputy]) -> None:
    s = negotiating("0 roses10, 1 hats9, 0 hats2, 2 lemons9, 1 lemons2, 2 fists3")
    assert chosen(s, 0, bot) == Propose(("hats", "roses"))


@both
def test_bot_accepts_a_good_offer_and_answers_a_poor_one_with_a_better(bot: type[Deputy]) -> None:
    s = negotiating("0 roses10, 1 hats9, 0 hats2, 2 lemons9, 1 lemons2, 2 fists3")
    do(s, 1, Propose(("hats", "roses")))
    assert chosen(s, 0, bot) == Accept(1)
    s = negotiating("0 roses10, 1 hats9, 0 hats2, 0 hats3, 2 lemons9, 1 lemons2, 2 fists3")
    do(s, 2, Propose(("lemons", "roses")))
    assert chosen(s, 0, bot) == Propose(("hats", "roses"))


@both
def test_expectations_shrink_so_that_negotiations_end(bot: type[Deputy]) -> None:
    s = negotiating("0 roses10, 1 hats9, 0 hats2, 2 lemons9, 1 lemons2, 2 fists3")
    talk = s.stack.top
    assert isinstance(talk, Negotiation)
    do(s, 2, Propose(next(c.labels for c in s.coalitions if c.seats == {0, 2})))
    talk.proposed |= {(f"party {number}",) for number in range(20)}
    assert isinstance(chosen(s, 0, bot), Accept)


@both
def test_bot_closes_a_negotiation_when_it_has_nothing_to_propose(bot: type[Deputy]) -> None:
    s = negotiating("0 roses10, 1 hats9, 2 lemons9")
    talk = s.stack.top
    assert isinstance(talk, Negotiation)
    talk.proposed = {coalition.labels for coalition in s.coalitions}
    assert chosen(s, 0, bot) == Close()


@both
def test_repeating_a_proposal_does_not_pay(bot: type[Deputy]) -> None:
    s = negotiating("0 roses10, 1 hats9, 0 hats2, 0 hats3, 2 lemons9, 1 lemons2, 2 fists3")
    pair = ("lemons", "roses")
    do(s, 2, Propose(pair))
    answers = {chosen(s, 0, bot)}
    for number in range(1, 11):
        do(s, 0, Decline(number))
        do(s, 2, Propose(pair))
        answers.add(chosen(s, 0, bot))
    assert answers == {Propose(("hats", "roses"))}


@both
def test_bots_propose_only_possible_coalitions(bot: type[Deputy]) -> None:
    rules = who_refuses("roses10", "hats")
    s = vote("0 roses10, 0 roses2, 1 hats9, 1 roses3, 2 lemons9", rules=rules)
    counted(s)
    move = bot(rules.box, 0, QuickChance(0)).choose(rules.sight(s, 0), rules.legal(s, 0), ())
    assert move == Propose(("roses", "lemons"))


# Whole games


class Chatterbox(RandomPlayer):
    """A guest who proposes and declines, and never gives a hand."""

    def choose(self, sight, legal, free):  # type: ignore[no-untyped-def]
        loud = [move for move in legal if isinstance(move, Propose | Decline)]
        return super().choose(sight, loud or legal, free)


class Talks:
    """Counts the answers given in the longest negotiation."""

    def __init__(self) -> None:
        self.now = self.longest = 0

    def __call__(self, sight: Sight) -> None:
        self.now = self.now + 1 if sight.stage == "negotiate" else 0
        self.longest = max(self.longest, self.now)


@every_count
@both
def test_bots_play_whole_games_legally_and_quickly(players: int, bot: type[Deputy]) -> None:
    level = GAME.bots["deputy" if bot is Deputy else "strong"]
    for seed in range(3):
        talks = Talks()
        _, times = play_game(GAME, [level] * players, seed, {"countries": 4}, talks)
        assert max(times) < 0.2
        assert talks.longest <= 12 * players, "talks between bots are short"


@every_count
def test_negotiations_with_random_players_end_soon(players: int) -> None:
    talks = Talks()
    play_game(GAME, [GAME.bots["random"]] * players, players, {"countries": 4}, talks)
    assert talks.longest <= 12 * players


@every_count
def test_negotiations_end_even_if_one_player_never_agrees(players: int) -> None:
    talks = Talks()
    play_game(GAME, [Chatterbox, *[GAME.levels["strong"]] * (players - 1)], players, {"countries": 4}, talks)
    assert talks.longest <= 40 * players


def test_bot_made_anew_for_every_answer_plays_the_same() -> None:
    remembers_nothing(GAME, "strong", 5, {"countries": 3})


@pytest.mark.parametrize("level", ["deputy", "chancellor"])
def test_both_beat_the_random_player(level: str) -> None:
    assert won_by(GAME, f"{level},random", 4, 40) > 1.7
    assert won_by(GAME, f"{level},random", 8, 20) > 1.5


@pytest.mark.slow
def test_the_chancellor_beats_the_deputy() -> None:
    assert won_by(GAME, "chancellor,deputy", 4, 300) > 1.15
    assert won_by(GAME, "chancellor,deputy", 8, 60) > 1.1
