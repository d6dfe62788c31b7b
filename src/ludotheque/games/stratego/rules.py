"""Stratego's rules, clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ludotheque.engine import rules
from ludotheque.engine.chance import Chance
from ludotheque.engine.frames import Sealed, Turn
from ludotheque.engine.rules import Event, Refusal, Seat
from ludotheque.games.stratego.board import BIT, HOME, NAMES, SQUARE
from ludotheque.games.stratego.ends import end, settle
from ludotheque.games.stratego.moves import (
    MOVED as MOVED_EVENTS,
)
from ludotheque.games.stratego.moves import (
    PLACES,
    Accept,
    AnyEvent,
    AnyMove,
    Began,
    Decline,
    Declined,
    Deployed,
    Fought,
    Offer,
    Offered,
    Place,
    Placed,
    Resign,
    Step,
)
from ludotheque.games.stratego.options import OFFER_PAUSE, Options
from ludotheque.games.stratego.pieces import ARMIES, BOTH, FIGHT, LETTERS, LOST, SCOUT, TAKEN, WON
from ludotheque.games.stratego.refusals import why_not
from ludotheque.games.stratego.repetition import note_capture, note_move
from ludotheque.games.stratego.setups import starter_setups
from ludotheque.games.stratego.sight import Sight, imagine, see, see_all
from ludotheque.games.stratego.state import MOVED, SHOWN, State, stand
from ludotheque.games.stratego.steps import legal_steps

RED, BLUE = 0, 1
_TURNS: Final = (Turn(RED), Turn(BLUE))


class Stratego(rules.Rules[State, Options, AnyMove, Sight]):
    """Two armies, forty pieces each, and a flag to take. Seat 0 is red and starts."""

    id = "stratego"
    version = 1
    seats = range(2, 3)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    own = ("seat", "placed", "squares", "letters", "offering")
    # Chases of several pieces were not followed at first; nothing else of the rules has changed since.
    later = frozenset(("chase",))

    def setup(self, options: Options, players: int) -> State:
        return State.opening(options)

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        frames = s.stack.frames
        if not frames or seat not in frames[-1].asked():
            return ()
        if type(frames[-1]) is Sealed:
            return placeable(s, seat)
        return legal_steps(s, seat)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        if s.outcome is not None or seat not in (RED, BLUE):
            return ()
        moves: list[AnyMove] = [Resign()]
        if s.ply or type(s.stack.top) is Turn:
            if seat in s.stack.asked() and not s.offering and s.ply >= s.offer_from[seat]:
                moves.append(Offer())
            if s.offer == 1 - seat:
                moves += (Accept(), Decline())
        return moves

    def refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return why_not(s, seat, move)

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        if type(move) is Step:
            return _step(s, seat, move)
        if type(move) is Place:
            return _place(s, seat, move)
        if type(move) is Offer:
            s.offering = True
            return ()
        if type(move) is Accept:
            return end(s, None, "stratego.ruling.draw-offer", "agreed")
        if type(move) is Decline:
            return (_decline(s, seat),)
        return end(s, 1 - seat, "stratego.ruling.draw-offer", "resigned")

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Out of time: the next piece of a ready-made set-up as far as the box still has it, or a quiet move."""
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
        return see(s, seat)

    def sights(self, s: State, seats: Iterable[Seat | None]) -> dict[Seat | None, Sight]:
        return see_all(s, seats)

    def revealed(self, s: State) -> Sight:
        return see_all(s, (None,), revealed=True)[None]

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(v, rng)


def placeable(s: State, seat: Seat) -> list[AnyMove]:
    """What may go on the next square: a piece still in the box, or none while enough squares remain."""
    first = 40 * seat + 1
    used = s.kinds[first : first + s.placed[seat]]
    left = [count - used.count(kind) for kind, count in enumerate(ARMIES[s.options.army])]
    left[0] = 40 - s.placed[seat] - sum(left[1:])
    return [PLACES[kind] for kind in range(13) if left[kind] > 0]


def _place(s: State, seat: Seat, move: Place) -> Sequence[Event]:
    index = s.placed[seat]
    s.placed[seat] = index + 1
    square = HOME[seat][index]
    kind = LETTERS.index(move.piece)
    if kind:
        token = 40 * seat + 1 + index
        s.kinds[token] = kind
        stand(s, square, token)
    events: list[Event] = [Placed(seat, NAMES[square], move.piece)]
    if index == 39:
        events.append(Deployed(seat))
        sealed = s.stack.top
        assert isinstance(sealed, Sealed)
        if sealed.seal(seat):
            s.stack.turn(_TURNS[RED])
            events.append(Began())
            events += settle(s, RED)
    return events


def _step(s: State, seat: Seat, move: Step) -> Sequence[Event]:
    frm, to = way = SQUARE[move.frm], SQUARE[move.to]
    foe = 1 - seat
    board = s.board
    token = board[frm]
    s.ply += 1
    events: Sequence[Event]
    if board[to]:
        s.quiet = 0
        events, taken = _attack(s, seat, way)
        if taken:
            return (*events, *end(s, seat, "stratego.end.flag", "flag"))
    else:
        s.quiet += 1
        board[frm] = 0
        board[to] = token
        flip = BIT[frm] | BIT[to]
        s.army[seat] ^= flip
        s.mobile[seat] ^= flip
        s.marks[token] |= MOVED
        if s.kinds[token] == SCOUT:
            s.scouts[seat] ^= flip
            if abs(to - frm) not in (1, 10):
                s.marks[token] |= SHOWN
        note_move(s, seat, way)
        events = MOVED_EVENTS[seat][way]
    if s.offering or s.offer is not None:
        events = (*events, *_pass_offer(s, seat))
    s.stack.turn(_TURNS[foe])
    over = settle(s, foe)
    return (*events, *over) if over else events


def _attack(s: State, seat: Seat, way: tuple[int, int]) -> tuple[Sequence[Event], bool]:
    """Both pieces are shown, and one or both leave the board; also whether it was the flag."""
    frm, to = way
    foe = 1 - seat
    token, target = s.board[frm], s.board[to]
    attacker, defender = s.kinds[token], s.kinds[target]
    result = FIGHT[attacker][defender]
    s.marks[token] |= MOVED | SHOWN
    s.marks[target] |= SHOWN
    s.chase[0] = s.chase[1] = None
    s.board[frm] = 0
    gone = ~BIT[frm]
    s.army[seat] &= gone
    s.mobile[seat] &= gone
    s.scouts[seat] &= gone
    if result != LOST:
        gone = ~BIT[to]
        s.army[foe] &= gone
        s.mobile[foe] &= gone
        s.scouts[foe] &= gone
        s.board[to] = 0
    if result in (WON, TAKEN):
        s.board[to] = token
        s.army[seat] |= BIT[to]
        s.mobile[seat] |= BIT[to]
        if attacker == SCOUT:
            s.scouts[seat] |= BIT[to]
        note_capture(s, seat, way)
    else:
        s.shuttle[seat] = None
    if result in (WON, TAKEN, BOTH):
        last = s.shuttle[foe]
        if last is not None and last.token == target:
            s.shuttle[foe] = None
    event = Fought(
        seat,
        NAMES[frm],
        NAMES[to],
        LETTERS[attacker],
        LETTERS[defender],
        result,  # type: ignore[arg-type]
    )
    return (event,), result == TAKEN


def _pass_offer(s: State, seat: Seat) -> Sequence[Event]:
    """A move answers the offer on the table with no, and puts the mover's own there."""
    events: list[Event] = []
    if s.offer == 1 - seat:
        events.append(_decline(s, seat))
    if s.offering:
        s.offering = False
        s.offer = seat
        events.append(Offered(seat))
    return events


def _decline(s: State, seat: Seat) -> Event:
    s.offer = None
    s.offer_from[1 - seat] = s.ply + OFFER_PAUSE
    return Declined(seat)
