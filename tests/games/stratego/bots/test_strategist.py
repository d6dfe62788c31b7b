"""The strategist: what it does in plain positions, and how it fares."""

from __future__ import annotations

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Event
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.moves import Accept, Moved, Offer, Resign, Step, move_text
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.state import SHOWN, State
from tests.games.stratego.duel import Duel, send_events
from tests.games.stratego.field import RED, RULES, do, field, play
from tests.stopwatch import Stopwatch


class NoLuck:
    """Random numbers that are always 0: two players with them differ only in what they know."""

    def below(self, n: int) -> int:
        return 0


def chosen(s: State, known: str = "") -> str:
    """What the strategist plays for the side to move, which knows the enemies on some squares."""
    for square in known.split():
        s.marks[s.board[SQUARE[square]]] |= SHOWN
    seat = RULES.asked(s)[0]
    move = Strategist(seat, NoLuck()).choose(RULES.sight(s, seat), RULES.legal(s, seat), RULES.free(s, seat))
    assert isinstance(move, Step | Accept)
    return move_text(move)


def test_strategist_made_anew_for_every_square_draws_the_same_plan() -> None:
    s = RULES.setup(Options(), 2)
    while RED in RULES.asked(s):
        bot = Strategist(RED, QuickChance(7))
        do(s, bot.choose(RULES.sight(s, RED), RULES.legal(s, RED), RULES.free(s, RED)), RED)
    assert list(s.kinds[1:41]) == deploy("full", [], QuickChance(7))


# Plain positions


def test_strategist_takes_a_certain_flag() -> None:
    assert chosen(field("F a9, M a1", "M a10, H j8, L j9"), known="j8 j9") == "a9-a10"


def test_strategist_takes_a_known_weaker_piece_and_avoids_a_known_stronger_one() -> None:
    assert chosen(field("I e6, M a1", "H e7, M a10, B a9, B b10"), known="e7") == "e6-e7"
    assert chosen(field("H e6, M a1", "I e7, M a10, B a9, B b10"), known="e7") != "e6-e7"


def test_strategist_takes_the_marshal_with_the_spy() -> None:
    assert chosen(field("C e6, L j1, M a1", "L e7, M a10, B a9, B b10"), known="e7") == "e6-e7"


def test_strategist_attacks_a_known_bomb_only_with_a_miner() -> None:
    blue = "M a10, B a9, B b10, F j10"
    assert chosen(field("L a8, M a1", blue), known="a9 b10") != "a8-a9"
    assert chosen(field("E a8, M a1", blue), known="a9 b10") == "a8-a9"


def test_strategist_moves_a_known_piece_away_from_a_stronger_one() -> None:
    for square in ("e4", "e5"):
        s = field(f"J {square}, M a1, F j1", "K f4, M a10, B a9, F j10")
        s.marks[s.board[SQUARE[square]]] |= SHOWN
        move = chosen(s, known="f4")
        assert square == "e5" or move.startswith("e4-")
        assert not move.endswith(("-e4", "-f5", "-f3", "-f4"))


def test_strategist_accepts_a_draw_only_in_a_bad_position() -> None:
    few, many = "F a3, M a1", "L j7, K i7, J h7, M a10"
    s = field(few, many, turn="b")
    do(s, Offer())
    play(s, "j7-j6")
    assert chosen(s, known="j6 i7 h7") == "accept"
    s = field(many.replace("7", "4").replace("a10", "a1"), "F a8, M a10", turn="b")
    do(s, Offer())
    play(s, "a8-a7")
    assert chosen(s) != "accept"


# Playing whole games


def test_strategist_beats_the_random_player() -> None:
    won = 0
    for number in range(20):
        seat = number % 2
        makers = (Strategist, RandomPlayer) if seat == 0 else (RandomPlayer, Strategist)
        won += Duel(makers, f"quick {number}").play() == (seat,)
    assert won >= 19


@pytest.mark.slow
def test_strategist_beats_the_random_player_in_95_of_100_games() -> None:
    won = 0
    for number in range(100):
        seat = number % 2
        makers = (Strategist, RandomPlayer) if seat == 0 else (RandomPlayer, Strategist)
        won += Duel(makers, f"long {number}").play() == (seat,)
    assert won >= 95


@pytest.mark.parametrize("options", [{}, {"army": "training"}, {"shuttle": "isf", "no_fight": 40}])
def test_strategist_against_itself_plays_legally_and_quickly_and_never_resigns(options: dict[str, object]) -> None:
    duel = Duel((Strategist, Strategist), "mirror", **options)
    for _, move in duel.moves():
        assert not isinstance(move, Resign | Offer)
    assert duel.state.outcome is not None
    for answers in duel.answers:
        assert max(answers) < 0.2
        assert sum(answers) / len(answers) < 0.05


def test_receiving_events_is_fast() -> None:
    bot = Strategist(RED, NoLuck())
    events: list[Event] = [Moved(0, "a4", "a5"), Moved(1, "a7", "a6")] * 500
    with Stopwatch() as watch:
        bot.hear(events)
    assert watch.seconds < 0.001


def test_strategist_made_anew_from_its_events_plays_the_same() -> None:
    """The house may forget a bot between two moves: all it knows is what its seat saw."""
    s = RULES.setup(Options(), 2)
    rng = QuickChance("rebuilt")
    players: list[Player] = [Strategist(RED, NoLuck()), RandomPlayer(1, rng)]
    seen_events: list[Event] = []
    compared = 0
    while RULES.outcome(s) is None and compared < 60:
        seat = RULES.asked(s)[0]
        legal, free, sight = RULES.legal(s, seat), RULES.free(s, seat), RULES.sight(s, seat)
        move = players[seat].choose(sight, legal, free)
        if seat == RED and s.ply:
            again = Strategist(RED, NoLuck())
            again.hear(seen_events)
            assert again.choose(sight, legal, free) == move
            compared += 1
        events = RULES.play(s, seat, move)  # type: ignore[arg-type]
        seen_events += [seen for seen in (event.seen(RED) for event in events) if seen is not None]
        send_events(players, events)
    assert compared
