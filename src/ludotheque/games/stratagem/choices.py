"""The legal moves for each question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ludotheque.engine.question_stack import Turn
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.crisis import launchable_action, needed_secret
from ludotheque.games.stratagem.mats import holds_mark
from ludotheque.games.stratagem.moves import (
    Accept,
    AnyMove,
    Choose,
    Denounce,
    Draw,
    Launch,
    Name,
    Pass,
    Plan,
    Refuse,
    Resign,
    Return,
    Secret,
    Show,
    Watch,
    Withdraw,
)
from ludotheque.games.stratagem.state import HEIR, NOTHING, TURN, Mat, State, adversaries, cards_left

_CHOOSE: Final = tuple(map(Choose, PARTIES))
_OFFER: Final = (Accept(), Refuse())
DRAW, PASS, RESIGN, WATCH = Draw(), Pass(), Resign(), Watch()
_plan, _show, _withdraw, _return, _secret, _launch, _name, _denounce = map(
    cache, (Plan, Show, Withdraw, Return, Secret, Launch, Name, Denounce)
)


def programme(s: State, seat: Seat) -> list[AnyMove]:
    """Either option of the next theme that is open in a programme."""
    theme = s.plans[seat].index(NOTHING)
    return [_plan(s.box.options[2 * theme + side].id) for side in (0, 1)]


def parties(_s: State, _seat: Seat) -> Sequence[AnyMove]:
    """Any party."""
    return _CHOOSE


def replies(_s: State, _seat: Seat) -> Sequence[AnyMove]:
    """Accept or refuse the support on offer."""
    return _OFFER


def heirs(s: State, seat: Seat) -> list[AnyMove]:
    """Any other player in the game."""
    return [_name(heir) for heir in adversaries(s, seat)]


def turn(s: State, seat: Seat) -> list[AnyMove]:
    """One individual card, or a common one; a secret support that was relied on must be shown first."""
    owed = s.owed[seat]
    if owed != NOTHING:
        return [_secret(s.box.common[owed].id, None)]
    if must_draw(s):
        return [DRAW]
    shows, withdrawals = mat_moves(s, seat)
    supports, in_hand = s.supports[seat], s.secrets[seat]
    moves = [*shows, *secrets(s, seat)] if in_hand else shows[:]
    action = launchable_action(s, seat)
    if action is not None and needed_secret(s, seat, action) is not None:
        moves.append(_launch(action))
    if cards_left(s):
        moves.append(DRAW)
    elif not moves:
        moves.append(PASS)
    moves += withdrawals
    if supports:
        moves += [_return(s.box.common[card].id) for card in supports]
    return moves


def must_draw(s: State) -> bool:
    """Whether a whole round has passed without a common card drawn, and no seizure of power is under way."""
    return s.idle > s.alive.count(True) and s.crisis is None and cards_left(s) > 0


def mat_moves(s: State, seat: Seat) -> tuple[list[AnyMove], list[AnyMove]]:
    """The options that may be put on a mat, and taken off it; computed once for each mat of each party."""
    mat = s.shown[seat]
    known: dict[Mat, tuple[list[AnyMove], list[AnyMove]]] = s.box.mats[s.parties[seat]]
    found = known.get(mat)
    if found is None:
        found = known[mat] = (
            options(s, seat),
            [_withdraw(s.box.options[2 * theme + side].id) for theme, side in enumerate(mat) if side != NOTHING],
        )
    return found


def options(s: State, seat: Seat) -> list[AnyMove]:
    """Either option of a theme whose space is empty, except those that the party does not own."""
    denied, all_options = s.box.denied[s.parties[seat]], s.box.options
    return [
        _show(all_options[number].id)
        for theme, side in enumerate(s.shown[seat])
        if side == NOTHING
        for number in (2 * theme, 2 * theme + 1)
        if number not in denied
    ]


def secrets(s: State, seat: Seat) -> list[AnyMove]:
    """A secret in hand: a support whose mark is not on the mat yet, or another, against a player if it needs one."""
    moves: list[AnyMove] = []
    box = s.box
    for number in s.secrets[seat]:
        if box.aimed[number]:
            moves += _aimed(box.common[number].id, adversaries(s, seat))
        elif not box.strengths[number] or not holds_mark(s, seat, box.marks[number]):
            moves.append(_secret(box.common[number].id, None))
    return moves


@cache
def _aimed(card: str, seats: tuple[Seat, ...]) -> tuple[Secret, ...]:
    return tuple(_secret(card, seat) for seat in seats)


def free_moves(s: State, seat: Seat) -> list[AnyMove]:
    """The moves that need no question: denounce each other player once a turn, at any moment of the campaign; resign,
    on one's turn; and, once out of the game, watch it with all cards open."""
    top = s.stack.frames[-1] if s.stack.frames else None
    if not s.turn or top is None:
        return []
    asked = top.seat if isinstance(top, Turn) else NOBODY
    if not s.alive[seat]:
        return [] if seat == asked or seat in s.watching else [WATCH]
    if top.what == HEIR:
        return []
    moves: list[AnyMove] = [_denounce(other) for other in adversaries(s, seat) if (seat, other) not in s.charged]
    if asked == seat and top.what == TURN:
        moves.append(RESIGN)
    return moves
