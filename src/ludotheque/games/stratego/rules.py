"""The rules of Stratego: tables of its questions and moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ludotheque.engine import rules
from ludotheque.engine.chance import Chance
from ludotheque.engine.questions import Question
from ludotheque.engine.rules import Handler, Refusal, Seat
from ludotheque.games.stratego import draw_offers, turns
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.choices import free_moves, legal_steps, placements
from ludotheque.games.stratego.moves import (
    PLACES,
    Accept,
    AnyEvent,
    AnyMove,
    Decline,
    Offer,
    Place,
    Resign,
    Step,
    Withdraw,
)
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.refusals import find_refusal
from ludotheque.games.stratego.setups import starter_setups
from ludotheque.games.stratego.sight import Sight, imagine, make_sight, make_sights
from ludotheque.games.stratego.state import DEPLOY, STEP, State

QUESTIONS: Final = {DEPLOY: Question(placements), STEP: Question(legal_steps)}
HANDLERS: Final[dict[type, Handler]] = {
    Place: turns.place_piece,
    Step: turns.move_piece,
    Offer: draw_offers.offer_draw,
    Accept: draw_offers.accept_draw,
    Decline: draw_offers.decline_draw,
    Withdraw: draw_offers.withdraw_offer,
    Resign: turns.resign_game,
}


class Stratego(rules.Rules[State, Options, AnyMove, Sight]):
    """The rules of Stratego, for two players. Seat 0 is red and starts."""

    id = "stratego"
    version = 1
    seats = range(2, 3)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    questions = QUESTIONS
    handlers = HANDLERS
    own_fields = ("seat", "placed", "squares", "letters", "offering")
    # Chases of several pieces were not followed at first; nothing else of the rules has changed since.
    later_reasons = frozenset(("chase",))

    def setup(self, options: Options, players: int) -> State:
        return State.opening(options)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return free_moves(s, seat)

    def player_refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return find_refusal(s, seat, move)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """The next piece of a starter set-up as far as the box still has it, or a quiet move."""
        moves = self.legal(s, seat)
        if moves and type(moves[0]) is Place:
            ready = next(setup for setup in starter_setups() if setup.army == s.options.army)
            wanted = PLACES[LETTERS.index(ready.letters[s.placed[seat]])]
            return wanted if wanted in moves else moves[-1]
        for move in moves:
            if type(move) is Step and not s.board[SQUARE[move.to]]:
                return move
        return moves[0]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return make_sight(s, seat)

    def sights(self, s: State, seats: Iterable[Seat | None]) -> dict[Seat | None, Sight]:
        return make_sights(s, seats)

    def revealed(self, s: State) -> Sight:
        return make_sights(s, (None,), revealed=True)[None]

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(v, rng)
