"""The rules of Politico: tables of its questions, moves and draws."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec

from ludotheque.engine.bargain_moves import BARGAIN_MOVES
from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance
from ludotheque.engine.question_stack import Reaction, Turn
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.rules import Event, Handler, Refusal, Seat
from ludotheque.games.politico import amendments, army, attacks, ballots, cards, choices, elections, government
from ludotheque.games.politico.bargains import BARGAINING
from ludotheque.games.politico.box import BLANKS, UNION, Box
from ludotheque.games.politico.choices import BALLOTS, DECLINE, PASS, SUFFER, free_moves
from ludotheque.games.politico.event_cards import carry_out_event
from ludotheque.games.politico.moves import (
    Accept,
    Amend,
    Announce,
    Announced,
    Answer,
    AnyEvent,
    AnyMove,
    Army,
    Attack,
    Censure,
    Clock,
    Counter,
    Deal,
    Decline,
    Discard,
    Discarded,
    Dispute,
    Dissolve,
    Election,
    Expel,
    Form,
    Happen,
    Invite,
    Join,
    Leave,
    Midterm,
    Offer,
    Pass,
    Passed,
    Plead,
    Ready,
    Recruit,
    Resign,
    Suffer,
    TimeUp,
    Union,
    Vote,
)
from ludotheque.games.politico.moves import Draw as DrawTrump
from ludotheque.games.politico.options import Options
from ludotheque.games.politico.refusals import card_refusal, free_move_refusal, move_refusal
from ludotheque.games.politico.scoring import end_government
from ludotheque.games.politico.sight import Sight, imagine, make_sight
from ludotheque.games.politico.state import (
    ACCEPT,
    ACT,
    AMENDMENT,
    ANSWER,
    ATTACK,
    CENSURE,
    COUNTER,
    DEAL,
    DISPUTE,
    DRAW,
    ELECTION,
    EVENT,
    FORM,
    INVESTITURE,
    INVITE,
    JOIN,
    LEND,
    RECRUIT,
    State,
    count_for,
)
from ludotheque.games.politico.turns import after_event, end_game, end_turn, first_turn, next_turn

MINUTE = 60_000


def _draw_event(s: State, rng: Chance) -> Happen:
    events = s.box.event
    number = rng.below(len(events) + BLANKS)
    return Happen(events[number].id if number < len(events) else None)


def _announce_midterm(s: State, _seat: Seat, _move: Midterm, events: list[Event]) -> None:
    s.midterm = "due"
    events.append(Clock("midterm"))


def _announce_end(s: State, _seat: Seat, _move: TimeUp, events: list[Event]) -> None:
    s.time = True
    events.append(Clock("end"))


def _hold_election(s: State, _seat: Seat, move: Election, events: list[Event]) -> None:
    reason = s.election
    elections.hold_election(s, move, events)
    if reason == "first":
        first_turn(s, events)
    elif reason == "dissolution":
        s.stack.close()
    else:
        next_turn(s, events)


def _discard(s: State, seat: Seat, move: Discard, events: list[Event]) -> None:
    cards.play_card(s, seat, s.box.number[move.card])
    s.dropped = move.card
    events.append(Discarded(seat, move.card))
    _draw_trumps(s, seat, 2, events)


def _decline_offer(s: State, seat: Seat, events: list[Event]) -> bool:
    """Decline an invitation, or every offer of a defence."""
    if type(s.stack.top) is Turn:
        return attacks.carry_out_attack(s, events)
    return government.record_reply(s, seat, False, events)


def _play_union(s: State, seat: Seat, events: list[Event]) -> bool:
    cards.take_from_hand(s, seat, s.box.number[UNION])
    government.play_union(s, seat, events)
    return True


def _leave(s: State, seat: Seat, events: list[Event]) -> bool:
    government.leave_government(s, seat, False, events)
    return True


def _resign(s: State, seat: Seat, events: list[Event]) -> None:
    end_government(s, "resigned", seat, events)
    s.stack.renew()


def _announce(s: State, seat: Seat, events: list[Event]) -> None:
    """Announce a resignation. The present question stays the same."""
    assert s.government is not None
    s.government = msgspec.structs.replace(s.government, resigning=True)
    events.append(Announced(seat))


def _draw_trumps(s: State, seat: Seat, count: int, events: list[Event]) -> None:
    s.stack.ask(seat, ACT)
    cards.ask_deal(s, count_for(seat, count, s.players), events)


def _pass(s: State, seat: Seat, _move: Pass, events: list[Event]) -> bool:
    """Pass: on one's turn, at a chance to form a government, or in a reaction window."""
    top = s.stack.top
    if type(top) is Reaction:
        if top.what == COUNTER:
            return army.decline_to_counter(s, seat, events)
        return attacks.record_offer(s, seat, False, events)
    events.append(Passed(seat))
    assert isinstance(top, Turn)
    return government.ask_next_former(s) if top.what == FORM else True


HANDLERS: Final[dict[type, Handler]] = {
    DrawTrump: lambda s, seat, move, events: _draw_trumps(s, seat, 1, events),
    Discard: _discard,
    Form: lambda s, seat, move, events: government.open_bid(s, seat, move, s.stack.what == FORM, events),
    Invite: lambda s, seat, move, events: government.invite_seat(s, move.seat, events),
    Ready: lambda s, seat, move, events: government.end_invitations(s, events),
    Join: lambda s, seat, move, events: government.record_reply(s, seat, True, events),
    Decline: lambda s, seat, move, events: _decline_offer(s, seat, events),
    Vote: ballots.cast_ballot,
    Attack: attacks.attack_seat,
    Answer: lambda s, seat, move, events: attacks.answer_attack(s, move.card, events),
    Plead: lambda s, seat, move, events: attacks.ask_for_defence(s, events),
    Suffer: lambda s, seat, move, events: attacks.carry_out_attack(s, events),
    Offer: lambda s, seat, move, events: attacks.record_offer(s, seat, True, events),
    Accept: lambda s, seat, move, events: attacks.accept_loan(s, move.seat, events),
    Censure: lambda s, seat, move, events: ballots.open_censure(s, seat, events),
    Army: lambda s, seat, move, events: army.play_army(s, seat, move.purpose, events),
    Counter: lambda s, seat, move, events: army.counter_army(s, seat, events),
    Union: lambda s, seat, move, events: _play_union(s, seat, events),
    Leave: lambda s, seat, move, events: _leave(s, seat, events),
    Resign: lambda s, seat, move, events: _resign(s, seat, events),
    Announce: lambda s, seat, move, events: _announce(s, seat, events),
    Expel: lambda s, seat, move, events: government.expel_member(s, move.seat, events),
    Recruit: lambda s, seat, move, events: government.recruit_seat(s, move.seat, events),
    Dissolve: lambda s, seat, move, events: government.dissolve_assembly(s, events),
    Pass: _pass,
    Amend: amendments.propose_amendment,
    Dispute: lambda s, seat, move, events: amendments.open_dispute(s, seat, events),
    Deal: cards.deal_cards,
    Happen: lambda s, seat, move, events: after_event(s, carry_out_event(s, move.event, events), events),
    Election: _hold_election,
    Midterm: _announce_midterm,
    TimeUp: _announce_end,
    **BARGAINING.handlers,
}
"""The handler of each kind of move. It returns True if the turn ends; otherwise it has put the next question."""

_VOTE: Final = Question(choices.ballots, "politico.gov.vote", reason="asked_vote", let_be=BALLOTS[2])
_ACTIONS: Final = (Attack, Form, Censure, Army, Union, Leave, Expel, Recruit, Dissolve)
QUESTIONS: Final = {
    DRAW: Question(choices.draws, "politico.turn.trump", (Discard,), on_turn=True),
    ACT: Question(choices.actions, "politico.turn.choose", _ACTIONS, on_turn=True),
    ATTACK: Question(choices.attacks_or_pass, "politico.gov.fail", (Attack,), let_be=PASS, plays_itself=True),
    FORM: Question(choices.forms_or_pass, "politico.points.new-gov", (Form,), let_be=PASS, plays_itself=True),
    INVITE: Question(choices.guests, "politico.gov.form", (Invite,), plays_itself=True),
    # An attack that can only be suffered does not play itself: it costs points and deputies, so its target sees it.
    ANSWER: Question(choices.defences, "politico.attack.answer", (Answer, Plead), let_be=SUFFER),
    ACCEPT: Question(choices.loans_to_accept, "politico.ruling.lend-contract", (Accept,), let_be=DECLINE),
    JOIN: Question(choices.replies, "politico.gov.form", let_be=DECLINE),
    RECRUIT: Question(choices.replies, "politico.gov.reshuffle", let_be=DECLINE),
    LEND: Question(
        choices.loans,
        "politico.attack.lend",
        (Offer,),
        let_be=PASS,
        plays_itself=True,
        settled=choices.cannot_be_lent,
    ),
    COUNTER: Question(
        choices.counters,
        "politico.army.counter",
        (Counter,),
        let_be=PASS,
        plays_itself=True,
        settled=choices.cannot_be_countered,
    ),
    **dict.fromkeys((INVESTITURE, CENSURE, AMENDMENT, DISPUTE), _VOTE),
}
"""The questions put to players, with the kinds of moves that may answer them; moves that always fit are left out."""

DRAWS: Final = {
    ELECTION: Draw(Election, elections.draw_election, elections.is_possible_election),
    DEAL: Draw(Deal, cards.draw_deal, cards.is_possible_deal),
    EVENT: Draw(Happen, _draw_event, lambda s, move: move.event is None or move.event in s.box.events),
}
ALARMS: Final[dict[type, Callable[[State], bool]]] = {
    Midterm: lambda s: s.options.clock == "minutes" and s.options.midterm and s.midterm == "ahead",
    TimeUp: lambda s: s.options.clock == "minutes" and not s.time,
}


class Politico(BoxRules[Box, State, Options, AnyMove, Sight]):
    """The rules of Politico, for three to eight players."""

    id = "politico"
    version = 2
    seats = range(3, 9)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    over_clause = "politico.end"
    nature_clause = "politico.ruling.clock"
    asked_clause = "politico.turn.choose"
    questions = QUESTIONS
    draws = DRAWS
    alarms = ALARMS
    handlers = HANDLERS

    def setup(self, options: Options, players: int) -> State:
        return State.opening(self.box, options, players)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        moves = free_moves(s, seat)
        return [*moves, *BARGAINING.free(s, seat)] if 0 <= seat < s.players else moves

    def addressed(self, s: State) -> Sequence[Seat]:
        return BARGAINING.addressed(s) if BARGAINING.round_of(s) else ()

    def replies(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return BARGAINING.replies(s, seat) if BARGAINING.round_of(s) else ()

    def cut_off(self, s: State, seat: Seat) -> Collection[Seat]:
        """The seats that may counter an army, too: the first counter ends the window. All others wait for all."""
        return super().cut_off(s, seat) if s.stack.what == COUNTER else ()

    def player_refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        if isinstance(move, BARGAIN_MOVES):
            return BARGAINING.refusal(s, seat, move) if 0 <= seat < s.players else self.answer_refusal(s, seat, move)
        if move in self.legal(s, seat) or move in free_moves(s, seat):
            return None
        return (
            free_move_refusal(s, seat, move)
            or self.answer_refusal(s, seat, move)
            or card_refusal(s, seat, move)
            or move_refusal(s, seat, move)
            or self.question_refusal(s)
        )

    def continue_play(self, s: State, step_ends: bool | None, events: list[Event]) -> None:
        """End a turn, count a vote that all have cast, or end the game."""
        if step_ends:
            end_turn(s, events)
        while ballots.is_complete(s):
            if ballots.count_vote(s, events):
                end_turn(s, events)
        if s.outcome is None:
            if max(s.points) >= s.options.target:
                end_game(s, "politico.end", "target", events)
            elif s.adjudged:
                end_game(s, "politico.dispute", "dispute", events)

    def alarm(self, s: State) -> tuple[int, AnyMove] | None:
        """The mid-term elections after three fifths of the time, or the end."""
        if s.options.clock != "minutes" or s.time or s.outcome is not None:
            return None
        whole = s.options.minutes * MINUTE
        if s.options.midterm and s.midterm == "ahead":
            return whole * 3 // 5, Midterm()
        return whole, TimeUp()

    def default(self, s: State, seat: Seat) -> AnyMove:
        """A defence if there is one, otherwise the move that changes least."""
        moves = self.legal(s, seat)
        top = s.stack.top
        if isinstance(top, Reaction):
            return moves[-1]
        return moves[-1] if moves == BALLOTS or top.what == ACCEPT else moves[0]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return make_sight(s, seat)

    def revealed(self, s: State) -> Sight:
        """The sight with every hand shown, as cards that all have seen."""
        hands = [tuple(s.box.kinds[kind] for kind, count in enumerate(hand) for _ in range(count)) for hand in s.hands]
        return msgspec.structs.replace(make_sight(s, None), known=tuple(hands))

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)
