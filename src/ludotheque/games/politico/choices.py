"""The legal moves for each question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Final

from ludotheque.engine.question_stack import Turn, clockwise_from
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.amendments import possible_amendments
from ludotheque.games.politico.attacks import answering_kinds, can_plead, is_attack_allowed, is_immune
from ludotheque.games.politico.box import ARMY, CENSURE, PM, PROVIDENTIAL, UNION
from ludotheque.games.politico.government import can_enter, invitable_seats, is_providential
from ludotheque.games.politico.moves import (
    Accept,
    Announce,
    Answer,
    AnyMove,
    Army,
    Attack,
    Censure,
    Counter,
    Decline,
    Dispute,
    Dissolve,
    Draw,
    Expel,
    Form,
    Invite,
    Join,
    Leave,
    Offer,
    Pass,
    Plead,
    Ready,
    Recruit,
    Resign,
    Suffer,
    Union,
    Vote,
)
from ludotheque.games.politico.state import (
    ACT,
    DRAW,
    State,
    in_government,
    other_seats,
)

BALLOTS: Final = (Vote("yes"), Vote("no"), Vote("abstain"))
PASS, READY, JOIN, DECLINE, SUFFER, OFFER, COUNTER_IT = Pass(), Ready(), Join(), Decline(), Suffer(), Offer(), Counter()
_DRAW, _PLEAD, _CENSURE, _UNION, _LEAVE = Draw(), Plead(), Censure(), Union(), Leave()
_ENTER, _TOPPLE, _DISSOLVE = Army("enter"), Army("topple"), Dissolve()
_REPLIES: Final = (JOIN, DECLINE)
_PASS_ONLY: Final = (PASS,)
_attack, _answer, _invite, _accept, _expel, _recruit, _form = map(
    cache, (Attack, Answer, Invite, Accept, Expel, Recruit, Form)
)


def ballots(_s: State, _seat: Seat) -> Sequence[AnyMove]:
    """The ballots: yes, no, abstain."""
    return BALLOTS


def replies(_s: State, _seat: Seat) -> Sequence[AnyMove]:
    """The answers to an invitation."""
    return _REPLIES


def counters(s: State, seat: Seat) -> Sequence[AnyMove]:
    """Counter with a PRESSION DE L'ARMÉE in hand, or pass."""
    return (COUNTER_IT, PASS) if s.hands[seat][s.box.number[ARMY]] else _PASS_ONLY


def loans(s: State, seat: Seat) -> Sequence[AnyMove]:
    """Offer the defence that is wanted, if it is in hand, or pass."""
    assert s.assault is not None
    return (OFFER, PASS) if s.hands[seat][s.box.answers[s.assault.card]] else _PASS_ONLY


def cannot_be_countered(s: State) -> bool:
    """Whether every PRESSION DE L'ARMÉE lies open, so that no seat can hold one: a public fact."""
    return _lies_open(s, s.box.number[ARMY])


def cannot_be_lent(s: State) -> bool:
    """Whether every card of the wanted defence lies open, so that no seat can hold one: a public fact."""
    assert s.assault is not None
    return _lies_open(s, s.box.answers[s.assault.card])


def _lies_open(s: State, kind: int) -> bool:
    """Whether no card of a kind is hidden, in a hand or in the pack. All other cards lie open before everyone."""
    return not s.deck[kind] and not any(hand[kind] for hand in s.hands)


def draws(s: State, seat: Seat) -> list[AnyMove]:
    """Draw a trump, or put a card back to draw two."""
    return [_DRAW, *compress(s.box.discards, s.hands[seat])]


def actions(s: State, seat: Seat) -> list[AnyMove]:
    """The moves of a turn once the player has drawn."""
    moves = [PASS, *attacks(s, seat), *forms(s, seat)]
    hand, number, government = s.hands[seat], s.box.number, s.government
    if hand[number[UNION]] and not s.union:
        moves.append(_UNION)
    if government is None:
        return moves
    open_to_attack = not government.immune and not s.union
    if hand[number[CENSURE]] and open_to_attack:
        moves.append(_CENSURE)
    if hand[number[ARMY]] and seat != government.pm:
        if open_to_attack:
            moves.append(_TOPPLE)
        if seat not in government.members and can_enter(s, seat) and not government.providential:
            moves.append(_ENTER)
    if seat == government.pm:
        moves += _reshuffle_moves(s, seat)
        if not s.dissolved:
            moves.append(_DISSOLVE)
    elif seat in government.members:
        moves.append(_LEAVE)
    return moves


def attacks(s: State, seat: Seat) -> list[AnyMove]:
    """An attack in hand against any seat that may be attacked."""
    red = s.box.red
    kinds = list(compress(red, s.hands[seat][red.start : red.stop]))
    if s.union or not s.options.personal:
        kinds = [kind for kind in kinds if is_attack_allowed(s, kind)]
    if not kinds:
        return []
    names = s.box.kinds
    if s.government is None or not s.government.immune:
        return [move for kind in kinds for move in _attacks_on_all(names[kind], seat, s.players)]
    targets = [target for target in other_seats(s, seat) if not is_immune(s, target)]
    return [_attack(names[kind], target) for kind in kinds for target in targets]


@cache
def _attacks_on_all(card: str, seat: Seat, players: int) -> tuple[Attack, ...]:
    return tuple(_attack(card, target) for target in clockwise_from(seat, players)[1:])


def forms(s: State, seat: Seat) -> list[AnyMove]:
    """A PREMIER MINISTRE in hand, or HOMME PROVIDENTIEL, with or without the cards that may go with it."""
    if s.government is not None or not can_enter(s, seat):
        return []
    hand, number = s.hands[seat], s.box.number
    cards = [card for card in (PM, PROVIDENTIAL) if hand[number[card]]]
    if not cards:
        return []
    unions = (False, True) if hand[number[UNION]] and not s.union else (False,)
    return [
        _form(card, union, army)
        for card in cards
        for union in unions
        for army in ((False, True) if hand[number[ARMY]] and not is_providential(s, number[card]) else (False,))
    ]


def attacks_or_pass(s: State, seat: Seat) -> list[AnyMove]:
    """The moves after a failed attempt to form a government."""
    return [PASS, *attacks(s, seat)]


def forms_or_pass(s: State, seat: Seat) -> list[AnyMove]:
    """The moves right after the fall of a government."""
    return [PASS, *forms(s, seat)]


def guests(s: State, _seat: Seat) -> list[AnyMove]:
    """Invite one more seat, or end the invitations."""
    return [READY, *map(_invite, invitable_seats(s))]


def _reshuffle_moves(s: State, seat: Seat) -> list[AnyMove]:
    """Expel or recruit a player: the prime minister may do so once in a turn with each."""
    moves: list[AnyMove] = []
    for other in other_seats(s, seat):
        if other in s.changed:
            continue
        if in_government(s, other):
            moves.append(_expel(other))
        elif can_enter(s, other):
            moves.append(_recruit(other))
    return moves


def defences(s: State, seat: Seat) -> list[AnyMove]:
    """A card that answers the attack, a request for one, or none."""
    kinds = answering_kinds(s, seat)
    moves: list[AnyMove] = [_answer(s.box.kinds[kind]) for kind in kinds]
    if not kinds and can_plead(s):
        moves.append(_PLEAD)
    return [*moves, SUFFER]


def loans_to_accept(s: State, _seat: Seat) -> list[AnyMove]:
    """One of the offered defences, or none."""
    assert s.assault is not None
    return [*[_accept(lender) for lender in s.assault.offers], DECLINE]


_RESIGN, _ANNOUNCE, _DISPUTE = Resign(), Announce(), Dispute()


def free_moves(s: State, seat: Seat) -> list[AnyMove]:
    """The moves that a seat may make without being asked.

    The prime minister resigns on their own turn, and announces at any time that they will before the next one.
    Between two steps of a turn any seat proposes an amendment, or asks to end the game.
    """
    top = s.stack.frames[-1] if s.stack.frames else None
    if top is None:
        return []
    moves: list[AnyMove] = []
    open_turn = type(top) is Turn and top.what in (DRAW, ACT)
    government = s.government
    if government is not None and government.pm == seat:
        if open_turn and s.seat == seat:
            moves.append(_RESIGN)
        if not government.resigning:
            moves.append(_ANNOUNCE)
    if not open_turn or seat < 0:
        return moves
    if s.amendment is None:
        moves += possible_amendments(s.options)
    if s.disputed != s.turn:
        moves.append(_DISPUTE)
    return moves
