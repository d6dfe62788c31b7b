"""Stratagem's rules, clause by clause: who is asked what, and where the answers go."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.rules import Event, Refusal, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem import ballot, crisis, drawing
from ludotheque.games.stratagem.box import Box
from ludotheque.games.stratagem.choices import DRAW, PASS, answers, besides
from ludotheque.games.stratagem.mats import FINE, drop, irregular, sway
from ludotheque.games.stratagem.moves import (
    Accept,
    AnyEvent,
    AnyMove,
    Card,
    Choose,
    Denounce,
    Denounced,
    Draw,
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
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.refusals import why_not
from ludotheque.games.stratagem.sight import Sight, imagine, open_hands, see
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, SEATING, Charge, State
from ludotheque.games.stratagem.turns import choose, draw, end_turn, go_on, plan, seat_players


class Stratagem(BoxRules[Box, State, Options, AnyMove, Sight]):
    """Four parties, seven themes, a hundred tokens, and two roads to power."""

    id = "stratagem"
    version = 2
    seats = range(4, 5)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight

    def setup(self, options: Options, players: int) -> State:
        return State.opening(self.box, options)

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        frames = s.stack.frames
        if not frames or seat < 0 or seat not in frames[-1].asked():
            return ()
        return answers(s, frames[-1], seat)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return besides(s, seat)

    def refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return why_not(self, s, seat, move)

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        events: list[Event] = []
        if _answer(s, seat, move, events):
            end_turn(s, events)
        return events

    def chance(self, s: State, rng: Chance) -> AnyMove:
        if s.stack.what == SEATING:
            numbers = list(range(1, 65))
            shuffle(rng, numbers)
            return Seating(tuple(numbers[:PLAYERS]))
        return Card(s.box.common[s.deck[rng.below(len(s.deck))]].id)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Out of time: draw a card, refuse an offer, or whatever comes first."""
        moves = self.legal(s, seat)
        if DRAW in moves:
            return DRAW
        return moves[-1] if moves[0] == Accept() else PASS if PASS in moves else moves[0]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return see(s, seat)

    def revealed(self, s: State) -> Sight:
        """All programmes and secrets laid open."""
        return msgspec.structs.replace(see(s, None), programmes=tuple(s.plans), open_secrets=open_hands(s))

    def all_seeing(self, s: State, seat: Seat) -> bool:
        return seat in s.watching and s.outcome is None

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)


def _answer(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> bool:
    """Do what was answered. True ends the turn; otherwise the next question has been put."""
    match move:
        case Show():
            return _put(s, seat, move.option, True, events)
        case Withdraw():
            return _put(s, seat, move.option, False, events)
        case Card():
            return drawing.turn_up(s, move, events)
        case Draw():
            draw(s)
        case Accept():
            return drawing.accept(s, events)
        case Refuse():
            return drawing.refuse(s, events)
        case Return():
            return drawing.give_up(s, move, events)
        case Secret():
            return drawing.play_secret(s, move, events)
        case Launch():
            return crisis.launch(s, seat, move.action, events)
        case Pass():
            events.append(Skipped(seat, False))
            return True
        case Denounce():
            _denounce(s, seat, move.seat, events)
        case Plan():
            plan(s, seat, move, events)
        case _:
            _rarer(s, seat, move, events)
    return False


def _rarer(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> None:
    match move:
        case Seating():
            seat_players(s, move, events)
        case Choose():
            choose(s, move, events)
        case Name():
            ballot.bequeath(s, seat, move.seat, 0, events)
            go_on(s, events)
        case Watch():
            s.watching = tuple(sorted((*s.watching, seat)))
            events.append(Watching(seat))
        case Resign():
            if not ballot.eliminate(s, seat, "resigned", events):
                go_on(s, events)


def _put(s: State, seat: Seat, id: str, there: bool, events: list[Event]) -> bool:
    """An option is put on the mat, or taken off it."""
    option = s.box.number[id]
    s.shown[seat] = changed(s.shown[seat], option // 2, option % 2 if there else NOTHING)
    events.append(Shown(seat, id) if there else Withdrawn(seat, id))
    return True


def _denounce(s: State, seat: Seat, target: Seat, events: list[Event]) -> None:
    """Whoever is rightly denounced is fined, and the supports fall; a wrong charge costs nothing."""
    cards = irregular(s, target)
    s.charged += ((seat, target),)
    s.charge = Charge(seat, target, bool(cards), s.turn)
    events.append(Denounced(seat, target, bool(cards), tuple(s.box.common[card].id for card in cards)))
    if cards:
        sway(s, target, -FINE, "fine", events)
        drop(s, target, cards, events)
        s.stack.renew()
