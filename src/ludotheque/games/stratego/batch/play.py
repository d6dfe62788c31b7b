"""One move in many games at once, and how games end."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np

from ludotheque.games.stratego.batch.bitboards import (
    ZERO,
    Array,
    Flags,
    Squares,
    around,
    choose,
    either,
    meets,
    nearest_behind,
    only_if,
    read_number,
    row_of,
    signed,
    square_bit,
    unsigned,
    without,
)
from ludotheque.games.stratego.batch.chase import history_entry
from ludotheque.games.stratego.batch.moves import can_move
from ludotheque.games.stratego.batch.position import (
    CHASE_BIT,
    CHASE_START,
    EACH_COUNT,
    TRIP_COUNTS,
    TRIP_DIRECTION,
    TRIP_VALID,
    BatchRules,
    Position,
    chase_start,
    flag_taken,
    is_chase_on,
    last_to,
    make_clock,
    moves_played,
    quiet_moves,
)
from ludotheque.games.stratego.pieces import BOMB, FLAG, MARSHAL, MINER, SPY

REASONS: Final = ("", "flag", "both_immobile", "immobile", "no_legal_move", "no_fight", "max_moves")
"""The reasons of ends by number, as the rules name them; 0 while a game goes on."""


class Played(NamedTuple):
    """What a move did, besides the new position."""

    start: Squares
    """The square that the move left."""
    goal: Squares
    """The square on which it ended."""
    attacker: Array
    """The kind of the piece that moved."""
    defender: Array
    """The kind of the piece that was attacked; 0 for none."""
    lives: Flags
    """Whether the piece that moved is still on the board."""
    takes: Flags
    """Whether the piece that was attacked is gone."""
    entry: Array
    """The move as the history keeps it."""
    quiet: Array
    """The place of the move in the history: the moves since the last fight."""


def play(position: Position, direction: Array, to: Array, rules: BatchRules) -> tuple[Position, Played]:
    """Play a legal move in every game. The position returned is seen by the other side."""
    frm = nearest_behind(position.me, direction, to)
    start, goal = square_bit(frm), square_bit(to)
    attack = meets(position.opp, goal)
    attacker, defender = read_number(position.kind, start), read_number(position.kind, goal)
    equal = attack & (attacker == defender)
    flag = attack & (defender == FLAG)
    higher = (attacker > defender) | ((attacker == SPY) & (defender == MARSHAL))
    wins = attack & ~equal & (flag | jnp.where(defender == BOMB, attacker == MINER, higher))
    loses = attack & ~equal & ~wins
    lives, takes = ~attack | wins, wins | equal
    arrives = only_if(lives, goal)
    cleared = cleared_squares(start, goal, loses)
    token = read_number(position.token, start)
    me = either(without(position.me, start), arrives)
    opp = without(position.opp, only_if(takes, goal))
    ran = _distance(frm, to, direction) > 1
    seen = (attack & lives) | loses | (lives & (ran | meets(position.shown, start)))
    quiet = jnp.where(attack, 0, quiet_moves(position) + 1)
    repetition = _Repetition(
        position.trip_me,
        position.trip_opp,
        unsigned(frm) | (unsigned(to) << np.uint32(7)),
        position.last_opp,
        position.prey_me,
        position.prey_opp,
    )
    if rules.crossings:
        repetition = _follow_repetition(position, opp, direction, frm, to, attack, lives, takes, quiet)
    new = Position(
        me=opp,
        opp=me,
        kind=tuple(carry(plane, start, goal, cleared, lives) for plane in position.kind),
        moved=either(without(position.moved, cleared), arrives),
        shown=either(without(position.shown, cleared), only_if(seen, goal)),
        token=tuple(carry(plane, start, goal, cleared, lives) for plane in position.token),
        prey_me=repetition.prey_opp,
        prey_opp=repetition.prey_me,
        trip_me=repetition.trip_opp,
        trip_opp=repetition.trip_me,
        last_me=repetition.last_opp,
        last_opp=repetition.last_me,
        clock=make_clock(moves_played(position) + 1, quiet, flag),
    )
    defending = jnp.where(attack, defender, 0)
    return new, Played(start, goal, attacker, defending, lives, takes, history_entry(frm, to, token), quiet)


def cleared_squares(start: Squares, goal: Squares, loses: Flags) -> Squares:
    """The squares whose facts a move wipes out: where it began, and where it ended unless the attacker lost there."""
    return choose(loses, start, either(start, goal))


def carry(plane: Squares, start: Squares, goal: Squares, cleared: Squares, lives: Flags) -> Squares:
    """A plane of facts about pieces after a move: those of the piece that moved are on its new square, if it lives."""
    return either(without(plane, cleared), only_if(lives & meets(plane, start), goal))


class _Repetition(NamedTuple):
    """The fields of a position that the rules against repetition need, after a move of ``me``."""

    trip_me: Array
    trip_opp: Array
    last_me: Array
    last_opp: Array
    prey_me: Squares
    prey_opp: Squares


def _follow_repetition(
    position: Position,
    opp: Squares,
    direction: Array,
    frm: Array,
    to: Array,
    attack: Flags,
    lives: Flags,
    takes: Flags,
    quiet: Array,
) -> _Repetition:
    """Count crossings, and note threats and evasions. ``opp`` are the enemies that are left."""
    trip, trip_opp = _follow_trips(position, direction, frm, to, lives, takes)
    return _Repetition(trip, trip_opp, *_follow_chases(position, opp, frm, to, attack, lives, quiet))


def _distance(frm: Array, to: Array, direction: Array) -> Array:
    """How many squares a move goes."""
    difference = jnp.abs(to - frm)
    return jnp.where(direction < 2, row_of(difference), difference)


def _follow_trips(
    position: Position, direction: Array, frm: Array, to: Array, lives: Flags, takes: Flags
) -> tuple[Array, Array]:
    """Count the borders crossed: one more for those that the same piece crossed on its last move too, else one."""
    trip = position.trip_me
    same = ((trip >> np.uint32(TRIP_VALID)) != ZERO) & (last_to(position.last_me) == frm)
    returns = signed((trip >> np.uint32(TRIP_DIRECTION)) & np.uint32(3)) == (direction ^ 1)
    counts = trip & TRIP_COUNTS
    reversed_counts = jnp.zeros_like(counts)
    for i in range(9):
        reversed_counts = reversed_counts | (((counts >> np.uint32(3 * i)) & np.uint32(7)) << np.uint32(3 * (8 - i)))
    bits = unsigned(3 * _distance(frm, to, direction))
    # Seen from the new square, the borders of this move are those that lay before the old one, in reverse.
    before = jnp.where(same & returns, reversed_counts >> (np.uint32(27) - bits), ZERO)
    crossed = before + (EACH_COUNT & ((np.uint32(1) << bits) - np.uint32(1)))
    word = crossed | (unsigned(direction) << np.uint32(TRIP_DIRECTION)) | np.uint32(1 << TRIP_VALID)
    lost = takes & (last_to(position.last_opp) == to)
    return jnp.where(lives, word, ZERO), jnp.where(lost, ZERO, position.trip_opp)


def _follow_chases(
    position: Position, opp: Squares, frm: Array, to: Array, attack: Flags, lives: Flags, quiet: Array
) -> tuple[Array, Array, Squares, Squares]:
    """Note who threatens and who evades: both sides' last moves with their chases, and both sides' prey."""
    # The other side's chase goes on if the piece that moved stood next to the one that moved before it.
    hunter = last_to(position.last_opp)
    gap = jnp.abs(hunter - frm)
    beside = (gap == 10) | ((gap == 1) & (row_of(hunter) == row_of(frm)))
    evades = ~attack & is_chase_on(position.last_opp) & beside
    start, goal = square_bit(frm), square_bit(to)
    prey_opp = only_if(evades, either(without(position.prey_opp, start), goal))
    last_opp = jnp.where(evades, position.last_opp, position.last_opp & ~np.uint32(1 << CHASE_BIT))
    # My own goes on while each of my moves threatens something; a capture may begin one.
    threatens = lives & meets(around(goal), opp)
    goes_on = threatens & ~attack & is_chase_on(position.last_me)
    began = jnp.where(goes_on, chase_start(position.last_me), quiet)
    last = (
        unsigned(frm)
        | (unsigned(to) << np.uint32(7))
        | (unsigned(began) << np.uint32(CHASE_START))
        | jnp.where(threatens, np.uint32(1 << CHASE_BIT), ZERO)
    )
    return last, last_opp, only_if(goes_on, position.prey_me), prey_opp


class Ending(NamedTuple):
    """Whether and how games are over, seen by the side to move."""

    over: Flags
    lost: Flags
    """Whether the side to move has lost; a game that is over and not lost is drawn."""
    reason: Array
    """A number in ``REASONS``."""


def find_ending(position: Position, move_count: Array, rules: BatchRules) -> Ending:
    """Whether a game is over, given the number of legal moves of the side to move."""
    taken, stuck = flag_taken(position), move_count == 0
    immobile = ~can_move(position.me, position.kind)
    both_immobile = immobile & ~can_move(position.opp, position.kind)
    dull = quiet_moves(position) >= rules.no_fight
    long = moves_played(position) >= rules.max_moves
    stuck_reason = jnp.where(both_immobile, 2, jnp.where(immobile, 3, 4))
    reason = jnp.where(taken, 1, jnp.where(stuck, stuck_reason, jnp.where(dull, 5, jnp.where(long, 6, 0))))
    return Ending(taken | stuck | dull | long, taken | (stuck & ~both_immobile), reason)
