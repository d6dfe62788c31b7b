"""Random numbers of games: fair, verifiable, and not for one party to choose."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from ludotheque.engine.chance import FairChance, QuickChance, chance_key, commitment, new_secret, pick, shuffle

SECRET = "5e" * 32


def test_first_number_equals_an_independent_computation() -> None:
    key = chance_key(SECRET, ["anne", "bruno"])
    block = hmac.new(key, (7).to_bytes(8, "big") + (0).to_bytes(8, "big"), hashlib.sha256).digest()
    assert FairChance(key, move=7).below(256) == block[0]


def test_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert new_secret() != new_secret()


def test_key_depends_on_the_secret_and_every_nonce() -> None:
    keys = {
        chance_key(SECRET, ["a", "b"]),
        chance_key(SECRET, ["a", "c"]),
        chance_key(SECRET, ["b", "a"]),
        chance_key(SECRET, ["ab"]),
        chance_key("5f" * 32, ["a", "b"]),
    }
    assert len(keys) == 5


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 255, 256, 257, 1000])
def test_every_number_is_equally_likely(n: int) -> None:
    """Counts stay within five standard deviations of their mean, for a stream long enough to show a bias."""
    rng = FairChance(chance_key(SECRET, []), move=n)
    draws = 60 * n if n > 50 else 20_000
    counts = Counter(rng.below(n) for _ in range(draws))
    assert set(counts) <= set(range(n))
    mean = draws / n
    assert all(abs(counts[i] - mean) <= 6 * mean**0.5 + 1 for i in range(n))


def test_drawing_one_of_none_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot draw one of 0"):
        FairChance(bytes(32), 0).below(0)


@pytest.mark.parametrize("rng", [QuickChance(1), FairChance(bytes(32), 1)])
def test_every_order_of_a_shuffle_is_equally_likely(rng: QuickChance | FairChance) -> None:
    orders: Counter[str] = Counter()
    for _ in range(6000):
        cards = list("abc")
        shuffle(rng, cards)
        orders["".join(cards)] += 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())
    assert pick(rng, "x") == "x"


def test_same_seed_gives_the_same_numbers() -> None:
    assert [QuickChance(5).below(1000) for _ in range(3)] == [QuickChance(5).below(1000) for _ in range(3)]
