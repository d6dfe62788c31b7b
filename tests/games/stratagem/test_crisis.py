"""Seizing power, and what it takes to stop it."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import Refusal
from ludotheque.games.stratagem.box import ACTIONS
from ludotheque.games.stratagem.moves import (
    Defeated,
    Draw,
    Ended,
    Launch,
    Launched,
    Name,
    Out,
    Restored,
    Secret,
    Shared,
    Show,
    Swayed,
    Ticked,
    Withdraw,
)
from ludotheque.games.stratagem.state import State
from tests.games.stratagem.campaign import (
    BOX,
    HIDDEN,
    RULES,
    A,
    B,
    C,
    campaign,
    do,
    launch,
    option,
    refused,
    stage,
    to,
    wait,
)


def mark(card: str) -> str | None:
    """A support's mark."""
    return BOX.common[BOX.cards[card]].mark


def strong(seat: int) -> list[str]:
    """An A and a B of different marks."""
    return [A[seat], next(card for card in B[seat:] + B[:seat] if mark(card) != mark(A[seat]))]


def crisis(*tokens: int, deck: list[str] | None = None, **more: list[str]) -> State:
    """Seat 0 holds A and B, seats 1, 2 and 3 an A, a B and a C as far as there are."""
    held = {0: strong(0), 1: [C[1], strong(1)[1]], 2: [C[2]], 3: [C[3]]}
    used = {card for cards in held.values() for card in cards}
    held[2].append(next(card for card in B if card not in used and mark(card) != mark(C[2])))
    held.update({int(name[1:]): cards for name, cards in more.items()})
    return campaign(*tokens, supports=held, deck=deck)


@pytest.mark.clause("stratagem.action.order")
def test_actions_come_strictly_in_their_order() -> None:
    s = crisis()
    for action in ACTIONS[1:]:
        assert refused(s, 0, Launch(action)).reason == "not_in_order"  # type: ignore[arg-type]
    assert launch(s, "coup")[0] == Launched(0, "coup", False)
    for action in ("coup", "dictatorship", "uprising"):
        assert refused(s, 1, Launch(action)).reason == "not_in_order"  # type: ignore[arg-type]


@pytest.mark.clause("stratagem.action.order", "stratagem.box.actions")
def test_coup_needs_its_supports() -> None:
    weak = campaign(supports={0: [A[0]]})
    assert refused(weak, 0, Launch("coup")).reason == "no_supports"
    two = campaign(supports={0: [C[0], next(card for card in B if mark(card) != mark(C[0]))]})
    assert refused(two, 0, Launch("coup")).reason == "no_supports", "a C is no A"


@pytest.mark.clause("stratagem.action.sequence")
def test_coup_wins_after_three_rounds() -> None:
    s = crisis()
    assert launch(s, "coup")[-2] == Ticked("coup", 3)
    for left in (2, 1):
        wait(s, 3)
        assert Ticked("coup", left) in wait(s)
    wait(s, 3)
    assert RULES.outcome(s) is None
    assert s.seat == 0
    events = wait(s)
    assert isinstance(events[-1], Ended)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "coup")
    assert outcome.scores is not None
    assert outcome.scores[0] == 5


@pytest.mark.clause("stratagem.action.strike")
def test_one_strike_restarts_the_sequence_and_is_not_enough() -> None:
    s = crisis()
    launch(s, "coup")
    wait(s, 4)
    events = launch(s, "strike")
    assert s.crisis is not None
    assert (s.crisis.action, s.crisis.by, s.crisis.left) == ("strike", 1, 3)
    assert Ticked("strike", 3) in events
    wait(s, 11)
    assert RULES.outcome(s) is None
    assert s.seat == 1
    wait(s)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "coup")


@pytest.mark.clause("stratagem.action.strike", "stratagem.ruling.dictator-window", "stratagem.ruling.dictator-pays")
def test_a_second_strike_defeats_the_coup_and_its_author_pays() -> None:
    s = crisis()
    launch(s, "coup")
    launch(s, "strike")
    events = launch(s, "strike")
    assert Defeated(0, "coup") in events
    assert s.tokens[0] == 25 - 9
    assert any(isinstance(event, Swayed) and event.why == "coup" for event in events)
    assert s.crisis is not None
    assert s.crisis.action == "window"


@pytest.mark.clause("stratagem.ruling.one-strike-each")
def test_player_cannot_strike_twice_nor_against_their_own_coup() -> None:
    s = crisis()
    launch(s, "coup")
    launch(s, "strike")
    to(s, 0)
    assert refused(s, 0, Launch("strike")).reason == "not_yours_to_strike"
    to(s, 1)
    assert refused(s, 1, Launch("strike")).reason == "not_yours_to_strike"


@pytest.mark.clause("stratagem.ruling.dictator-window", "stratagem.action.restore")
def test_defeated_coup_without_a_dictatorship_ends_the_crisis() -> None:
    s = crisis()
    launch(s, "coup")
    launch(s, "strike")
    launch(s, "strike")
    assert any(s.laid)
    wait(s, 11)
    assert s.seat == 2
    assert Restored() in wait(s)
    assert s.crisis is None
    assert s.laid == (0, 0, 0, 0), "the cards are back in hands"
    assert (s.seat, stage(s)) == (3, "turn")
    to(s, 0)
    launch(s, "coup")


@pytest.mark.clause("stratagem.action.restore")
def test_crisis_that_ends_with_an_empty_deck_is_followed_by_a_vote() -> None:
    s = crisis(20, 20, 20, 40, deck=[])
    launch(s, "coup")
    launch(s, "strike")
    launch(s, "strike")
    wait(s, 12)
    assert s.campaign == 2, "nobody had 51"
    assert len(s.candidates) == 2


@pytest.mark.clause("stratagem.action.dictator", "stratagem.action.uprising")
def test_any_player_may_impose_a_dictatorship_and_wins_unless_two_rise() -> None:
    s = crisis(s3=strong(3))
    launch(s, "coup")
    launch(s, "strike")
    launch(s, "strike")
    assert launch(s, "dictatorship")[0] == Launched(3, "dictatorship", False)
    assert s.crisis is not None
    assert (s.crisis.dictator, s.crisis.left) == (3, 3)
    none = s.copy()
    wait(none, 12)
    outcome = RULES.outcome(none)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((3,), "dictatorship")
    launch(s, "uprising")
    assert s.crisis is not None
    assert s.crisis.rebels == (0,)
    wait(s, 12)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((3,), "dictatorship"), "one alone is not enough"


@pytest.mark.clause(
    "stratagem.action.uprising", "stratagem.action.eliminated", "stratagem.out.when", "stratagem.out.cards"
)
def test_two_uprisings_bring_a_dictator_down_who_is_eliminated() -> None:
    s = crisis(23, 29, 26, 22, s3=strong(3))
    launch(s, "coup")
    launch(s, "strike")
    launch(s, "strike")
    launch(s, "dictatorship")
    launch(s, "uprising")
    s.tokens = [31, 31, 31, 7]
    assert refused(s, 1, Launch("dictatorship")).reason == "not_in_order"
    events = launch(s, "uprising")
    assert events[1] == Defeated(3, "dictatorship")
    assert Out(3, "dictatorship") in events
    assert s.supports[3] == ()
    assert Restored() in events
    assert (RULES.asked(s), stage(s)) == ((3,), "heir")


@pytest.mark.clause("stratagem.out.tokens")
def test_seven_tokens_among_three_are_two_each_and_one_for_the_heir() -> None:
    s = crisis(s3=strong(3))
    launch(s, "coup")
    launch(s, "strike")
    launch(s, "strike")
    launch(s, "dictatorship")
    launch(s, "uprising")
    s.tokens = [31, 31, 31, 7]
    launch(s, "uprising")
    assert refused(s, 3, Name(3)).reason == "asked_heir"
    assert refused(s, 0, Name(0)).reason == "not_asked"
    events = do(s, 3, Name(1))
    assert events[0] == Shared(3, 0, 1, 1, (33, 34, 33, 0))
    assert s.seat == 2
    assert not s.alive[3]


@pytest.mark.clause("stratagem.out.tokens")
def test_two_tokens_among_three_go_to_the_heir() -> None:
    s = crisis(s3=strong(3))
    launch(s, "coup")
    launch(s, "strike")
    launch(s, "strike")
    launch(s, "dictatorship")
    launch(s, "uprising")
    s.tokens = [32, 33, 33, 2]
    launch(s, "uprising")
    do(s, 3, Name(0))
    assert s.tokens == [34, 33, 33, 0]


@pytest.mark.clause("stratagem.action.no-retreat")
def test_an_action_cannot_be_called_off() -> None:
    s = crisis()
    launch(s, "coup")
    to(s, 0)
    do(s, 0, Withdraw(option(*_first_shown(s, 0))))
    assert s.crisis is not None, "not even by withdrawing what it stood on"


def _first_shown(s: State, seat: int) -> tuple[int, int]:
    theme = next(theme for theme, side in enumerate(s.shown[seat]) if side >= 0)
    return theme, s.shown[seat][theme]


@pytest.mark.clause("stratagem.action.three-players")
def test_a_coup_needs_three_players() -> None:
    s = crisis(30, 30, 40, 0)
    assert Launch("coup") in RULES.legal(s, 0)
    s.alive = (True, True, False, False)
    assert refused(s, 0, Launch("coup")).reason == "two_players"


@pytest.mark.clause("stratagem.action.popular-support")
@pytest.mark.parametrize(("tokens", "can"), [(39, False), (40, True)])
def test_forty_tokens_count_as_a_support_against_a_seizure_of_power(tokens: int, can: bool) -> None:
    rest = (100 - tokens) // 3
    s = crisis(100 - tokens - 2 * rest, tokens, rest, rest, s1=[])
    launch(s, "coup")
    assert (Launch("strike") in RULES.legal(s, 1)) == can
    if can:
        assert launch(s, "strike")[0] == Launched(1, "strike", True)
        s.tokens[1], s.tokens[2] = 30, s.tokens[2] + 10
        wait(s, 3)
        assert s.crisis is not None
        assert s.crisis.strikers == (1,), "falling below later does not undo it"


@pytest.mark.clause("stratagem.action.popular-support")
def test_popular_support_is_announced_only_where_it_counted() -> None:
    s = crisis(20, 40, 20, 20)
    launch(s, "coup")
    assert launch(s, "strike")[0] == Launched(1, "strike", False), "there were supports enough without it"


@pytest.mark.clause("stratagem.ruling.earned-support")
def test_a_support_counts_only_while_the_programme_shown_meets_its_demands() -> None:
    s = campaign(supports={0: [A[0], B[0]]})
    assert Launch("coup") in RULES.legal(s, 0)
    demanded = BOX.number[BOX.common[BOX.cards[B[0]]].demands[0]]
    do(s, 0, Withdraw(BOX.options[demanded].id))
    to(s, 0)
    assert refused(s, 0, Launch("coup")) == Refusal("stratagem.ruling.earned-support", "unearned", {"action": "coup"})
    do(s, 0, Show(BOX.options[demanded].id))
    to(s, 0)
    launch(s, "coup")


@pytest.mark.clause("stratagem.action.popular-support")
def test_popularity_does_not_help_to_seize_power() -> None:
    s = crisis(70, 10, 10, 10, s0=[A[0]])
    assert refused(s, 0, Launch("coup")).reason == "no_supports"


@pytest.mark.clause("stratagem.action.secret-support", "stratagem.ruling.secret-reliance")
def test_a_secret_support_that_was_relied_on_is_shown_on_the_next_turn() -> None:
    card = next(card for card in HIDDEN if BOX.common[BOX.cards[card]].strength in ("A", "B"))
    other = A[0] if BOX.common[BOX.cards[card]].strength == "B" else B[0]
    demanded = BOX.common[BOX.cards[card]].demands
    s = campaign(supports={0: [other]}, secrets={0: [card]})
    assert refused(s, 0, Launch("coup")).reason == "no_supports", "its demand is not shown"
    s = campaign(supports={0: [other]}, secrets={0: [card]}, shown={0: demanded})
    launch(s, "coup")
    assert RULES.sight(s, 0).owing == card
    assert RULES.sight(s, 1).owing is None
    assert RULES.sight(s, 1).owed == (True, False, False, False)
    to(s, 0)
    assert RULES.legal(s, 0) == [Secret(card, None)]
    assert refused(s, 0, Draw()).reason == "owed"
    do(s, 0, Secret(card))
    assert RULES.sight(s, 1).owed[0] is False


@pytest.mark.clause("stratagem.action.secret-support")
def test_imagined_secrets_leave_the_owed_support_to_the_player_who_owes_it() -> None:
    secrets = [card.id for card in BOX.common if card.family == "secret"]
    owed = next(card for card in HIDDEN if BOX.common[BOX.cards[card]].strength in ("A", "B"))
    other = A[0] if BOX.common[BOX.cards[owed]].strength == "B" else B[0]
    rest = [card for card in secrets if card != owed]
    s = campaign(
        supports={3: [other]},
        secrets={0: rest[:6], 1: rest[6:12], 3: [owed]},
        shown={3: BOX.common[BOX.cards[owed]].demands},
    )
    to(s, 3)
    launch(s, "coup")
    sight = RULES.sight(s, 2)
    assert sight.owed == (False, False, False, True)
    for seed in range(40):
        assert RULES.sight(RULES.imagine(sight, QuickChance(seed)), 2) == sight


@pytest.mark.clause("stratagem.ruling.crisis-without-author")
def test_a_crisis_without_its_author_is_over() -> None:
    s = crisis(3, 32, 32, 33)
    launch(s, "coup")
    s.tokens = [0, 33, 33, 34]
    events = wait(s)
    assert Out(0, "tokens") in events
    assert Restored() in events
    striker = crisis()
    launch(striker, "coup")
    launch(striker, "strike")
    striker.tokens = [34, 0, 33, 33]
    wait(striker)
    assert striker.crisis is not None
    assert striker.crisis.by == 2, "the sequence now ends with the next player"
