"""No vote is made or lost, debts never wait when they are covered, and every game ends, whatever is played."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE, Event
from ludotheque.games.president import GAME
from ludotheque.games.president.box import UNIT, VOTES
from ludotheque.games.president.moves import Alone, Kept, Rounded, Took, Won
from ludotheque.games.president.state import State
from tests.games.president.race import BOX, RULES


class Book:
    """Votes that go with no department and no kept card, by side: what was paid or won alone, and what was short."""

    def __init__(self, players: int) -> None:
        self.alone = [0] * players
        self.short = False

    def write(self, events: list[Event]) -> None:
        for event in events:
            match event:
                case Alone(kind="gain"):
                    self.alone[event.side] += event.amount // UNIT
                case Alone(kind="lose"):
                    self.alone[event.side] -= event.amount // UNIT
                case Alone():
                    assert event.rival is not None
                    self.alone[event.side] += event.amount // UNIT
                    self.alone[event.rival] -= event.amount // UNIT
                case Won() | Took():
                    self.short |= event.voters != BOX.units[BOX.index[event.code]] * UNIT
                case Kept():
                    self.short |= event.amount != BOX.amounts[BOX.cards[event.card]] * UNIT
                case Rounded():
                    self.short |= event.made < event.amount - UNIT or not event.made
                case _:
                    pass


def check(s: State, book: Book) -> None:
    """Votes are in one place, and so are departments and cards."""
    assert 0 <= sum(s.votes) <= VOTES
    assert min(s.votes) >= 0
    sight = RULES.sight(s, None)
    assert sum(sight.votes) + sight.urn == 32_000_000
    if s.round == 1 and not s.amount and not book.short:
        for side, own in enumerate(s.own):
            departments = sum(BOX.units[BOX.index[code]] for code in BOX.codes_of(own))
            kept = sum(BOX.amounts[card] for card in s.kept[side])
            assert s.votes[side] == departments + kept + book.alone[side]
    assert s.free + sum(s.own) == BOX.whole
    assert s.safe & s.free == 0
    cards = [*s.deck, *s.talon, *(card for cards in (*s.kept, *s.debts) for card in cards)]
    assert sorted(cards) == list(range(40))
    for side, debts in enumerate(s.debts):
        covered = debts and s.votes[side] >= BOX.amounts[debts[0]]
        assert not covered or s.stack.what == "pay" or s.outcome is not None


def play(players: int, seed: int) -> None:
    """A random game, looked at after every move. Nobody is asked where there is only one answer."""
    rng = QuickChance(seed)
    s, book = RULES.setup(GAME.options({}), players), Book(players)
    for _ in range(20_000):
        check(s, book)
        if not RULES.asked(s):
            return
        (seat,) = RULES.asked(s)
        if seat == NATURE:
            move = RULES.chance(s, rng)
        else:
            legal = RULES.legal(s, seat)
            assert len(legal) > 1
            move = legal[rng.below(len(legal))]
        book.write(list(RULES.play(s, seat, move)))
    raise AssertionError("it goes on for ever")


@pytest.mark.clause("president.box.urn", "president.ruling.debt-order", "president.ruling.no-choice")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_votes_and_urn_are_32_million_after_every_move(players: int) -> None:
    for seed in range(12):
        play(players, seed)


@pytest.mark.slow
@pytest.mark.clause("president.box.urn")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_hold_in_ten_thousand_games(players: int) -> None:
    for seed in range(3334):
        play(players, seed + 100)
