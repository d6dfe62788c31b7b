"""The rules of Stratagem: tables of its questions, moves and draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.rules import Event, Handler, Refusal, Seat
from ludotheque.games.stratagem import choices, common_cards, crisis, denunciation, resignation, watching
from ludotheque.games.stratagem.box import Box
from ludotheque.games.stratagem.choices import DRAW, PASS, free_moves
from ludotheque.games.stratagem.mats import show_option, withdraw_option
from ludotheque.games.stratagem.moves import (
    Accept,
    AnyEvent,
    AnyMove,
    Card,
    Choose,
    Denounce,
    Launch,
    Name,
    Pass,
    Plan,
    Refuse,
    Resign,
    Return,
    Seating,
    Secret,
    Show,
    Skipped,
    Watch,
    Withdraw,
)
from ludotheque.games.stratagem.moves import Draw as DrawCard
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.refusals import free_move_refusal, move_refusal
from ludotheque.games.stratagem.sight import Sight, imagine, make_sight, open_hands
from ludotheque.games.stratagem.state import CARD, HEIR, OFFER, PARTY, PLAYERS, PROGRAMME, SEATING, TURN, State
from ludotheque.games.stratagem.turns import ask_common_card, choose_party, end_turn, plan_option, seat_players


def _draw_numbers(_s: State, rng: Chance) -> Seating:
    numbers = list(range(1, 65))
    shuffle(rng, numbers)
    return Seating(tuple(numbers[:PLAYERS]))


def _are_possible_numbers(_s: State, move: Seating) -> bool:
    """Whether each player has a different number."""
    numbers = move.numbers
    return len(set(numbers)) == len(numbers) == PLAYERS and set(numbers) <= set(range(1, 65))


def _draw_card(s: State, rng: Chance) -> Card:
    return Card(s.box.common[s.deck[rng.below(len(s.deck))]].id)


def _pass(_s: State, seat: Seat, _move: Pass, events: list[Event]) -> bool:
    events.append(Skipped(seat, False))
    return True


QUESTIONS: Final = {
    PARTY: Question(choices.parties, "stratagem.setup.first"),
    PROGRAMME: Question(choices.programme, "stratagem.setup.programme", (Plan,)),
    # A turn does not play itself: its player may also denounce or resign.
    TURN: Question(
        choices.turn,
        "stratagem.turn.one-card",
        (Show, Withdraw, Return, Secret, Launch, DrawCard, Pass),
        on_turn=True,
    ),
    OFFER: Question(choices.replies, "stratagem.draw.support", let_be=Refuse()),
    HEIR: Question(choices.heirs, "stratagem.out.tokens", plays_itself=True),
}
DRAWS: Final = {
    SEATING: Draw(Seating, _draw_numbers, _are_possible_numbers),
    CARD: Draw(Card, _draw_card, lambda s, move: s.box.cards.get(move.card) in s.deck),
}
HANDLERS: Final[dict[type, Handler]] = {
    Seating: lambda s, seat, move, events: seat_players(s, move, events),
    Choose: lambda s, seat, move, events: choose_party(s, move, events),
    Plan: plan_option,
    Show: show_option,
    Withdraw: withdraw_option,
    DrawCard: lambda s, seat, move, events: ask_common_card(s),
    Card: lambda s, seat, move, events: common_cards.draw_common_card(s, move, events),
    Accept: lambda s, seat, move, events: common_cards.accept_support(s, events),
    Refuse: lambda s, seat, move, events: common_cards.refuse_support(s, events),
    Return: lambda s, seat, move, events: common_cards.return_support(s, move, events),
    Secret: lambda s, seat, move, events: common_cards.play_secret(s, move, events),
    Launch: lambda s, seat, move, events: crisis.launch_action(s, seat, move.action, events),
    Pass: _pass,
    Denounce: denunciation.denounce,
    Name: resignation.name_heir,
    Watch: watching.watch,
    Resign: resignation.resign,
}
"""The handler of each kind of move. It returns True if the turn ends; otherwise it has put the next question."""


class Stratagem(BoxRules[Box, State, Options, AnyMove, Sight]):
    """The rules of Stratagem, for four players."""

    id = "stratagem"
    version = 2
    seats = range(4, 5)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    nature_clause = "stratagem.setup.deck"
    asked_clause = "stratagem.turn.one-card"
    questions = QUESTIONS
    draws = DRAWS
    handlers = HANDLERS

    def setup(self, options: Options, players: int) -> State:
        return State.opening(self.box, options)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return free_moves(s, seat)

    def player_refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        if move in self.legal(s, seat) or move in free_moves(s, seat):
            return None
        return free_move_refusal(s, seat, move) or self.answer_refusal(s, seat, move) or move_refusal(s, seat, move)

    def continue_play(self, s: State, step_ends: bool | None, events: list[Event]) -> None:
        if step_ends:
            end_turn(s, events)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Draw a card, refuse an offer, or play the first legal move."""
        moves = self.legal(s, seat)
        if DRAW in moves:
            return DRAW
        return moves[-1] if moves[0] == Accept() else PASS if PASS in moves else moves[0]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return make_sight(s, seat)

    def revealed(self, s: State) -> Sight:
        """The sight with all programmes and secrets shown."""
        return msgspec.structs.replace(make_sight(s, None), programmes=tuple(s.plans), open_secrets=open_hands(s))

    def sees_everything(self, s: State, seat: Seat) -> bool:
        return seat in s.watching and s.outcome is None

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)
