"""Koalition's rules, clause by clause: who is asked what, and where the answers go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Refusal, Seat
from ludotheque.games.koalition import turns, votes
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.choices import CLOSE, ELECT, PASS, answers, besides
from ludotheque.games.koalition.moves import (
    Accept,
    AnyEvent,
    AnyMove,
    Close,
    Deal,
    Decline,
    Elect,
    Lay,
    Lot,
    Pass,
    Propose,
    TakeBack,
    TurnUp,
)
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.refusals import why_not
from ludotheque.games.koalition.sight import Sight, imagine, see, see_all
from ludotheque.games.koalition.state import DEALING, LOT, State


class Koalition(BoxRules[Box, State, Options, AnyMove, Sight]):
    """Three to ten players, parties that belong to nobody, and the first handshake that holds."""

    id = "koalition"
    version = 2
    seats = range(3, 11)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    own = ("seat", "ballots", "hand", "actions")

    def setup(self, options: Options, players: int) -> State:
        return State.opening(self.box, options, players)

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
        if type(move) is Pass:
            return turns.pass_on(s, seat)
        if type(move) is Lay:
            return turns.lay_card(s, seat, move)
        if isinstance(move, Propose | Accept | Decline | TakeBack | Close):
            return votes.negotiate(s, seat, move)
        if isinstance(move, Elect):
            return turns.elect(s, seat, move)
        if isinstance(move, Deal):
            return turns.deal(s, move)
        if isinstance(move, TurnUp):
            return turns.turn_up(s, move)
        if isinstance(move, Lot):
            return turns.start(s, move.seat, True)
        return turns.act(s, seat, move)

    def chance(self, s: State, rng: Chance) -> AnyMove:
        what = s.stack.what
        if what == LOT:
            tied = votes.tied(s)
            return Lot(tied[rng.below(len(tied))])
        if what == DEALING:
            return turns.shuffled(s, rng)
        return TurnUp(s.box.country[s.left[rng.below(len(s.left))]].id)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Out of time: pass, close, vote for the first seat, or lay the weakest card.

        All who are out of time vote alike, so that their votes decide instead of cancelling one another out.
        """
        moves = self.legal(s, seat)
        if PASS in moves:
            return PASS
        if moves[-1] == CLOSE:
            return CLOSE
        if type(moves[0]) is Elect:
            return ELECT[0]
        return min(moves, key=lambda move: s.box.votes[s.box.number[move.card]] if isinstance(move, Lay) else 0)

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return see(s, seat)

    def sights(self, s: State, seats: Iterable[Seat | None]) -> dict[Seat | None, Sight]:
        return see_all(s, seats)

    def revealed(self, s: State) -> Sight:
        """Every hand laid open, as cards that everybody has seen."""
        hands = tuple(tuple(s.box.ids[card] for card in hand) for hand in s.hands)
        return msgspec.structs.replace(see(s, None), known=hands)

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)
