"""Why a move is not allowed, in the order a referee would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.engine.frames import Turn
from ludotheque.engine.rules import NATURE, Refusal, Seat
from ludotheque.games.stratagem.choices import besides, must_draw
from ludotheque.games.stratagem.crisis import LEAST, due, enough, popular_support
from ludotheque.games.stratagem.moves import (
    AnyMove,
    Card,
    Denounce,
    Draw,
    Launch,
    Pass,
    Plan,
    Resign,
    Return,
    Seating,
    Secret,
    Show,
    Watch,
    Withdraw,
)
from ludotheque.games.stratagem.state import CARD, HEIR, NOTHING, OFFER, PARTY, PLAYERS, PROGRAMME, SEATING, TURN, State

if TYPE_CHECKING:
    from ludotheque.games.stratagem.rules import Stratagem

_CLAUSES: Final = {
    PARTY: "stratagem.setup.first",
    PROGRAMME: "stratagem.setup.programme",
    TURN: "stratagem.turn.one-card",
    OFFER: "stratagem.draw.support",
    HEIR: "stratagem.out.tokens",
}
"""The clause behind each question."""

_TURN: Final = (Show, Withdraw, Return, Secret, Launch, Draw, Pass)


def why_not(rules: Stratagem, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """The clause that forbids ``move``, or None."""
    if s.outcome is not None:
        return Refusal(s.outcome.clause, "over")
    if isinstance(move, Seating | Card) or seat == NATURE:
        return _nature(s, seat, move)
    if move in rules.legal(s, seat) or move in besides(s, seat):
        return None
    if isinstance(move, Denounce):
        if (seat, move.seat) in s.charged:
            return Refusal("stratagem.ruling.charge-once", "charged")
        return Refusal("stratagem.ruling.irregular-allowed", "no_charge")
    if isinstance(move, Watch):
        return Refusal("stratagem.ruling.watching", "no_watching")
    if isinstance(move, Resign):
        return Refusal("stratagem.match.points", "no_resigning")
    top = s.stack.top
    if seat not in top.asked():
        return Refusal("stratagem.turn.one-card", "not_asked")
    what = top.what
    if what == PROGRAMME and isinstance(move, Plan):
        return Refusal("stratagem.ruling.denied-theme", "not_that_theme", {"option": move.option})
    if what != TURN or not isinstance(move, _TURN):
        return Refusal(_CLAUSES[what], f"asked_{what}")
    return _not_on_a_turn(s, seat, move)


def _nature(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Nature does what it is asked, with the cards there are."""
    top = s.stack.top
    what = top.what if isinstance(top, Turn) and top.seat == NATURE else ""
    if isinstance(move, Seating):
        numbers = move.numbers
        fits = what == SEATING and len(set(numbers)) == len(numbers) == PLAYERS and set(numbers) <= set(range(1, 65))
    else:
        fits = isinstance(move, Card) and what == CARD and s.box.cards.get(move.card) in s.deck
    return None if fits and seat == NATURE else Refusal("stratagem.setup.deck", "not_nature")


def _not_on_a_turn(s: State, seat: Seat, move: AnyMove) -> Refusal:
    if s.owed[seat] != NOTHING:
        return Refusal("stratagem.action.secret-support", "owed")
    if must_draw(s):
        return Refusal("stratagem.ruling.must-draw", "must_draw")
    match move:
        case Show():
            return _no_show(s, seat, move)
        case Withdraw():
            return Refusal("stratagem.turn.withdraw", "not_shown", {"option": move.option})
        case Return():
            return Refusal("stratagem.turn.return-support", "not_held", {"card": move.card})
        case Secret():
            return _no_secret(s, seat, move)
        case Launch():
            return _no_launch(s, seat, move)
        case Draw():
            return Refusal("stratagem.vote.when", "no_cards")
        case _:
            return Refusal("stratagem.turn.pass", "no_pass")


def _no_show(s: State, seat: Seat, move: Show) -> Refusal:
    number = s.box.number.get(move.option)
    if number is None or number in s.box.denied[s.parties[seat]]:
        return Refusal("stratagem.box.options", "denied", {"option": move.option})
    return Refusal("stratagem.turn.show-option", "theme_shown", {"option": move.option})


def _no_secret(s: State, seat: Seat, move: Secret) -> Refusal:
    number = s.box.cards.get(move.card)
    if number not in s.secrets[seat]:
        return Refusal("stratagem.turn.play-secret", "not_held", {"card": move.card})
    card = s.box.common[number]
    if card.strength is not None and move.seat is None:
        return Refusal("stratagem.draw.support-mark", "same_mark", {"card": move.card})
    return Refusal("stratagem.turn.play-secret", "no_target", {"card": move.card})


def _no_launch(s: State, seat: Seat, move: Launch) -> Refusal:
    action = due(s, seat)
    if s.alive.count(True) < LEAST:
        return Refusal("stratagem.ruling.two-left", "two_players")
    if action is None:
        return Refusal("stratagem.ruling.one-strike-each", "not_yours_to_strike")
    if action != move.action:
        return Refusal("stratagem.action.order", "not_in_order", {"action": move.action, "due": action})
    if enough(s, action, s.supports[seat], popular_support(s, seat, action)):
        return Refusal("stratagem.ruling.earned-support", "unearned", {"action": move.action})
    return Refusal("stratagem.box.actions", "no_supports", {"action": move.action})
