"""Bargains: ready-made offers from one seat to another, in which each promises the other something.

They are free moves: no seat has to offer or to answer one, and no rule enforces a promise. A promise that is broken
costs nothing but trust, so everything about bargains is public and each seat's broken promises are counted.

A game subclasses :class:`Bargaining`: it has a table of terms, says which of them may be offered at a moment, and calls
:meth:`~Bargaining.settle` where a promise turns out to be kept or broken. The bargains of a state are one immutable
value, which the sight shows as it is and from which ``imagine`` restores it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from ludotheque.engine.bargain_moves import (
    BARGAIN_MOVES,
    AcceptBargain,
    BargainAgreed,
    BargainCancelled,
    BargainLapsed,
    BargainOffered,
    BargainRefused,
    CancelBargain,
    OfferBargain,
    PromiseBroken,
    PromiseKept,
    PromiseVoid,
    RefuseBargain,
)
from ludotheque.engine.rules import Event, Handler, Move, Refusal, Seat
from ludotheque.engine.tuples import changed

BargainState = Literal["open", "agreed", "refused", "cancelled", "lapsed"]
PromiseState = Literal["pending", "kept", "broken", "void"]


class Promise(msgspec.Struct, frozen=True):
    """What one seat has promised another."""

    by: Seat
    to: Seat
    kind: str
    due: int
    """The number of the round in which it is to be kept, as the game counts rounds; 0 if that is not fixed."""
    state: PromiseState = "pending"


class Bargain(msgspec.Struct, frozen=True):
    """An offer and what became of it."""

    number: int
    by: Seat
    to: Seat
    terms: str
    round: int
    """The round in which it was offered."""
    state: BargainState = "open"
    promises: tuple[Promise, ...] = ()
    """Once it is agreed: the promise of ``to``, then the promise of ``by``."""


class Bargains(msgspec.Struct, frozen=True):
    """All bargains of a game that still matter, and how each seat has kept its word so far."""

    kept: tuple[int, ...]
    """How many promises each seat has kept."""
    broken: tuple[int, ...]
    """How many promises each seat has broken."""
    made: int = 0
    """How many bargains have been offered."""
    entries: tuple[Bargain, ...] = ()
    """Those of this round, and those agreed earlier with a promise that is, or in this round was, pending."""

    def find(self, number: int) -> Bargain | None:
        """The bargain of that number, if it is still listed."""
        return next((bargain for bargain in self.entries if bargain.number == number), None)

    def open_to(self, seat: Seat) -> list[Bargain]:
        """The offers that a seat may answer."""
        return [bargain for bargain in self.entries if bargain.to == seat and bargain.state == "open"]

    def open_by(self, seat: Seat) -> Bargain | None:
        """The offer of a seat that is not answered yet."""
        return next((bargain for bargain in self.entries if bargain.by == seat and bargain.state == "open"), None)

    def pending(self) -> list[Promise]:
        """The promises that are neither kept nor broken yet."""
        return [promise for bargain in self.entries for promise in bargain.promises if promise.state == "pending"]


@cache
def no_bargains(players: int) -> Bargains:
    """The bargains at the beginning of a game: none."""
    return Bargains((0,) * players, (0,) * players)


class Pledge(NamedTuple):
    """What one side of a bargain promises."""

    kind: str
    later: int | None = 0
    """In how many rounds from now it is due: 0 for this one; None if that is not fixed."""


class Terms(NamedTuple):
    """A ready-made bargain: what is wanted of the other seat, and what is given for it."""

    wanted: Pledge
    given: Pledge


class BargainingState(Protocol):
    """What bargains need of a game's state."""

    players: int
    bargains: Bargains


S = TypeVar("S", bound=BargainingState)

Judge = Callable[[Promise], PromiseState | None]
"""Says what a pending promise has become; None if it stays pending."""

_SETTLED: Final[dict[PromiseState, type[PromiseKept | PromiseBroken | PromiseVoid]]] = {
    "kept": PromiseKept,
    "broken": PromiseBroken,
    "void": PromiseVoid,
}


@cache
def _offers(to: Seat, terms: tuple[str, ...]) -> tuple[OfferBargain, ...]:
    return tuple(OfferBargain(to, name) for name in terms)


class Bargaining(ABC, Generic[S]):
    """The bargains of one game. Stateless, like the rules.

    So that every game ends and the list of moves stays short, a seat has one open offer at a time, makes at most
    ``limit`` offers in a round, and does not make the same offer to the same seat twice in a round.
    """

    clause: ClassVar[str]
    """The clause of every refusal."""
    terms: ClassVar[Mapping[str, Terms]]
    """The ready-made bargains by name."""
    limit: ClassVar[int] = 3

    @abstractmethod
    def round_of(self, s: S) -> int:
        """The number of the present round, from 1; 0 while no bargain may be offered or answered."""

    def oldest_round(self, s: S) -> int:
        """The earliest round whose offers may still be open and count against ``limit``: by default, the present one.

        A game that counts turns as its rounds overrides it, so that offers stay open for a round of the table.
        """
        return self.round_of(s)

    @abstractmethod
    def terms_between(self, s: S, by: Seat, to: Seat) -> tuple[str, ...]:
        """The names of the terms that one seat may offer another at this moment, in the order of the table."""

    @abstractmethod
    def not_now(self, s: S, by: Seat, to: Seat, terms: str) -> str:
        """The reason of the refusal of terms that are not among :meth:`terms_between`."""

    # --- the contract of the rules ------------------------------------------------------------------------------

    def addressed(self, s: S) -> Sequence[Seat]:
        """The seats that have an offer to answer."""
        entries = s.bargains.entries
        if not entries:
            return ()
        return tuple(dict.fromkeys(bargain.to for bargain in entries if bargain.state == "open"))

    def replies(self, s: S, seat: Seat) -> list[Any]:
        """The answers of a seat to the oldest offer that it has to answer: agree, or else refuse."""
        return [
            kind(bargain.number) for bargain in s.bargains.open_to(seat)[:1] for kind in (AcceptBargain, RefuseBargain)
        ]

    def free(self, s: S, seat: Seat) -> list[Any]:
        """The moves of bargains that a seat may make now."""
        if not self.round_of(s):
            return []
        moves: list[Any] = []
        entries = s.bargains.entries
        for bargain in entries:
            if bargain.state == "open":
                if bargain.to == seat:
                    moves += (AcceptBargain(bargain.number), RefuseBargain(bargain.number))
                elif bargain.by == seat:
                    moves.append(CancelBargain(bargain.number))
        since = self.oldest_round(s)
        mine = [bargain for bargain in entries if bargain.by == seat and bargain.round >= since]
        if len(mine) >= self.limit or any(bargain.state == "open" for bargain in mine):
            return moves
        offers = [
            offer for to in range(s.players) if to != seat for offer in _offers(to, self.terms_between(s, seat, to))
        ]
        if entries:
            barred = self._barred_offers(entries, seat, since)
            offers = [offer for offer in offers if (offer.to, offer.terms) not in barred]
        return moves + offers

    def refusal(self, s: S, seat: Seat, move: Move) -> Refusal | None:
        """Why a move of bargains by a seat at the table is not allowed, or None if it is."""
        if not self.round_of(s):
            return Refusal(self.clause, "no_bargains")
        if isinstance(move, OfferBargain):
            return self._offer_refusal(s, seat, move)
        assert isinstance(move, AcceptBargain | RefuseBargain | CancelBargain)
        bargain = s.bargains.find(move.number)
        mine = bargain is not None and (bargain.by if isinstance(move, CancelBargain) else bargain.to) == seat
        if bargain is None or not mine or bargain.state != "open":
            return Refusal(self.clause, "no_such_bargain", {"number": move.number})
        return None

    @property
    def handlers(self) -> dict[type, Handler]:
        """What each kind of move of bargains does, for the game's table."""
        return dict.fromkeys(BARGAIN_MOVES, self.play)

    # --- offers and answers -------------------------------------------------------------------------------------

    def play(self, s: S, seat: Seat, move: Move, events: list[Event]) -> None:
        """Carry out a move of bargains. The present question stays the same."""
        book = s.bargains
        if isinstance(move, OfferBargain):
            bargain = Bargain(book.made + 1, seat, move.to, move.terms, self.round_of(s))
            s.bargains = replace(book, made=bargain.number, entries=(*book.entries, bargain))
            events.append(BargainOffered(bargain.number, seat, move.to, move.terms))
            return
        assert isinstance(move, AcceptBargain | RefuseBargain | CancelBargain)
        found = book.find(move.number)
        assert found is not None
        told = (found.number, found.by, found.to, found.terms)
        if isinstance(move, AcceptBargain):
            bargain = replace(found, state="agreed", promises=self._promises(s, found))
            events.append(BargainAgreed(*told))
        elif isinstance(move, RefuseBargain):
            bargain = replace(found, state="refused")
            events.append(BargainRefused(*told))
        else:
            bargain = replace(found, state="cancelled")
            events.append(BargainCancelled(*told))
        s.bargains = replace(book, entries=changed(book.entries, book.entries.index(found), bargain))

    def due(self, s: S, pledge: Pledge) -> int:
        """The round in which what is promised now is due; 0 if that is not fixed."""
        return 0 if pledge.later is None else self.round_of(s) + pledge.later

    def _promises(self, s: S, bargain: Bargain) -> tuple[Promise, ...]:
        wanted, given = self.terms[bargain.terms]
        return (
            Promise(bargain.to, bargain.by, wanted.kind, self.due(s, wanted)),
            Promise(bargain.by, bargain.to, given.kind, self.due(s, given)),
        )

    def _offer_refusal(self, s: S, seat: Seat, move: OfferBargain) -> Refusal | None:
        if not 0 <= move.to < s.players or move.to == seat:
            return Refusal(self.clause, "bargain_with")
        if move.terms not in self.terms:
            return Refusal(self.clause, "no_such_terms")
        entries, since = s.bargains.entries, self.oldest_round(s)
        mine = [bargain for bargain in entries if bargain.by == seat and bargain.round >= since]
        if any(bargain.state == "open" for bargain in mine):
            return Refusal(self.clause, "bargain_open")
        if len(mine) >= self.limit:
            return Refusal(self.clause, "bargains_enough", {"times": self.limit})
        if move.terms not in self.terms_between(s, seat, move.to):
            return Refusal(self.clause, self.not_now(s, seat, move.to, move.terms))
        if (move.to, move.terms) in self._barred_offers(entries, seat, since):
            return Refusal(self.clause, "bargain_repeated")
        return None

    def _barred_offers(self, entries: tuple[Bargain, ...], seat: Seat, since: int) -> set[tuple[Seat, str]]:
        """The seats and terms of offers that a seat has made since a round, and of equal bargains that hold already.

        A bargain is equal from both sides if both promise the same.
        """
        barred = {(bargain.to, bargain.terms) for bargain in entries if bargain.by == seat and bargain.round >= since}
        for bargain in entries:
            if bargain.to == seat and bargain.state == "agreed" and bargain.round >= since:
                wanted, given = self.terms[bargain.terms]
                if wanted == given:
                    barred.add((bargain.by, bargain.terms))
        return barred

    # --- promises -----------------------------------------------------------------------------------------------

    def settle(self, s: S, events: list[Event], judge: Judge) -> None:
        """Let ``judge`` decide the pending promises. A seat is released when the promise made to it fails.

        Games call it only while something is agreed, so that play without bargains costs nothing.
        """
        book = s.bargains
        kept, broken = list(book.kept), list(book.broken)
        entries = []
        for bargain in book.entries:
            promises = _judged(bargain.promises, judge)
            for before, after in zip(bargain.promises, promises, strict=True):
                if before.state != after.state:
                    events.append(_SETTLED[after.state](bargain.number, after.by, after.to, after.kind))
                    kept[after.by] += after.state == "kept"
                    broken[after.by] += after.state == "broken"
            entries.append(bargain if promises == bargain.promises else replace(bargain, promises=promises))
        s.bargains = replace(book, kept=tuple(kept), broken=tuple(broken), entries=tuple(entries))

    def end_round(self, s: S, events: list[Event], round: int) -> None:
        """End a round: open offers lapse, and what is no longer of interest is forgotten."""
        book = s.bargains
        entries = []
        for bargain in book.entries:
            if bargain.state == "open":
                events.append(BargainLapsed(bargain.number, bargain.by, bargain.to, bargain.terms))
            elif bargain.state == "agreed" and (
                bargain.round == round or any(p.state == "pending" or p.due == round for p in bargain.promises)
            ):
                entries.append(bargain)
        s.bargains = replace(book, entries=tuple(entries))


def _judged(promises: tuple[Promise, ...], judge: Judge) -> tuple[Promise, ...]:
    """The promises of one bargain after a judgement."""
    judged = [
        replace(promise, state=state) if promise.state == "pending" and (state := judge(promise)) else promise
        for promise in promises
    ]
    if any(promise.state in ("broken", "void") for promise in judged):
        judged = [replace(promise, state="void") if promise.state == "pending" else promise for promise in judged]
    return tuple(judged)
