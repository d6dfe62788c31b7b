"""The rules of Stratagem: tables of its questions, moves and draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.rules import Event, Handler, Refusal, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem import ballot, choices, crisis, drawing
from ludotheque.games.stratagem.box import Box
from ludotheque.games.stratagem.choices import DRAW, PASS, besides
from ludotheque.games.stratagem.mats import FINE, drop, irregular, sway
from ludotheque.games.stratagem.moves import (
    Accept,
    AnyEvent,
    AnyMove,
    Card,
    Choose,
    Denounce,
    Denounced,
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
    Shown,
    Skipped,
    Watch,
    Watching,
    Withdraw,
    Withdrawn,
)
from ludotheque.games.stratagem.moves import Draw as DrawCard
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.refusals import not_now, why_not_besides
from ludotheque.games.stratagem.sight import Sight, imagine, open_hands, see
from ludotheque.games.stratagem.state import (
    CARD,
    HEIR,
    NOTHING,
    OFFER,
    PARTY,
    PLAYERS,
    PROGRAMME,
    SEATING,
    TURN,
    Charge,
    State,
)
from ludotheque.games.stratagem.turns import choose, draw, end_turn, go_on, plan, seat_players


def _draw_numbers(_s: State, rng: Chance) -> Seating:
    numbers = list(range(1, 65))
    shuffle(rng, numbers)
    return Seating(tuple(numbers[:PLAYERS]))


def _are_numbers(_s: State, move: Seating) -> bool:
    """Whether each player has a different number."""
    numbers = move.numbers
    return len(set(numbers)) == len(numbers) == PLAYERS and set(numbers) <= set(range(1, 65))


def _draw_card(s: State, rng: Chance) -> Card:
    return Card(s.box.common[s.deck[rng.below(len(s.deck))]].id)


def _pass(_s: State, seat: Seat, _move: Pass, events: list[Event]) -> bool:
    events.append(Skipped(seat, False))
    return True


def _name(s: State, seat: Seat, move: Name, events: list[Event]) -> None:
    ballot.bequeath(s, seat, move.seat, 0, events)
    go_on(s, events)


def _watch(s: State, seat: Seat, _move: Watch, events: list[Event]) -> None:
    s.watching = tuple(sorted((*s.watching, seat)))
    events.append(Watching(seat))


def _resign(s: State, seat: Seat, _move: Resign, events: list[Event]) -> None:
    if not ballot.eliminate(s, seat, "resigned", events):
        go_on(s, events)


def _put(s: State, seat: Seat, id: str, there: bool, events: list[Event]) -> bool:
    """Put an option on the mat, or take it off."""
    option = s.box.number[id]
    s.shown[seat] = changed(s.shown[seat], option // 2, option % 2 if there else NOTHING)
    events.append(Shown(seat, id) if there else Withdrawn(seat, id))
    return True


def _denounce(s: State, seat: Seat, target: Seat, events: list[Event]) -> None:
    """Denounce a player: if rightly, they are fined and lose the supports; a wrong charge costs nothing."""
    cards = irregular(s, target)
    s.charged += ((seat, target),)
    s.charge = Charge(seat, target, bool(cards), s.turn)
    events.append(Denounced(seat, target, bool(cards), tuple(s.box.common[card].id for card in cards)))
    if cards:
        sway(s, target, -FINE, "fine", events)
        drop(s, target, cards, events)
        s.stack.renew()


QUESTIONS: Final = {
    PARTY: Question(choices.parties, "stratagem.setup.first"),
    PROGRAMME: Question(choices.programme, "stratagem.setup.programme", (Plan,)),
    TURN: Question(choices.turn, "stratagem.turn.one-card", (Show, Withdraw, Return, Secret, Launch, DrawCard, Pass)),
    OFFER: Question(choices.replies, "stratagem.draw.support"),
    HEIR: Question(choices.heirs, "stratagem.out.tokens"),
}
DRAWS: Final = {
    SEATING: Draw(Seating, _draw_numbers, _are_numbers),
    CARD: Draw(Card, _draw_card, lambda s, move: s.box.cards.get(move.card) in s.deck),
}
HANDLERS: Final[dict[type, Handler]] = {
    Seating: lambda s, seat, move, events: seat_players(s, move, events),
    Choose: lambda s, seat, move, events: choose(s, move, events),
    Plan: plan,
    Show: lambda s, seat, move, events: _put(s, seat, move.option, True, events),
    Withdraw: lambda s, seat, move, events: _put(s, seat, move.option, False, events),
    DrawCard: lambda s, seat, move, events: draw(s),
    Card: lambda s, seat, move, events: drawing.turn_up(s, move, events),
    Accept: lambda s, seat, move, events: drawing.accept(s, events),
    Refuse: lambda s, seat, move, events: drawing.refuse(s, events),
    Return: lambda s, seat, move, events: drawing.give_up(s, move, events),
    Secret: lambda s, seat, move, events: drawing.play_secret(s, move, events),
    Launch: lambda s, seat, move, events: crisis.launch(s, seat, move.action, events),
    Pass: _pass,
    Denounce: lambda s, seat, move, events: _denounce(s, seat, move.seat, events),
    Name: _name,
    Watch: _watch,
    Resign: _resign,
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
        return besides(s, seat)

    def why_not(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        if move in self.legal(s, seat) or move in besides(s, seat):
            return None
        return why_not_besides(s, seat, move) or self.no_answer(s, seat, move) or not_now(s, seat, move)

    def go_on(self, s: State, step_ends: bool | None, events: list[Event]) -> None:
        if step_ends:
            end_turn(s, events)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Draw a card, refuse an offer, or play the first legal move."""
        moves = self.legal(s, seat)
        if DRAW in moves:
            return DRAW
        return moves[-1] if moves[0] == Accept() else PASS if PASS in moves else moves[0]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return see(s, seat)

    def revealed(self, s: State) -> Sight:
        """The sight with all programmes and secrets shown."""
        return msgspec.structs.replace(see(s, None), programmes=tuple(s.plans), open_secrets=open_hands(s))

    def all_seeing(self, s: State, seat: Seat) -> bool:
        return seat in s.watching and s.outcome is None

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)
