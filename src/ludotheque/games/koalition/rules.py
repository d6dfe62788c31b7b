"""The rules of Koalition: tables of its questions, moves and draws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.rules import Handler, Refusal, Seat
from ludotheque.games.koalition import negotiation, turns
from ludotheque.games.koalition.bargains import BARGAINING
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.choices import (
    CLOSE,
    ELECTS,
    PASS,
    action_moves,
    cards_to_lay,
    election_moves,
    free_moves,
    negotiation_moves,
)
from ludotheque.games.koalition.moves import (
    Accept,
    AnyEvent,
    AnyMove,
    Clean,
    Close,
    Deal,
    Decline,
    Double,
    Elect,
    Lay,
    Lot,
    Pass,
    Propose,
    Retire,
    Scandal,
    TakeBack,
    Topple,
    TurnUp,
)
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.refusals import find_refusal
from ludotheque.games.koalition.sight import Sight, imagine, make_sight, make_sights
from ludotheque.games.koalition.state import ACT, COUNTRY, DEALING, ELECT, LAY, LOT, NEGOTIATE, REACT, State

QUESTIONS: Final = {
    ELECT: Question(election_moves),
    LAY: Question(cards_to_lay, plays_itself=True, on_turn=True),
    ACT: Question(action_moves, let_be=PASS, plays_itself=True, on_turn=True),
    REACT: Question(action_moves, let_be=PASS, plays_itself=True),
    # A negotiation does not play itself: a leader with nothing to propose may still want to hear the others.
    NEGOTIATE: Question(negotiation_moves, let_be=CLOSE),
}
DRAWS: Final = {
    LOT: Draw(Lot, turns.draw_lot, lambda s, move: move.seat in turns.tied_seats(s)),
    DEALING: Draw(Deal, turns.draw_deal, turns.is_possible_deal),
    COUNTRY: Draw(TurnUp, turns.draw_country, turns.is_possible_country),
}
HANDLERS: Final[dict[type, Handler]] = {
    Elect: turns.record_ballot,
    Lay: turns.lay_card,
    Pass: turns.pass_action,
    **dict.fromkeys((Double, Topple, Retire, Scandal, Clean), turns.play_action),
    **dict.fromkeys((Propose, Accept, Decline, TakeBack, Close), negotiation.negotiate),
    Lot: turns.settle_lot,
    Deal: turns.deal,
    TurnUp: turns.open_country,
    **BARGAINING.handlers,
}


class Koalition(BoxRules[Box, State, Options, AnyMove, Sight]):
    """The rules of Koalition, for three to ten players."""

    id = "koalition"
    version = 2
    seats = range(3, 11)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    own_fields = ("seat", "ballots", "hand", "actions")
    nature_clause = "koalition.box.deal"
    questions = QUESTIONS
    draws = DRAWS
    handlers = HANDLERS

    def setup(self, options: Options, players: int) -> State:
        return State.opening(self.box, options, players)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return free_moves(s, seat)

    def addressed(self, s: State) -> Sequence[Seat]:
        return BARGAINING.addressed(s)

    def replies(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return BARGAINING.replies(s, seat)

    def cut_off(self, s: State, seat: Seat) -> Collection[Seat]:
        """The leaders for whom a seat could end the negotiation; reactions are asked one after the other."""
        return negotiation.leaders_cut_off(s, seat) if s.stack.what == NEGOTIATE else ()

    def player_refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return find_refusal(s, seat, move)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Pass, close the negotiation, vote for the first seat, or play the weakest card.

        All seats out of time vote alike, so that their votes decide instead of cancelling one another out.
        """
        moves = self.legal(s, seat)
        if PASS in moves:
            return PASS
        if moves[-1] == CLOSE:
            return CLOSE
        if type(moves[0]) is Elect:
            return ELECTS[0]
        return min(moves, key=lambda move: s.box.votes[s.box.number[move.card]] if isinstance(move, Lay) else 0)

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return make_sight(s, seat)

    def sights(self, s: State, seats: Iterable[Seat | None]) -> dict[Seat | None, Sight]:
        return make_sights(s, seats)

    def revealed(self, s: State) -> Sight:
        """The sight with every hand shown, as cards that all have seen."""
        hands = tuple(tuple(s.box.ids[card] for card in hand) for hand in s.hands)
        return msgspec.structs.replace(make_sight(s, None), known=hands)

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)
