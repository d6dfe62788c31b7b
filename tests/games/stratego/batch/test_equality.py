"""The batch plays by the rules: board, kinds, marks, legal moves and endings agree after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import jax
import pytest

from ludotheque.engine.chance import QuickChance, pick, shuffle
from ludotheque.games.stratego.batch import Environment
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import FLAG
from ludotheque.games.stratego.sight import random_setup
from tests.games.stratego.batch.lockstep import Lockstep

SHUTTLES = ("seed", "isf", "classic", "off")
SKIRMISHERS = (2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 1)


def armies(kind: str, seed: int) -> list[Sequence[int]]:
    """Set-ups: those of our bots, any at all, or a few pieces on an open board, where chases are long."""
    rng = QuickChance(seed)
    if kind == "skirmish":
        return [skirmish(rng) for _ in range(64)]
    found: list[Sequence[int]] = [deploy(kind, [], rng) for _ in range(32)]
    found += [random_setup(kind, rng) for _ in range(32)]
    return [setup for setup in found if can_begin(setup)]


def can_begin(setup: Sequence[int]) -> bool:
    """Whether an environment takes a set-up."""
    try:
        Environment(setups=[setup])
    except ValueError:
        return False
    return True


def skirmish(rng: QuickChance) -> list[int]:
    """A flag in the back row and up to four pieces anywhere before it."""
    kinds = [0] * 40
    kinds[rng.below(10)] = FLAG
    places = list(range(10, 40))
    shuffle(rng, places)
    for place in places[: 2 + rng.below(3)]:
        kinds[place] = pick(rng, SKIRMISHERS)
    return kinds if can_begin(kinds) else skirmish(rng)


@pytest.fixture
def quick_compiler() -> Iterator[None]:
    """Compile in half the time, to slower code."""
    jax.config.update("jax_disable_most_optimizations", True)  # type: ignore[no-untyped-call]
    yield
    jax.config.update("jax_disable_most_optimizations", False)  # type: ignore[no-untyped-call]


def play_both(shuttle: str, kind: str, chasing: bool, games: int, moves: int, **limits: int) -> Lockstep:
    """Play a batch of games in step with the rules."""
    army = "training" if kind == "training" else "full"
    options = Options(army=army, shuttle=shuttle, **limits)  # type: ignore[arg-type]
    both = Lockstep(options, armies(kind, games), games, seed=moves)
    both.run(moves, chasing)
    return both


@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize(
    ("shuttle", "kind", "chasing", "limits"),
    [
        ("seed", "full", False, {}),
        ("isf", "training", True, {"no_fight": 40}),
        ("classic", "skirmish", True, {"no_fight": 300, "max_moves": 400}),
        ("off", "skirmish", False, {"no_fight": 30, "max_moves": 100}),
    ],
)
def test_batch_plays_by_the_rules(shuttle: str, kind: str, chasing: bool, limits: dict[str, int]) -> None:
    both = play_both(shuttle, kind, chasing, games=16, moves=200, **limits)
    assert both.states == 16 * 201
    if kind == "skirmish":
        assert both.ends


@pytest.mark.slow
def test_batch_plays_by_the_rules_in_a_million_states() -> None:
    states, ends, struck = 0, Counter[str](), Counter[str]()
    for shuttle in SHUTTLES:
        for kind in ("full", "training", "skirmish"):
            for chasing in (False, True):
                for limits in ({}, {"no_fight": 25}, {"no_fight": 2000, "max_moves": 300}):
                    both = play_both(shuttle, kind, chasing, games=48, moves=330, **limits)
                    states, ends, struck = states + both.states, ends + both.ends, struck + both.struck
                    print(shuttle, kind, chasing, limits, states, dict(ends), dict(struck), flush=True)
    assert states >= 1_000_000
    assert min(struck["chase"], struck["shuttle"]) > 1000
    assert {"flag", "immobile", "no_legal_move", "no_fight", "max_moves", "both_immobile"} <= ends.keys()
