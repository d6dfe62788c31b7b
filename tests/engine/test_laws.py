"""The laws can fail: a game that breaks one is found out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec
import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import Event, Refusal, Seat
from tests import laws
from tests.engine.parlour import game as parlour
from tests.engine.parlour.game import GAME, AnyMove, Dealt, Doubt, Parlour, Sight, State


class OpenHands(Parlour):
    """Shows everybody's cards."""

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return msgspec.structs.replace(super().sight(s, seat), cards=tuple(s.cards))


class Whisper(Parlour):
    """Tells nature's deal to everybody, though the sight hides it."""

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        events = super().play(s, seat, move)
        return [*events, parlour.Said(seat, "psst", s.cards[0])]


class OnlyHoldersAreAsked(Parlour):
    """Lets only those doubt who hold a high card: who may, tells what they hold."""

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return [m for m in super().legal(s, seat) if m != Doubt() or s.cards[seat] > 3]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        seen = super().sight(s, seat)
        holders = tuple(w for w in seen.waiting if s.cards[w] > 3)
        return msgspec.structs.replace(seen, waiting=holders) if seen.stage == "Reaction" else seen


class TellingRefusal(Parlour):
    """Words its refusals by the others' cards."""

    def refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        found = super().refusal(s, seat, move)
        return found and msgspec.structs.replace(found, args={"total": sum(s.cards)})


class Forgetful(Parlour):
    """Accepts a move that it does not list."""

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return list(super().legal(s, seat))[:1]

    def refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        listed = [*Parlour.legal(self, s, seat), *self.free(s, seat)]
        return None if move in listed else Refusal("parlour.turn", "not_now")


class Sharer(State):
    """Copies that share their cards."""

    def copy(self) -> State:
        twin = super().copy()
        twin.cards = self.cards
        return twin


class SharedCards(Parlour):
    def setup(self, options: parlour.Options, players: int) -> State:
        return Sharer(options, players)


class Nobody(Parlour):
    """Asks nobody, and is not over."""

    def asked(self, s: State) -> Sequence[Seat]:
        return [] if s.stack.number > 6 else super().asked(s)


def run(rules: Parlour) -> None:
    """All laws, all along some games of three."""
    game = replace(GAME, rules=rules)
    rng = QuickChance(1)
    for seed in range(6):
        walk = laws.Walk(game, 3, {}, seed)
        for state, seat, move in walk:
            laws.questions_are_sound(game, state, 3)
            laws.legal_and_refusal_agree(game, state, 3, walk.stray_moves(10))
            laws.copies_share_nothing(game, state, seat, move)
            laws.nothing_leaks(game, state, 3, walk.stray_moves(5), rng)
            laws.news_is_told(game, state, 3, seat, move, rng)
        laws.questions_are_sound(game, walk.state, 3)


def test_the_honest_game_passes() -> None:
    run(Parlour())


@pytest.mark.parametrize(
    "broken",
    [OpenHands, Whisper, OnlyHoldersAreAsked, TellingRefusal, Forgetful, SharedCards, Nobody],
    ids=lambda kind: kind.__name__,
)
def test_a_game_that_breaks_a_law_is_found_out(broken: Callable[[], Parlour]) -> None:
    with pytest.raises((AssertionError, KeyError)):
        run(broken())


def test_an_event_knows_who_may_see_it() -> None:
    assert Dealt(1, 5).seen(1) == Dealt(1, 5)
    assert Dealt(1, 5).seen(0) == Dealt(1, 5).seen(None) == Dealt(1, 0)
