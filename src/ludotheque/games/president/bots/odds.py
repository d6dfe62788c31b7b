"""The exact odds of a challenge, over all cards left in the pack.

Hands are tuples of cards, smallest first, an ace as 1. The challenger has nothing to decide, and draws until the score
is beaten; the challenged player compares one more card with standing. All results are cached: there are some three
thousand hands, and most of them never occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from ludotheque.games.president.box import PACK

Hand = tuple[int, ...]

_COUNTS: Final = (0, *PACK.values())
_TOP: Final = max(PACK)

CHALLENGER_WINS: Final = 0.5219
CHALLENGER_LOSES: Final = 0.4583
"""The result of a challenge under the best defence; the rest are void."""


@cache
def standing_odds(hand: Hand, drawn: Hand = ()) -> tuple[float, float]:
    """The chances that the challenged player wins, and that the challenge is void, if they stand with this hand.

    ``drawn`` is what the challenger has drawn so far.
    """
    left = _cards_left(hand + drawn)
    hard = sum(hand)
    mark = hard + 10 if hard <= 11 and hand[0] == 1 else hard
    lost = _bust_chance(left, sum(left), sum(drawn), 1 in drawn, mark, 0, {})
    return lost, 1 - lost if mark == 21 else 0.0


def _cards_left(hand: Hand) -> list[int]:
    """The cards left in the pack, by value."""
    left = list(_COUNTS)
    for card in hand:
        left[card] -= 1
    return left


def _bust_chance(
    left: list[int], cards: int, hard: int, ace: bool, mark: int, key: int, known: dict[int, float]
) -> float:
    """The chance that the challenger, who must draw until ``mark`` is beaten or 21 is made, passes 21.

    ``hard`` is the sum of the challenger's hand with aces as 1, ``key`` has three bits for each value in it.
    """
    over: float = cards - sum(left[: 22 - hard])
    for card in range(1, min(_TOP, mark - hard) + 1):
        count = left[card]
        if not count:
            continue
        total = hard + card
        soft = ace or card == 1
        points = total + 10 if soft and total <= 11 else total
        if points > mark or points == 21:
            continue
        then = key + (1 << 3 * card)
        found = known.get(then)
        if found is None:
            left[card] = count - 1
            found = _bust_chance(left, cards - 1, total, soft, mark, then, known)
            left[card] = count
        over += count * found
    known[key] = over = over / cards
    return over


def is_low(hand: Hand) -> bool:
    """Whether no card can pass 21, and any card improves the hand."""
    return hand[0] > 1 and sum(hand) <= 11


@cache
def should_hit(hand: Hand, void: float = 0.5) -> bool:
    """Whether the challenged player does better with one more card.

    ``void`` is the value of a void challenge, between losing (0) and winning (1). The full tree is searched only where
    a look one card ahead does not decide.
    """
    if is_low(hand):
        return True
    hard = sum(hand)
    now = _standing_value(hand, void)
    if hard in {11, 21} or now >= safe_chance(hand):
        return False
    drawn = list(hands_after_card(hand))
    if now >= sum(chance * max(_standing_value(after, void), safe_chance(after)) for after, chance in drawn):
        return False
    if now < sum(chance * _standing_value(after, void) for after, chance in drawn):
        return True
    return now < hit_value(hand, void)


def void_value(lost: float, won: float) -> float:
    """The value of a void challenge, from 0 (as if lost) to 1 (as if won), in eighths, so that few are computed."""
    return round(8 * min(1.0, max(0.0, -lost / (won - lost)))) / 8


def hit_value(hand: Hand, void: float = 0.5) -> float:
    """The value of one more card, from 0 (lost) to 1 (won)."""
    return sum(chance * hand_value(after, void) for after, chance in hands_after_card(hand))


@cache
def hand_value(hand: Hand, void: float = 0.5) -> float:
    """The value of a hand to the challenged player under the best play, from 0 (lost) to 1 (won)."""
    if should_hit(hand, void):
        return hit_value(hand, void)
    return _standing_value(hand, void)


def _standing_value(hand: Hand, void: float) -> float:
    won, tied = standing_odds(hand)
    return won + void * tied


def hands_after_card(hand: Hand) -> Iterator[tuple[Hand, float]]:
    """The hands that one more card can make, and the chance of each; hands over 21 are left out."""
    left = _cards_left(hand)
    cards = sum(left)
    for card in range(1, min(_TOP, 21 - sum(hand)) + 1):
        if left[card]:
            yield tuple(sorted((*hand, card))), left[card] / cards


def safe_chance(hand: Hand) -> float:
    """The chance that one more card does not pass 21."""
    left = _cards_left(hand)
    return sum(left[: 22 - sum(hand)]) / sum(left)
