"""Politico's rules, clause by clause: who is asked what, and where the answers go."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.engine import rules
from ludotheque.engine.chance import Chance
from ludotheque.engine.frames import Reaction, Turn
from ludotheque.engine.rules import NATURE, Event, Outcome, Refusal, Seat
from ludotheque.games.politico import amendments, army, attacks, ballots, cards, elections, government
from ludotheque.games.politico.box import BLANKS, UNION, Box
from ludotheque.games.politico.choices import BALLOTS, answers, besides
from ludotheque.games.politico.happenings import happen
from ludotheque.games.politico.moves import (
    Accept,
    Amend,
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
    Draw,
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
from ludotheque.games.politico.options import Options
from ludotheque.games.politico.refusals import why_not
from ludotheque.games.politico.scoring import end_government
from ludotheque.games.politico.sight import Sight, imagine, see
from ludotheque.games.politico.state import ACCEPT, ACT, COUNTER, DEAL, ELECTION, FORM, State, ask
from ludotheque.games.politico.turns import after_event, end_turn, finish, first_turn, next_turn

MINUTE = 60_000


class Politico(rules.Rules[State, Options, AnyMove, Sight]):
    """Three to eight parties, one Assembly, and governments that fall."""

    id = "politico"
    version = 1
    seats = range(3, 9)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight

    def __init__(self, box: Box) -> None:
        self.box = box
        self.box_mark = box.mark

    def setup(self, options: Options, players: int) -> State:
        return State(self.box, options, players)

    def asked(self, s: State) -> Sequence[Seat]:
        return s.stack.asked()

    def question(self, s: State) -> int:
        return s.stack.number

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
        events: list[Event] = []
        if (_nature if seat == NATURE else _player)(s, seat, move, events):
            end_turn(s, events)
        if s.outcome is None:
            if max(s.points) >= s.options.target:
                finish(s, "politico.end", "target", events)
            elif s.adjudged:
                finish(s, "politico.dispute", "dispute", events)
        return events

    def chance(self, s: State, rng: Chance) -> AnyMove:
        what = s.stack.top.what  # type: ignore[attr-defined]
        if what == DEAL:
            return cards.shuffled(s, rng)
        if what == ELECTION:
            return elections.drawn(s, rng)
        events = s.box.event
        number = rng.below(len(events) + BLANKS)
        return Happen(events[number].id if number < len(events) else None)

    def alarm(self, s: State) -> tuple[int, AnyMove] | None:
        """Mid-term elections after three fifths of the time, and the end of it."""
        if s.options.clock != "minutes" or s.time or s.outcome is not None:
            return None
        whole = s.options.minutes * MINUTE
        if s.options.midterm and s.midterm == "ahead":
            return whole * 3 // 5, Midterm()
        return whole, TimeUp()

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Out of time: a defence if there is one, otherwise whatever changes least."""
        moves = self.legal(s, seat)
        top = s.stack.top
        if isinstance(top, Reaction):
            return moves[-1]
        return moves[-1] if moves == BALLOTS or top.what == ACCEPT else moves[0]  # type: ignore[attr-defined]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return see(s, seat)

    def revealed(self, s: State) -> Sight:
        """Every hand laid open, as cards that everybody has seen."""
        hands = [tuple(s.box.kinds[kind] for kind, count in enumerate(hand) for _ in range(count)) for hand in s.hands]
        return msgspec.structs.replace(see(s, None), known=tuple(hands))

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)

    def outcome(self, s: State) -> Outcome | None:
        return s.outcome


def _nature(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> bool:
    """Nature and the clock. True ends the turn."""
    match move:
        case Deal():
            cards.deal(s, move, events)
        case Happen():
            after_event(s, happen(s, move.event, events), events)
        case Election():
            _hold(s, move, events)
        case Midterm():
            s.midterm = "due"
            events.append(Clock("midterm"))
        case _:
            s.time = True
            events.append(Clock("end"))
    return False


def _hold(s: State, move: Election, events: list[Event]) -> None:
    reason = s.election
    elections.hold(s, move, events)
    if reason == "first":
        first_turn(s, events)
    elif reason == "dissolution":
        s.stack.close()
    else:
        next_turn(s, events)


def _player(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> bool:
    """Do what was answered. True ends the turn; otherwise the next question has been put."""
    match move:
        case Pass():
            return _pass(s, seat, events)
        case Vote():
            return ballots.cast(s, seat, move.ballot, events)
        case Draw():
            _draw(s, seat, 1, events)
        case Discard():
            cards.spend(s, seat, s.box.number[move.card])
            s.dropped = move.card
            events.append(Discarded(seat, move.card))
            _draw(s, seat, 2, events)
        case Attack():
            attacks.attack(s, seat, move, events)
        case Answer():
            return attacks.answer(s, move.card, events)
        case Suffer():
            return attacks.hit(s, events)
        case Plead():
            attacks.plead(s, events)
        case Offer():
            return attacks.lend(s, seat, True, events)
        case Accept():
            return attacks.accept(s, move.seat, events)
        case Join():
            return government.reply(s, seat, True, events)
        case Decline():
            if type(s.stack.top) is Turn:
                return attacks.hit(s, events)
            return government.reply(s, seat, False, events)
        case Form():
            government.bid(s, seat, move, s.stack.top.what == FORM, events)  # type: ignore[attr-defined]
        case Invite():
            government.invite(s, move.seat, events)
        case Ready():
            return government.ready(s, events)
        case Counter():
            return army.counter(s, seat, events)
        case _:
            return _rarer(s, seat, move, events)
    return False


def _rarer(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> bool:
    match move:
        case Censure():
            ballots.censure(s, seat, events)
        case Army():
            return army.press(s, seat, move.purpose, events)
        case Union():
            cards.lay(s, seat, s.box.number[UNION])
            government.unite(s, seat, events)
            return True
        case Leave():
            government.leave(s, seat, False, events)
            return True
        case Resign():
            end_government(s, "resigned", seat, events)
            s.stack.renew()
        case Expel():
            government.expel(s, move.seat, events)
        case Recruit():
            government.recruit(s, move.seat, events)
        case Dissolve():
            government.dissolve(s, events)
        case Amend():
            amendments.propose(s, seat, move, events)
        case Dispute():
            amendments.dispute(s, seat, events)
    return False


def _draw(s: State, seat: Seat, count: int, events: list[Event]) -> None:
    ask(s, seat, ACT)
    cards.ask_deal(s, tuple(count if other == seat else 0 for other in range(s.players)), events)


def _pass(s: State, seat: Seat, events: list[Event]) -> bool:
    """Do nothing: on one's turn, at a chance to form a government, or in a window."""
    top = s.stack.top
    if type(top) is Reaction:
        if top.subject == COUNTER:
            return army.let_be(s, seat, events)
        return attacks.lend(s, seat, False, events)
    events.append(Passed(seat))
    assert isinstance(top, Turn)
    return government.next_chance(s) if top.what == FORM else True
