"""The bots: a backbencher, who plays by rules of thumb, and a kingmaker, who counts majorities and odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.thinker import Thinker
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.choices import DECLINE, JOIN, OFFER, PASS, READY
from ludotheque.games.politico.moves import (
    AnyMove,
    Army,
    Attack,
    Censure,
    Counter,
    Draw,
    Form,
    Invite,
    Union,
    Vote,
)
from ludotheque.games.politico.outlook import learn
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.state import Amendment

YES, NO = Vote("yes"), Vote("no")
COUNTER, DRAW = Counter(), Draw()


class Backbencher(Thinker[Sight, AnyMove]):
    """Governs when it can, hits the head of a government it is not in, stands by the one it is in."""

    spared = True
    """Where there is only one answer it need not be asked."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        self.cards = learn(box)
        self.seat = seat

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """There is a way to answer every question."""
        move: AnyMove = getattr(self, v.stage)(v, legal, free)
        return move

    # --- on one's turn -----------------------------------------------------------------------------------------------

    def draw(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """One more card."""
        return DRAW

    def act(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Form a government; bring one down that one is not in; attack; or wait."""
        bid = self.form(v, legal, free)
        if bid != PASS:
            return bid
        if v.government is not None and self.seat not in v.government.members:
            outside = sum(v.deputies) - sum([v.deputies[seat] for seat in v.government.members])
            for move in legal:
                if move == Army("topple") or (type(move) is Censure and outside > sum(v.deputies) / 2):
                    found: AnyMove = move
                    return found
        if v.government is not None and self.seat in v.government.members and Union() in legal:
            return Union()
        return self.attack(v, legal, free)

    def attack(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """The head of a government that one is not in, or else whoever has most points and is no ally."""
        government = v.government
        allies = government.members if government and self.seat in government.members else ()
        best: tuple[float, AnyMove] = (0, PASS)
        for move in legal:
            if type(move) is Attack and move.seat not in allies:
                card = self.cards.attacks[move.card]
                felled = government is not None and move.seat == government.pm and card.falls
                value = 1000 if felled else card.gain + card.deputies + v.points[move.seat] / 10
                if value > best[0]:
                    best = (value, move)
        return best[1]

    def form(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """A government, with UNION NATIONALE if one has it."""
        bids = [move for move in legal if type(move) is Form and not move.army]
        return max(bids, key=lambda bid: (bid.union, bid.card == "pm"), default=PASS)

    def invite(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """The largest parties, until there is a majority."""
        assert v.bid is not None
        guests = [move.seat for move in legal if type(move) is Invite]
        votes = sum([v.deputies[seat] for seat in (self.seat, *v.bid.invited)])
        if 2 * votes > sum(v.deputies) or not guests:
            return READY
        return Invite(max(guests, key=lambda seat: v.deputies[seat]))

    # --- asked by others ---------------------------------------------------------------------------------------------

    def join(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """To govern is good, with deputies to score for."""
        return JOIN if v.deputies[self.seat] >= 20 else DECLINE

    recruit = join

    def answer(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Whatever answers; failing that, help."""
        move: AnyMove = legal[0]
        return move

    def lend(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """To an ally."""
        assert v.assault is not None
        members = v.government.members if v.government else ()
        return OFFER if self.seat in members and v.assault.target in members else PASS

    def accept(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Any help."""
        move: AnyMove = legal[0]
        return move

    def counter(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Against the fall of one's own government."""
        assert v.pressure is not None
        inside = v.government is not None and self.seat in v.government.members
        threatened = (v.pressure.purpose == "topple") == (len(v.pressure.laid) % 2 == 1)
        return COUNTER if inside and threatened and v.pressure.purpose in ("topple", "censure") else PASS

    # --- votes -------------------------------------------------------------------------------------------------------

    def investiture(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """For a government one will be in."""
        assert v.bid is not None
        return YES if self.seat in (v.bid.by, *v.bid.joined) else NO

    def censure(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Against the government, unless one is in it."""
        assert v.government is not None
        return NO if self.seat in v.government.members and v.turn != self.seat else YES

    def amendment(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """By interest; what brings nothing stays as it is."""
        assert v.amendment is not None
        return YES if self.wants(v, v.amendment) else NO

    def wants(self, v: Sight, amendment: Amendment) -> bool:
        """Whether a change of the rules would be of use."""
        option, value = amendment.option, amendment.value
        if option == "personal":
            return bool(value) == any(self.cards.is_personal(card) for card in v.hand)
        if option == "lending":
            return bool(value) == (v.government is not None and self.seat in v.government.members)
        if option == "hand":
            missing = [max(0, value - count) for count in v.counts]
            return missing[self.seat] * v.players > sum(missing)
        if option == "midterm":
            few = v.deputies[self.seat] * v.players < sum(v.deputies)
            return v.midterm == "ahead" and bool(value) == few
        now: int = getattr(v.options, option)
        return (value < now) == self.leads(v)

    def dispute(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """To stop here is good for whoever has won by it, and for nobody before any points are made."""
        mine = v.points[self.seat]
        won = mine > 0 and all(mine > points for seat, points in enumerate(v.points) if seat != self.seat)
        return YES if won else NO

    def leads(self, v: Sight) -> bool:
        """Whether nobody has more points, or as many and more deputies."""
        ranks = list(zip(v.points, v.deputies, strict=True))
        return ranks[self.seat] == max(ranks)
