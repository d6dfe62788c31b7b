"""The laws can fail: a game that breaks one is found out."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Self

import msgspec
import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.match import Attempt, Match
from ludotheque.engine.record import Record
from ludotheque.engine.rules import Event, Move, Refusal, Refused, Seat
from ludotheque.games import find
from tests import laws
from tests.engine.parlour import game as parlour
from tests.engine.parlour.game import GAME, AnyMove, Dealt, Doubt, Parlour, Sight, State


class OpenHands(Parlour):
    """Shows all cards."""

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return msgspec.structs.replace(super().sight(s, seat), cards=tuple(s.cards))


class Whisper(Parlour):
    """Shows nature's deal to all seats, though the sight hides it."""

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        events = super().play(s, seat, move)
        return [*events, parlour.Said(seat, "psst", s.cards[0])]


class OnlyHoldersAreAsked(Parlour):
    """Lets only seats with a high card doubt, which reveals what they hold."""

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

    def copy(self) -> Self:
        twin = super().copy()
        twin.cards = self.cards
        return twin


class SharedCards(Parlour):
    def setup(self, options: parlour.Options, players: int) -> State:
        return Sharer.opening(options, players)


class Chained(Parlour):
    """Accepts any moves sent together: the last bidder learns by a claim whether the others have bid less."""

    def choice(self, s: State, seat: Seat) -> object | None:
        return 0


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
            laws.batches_tell_nothing(game, state, 3, walk.stray_moves(5), rng)
            laws.events_match_sights(game, state, 3, seat, move, rng)
        laws.questions_are_sound(game, walk.state, 3)


def test_correct_game_passes_the_laws() -> None:
    run(Parlour())


@pytest.mark.parametrize(
    "broken",
    [OpenHands, Whisper, OnlyHoldersAreAsked, TellingRefusal, Forgetful, SharedCards, Chained, Nobody],
    ids=lambda kind: kind.__name__,
)
def test_game_that_breaks_a_law_fails(broken: Callable[[], Parlour]) -> None:
    with pytest.raises((AssertionError, KeyError)):
        run(broken())


class Restless(Match):
    """Lets nature move between moves that are sent together, and refuses by what came of it."""

    def attempt(self, seat: Seat, moves: Sequence[Move], at: int | None = None) -> Attempt:
        trial = copy.copy(self)
        trial.state = self.state.copy()
        trial.record = Record(self.record.header, [])
        for move in moves:
            trial.play(seat, move, at)
        return Attempt(trial.state, trial.record.moves, [])


@pytest.mark.parametrize("name", ["koalition", "politico", "president", "stratego"])
def test_moves_played_together_across_a_move_of_nature_fail(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In these games chance, or what the other side hides, decides what may be done next."""
    monkeypatch.setattr(laws, "Match", Restless)
    game, rng = find(name), QuickChance(1)

    def send_pairs() -> None:
        for seed in range(40):
            walk = laws.Walk(game, game.rules.seats[0], {}, seed)
            for state, _, _ in walk:
                laws.batches_tell_nothing(game, state, game.rules.seats[0], walk.stray_moves(5), rng)

    with pytest.raises(AssertionError, match="sent"):
        send_pairs()


@pytest.mark.parametrize("name", ["stratego", "stratagem", "parlour"])
def test_a_sealed_choice_may_be_made_at_once(name: str) -> None:
    """What a batch is for goes on working: a deployment, a programme, all or none."""
    game = GAME if name == "parlour" else find(name)
    match = Match(game, [""] * game.rules.seats[0], secret="00" * 32)
    match.begin()
    while not match.state.stack.is_sealing(0):
        match.play(match.asked()[0], match.legal(match.asked()[0])[0])
    moves: list[Move] = []
    trial = match.state.copy()
    while trial.stack.is_sealing(0):
        moves.append(game.rules.legal(trial, 0)[0])
        game.rules.play(trial, 0, moves[-1])
    assert laws.answered(match, 0, moves) == "played"
    beyond = [*moves, moves[-1]]
    assert laws.answered(match, 0, beyond) == "batch", "it ends where the choice does"
    before = laws.dump(match.state)
    match.accept(match.attempt(0, moves))
    assert laws.dump(match.state) != before
    assert len([line for line in match.record.moves if line.seat == 0]) >= len(moves)


def test_refusal_follows_from_the_present_state_even_where_nature_is_due() -> None:
    match = Match(find("president"), ["", ""], secret="00" * 32)
    with pytest.raises(Refused):
        match.attempt(0, [match.decode('{"do": "stand"}')])
    assert match.record.moves == [], "nature was not asked for its move on the way"
    assert match.due().played, "it is to be committed first"


def test_an_event_knows_who_may_see_it() -> None:
    assert Dealt(1, 5).seen(1) == Dealt(1, 5)
    assert Dealt(1, 5).seen(0) == Dealt(1, 5).seen(None) == Dealt(1, 0)
