"""What each seat sees: the whole state. Only the dice and the packs are unknown."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.engine.question_stack import OVER, Stack, Turn
from ludotheque.engine.rules import NATURE, NOBODY, Outcome, Seat, or_nobody, or_none
from ludotheque.games.president.box import GOAL, UNIT, VOTES, Box
from ludotheque.games.president.challenge import score
from ludotheque.games.president.state import Duel, State


class DuelSight(msgspec.Struct, frozen=True):
    """A challenge: its department, both seats, their cards (an ace as 1) and scores, and its result."""

    code: str
    seat: Seat
    owner: Seat
    defence: tuple[int, ...]
    defence_score: int
    stands: bool
    attack: tuple[int, ...]
    attack_score: int
    result: Literal["", "won", "lost", "void"]


class Sight(msgspec.Struct, frozen=True):
    """A game as any seat knows it. What belongs to a side is listed by seats; allies have nothing of their own."""

    seat: Seat | None
    players: int
    question: int
    stage: str
    """lots, allot, roll, card, deal, take, challenge, rest, gain, lose, pay, spoils, defend or over."""
    asked: tuple[Seat, ...]
    parties: tuple[str, ...]
    first: Seat | None
    turn: Seat | None
    """The seat whose turn it is; in a challenge others may be asked."""
    round: int
    sides: tuple[Seat, ...]
    """For each seat, the seat it plays for: itself, or in the second round its candidate."""
    closing: int
    """In a short campaign, the turns before the urn closes; 0 if it stays open."""
    goal: int
    votes: tuple[int, ...]
    urn: int
    held: tuple[tuple[str, ...], ...]
    """The departments of each side; all others are free."""
    safe: tuple[str, ...]
    """Departments that cannot be challenged."""
    kept: tuple[tuple[str, ...], ...]
    debts: tuple[tuple[str, ...], ...]
    """Campaign cards that are owed, the oldest first."""
    deck: tuple[str, ...]
    """Campaign cards still to come, in no order."""
    talon: tuple[str, ...]
    roll: tuple[str, str] | None
    draws: int
    """Campaign cards still due in this turn."""
    card: str | None
    """The last campaign card of this turn."""
    duel: DuelSight | None
    eligible: tuple[str, ...]
    """The departments that can be chosen now."""
    amount: int
    """The votes still to be made with them; 0 where one department is all that is asked."""
    made: int
    """The units of all departments of this choice; their votes change hands when the last one is chosen."""
    alone: int
    """The votes that come besides without a department; negative if there are not votes enough."""
    named: str | None
    """The department that a player named last: two that lead to the same are told apart by their events."""
    reached: tuple[int, ...]
    """When each side last won or lost votes, by the number of the question."""
    full_turns: int
    """Turns that have ended with a full map, between two players."""
    outcome: Outcome | None


def make_sight(s: State, seat: Seat | None) -> Sight:
    """The sight, which is the same for all."""
    box = s.box
    name = box.card_ids.__getitem__
    return Sight(
        seat=seat,
        players=s.players,
        question=s.stack.number,
        stage=s.stack.what,
        asked=tuple(s.stack.asked()),
        parties=s.parties,
        first=or_none(s.first),
        turn=or_none(s.seat),
        round=s.round,
        sides=s.sides,
        closing=s.closing,
        goal=GOAL * UNIT,
        votes=tuple([units * UNIT for units in s.votes]),
        urn=(VOTES - sum(s.votes)) * UNIT,
        held=tuple([box.codes_of(own) for own in s.own]),
        safe=box.codes_of(s.safe),
        kept=tuple([tuple(map(name, cards)) for cards in s.kept]),
        debts=tuple([tuple(map(name, cards)) for cards in s.debts]),
        deck=tuple(map(name, s.deck)),
        talon=tuple(map(name, s.talon)),
        roll=s.roll,
        draws=s.draws,
        card=None if s.card == NOBODY else name(s.card),
        duel=None if s.duel is None else _duel(box, s.duel),
        eligible=box.codes_of(s.eligible),
        amount=s.amount * UNIT,
        made=s.made * UNIT,
        alone=s.alone * UNIT,
        named=None if s.named == NOBODY else box.department[s.named].code,
        reached=tuple(s.reached),
        full_turns=s.full_turns,
        outcome=s.outcome,
    )


def _duel(box: Box, duel: Duel) -> DuelSight:
    return DuelSight(
        box.department[duel.department].code,
        duel.seat,
        duel.owner,
        duel.defence,
        score(duel.defence),
        duel.stands,
        duel.attack,
        score(duel.attack),
        duel.result,
    )


def imagine(box: Box, v: Sight) -> State:
    """The state that looks like ``v``: there is only one, since packs have no order."""
    s = State.opening(box, v.players)
    s.stack = Stack([] if v.stage == OVER else [Turn(v.asked[0] if v.asked else NATURE, v.stage)], v.question)
    s.parties, s.round, s.sides = v.parties, v.round, v.sides
    s.first, s.seat = or_nobody(v.first), or_nobody(v.turn)
    s.closing = v.closing
    s.own = [box.set_of(codes) for codes in v.held]
    s.free = box.whole & ~sum(s.own)
    s.safe, s.eligible = box.set_of(v.safe), box.set_of(v.eligible)
    s.votes = [votes // UNIT for votes in v.votes]
    s.reached, s.full_turns = list(v.reached), v.full_turns
    s.kept = [tuple(box.cards[card] for card in cards) for cards in v.kept]
    s.debts = [tuple(box.cards[card] for card in cards) for cards in v.debts]
    s.deck = tuple(box.cards[card] for card in v.deck)
    s.talon = tuple(box.cards[card] for card in v.talon)
    s.roll, s.draws = v.roll, v.draws
    s.amount, s.made, s.alone = v.amount // UNIT, v.made // UNIT, v.alone // UNIT
    s.card = NOBODY if v.card is None else box.cards[v.card]
    s.named = NOBODY if v.named is None else box.index[v.named]
    if v.duel is not None:
        d = v.duel
        s.duel = Duel(box.index[d.code], d.seat, d.owner, d.defence, d.stands, d.attack, d.result)
    s.elected = next((seat for seat, units in enumerate(s.votes) if units >= GOAL and s.round == 1), NOBODY)
    s.outcome = v.outcome
    return s
