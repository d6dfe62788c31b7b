"""The handlers of moves: deploying, moving, attacking, resigning."""

from __future__ import annotations

from ludotheque.engine.question_stack import Sealed
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratego.board import BIT, HOME, NAMES, SQUARE
from ludotheque.games.stratego.draw_offers import DRAW, pass_offer
from ludotheque.games.stratego.game_end import end_game, end_if_stuck
from ludotheque.games.stratego.moves import MOVED as MOVED_EVENTS
from ludotheque.games.stratego.moves import (
    Began,
    Deployed,
    Fought,
    Place,
    Placed,
    Resign,
    Step,
)
from ludotheque.games.stratego.pieces import BOTH, FIGHT, LETTERS, LOST, SCOUT, TAKEN, WON
from ludotheque.games.stratego.repetition import note_capture, note_move
from ludotheque.games.stratego.state import MOVED, RED, SHOWN, TURNS, State, put_token


def place_piece(s: State, seat: Seat, move: Place, events: list[Event]) -> None:
    """Settle the next square of a deployment; once both are complete, red moves."""
    index = s.placed[seat]
    s.placed[seat] = index + 1
    square = HOME[seat][index]
    kind = LETTERS.index(move.piece)
    if kind:
        token = 40 * seat + 1 + index
        s.kinds[token] = kind
        put_token(s, square, token)
    events.append(Placed(seat, NAMES[square], move.piece))
    if index == 39:
        events.append(Deployed(seat))
        sealed = s.stack.top
        assert isinstance(sealed, Sealed)
        if sealed.record_choice(seat):
            s.stack.replace(TURNS[RED])
            events.append(Began())
            events += end_if_stuck(s, RED)


def move_piece(s: State, seat: Seat, move: Step, events: list[Event]) -> None:
    """Move a piece or attack; then it is the other side's turn, unless the game is over."""
    frm, to = way = SQUARE[move.frm], SQUARE[move.to]
    foe = 1 - seat
    board = s.board
    token = board[frm]
    s.ply += 1
    if board[to]:
        s.quiet = 0
        if _attack(s, seat, way, events):
            events += end_game(s, seat, "stratego.end.flag", "flag")
            return
    else:
        s.quiet += 1
        board[frm] = 0
        board[to] = token
        flip = BIT[frm] | BIT[to]
        s.army[seat] ^= flip
        s.mobile[seat] ^= flip
        if s.kinds[token] == SCOUT:
            s.scouts[seat] ^= flip
            s.marks[token] |= MOVED if abs(to - frm) in (1, 10) else MOVED | SHOWN
        else:
            s.marks[token] |= MOVED
        note_move(s, seat, way)
        events.append(MOVED_EVENTS[seat][way])
    if s.offering or s.offer is not None:
        pass_offer(s, seat, events)
    s.stack.replace(TURNS[foe])
    if over := end_if_stuck(s, foe):
        events += over


def _attack(s: State, seat: Seat, way: tuple[int, int], events: list[Event]) -> bool:
    """Show both pieces and remove one or both; True if it was the flag."""
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
    fought = Fought(
        seat,
        NAMES[frm],
        NAMES[to],
        LETTERS[attacker],
        LETTERS[defender],
        result,  # type: ignore[arg-type]
    )
    events.append(fought)
    return result == TAKEN


def resign_game(s: State, seat: Seat, _move: Resign, events: list[Event]) -> None:
    """Resign: the other side wins."""
    events += end_game(s, 1 - seat, DRAW, "resigned")
