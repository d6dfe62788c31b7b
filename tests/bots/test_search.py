"""The searcher: the same seed and budget give the same move; it keeps to its time, and stops when it is told to."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from ludotheque.bots.findings import Findings, Replies, Reply, Rival, merge
from ludotheque.bots.guide import Budget, Guide
from ludotheque.bots.search import Searcher
from ludotheque.engine.chance import QuickChance
from ludotheque.games import find
from ludotheque.lab.play import play_with
from tests.stopwatch import Stopwatch

GAMES = {"koalition": 4, "politico": 4, "president": 3, "stratagem": 4}


def guide_of(game: str) -> Guide:
    guide: Guide = import_module(f"ludotheque.games.{game}.bots.master").master_guide(find(game).rules.box)  # type: ignore[attr-defined]
    return guide


def position(game: str, seed: int = 1, after: int = 30) -> tuple[Any, int]:
    """A state in which a seat has a choice to make, some moves into a game between quick bots, and that seat."""
    found, guide = find(game), guide_of(game)
    rules, rng = found.rules, QuickChance(seed)
    state = rules.setup(found.options({}), GAMES[game])
    players = [guide.quick(seat, QuickChance(seat)) for seat in range(GAMES[game])]
    played = 0
    while asked := rules.asked(state):
        seat = asked[0]
        if seat < 0:
            rules.play(state, seat, rules.chance(state, rng))
            continue
        addressed = rules.addressed(state)
        if not addressed and played >= after and len(rules.legal(state, seat)) > 2:
            return state, seat
        seat = addressed[0] if addressed else seat
        legal = rules.replies(state, seat) if addressed else rules.legal(state, seat)
        rules.play(state, seat, players[seat].choose(rules.sight(state, seat), legal, rules.free(state, seat)))
        played += 1
    raise AssertionError("the game was over before")


def search(game: str, budget: Budget, state: Any, seat: int, seed: int = 5) -> Findings:
    rules = find(game).rules
    searcher = Searcher(guide_of(game), budget, seat, QuickChance(seed))
    return searcher.find(rules.sight(state, seat), rules.legal(state, seat), rules.free(state, seat))


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_and_rollouts_find_the_same(game: str) -> None:
    state, seat = position(game)
    one, other = (search(game, Budget(rollouts=40), state, seat) for _ in range(2))
    assert one.rivals
    assert (one.move, one.value, one.rivals) == (other.move, other.value, other.rivals)
    assert one.rollouts <= 40


@pytest.mark.parametrize("game", GAMES)
def test_search_depends_on_the_sight_alone(game: str) -> None:
    state, seat = position(game)
    rules = find(game).rules
    other = rules.imagine(rules.sight(state, seat), QuickChance(99))
    assert rules.sight(other, seat) == rules.sight(state, seat)
    one, two = (search(game, Budget(rollouts=40), world, seat) for world in (state, other))
    assert (one.move, one.value, one.rivals) == (two.move, two.value, two.rivals)


@pytest.mark.parametrize("game", GAMES)
def test_coach_learns_what_moves_are_worth_and_what_the_others_will_do(game: str) -> None:
    state, seat = position(game)
    rules = find(game).rules
    searcher = Searcher(guide_of(game), Budget(rollouts=40), seat, QuickChance(5))
    sight, legal, free = rules.sight(state, seat), rules.legal(state, seat), rules.free(state, seat)
    advice = searcher.advice(sight, legal, free)
    assert advice.searched is not None
    best, *others = advice.searched.moves
    assert best.move == advice.move
    assert others
    assert all(0 <= one.value <= 1 for one in advice.searched.moves)
    assert best.expected
    assert all(one.seat != seat and 0 < one.share <= 1 for one in best.expected)
    assert sum(one.share for one in best.expected) <= 1


def test_search_keeps_to_its_time() -> None:
    state, seat = position("stratagem")
    search("stratagem", Budget(milliseconds=50), state, seat)  # what is cached is made now
    with Stopwatch() as watch:
        findings = search("stratagem", Budget(milliseconds=400), state, seat)
    assert watch.seconds <= 1.2 * 0.4
    assert findings.rollouts > 2


def test_search_that_is_stopped_answers_at_once() -> None:
    state, seat = position("stratagem")
    rules = find("stratagem").rules
    searcher = Searcher(guide_of("stratagem"), Budget(milliseconds=60_000), seat, QuickChance(1))
    asked = iter([False, False, True])
    searcher.is_stopped = lambda: next(asked, True)
    findings = searcher.find(rules.sight(state, seat), rules.legal(state, seat), ())
    assert findings.worlds == 2
    assert findings.move in rules.legal(state, seat)


def test_search_whose_choice_is_clear_stops_before_its_budget_is_spent() -> None:
    state, seat = position("stratagem")
    guide = guide_of("stratagem")
    indifferent = replace(guide, worth=lambda s: [0.25] * 4, horizon=0.0)
    searcher = Searcher(indifferent, Budget(rollouts=10_000), seat, QuickChance(1))
    findings = searcher.find(guide.rules.sight(state, seat), guide.rules.legal(state, seat), ())
    assert findings.move == findings.quick
    assert findings.rollouts < 100


def test_searcher_plays_a_whole_game() -> None:
    game, guide = find("koalition"), guide_of("koalition")
    state = game.rules.setup(game.options({"countries": 1}), 3)
    players = [Searcher(guide, Budget(rollouts=12), seat, QuickChance(seat)) for seat in range(3)]
    play_with(game, state, players, QuickChance(3))
    assert state.outcome is not None


def test_rival_is_played_only_where_it_is_clearly_better() -> None:
    noisy, clear, scarce = Rival("noisy"), Rival("clear"), Rival("scarce")
    for number in range(20):
        noisy.add(0.5 if number % 2 else -0.45)
        clear.add(0.1 + 0.01 * (number % 3))
    scarce.add(0.9)
    assert Findings("quick", rivals=(noisy,)).move == "quick"
    assert Findings("quick", rivals=(clear,)).move == "clear"
    assert Findings("quick", rivals=(scarce,)).move == "quick"
    assert Findings("quick", rivals=(noisy, clear)).move == "clear"


def test_findings_of_several_processes_are_merged() -> None:
    parts = []
    for number in range(2):
        rival = Rival("a")
        for world in range(6):
            rival.add(0.1 + 0.01 * world)
        parts.append(Findings("quick", 0.4 + 0.2 * number, 6, (rival,), 12, 0.1 + number))
    other = Findings("another", 0.9, 50, (Rival("a"),), 100, 0.1)
    together = merge([*parts, other])
    assert (together.worlds, together.rollouts, together.seconds) == (12, 24, 1.1)
    assert together.value == pytest.approx(0.5)
    assert together.rivals[0].worlds == 12
    assert parts[0].move == "quick"  # too few worlds by itself
    assert together.move == "a"


def test_replies_of_several_processes_are_counted_together() -> None:
    parts = []
    for _ in range(2):
        replies = Replies()
        for move in ("left", "left", "right"):
            replies.add(Reply(1, move))
        parts.append(Findings("quick", 0.5, 4, (), 4, 0.1, replies))
    (found,) = merge(parts).summary().moves
    assert [(one.seat, one.move, one.share) for one in found.expected] == [(1, "left", 0.5), (1, "right", 0.25)]
