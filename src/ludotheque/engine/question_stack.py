"""The stack of open questions, and the seats that each asks.

A turn, a sealed choice, a reaction window, a vote, a negotiation: each is a frame. The frame on top says which seats
are asked; when it closes, the one below asks again. Frames are plain data that copy with the state; what a move means
is decided by the game's rules, which look at the top frame.

A frame does not depend on the cards that a seat holds. A reaction window is opened for every seat that the public facts
allow to react, so being asked, or passing, reveals nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, Protocol, Self

import msgspec

from ludotheque.engine.seats import Seat

YES, NO, ABSTAIN = "yes", "no", "abstain"
OVER: Final = "over"
"""The name of the question once the game is over."""


class Frame(Protocol):
    """One open question; ``what`` names it, where a game has several."""

    @property
    def what(self) -> str: ...

    def asked(self) -> Sequence[Seat]:
        """The seats that must still answer, in order of precedence."""
        ...

    def asks(self, seat: Seat) -> bool:
        """Whether ``seat`` is among them."""
        ...

    def copy(self) -> Self:
        """A copy that shares nothing mutable."""
        ...


class Turn(msgspec.Struct, frozen=True):
    """One seat is to act. Immutable, so copies share it."""

    seat: Seat
    what: str = ""

    def asked(self) -> Sequence[Seat]:
        return (self.seat,)

    def asks(self, seat: Seat) -> bool:
        return seat == self.seat

    def copy(self) -> Self:
        return self


class Sealed(msgspec.Struct):
    """Several seats choose at the same time, in secret, each in one or more moves."""

    seats: tuple[Seat, ...]
    what: str = ""
    done: set[Seat] = msgspec.field(default_factory=set)

    def asked(self) -> Sequence[Seat]:
        return [seat for seat in self.seats if seat not in self.done]

    def asks(self, seat: Seat) -> bool:
        return seat in self.seats and seat not in self.done

    def record_choice(self, seat: Seat) -> bool:
        """Record that ``seat`` has chosen; True when it was the last, and all choices are revealed."""
        self.done.add(seat)
        return len(self.done) == len(self.seats)

    def copy(self) -> Self:
        return type(self)(self.seats, self.what, set(self.done))


class Reaction(msgspec.Struct):
    """Seats may react to something, or pass; it closes once all have passed.

    In a ``round`` they are asked one after the other, repeatedly until all pass in a row; otherwise all are asked at
    once and the first reaction counts.
    """

    seats: tuple[Seat, ...]
    what: str = ""
    round: bool = False
    waiting: list[Seat] = []

    def __post_init__(self) -> None:
        if not self.waiting:
            self.waiting = list(self.seats)

    def asked(self) -> Sequence[Seat]:
        return self.waiting[:1] if self.round else self.waiting

    def asks(self, seat: Seat) -> bool:
        return seat in self.asked()

    def record_pass(self, seat: Seat) -> bool:
        """Record that ``seat`` passes; True when no seat is left to ask."""
        self.waiting.remove(seat)
        return not self.waiting

    def record_reaction(self, seat: Seat) -> None:
        """Record that ``seat`` has reacted: all are asked again, the next in turn first and ``seat`` last."""
        at = self.seats.index(seat) + 1
        self.waiting = [*self.seats[at:], *self.seats[:at]]

    def copy(self) -> Self:
        other = type(self)(self.seats, self.what, self.round, [])
        other.waiting = list(self.waiting)
        return other


class Tally(msgspec.Struct, frozen=True):
    """Votes counted by weight."""

    yes: int
    no: int
    abstained: int

    @property
    def carried(self) -> bool:
        """Whether the yes votes are an absolute majority of the votes cast."""
        return 2 * self.yes > self.yes + self.no


class Vote(msgspec.Struct):
    """All seats vote yes, no or abstain, in secret until all have voted; each seat has a weight."""

    weights: dict[Seat, int]
    what: str = ""
    ballots: dict[Seat, str] = msgspec.field(default_factory=dict)

    def asked(self) -> Sequence[Seat]:
        return [seat for seat in self.weights if seat not in self.ballots]

    def asks(self, seat: Seat) -> bool:
        return seat in self.weights and seat not in self.ballots

    def cast(self, seat: Seat, ballot: str) -> bool:
        """Record a ballot; True when all have voted."""
        self.ballots[seat] = ballot
        return len(self.ballots) == len(self.weights)

    def tally(self) -> Tally:
        """The count so far."""
        total = {YES: 0, NO: 0, ABSTAIN: 0}
        for seat, ballot in self.ballots.items():
            total[ballot] += self.weights[seat]
        return Tally(total[YES], total[NO], total[ABSTAIN])

    def copy(self) -> Self:
        return type(self)(dict(self.weights), self.what, dict(self.ballots))


class Proposal(msgspec.Struct, frozen=True):
    """Proposed terms: their author, the seats that must agree, those that have, and those that withdrew before."""

    number: int
    by: Seat
    terms: Any
    needs: frozenset[Seat]
    agreed: frozenset[Seat]
    taken_back: frozenset[Seat] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether all seats that must agree have agreed."""
        return self.needs <= self.agreed


class Negotiation(msgspec.Struct):
    """Seats propose, agree, decline and withdraw, all at once; the first complete proposal is the agreement.

    A seat that has moved waits for the others. It is asked again when a proposal awaits its answer, when one it agreed
    to is declined or loses an agreement, and when all others have nothing to add. A seat with nothing to add leaves
    every proposal open. Once all seats have nothing to add, the negotiation ends without an agreement.

    Terms that were declined may be proposed again, and a withdrawn agreement may be given again: these are renewals.
    So that every negotiation ends, the rules allow each seat only so many of them (``renewed``).
    """

    seats: tuple[Seat, ...]
    what: str = ""
    proposals: dict[int, Proposal] = msgspec.field(default_factory=dict)
    waiting: set[Seat] = msgspec.field(default_factory=set)
    """The seats that have moved and wait."""
    silent: set[Seat] = msgspec.field(default_factory=set)
    """The seats that have nothing to add."""
    proposed: set[Any] = msgspec.field(default_factory=set)
    """All terms proposed so far."""
    renewed: dict[Seat, int] = msgspec.field(default_factory=dict)
    """How often each seat has proposed terms again, or agreed again."""
    made: int = 0
    """The number of proposals so far."""

    def asked(self) -> Sequence[Seat]:
        silent, waiting = self.silent, self.waiting
        talking = [seat for seat in self.seats if seat not in silent] if silent else self.seats
        if not waiting:
            return talking
        return [seat for seat in talking if seat not in waiting or self._awaits(seat)] or talking

    def asks(self, seat: Seat) -> bool:
        if seat in self.silent or seat not in self.seats:
            return False
        return seat not in self.waiting or seat in self.asked()

    def awaiting_proposals(self, seat: Seat) -> list[int]:
        """The proposals that await the agreement of ``seat``."""
        return [number for number, made in self.proposals.items() if seat in made.needs and seat not in made.agreed]

    def _awaits(self, seat: Seat) -> bool:
        """Whether a proposal awaits the agreement of ``seat``."""
        for made in self.proposals.values():  # noqa: SIM110 (a generator would take longer than its few tests)
            if seat in made.needs and seat not in made.agreed:
                return True
        return False

    def agreed_proposals(self, seat: Seat) -> list[int]:
        """The proposals to which ``seat`` has agreed."""
        return [number for number, made in self.proposals.items() if seat in made.agreed]

    def propose(self, by: Seat, terms: Any, needs: Iterable[Seat]) -> Proposal:
        """Propose terms, to which ``by`` agrees; the proposal is complete at once if no other seat must agree."""
        if terms in self.proposed:
            self._count_renewal(by)
        self.proposed.add(terms)
        self.made += 1
        proposal = Proposal(self.made, by, terms, frozenset(needs), frozenset((by,)))
        self.proposals[proposal.number] = proposal
        self.silent -= proposal.needs
        self.waiting.add(by)
        return proposal

    def agree(self, seat: Seat, number: int) -> Proposal:
        """Record the agreement of ``seat`` to a proposal, which is returned: it may be complete now."""
        proposal = self.proposals[number]
        if seat in proposal.taken_back:
            self._count_renewal(seat)
        self.proposals[number] = agreed = msgspec.structs.replace(proposal, agreed=proposal.agreed | {seat})
        self.silent.discard(seat)
        self.waiting.add(seat)
        return agreed

    def decline(self, seat: Seat, number: int) -> None:
        """Remove a proposal that ``seat`` declines, and ask those who had agreed to it again."""
        self._ask_again(self.proposals.pop(number).agreed)

    def withdraw(self, seat: Seat, number: int) -> None:
        """Withdraw the agreement of ``seat``; a proposal without any agreement is removed."""
        proposal = self.proposals[number]
        self._ask_again(proposal.agreed)
        agreed = proposal.agreed - {seat}
        if agreed:
            taken_back = proposal.taken_back | {seat}
            self.proposals[number] = msgspec.structs.replace(proposal, agreed=agreed, taken_back=taken_back)
        else:
            del self.proposals[number]

    def close(self, seat: Seat) -> None:
        """Record that ``seat`` has nothing to add. Proposals that await its answer stay open."""
        self.silent.add(seat)

    @property
    def over(self) -> bool:
        """Whether no seat has anything to add."""
        return self.silent.issuperset(self.seats)

    def copy(self) -> Self:
        return type(self)(
            self.seats,
            self.what,
            dict(self.proposals),
            set(self.waiting),
            set(self.silent),
            set(self.proposed),
            dict(self.renewed),
            self.made,
        )

    def _count_renewal(self, seat: Seat) -> None:
        self.renewed[seat] = self.renewed.get(seat, 0) + 1

    def _ask_again(self, seats: frozenset[Seat]) -> None:
        self.waiting -= seats
        self.silent -= seats


_turn = cache(Turn)


class Stack:
    """The open questions, the present one on top. ``number`` changes with every new question."""

    __slots__ = ("frames", "number")

    def __init__(self, frames: Sequence[Frame] = (), number: int = 0) -> None:
        self.frames = list(frames)
        self.number = number

    @property
    def top(self) -> Frame:
        """The present question."""
        return self.frames[-1]

    @property
    def what(self) -> str:
        """The name of the present question."""
        return self.frames[-1].what if self.frames else OVER

    def asked(self) -> Sequence[Seat]:
        """The seats that must answer the present question; empty when none is open."""
        return self.frames[-1].asked() if self.frames else ()

    def is_sealing(self, seat: Seat) -> bool:
        """Whether ``seat`` is making a sealed choice."""
        return bool(self.frames) and type(self.frames[-1]) is Sealed and seat in self.frames[-1].asked()

    def open(self, frame: Frame) -> None:
        """Put a question on top of the present one."""
        self.frames.append(frame)
        self.number += 1

    def close(self) -> Frame:
        """Remove the present question; the one below, if any, is put again."""
        self.number += 1
        return self.frames.pop()

    def replace(self, frame: Frame) -> None:
        """Replace the present question."""
        self.frames[-1] = frame
        self.number += 1

    def ask(self, seat: Seat, what: str) -> None:
        """Replace the present question by one to a single seat."""
        self.frames[-1] = _turn(seat, what)
        self.number += 1

    def renew(self) -> None:
        """Count a new question of the same frame, such as a reaction window after a reaction."""
        self.number += 1

    def clear(self) -> None:
        """Remove all questions: the game is over."""
        self.frames.clear()
        self.number += 1

    def copy(self) -> Stack:
        return Stack([frame.copy() for frame in self.frames], self.number)


@cache
def clockwise_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """All seats, clockwise from one.

    >>> clockwise_from(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((seat + i) % players for i in range(players))
