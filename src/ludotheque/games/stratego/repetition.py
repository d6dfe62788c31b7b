"""The rules against repetition: shuttling and chasing.

Both depend only on where pieces stand and how they have moved, never on their ranks, so a refusal reveals nothing.
"""

from __future__ import annotations

from ludotheque.games.stratego.board import BIT, LINES, NEAR
from ludotheque.games.stratego.options import CROSSINGS
from ludotheque.games.stratego.state import Chase, Shuttle, State

Way = tuple[int, int]

_ONCE = {way: tuple((border, 1) for border in borders) for way, borders in LINES.items()}


def _crossing(last: Shuttle | None, token: int, way: Way) -> Shuttle:
    """Count the borders crossed: one more for those the same piece crossed on its last move too, else one."""
    if last is None or last.token != token:
        return Shuttle(token, _ONCE[way], 1)
    before = dict(last.crossed)
    return Shuttle.of(token, tuple((border, before.get(border, 0) + 1) for border in LINES[way]))


def shuttle_limit(s: State) -> int:
    """How often in a row a border may be crossed at this table."""
    return CROSSINGS[s.options.shuttle]


def blocked_borders(s: State, seat: int) -> frozenset[int]:
    """The borders that the piece ``seat`` moved last may not cross again yet."""
    last = s.shuttle[seat]
    if last is None:
        return frozenset()
    limit = shuttle_limit(s)
    return frozenset(border for border, times in last.crossed if times >= limit)


def is_shuttling(s: State, seat: int, way: Way) -> bool:
    """Whether this move is one crossing too many."""
    last = s.shuttle[seat]
    if last is None or s.board[way[0]] != last.token:
        return False
    worn = blocked_borders(s, seat)
    return any(border in worn for border in LINES[way])


def note_move(s: State, seat: int, way: Way) -> None:
    """Record a move to an empty square, which the board already shows: its crossings, its threats, and who evades.

    A chase goes on while each turn of the hunting side threatens something and each turn of the other side moves a
    piece that was threatened by the move before, whichever pieces hunt and whichever flee.
    """
    if s.options.shuttle == "off":
        return
    frm, to = way
    foe = 1 - seat
    s.shuttle[seat] = _crossing(s.shuttle[seat], s.board[to], way)
    chases = s.chase
    hunt = chases[foe]
    if hunt is not None:
        if hunt.threat & BIT[frm]:
            prey = (hunt.prey & ~BIT[frm]) | BIT[to]
            trail, seen = (*hunt.trail, way), hunt.seen | {bytes(s.board)}
            chases[foe] = Chase(hunt.at, hunt.came, 0, prey, trail, seen)
        else:
            chases[foe] = None
    near = NEAR[to] & s.army[foe]
    chase = chases[seat]
    if not near:
        chases[seat] = None
    elif chase is None:
        _open_chase(s, seat, way, near)
    else:
        seen = chase.seen | {bytes(s.board)}
        chases[seat] = Chase(to, frm, near, chase.prey, (*chase.trail, way), seen)


def note_capture(s: State, seat: int, way: Way) -> None:
    """Record an attack that was won: the piece that landed may threaten others from there, which opens a chase."""
    if s.options.shuttle == "off":
        return
    s.shuttle[seat] = _crossing(s.shuttle[seat], s.board[way[1]], way)
    near = NEAR[way[1]] & s.army[1 - seat]
    if near:
        _open_chase(s, seat, way, near)


def _open_chase(s: State, seat: int, way: Way, near: int) -> None:
    s.chase[seat] = Chase(way[1], way[0], near, 0, (way,), frozenset((bytes(s.board),)))


def is_chasing(s: State, seat: int, way: Way) -> bool:
    """Whether this move to an empty square threatens a piece that has evaded, and repeats a board of the chase.

    The piece that moved on the turn before may go straight back: then the shuttle rule ends it.
    """
    chase = s.chase[seat]
    if chase is None or not chase.prey & NEAR[way[1]]:
        return False
    frm, to = way
    if frm == chase.at and to == chase.came:
        return False
    board = s.board[:]
    board[to] = board[frm]
    board[frm] = 0
    return bytes(board) in chase.seen


def resume_chase(s: State, seat: int, trail: tuple[Way, ...]) -> Chase:
    """Reconstruct a chase from its trail, by following it back from the present board."""
    board = s.board[:]
    seen = {bytes(board)}
    for frm, to in reversed(trail[1:]):
        board[frm] = board[to]
        board[to] = 0
        seen.add(bytes(board))
    prey = 0
    for frm, to in trail[1::2]:
        prey = (prey & ~BIT[frm]) | BIT[to]
    evaded = len(trail) % 2 == 0
    came, at = trail[-2] if evaded else trail[-1]
    threat = 0 if evaded else NEAR[at] & s.army[1 - seat]
    return Chase(at, came, threat, prey, trail, frozenset(seen))
