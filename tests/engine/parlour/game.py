"""The rules of the parlour game. Two rounds; most points win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine import rules
from ludotheque.engine.chance import Chance
from ludotheque.engine.game import Game
from ludotheque.engine.question_stack import (
    ABSTAIN,
    NO,
    YES,
    Negotiation,
    Proposal,
    Reaction,
    Sealed,
    Stack,
    Turn,
    Vote,
)
from ludotheque.engine.rules import NATURE, Event, Move, Outcome, Refusal, Seat
from ludotheque.engine.state import GameState, game_state
from ludotheque.engine.text import Drawing

CARDS = 6


class Options(rules.Options, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=3)] = 2
    window: Literal["once", "round"] = "once"


class Deal(Move, frozen=True):
    seat: Seat
    card: int


class Bid(Move, frozen=True):
    coins: int


class Claim(Move, frozen=True):
    card: int


class Doubt(Move, frozen=True):
    pass


class Let(Move, frozen=True):
    pass


class Ballot(Move, frozen=True):
    vote: Literal["yes", "no", "abstain"]


class Propose(Move, frozen=True):
    partner: Seat


class Agree(Move, frozen=True):
    number: int


class Close(Move, frozen=True):
    pass


class Leave(Move, frozen=True):
    pass


AnyMove = Deal | Bid | Claim | Doubt | Let | Ballot | Propose | Agree | Close | Leave


class Dealt(Event, frozen=True):
    seat: Seat
    card: int

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Dealt(self.seat, 0)


class Bids(Event, frozen=True):
    coins: tuple[int, ...]


class Sealing(Event, frozen=True):
    seat: Seat
    coins: int

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Sealing(self.seat, -1)


class Said(Event, frozen=True):
    seat: Seat
    what: str
    number: int


class Voted(Event, frozen=True):
    votes: tuple[str, ...]
    carried: bool


class Voting(Event, frozen=True):
    seat: Seat
    vote: str

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Voting(self.seat, "")


class Over(Event, frozen=True):
    places: tuple[int, ...]


AnyEvent = Dealt | Bids | Sealing | Said | Voted | Voting | Over


@game_state
class State(GameState):
    options: Options
    cards: list[int]
    bids: list[int]
    points: list[int]
    claimant: Seat = 0
    claim: int = 0
    doubters: list[Seat] = field(default_factory=list)
    last_vote: tuple[str, ...] = ()
    last_said: Said | None = None
    round: int = 1
    left: Seat | None = None

    @classmethod
    def opening(cls, options: Options, players: int) -> Self:
        cards, bids, points = [0] * players, [-1] * players, [0] * players
        return cls(options=options, stack=Stack([Turn(NATURE)]), cards=cards, bids=bids, points=points)


class Sight(msgspec.Struct, frozen=True):
    seat: Seat | None
    options: Options
    question: int
    stage: str
    cards: tuple[int, ...]
    """0 for none, -1 for one that is hidden."""
    bids: tuple[int, ...]
    points: tuple[int, ...]
    claimant: Seat
    claim: int
    waiting: tuple[Seat, ...]
    voted: str | None
    last_vote: tuple[str, ...]
    last_said: Said | None
    """A sight holds the last event, even when it changed nothing else."""
    proposals: tuple[Proposal, ...]
    doubters: tuple[Seat, ...]
    spoken: tuple[Seat, ...]
    silent: tuple[Seat, ...]
    made: int
    round: int
    outcome: Outcome | None


class Parlour(rules.Rules[State, Options, AnyMove, Sight]):
    id = "parlour"
    version = 1
    seats = range(2, 5)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight

    def setup(self, options: Options, players: int) -> State:
        return State.opening(options, players)

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        if seat not in s.stack.asked():
            return ()
        match s.stack.top:
            case Turn(seat=who):
                if who == NATURE:
                    return [Deal(s.cards.index(0), card) for card in range(1, CARDS + 1)]
                return [Claim(card) for card in range(1, CARDS + 1)]
            case Sealed():
                return [Bid(coins) for coins in range(4)]
            case Reaction():
                return [Let()] if seat in s.doubters else [Let(), Doubt()]
            case Vote():
                return [Ballot("yes"), Ballot("no"), Ballot("abstain")]
            case Negotiation() as talk:
                moves: list[AnyMove] = [Close()]
                moves += [Agree(number) for number in talk.awaiting_proposals(seat)]
                if talk.made < 4:
                    moves += [Propose(other) for other in range(len(s.cards)) if other != seat]
                return moves
        raise AssertionError(s.stack.top)

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        return [Leave()] if s.outcome is None and 0 <= seat < len(s.cards) and min(s.cards) else []

    def player_refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        if move in self.legal(s, seat) or move in self.free(s, seat):
            return None
        return Refusal("parlour.turn", "not_now" if seat in s.stack.asked() else "not_asked")

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        events = self._play(s, seat, move)
        s.last_said = next((event for event in events if isinstance(event, Said)), s.last_said)
        return events

    def _play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        match move:
            case Deal(seat=who, card=card):
                s.cards[who] = card
                if min(s.cards):
                    s.stack.replace(Sealed(tuple(range(len(s.cards)))))
                return [Dealt(who, card)]
            case Bid(coins=coins):
                return self._bid(s, seat, coins)
            case Claim(card=card):
                others = tuple(other for other in range(len(s.cards)) if other != seat)
                s.claim = card
                s.stack.replace(Reaction(others, round=s.options.window == "round"))
                return [Said(seat, "claim", card)]
            case Let() | Doubt():
                return self._react(s, seat, isinstance(move, Doubt))
            case Ballot(vote=vote):
                return self._vote(s, seat, vote)
            case Leave():
                s.left = seat
                return self._end(s)
        return self._talk(s, seat, move)

    def _bid(self, s: State, seat: Seat, coins: int) -> list[Event]:
        s.bids[seat] = coins
        top = s.stack.top
        assert isinstance(top, Sealed)
        events: list[Event] = [Sealing(seat, coins)]
        if top.record_choice(seat):
            s.claimant = s.bids.index(max(s.bids))
            s.stack.replace(Turn(s.claimant))
            events.append(Bids(tuple(s.bids)))
        return events

    def _react(self, s: State, seat: Seat, doubt: bool) -> list[Event]:
        window = s.stack.top
        assert isinstance(window, Reaction)
        if doubt:
            s.doubters.append(seat)
            window.record_reaction(seat)
            s.stack.renew()
        elif window.record_pass(seat):
            s.stack.replace(Vote({other: s.bids[other] + 1 for other in range(len(s.cards))}))
        return [Said(seat, "doubt" if doubt else "let", 0)]

    def _vote(self, s: State, seat: Seat, ballot: str) -> list[Event]:
        vote = s.stack.top
        assert isinstance(vote, Vote)
        events: list[Event] = [Voting(seat, ballot)]
        if vote.cast(seat, ballot):
            carried = vote.tally().carried
            s.points[s.claimant if carried else (s.doubters or [s.claimant])[0]] += 2
            s.last_vote = tuple(vote.ballots[other] for other in sorted(vote.ballots))
            events.append(Voted(s.last_vote, carried))
            s.stack.replace(Negotiation(tuple(range(len(s.cards)))))
        return events

    def _talk(self, s: State, seat: Seat, move: AnyMove) -> list[Event]:
        talk = s.stack.top
        assert isinstance(talk, Negotiation)
        if isinstance(move, Propose):
            talk.propose(seat, "gift", {seat, move.partner})
            return [Said(seat, "propose", move.partner)]
        if isinstance(move, Agree):
            agreed = talk.agree(seat, move.number)
            assert agreed.complete
            s.points[agreed.by] += 1
            return [Said(seat, "agree", move.number), *self._next(s)]
        talk.close(seat)
        return [Said(seat, "close", 0), *(self._next(s) if talk.over else ())]

    def _next(self, s: State) -> Sequence[Event]:
        if s.round == s.options.rounds:
            return self._end(s)
        players = len(s.cards)
        s.round += 1
        s.cards, s.bids, s.doubters = [0] * players, [-1] * players, []
        s.stack.replace(Turn(NATURE))
        return ()

    def _end(self, s: State) -> list[Event]:
        points = [-1 if seat == s.left else p for seat, p in enumerate(s.points)]
        places = rules.ranked(points)
        s.outcome = Outcome(places, "parlour.end", "points", tuple(s.points))
        s.stack.clear()
        return [Over(places)]

    def chance(self, s: State, rng: Chance) -> AnyMove:
        return Deal(s.cards.index(0), rng.below(CARDS) + 1)

    def default(self, s: State, seat: Seat) -> AnyMove:
        return self.legal(s, seat)[0]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        top: Any = s.stack.top if s.stack.frames else None
        sealed = isinstance(top, Sealed)
        talk = top if isinstance(top, Negotiation) else Negotiation(())
        return Sight(
            seat=seat,
            options=s.options,
            question=s.stack.number,
            stage=type(top).__name__,
            cards=tuple(c if who == seat or s.outcome else -bool(c) for who, c in enumerate(s.cards)),
            bids=tuple(b if who == seat or not sealed else -1 for who, b in enumerate(s.bids)),
            points=tuple(s.points),
            claimant=s.claimant,
            claim=s.claim if isinstance(top, Reaction) else 0,
            waiting=tuple(top.waiting) if isinstance(top, Reaction) else tuple(s.stack.asked()),
            voted=top.ballots.get(seat) if isinstance(top, Vote) and seat is not None else None,
            last_vote=s.last_vote,
            last_said=s.last_said,
            proposals=tuple(talk.proposals.values()),
            doubters=tuple(s.doubters),
            spoken=tuple(sorted(talk.waiting)),
            silent=tuple(sorted(talk.silent)),
            made=talk.made,
            round=s.round,
            outcome=s.outcome,
        )

    def imagine(self, v: Sight, rng: Chance) -> State:
        players = len(v.cards)
        s = State.opening(v.options, players)
        s.cards = [rng.below(CARDS) + 1 if card == -1 else card for card in v.cards]
        s.bids, s.points, s.claimant, s.claim = list(v.bids), list(v.points), v.claimant, v.claim
        s.doubters, s.round, s.outcome = list(v.doubters), v.round, v.outcome
        s.last_vote, s.last_said = v.last_vote, v.last_said
        seats = tuple(range(players))
        top: Any = None
        if v.stage == "Turn":
            top = Turn(NATURE if 0 in v.cards else v.claimant)
        elif v.stage == "Sealed":
            top = Sealed(seats, done=set(seats) - set(v.waiting))
            for seat in top.done:
                if v.bids[seat] < 0:
                    s.bids[seat] = rng.below(4)
        elif v.stage == "Reaction":
            others = tuple(seat for seat in seats if seat != v.claimant)
            top = Reaction(others, round=v.options.window == "round", waiting=list(v.waiting))
        elif v.stage == "Vote":
            top = Vote({seat: s.bids[seat] + 1 for seat in seats})
            for seat in seats:
                if seat not in v.waiting:
                    ballot = v.voted if seat == v.seat else None
                    top.ballots[seat] = ballot or (YES, NO, ABSTAIN)[rng.below(3)]
        elif v.stage == "Negotiation":
            proposals = {p.number: p for p in v.proposals}
            top = Negotiation(seats, "", proposals, set(v.spoken), set(v.silent), made=v.made)
        s.stack = Stack([] if top is None else [top], v.question)
        return s


class Text(Drawing[None, Sight]):
    """A sight as it is printed."""

    def parts(self) -> Iterable[Sequence[str]]:
        return [[str(self.v)]]


GAME = Game(Parlour(), "tests.engine.parlour", {"random": RandomPlayer}, drawing=Text.of(None))
