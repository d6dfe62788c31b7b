"""Reasons why a move is not allowed, in the order of their precedence."""

from __future__ import annotations

from ludotheque.engine.rules import Refusal, Seat
from ludotheque.games.stratagem.choices import must_draw
from ludotheque.games.stratagem.crisis import LEAST, launchable_action, popular_support, suffices
from ludotheque.games.stratagem.moves import (
    AnyMove,
    Denounce,
    Draw,
    Launch,
    Plan,
    Resign,
    Return,
    Secret,
    Show,
    Watch,
    Withdraw,
)
from ludotheque.games.stratagem.state import NOTHING, State


def free_move_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Why a move that needs no question is not allowed now; None for other kinds of moves."""
    if isinstance(move, Denounce):
        if (seat, move.seat) in s.charged:
            return Refusal("stratagem.ruling.charge-once", "charged")
        return Refusal("stratagem.ruling.irregular-allowed", "no_charge")
    if isinstance(move, Watch):
        return Refusal("stratagem.ruling.watching", "no_watching")
    if isinstance(move, Resign):
        return Refusal("stratagem.match.points", "no_resigning")
    return None


def move_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal:
    """Why a move of a kind that is asked for is not allowed."""
    if isinstance(move, Plan):
        return Refusal("stratagem.ruling.denied-theme", "not_that_theme", {"option": move.option})
    if s.owed[seat] != NOTHING:
        return Refusal("stratagem.action.secret-support", "owed")
    if must_draw(s):
        return Refusal("stratagem.ruling.must-draw", "must_draw")
    match move:
        case Show():
            return _refuse_option(s, seat, move)
        case Withdraw():
            return Refusal("stratagem.turn.withdraw", "not_shown", {"option": move.option})
        case Return():
            return Refusal("stratagem.turn.return-support", "not_held", {"card": move.card})
        case Secret():
            return _refuse_secret(s, seat, move)
        case Launch():
            return _refuse_launch(s, seat, move)
        case Draw():
            return Refusal("stratagem.vote.when", "no_cards")
        case _:
            return Refusal("stratagem.turn.pass", "no_pass")


def _refuse_option(s: State, seat: Seat, move: Show) -> Refusal:
    number = s.box.number.get(move.option)
    if number is None or number in s.box.denied[s.parties[seat]]:
        return Refusal("stratagem.box.options", "denied", {"option": move.option})
    return Refusal("stratagem.turn.show-option", "theme_shown", {"option": move.option})


def _refuse_secret(s: State, seat: Seat, move: Secret) -> Refusal:
    number = s.box.cards.get(move.card)
    if number not in s.secrets[seat]:
        return Refusal("stratagem.turn.play-secret", "not_held", {"card": move.card})
    card = s.box.common[number]
    if card.strength is not None and move.seat is None:
        return Refusal("stratagem.draw.support-mark", "same_mark", {"card": move.card})
    return Refusal("stratagem.turn.play-secret", "no_target", {"card": move.card})


def _refuse_launch(s: State, seat: Seat, move: Launch) -> Refusal:
    action = launchable_action(s, seat)
    if s.alive.count(True) < LEAST:
        return Refusal("stratagem.ruling.two-left", "two_players")
    if action is None:
        return Refusal("stratagem.ruling.one-strike-each", "not_yours_to_strike")
    if action != move.action:
        return Refusal("stratagem.action.order", "not_in_order", {"action": move.action, "due": action})
    if suffices(s, action, s.supports[seat], popular_support(s, seat, action)):
        return Refusal("stratagem.ruling.earned-support", "unearned", {"action": move.action})
    return Refusal("stratagem.box.actions", "no_supports", {"action": move.action})
