"""The odds of a challenge, against counting them out, drawing them, and the printed example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ludotheque.engine.chance import QuickChance, shuffle
from ludotheque.games.president.bots import odds
from ludotheque.games.president.box import PACK
from ludotheque.games.president.challenge import score

Hand = tuple[int, ...]


def count_out(hand: Hand, drawn: Hand = ()) -> tuple[float, float]:
    """How likely the challenger is to lose, and to make it void: every order of every card, one after the other."""
    mark = score(hand)
    left = Counter(PACK)
    left.subtract((*hand, *drawn))
    lost = void = 0.0
    for card, count in left.items():
        points = score((*drawn, card))
        chance = count / left.total()
        if points > 21:
            lost += chance
        elif points == mark == 21:
            void += chance
        elif points <= mark and count:
            then = count_out(hand, (*drawn, card))
            lost += chance * then[0]
            void += chance * then[1]
    return lost, void


@pytest.mark.parametrize("hand", [(2, 10), (5, 10), (1, 1, 3), (3, 3, 7), (1, 4, 8, 2)])
def test_challenger_chances_equal_an_enumeration(hand: Hand) -> None:
    assert odds.standing_odds(tuple(sorted(hand))) == pytest.approx(count_out(hand))


@pytest.mark.parametrize("drawn", [(10, 4), (1, 9), (10, 9), (1, 10, 8)])
def test_standing_odds_against_21_are_void_or_lost(drawn: Hand) -> None:
    hand = (1, 10)
    assert odds.standing_odds(hand, tuple(sorted(drawn))) == pytest.approx(count_out(hand, drawn))
    assert sum(odds.standing_odds(hand, tuple(sorted(drawn)))) == pytest.approx(1)


@pytest.mark.clause("president.challenge.example")
def test_the_odds_of_the_printed_example() -> None:
    """15 against 3 + 7 + 5 = 15: one more card must be drawn. 3 wins as any up to 6 does, 8 loses as any from 7 on."""
    lost, void = odds.standing_odds((5, 10), (3, 5, 7))
    seven, eight, nine, ten = 3, 4, 4, 15
    assert lost == pytest.approx((seven + eight + nine + ten) / 47)
    assert void == 0


def test_simulated_challenges_end_by_the_odds() -> None:
    """Two thousand challenges, defended as well as can be: a deviation is 1.1 in a hundred."""
    rng = QuickChance(1)
    ends = Counter(challenge(rng) for _ in range(2000))
    assert ends["won"] / 2000 == pytest.approx(odds.CHALLENGER_WINS, abs=0.035)
    assert ends["lost"] / 2000 == pytest.approx(odds.CHALLENGER_LOSES, abs=0.035)


def challenge(rng: QuickChance) -> str:
    """A challenge as the challenger sees it end."""
    pack = [value for value, count in PACK.items() for _ in range(count)]
    shuffle(rng, pack)
    hand = [pack.pop(), pack.pop()]
    while score(hand) <= 21 and odds.should_hit(tuple(sorted(hand))):
        hand.append(pack.pop())
    if score(hand) > 21:
        return "won"
    attack: list[int] = []
    while score(attack) <= score(hand):
        attack.append(pack.pop())
        if score(attack) == score(hand) == 21:
            return "void"
    return "lost" if score(attack) > 21 else "won"


def best(hand: Hand, void: float) -> float:
    """What a hand is worth, everything that may follow looked at."""
    if score(hand) > 21:
        return 0.0
    return max(standing(hand, void), hitting(hand, void))


def standing(hand: Hand, void: float) -> float:
    won, tied = odds.standing_odds(tuple(sorted(hand)))
    return won + void * tied


def hitting(hand: Hand, void: float) -> float:
    left = Counter(PACK)
    left.subtract(hand)
    return sum(count / left.total() * best((*hand, card), void) for card, count in left.items() if count)


@pytest.mark.parametrize(
    "hand", [(4, 10), (5, 10), (6, 10), (7, 8), (8, 8), (2, 6, 7), (7, 10), (1, 2, 4, 9), (5, 5, 6)]
)
@pytest.mark.parametrize("void", [0.0, 0.5, 1.0])
def test_bot_draws_a_card_where_that_is_better(hand: Hand, void: float) -> None:
    assert odds.should_hit(hand, void) == (hitting(hand, void) > standing(hand, void))
    assert odds.hand_value(hand, void) == pytest.approx(best(hand, void))


@pytest.mark.parametrize(("hand", "hits"), [((1, 6), True), ((1, 7), False), ((1, 10), False), ((1, 2, 3), True)])
def test_soft_hands_are_played_by_the_odds(hand: Hand, hits: bool) -> None:
    """An ace that can still become 1 lets one draw at 17, but not at 18."""
    assert odds.should_hit(hand) == hits


def test_hand_that_cannot_pass_21_draws() -> None:
    assert odds.is_low((2, 9))
    assert odds.should_hit((2, 9))
    assert not odds.is_low((2, 10))
    assert not odds.is_low((1, 5)), "an ace makes 16 of it"


def deals() -> Iterator[tuple[Hand, float]]:
    """The two cards that a challenged player begins with, and how likely they are."""
    for low in PACK:
        for high in range(low, 11):
            pairs = PACK[low] * PACK[high] if low < high else PACK[low] * (PACK[low] - 1) / 2
            yield (low, high), pairs / (52 * 51 / 2)


def test_challenge_constants_equal_the_exact_odds() -> None:
    """What the bots count on, exactly."""
    hope = sum(chance * odds.hand_value(hand) for hand, chance in deals())
    void = 1 - odds.CHALLENGER_WINS - odds.CHALLENGER_LOSES
    assert odds.CHALLENGER_LOSES + void / 2 == pytest.approx(hope, abs=1e-4)
