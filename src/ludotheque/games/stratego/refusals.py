"""Reasons why a move is not allowed, in the order of their precedence."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.question_stack import Sealed
from ludotheque.engine.rules import Refusal, Seat
from ludotheque.games.stratego.board import BIT, LAND, LINES, SQUARE
from ludotheque.games.stratego.draw_offers import refuse_draw
from ludotheque.games.stratego.moves import AnyMove, Place, Resign, Step
from ludotheque.games.stratego.pieces import ARMIES, LETTERS, MOBILE, SCOUT
from ludotheque.games.stratego.repetition import is_chasing, is_shuttling, shuttle_limit
from ludotheque.games.stratego.state import State

OWN_TURN: Final = "stratego.ruling.own-turn"


def find_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Why a player's ``move`` is not allowed, or None if it is."""
    if seat not in (0, 1):
        return Refusal(OWN_TURN, "not_seated")
    if isinstance(move, Resign):
        return None
    deploying = isinstance(s.stack.top, Sealed)
    if isinstance(move, Place):
        return _refuse_placement(s, seat, move) if deploying else Refusal("stratego.deploy.rows", "deployment_over")
    if deploying:
        return Refusal("stratego.deploy.rows", "still_deploying")
    if isinstance(move, Step):
        return _refuse_step(s, seat, move)
    return refuse_draw(s, seat, move)


def _refuse_placement(s: State, seat: Seat, move: Place) -> Refusal | None:
    done = s.placed[seat]
    if done == 40:
        return Refusal("stratego.deploy.rows", "sealed")
    kind = LETTERS.index(move.piece)
    first = 40 * seat + 1
    used = s.kinds[first : first + done]
    army = ARMIES[s.options.army]
    if kind and used.count(kind) >= army[kind]:
        clause = "stratego.box.army" if s.options.army == "full" else "stratego.box.training"
        return Refusal(clause, "none_left", {"piece": move.piece, "count": army[kind]})
    if not kind and 40 - done <= sum(army) - (done - used.count(0)):
        return Refusal("stratego.deploy.rows", "must_fill")
    return None


def _refuse_step(s: State, seat: Seat, move: Step) -> Refusal | None:
    if seat not in s.stack.asked():
        return Refusal(OWN_TURN if s.ply else "stratego.turn.red", "not_your_turn")
    frm, to = SQUARE.get(move.frm), SQUARE.get(move.to)
    if frm is None or to is None:
        return Refusal("stratego.box.board", "no_such_square")
    token, target = s.board[frm], s.board[to]
    if not s.army[seat] & BIT[frm]:
        return Refusal(OWN_TURN, "not_yours", {"from": move.frm})
    if not MOBILE[s.kinds[token]]:
        return Refusal("stratego.move.fixed", "fixed", {"piece": LETTERS[s.kinds[token]]})
    if not LAND & BIT[to]:
        return Refusal("stratego.box.board", "water", {"to": move.to})
    if frm == to:
        return Refusal("stratego.move.step", "stay")
    if frm % 10 != to % 10 and frm // 10 != to // 10:
        return Refusal("stratego.move.step", "diagonal")
    if s.army[seat] & BIT[to]:
        return Refusal("stratego.move.step", "own_piece", {"to": move.to})
    if s.kinds[token] != SCOUT and abs(to - frm) not in (1, 10):
        clause = "stratego.attack.reach" if target else "stratego.move.step"
        return Refusal(clause, "too_far", {"piece": LETTERS[s.kinds[token]]})
    if (frm, to) not in LINES or not _is_clear(s, frm, to):
        return Refusal("stratego.attack.reach" if target else "stratego.move.scout", "in_the_way")
    if is_shuttling(s, seat, (frm, to)):
        return Refusal(_shuttle_clause(s), "shuttle", {"limit": shuttle_limit(s)})
    if not target and is_chasing(s, seat, (frm, to)):
        return Refusal("stratego.move.chase", "chase")
    return None


def _is_clear(s: State, frm: int, to: int) -> bool:
    """Whether nothing stands between two squares of one line."""
    gap = 10 if frm % 10 == to % 10 else 1
    between = range(min(frm, to) + gap, max(frm, to), gap)
    return not any(s.board[square] for square in between)


def _shuttle_clause(s: State) -> str:
    return "stratego.move.shuttle" if s.options.shuttle == "seed" else "stratego.ruling.shuttle-count"
