"""Won endgames: the strategist wins them, against itself, whatever it has seen of the enemy's pieces."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.pieces import MOBILE
from ludotheque.games.stratego.state import MOVED, SHOWN, State
from tests.games.stratego.duel import send_events
from tests.games.stratego.field import RED, RULES, field

HOME = "M a1, B a2, B b1"
CORNER = "M j10, B j9, B i10"
ENDGAMES = {
    "a miner opens the corner": ("E c4, F d4", "M a10, B a9, B b10, D j7"),
    "miners find the corner that holds the flag": ("E c4, E g4, H d3", "M a10, B a9, B b10, B j10, B j9, G f8"),
    "a miner finds the flag among nine that stay": (
        "E d3, L e3",
        "J d8, H g7, M h10, B h9, B g10, B i10, B a10, B c9, B j9",
    ),
    "a miner goes with an escort": ("E d2, J d3", "H e8, F c8, M e10, B e9, B d10, B f10"),
    "miners pass a stronger piece": ("E d3, E g3, E b3, H e3", f"I e8, {CORNER}"),
    "the marshal beats the rest": ("L e4", "G d7, F f7, D c8, M j10"),
    "the marshal fears the spy alone": ("L d3, G f3, E b2", "C e8, I g8, F c8, M e10, B d10, B f10, B e9"),
    "general and colonel hunt majors": ("K e4, J f3, E b3", f"I e7, I g7, G b8, {CORNER}"),
    "two hunters corner a runner": ("J d3, J f3", f"H e8, {CORNER}"),
    "three hunters corner two": ("J d3, J f3, K b3", f"H e8, H g8, {CORNER}"),
    "a strong army does not shuffle": ("L d3, I e4, H f3, E c3, E g3", f"I d7, F e8, D g8, {CORNER}, B a10"),
}
LONGEST = 100
"""The longest of these games took 71 moves of both sides; those that go nowhere go on for hundreds."""


@pytest.mark.parametrize("endgame", ENDGAMES)
def test_strategist_wins_a_won_endgame(endgame: str) -> None:
    ours, theirs = ENDGAMES[endgame]
    for seed in range(4):
        s = field(f"{ours}, {HOME}", theirs)
        show_some(s, seed)
        before = s.ply
        play_out(s, seed)
        assert s.outcome is not None
        assert s.outcome.winners == (RED,), f"seed {seed}: {s.outcome.reason}"
        assert s.ply - before <= LONGEST


def show_some(s: State, seed: int) -> None:
    """Mark all pieces that move as moved, and some of them as known to the enemy."""
    for token in filter(None, s.board):
        if token <= 80 and MOBILE[s.kinds[token]]:
            s.marks[token] |= MOVED | (SHOWN if (token + seed) % 3 == 0 else 0)


def play_out(s: State, seed: int) -> None:
    """Play to the end with the strategist on both sides."""
    players = [Strategist(seat, QuickChance(f"{seed} {seat}")) for seat in (0, 1)]
    while RULES.outcome(s) is None:
        seat = RULES.asked(s)[0]
        move = players[seat].choose(RULES.sight(s, seat), RULES.legal(s, seat), RULES.free(s, seat))
        send_events(players, RULES.play(s, seat, move))
