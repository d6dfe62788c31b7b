"""The bot “backbencher”, which plays by simple rules; base class of “kingmaker”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.thinker import Thinker
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.outlook import cards_of
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.choices import DECLINE, JOIN, OFFER, PASS, READY
from ludotheque.games.politico.moves import AnyMove, Army, Attack, Censure, Counter, Draw, Form, Invite, Union, Vote
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.state import Amendment

YES, NO = Vote("yes"), Vote("no")
COUNTER, DRAW = Counter(), Draw()


class Backbencher(Thinker[Sight, AnyMove]):
    """A bot that governs when it can, attacks a government it is not in, and supports one it is in."""

    spared = True
    """Need not be asked where there is only one answer."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        self.cards = cards_of(box)
        self.seat = seat

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Answer the question by the method of its name."""
        move: AnyMove = getattr(self, v.stage)(v, legal, free)
        return move

    # --- on one's turn -----------------------------------------------------------------------------------------------

    def draw(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Draw one card."""
        return DRAW

    def act(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Form a government; topple one without this seat; or attack, or pass."""
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
        """Attack the prime minister of a government without this seat, or else the opponent with the most points."""
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
        """Form a government, with UNION NATIONALE if it is in hand."""
        bids = [move for move in legal if type(move) is Form and not move.army]
        return max(bids, key=lambda bid: (bid.union, bid.card == "pm"), default=PASS)

    def invite(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Invite the largest parties until there is a majority."""
        assert v.bid is not None
        guests = [move.seat for move in legal if type(move) is Invite]
        votes = sum([v.deputies[seat] for seat in (self.seat, *v.bid.invited)])
        if 2 * votes > sum(v.deputies) or not guests:
            return READY
        return Invite(max(guests, key=lambda seat: v.deputies[seat]))

    # --- asked by others ---------------------------------------------------------------------------------------------

    def join(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Join with 20 deputies or more."""
        return JOIN if v.deputies[self.seat] >= 20 else DECLINE

    recruit = join

    def answer(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Play a card that answers, or else ask for help."""
        move: AnyMove = legal[0]
        return move

    def lend(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Lend a defence to a member of one's own government."""
        assert v.assault is not None
        members = v.government.members if v.government else ()
        return OFFER if self.seat in members and v.assault.target in members else PASS

    def accept(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Accept the first offer."""
        move: AnyMove = legal[0]
        return move

    def counter(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Counter an army against the fall of one's own government."""
        assert v.pressure is not None
        inside = v.government is not None and self.seat in v.government.members
        threatened = (v.pressure.purpose == "topple") == (len(v.pressure.laid) % 2 == 1)
        return COUNTER if inside and threatened and v.pressure.purpose in ("topple", "censure") else PASS

    # --- votes -------------------------------------------------------------------------------------------------------

    def investiture(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for a government with this seat in it."""
        assert v.bid is not None
        return YES if self.seat in (v.bid.by, *v.bid.joined) else NO

    def censure(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for a censure, unless this seat is in the government."""
        assert v.government is not None
        return NO if self.seat in v.government.members and v.turn != self.seat else YES

    def amendment(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for an amendment that gains something."""
        assert v.amendment is not None
        return YES if self.favours(v, v.amendment) else NO

    def favours(self, v: Sight, amendment: Amendment) -> bool:
        """Whether an amendment gains something."""
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
        return (value < now) == self.is_leading(v)

    def dispute(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for the end of the game when alone in the lead."""
        mine = v.points[self.seat]
        won = mine > 0 and all(mine > points for seat, points in enumerate(v.points) if seat != self.seat)
        return YES if won else NO

    def is_leading(self, v: Sight) -> bool:
        """Whether no seat has more points, or as many and more deputies."""
        ranks = list(zip(v.points, v.deputies, strict=True))
        return ranks[self.seat] == max(ranks)
