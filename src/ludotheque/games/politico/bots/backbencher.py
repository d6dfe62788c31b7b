"""The bot “backbencher”, which plays by simple rules; base class of “kingmaker”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.base import Thinker
from ludotheque.engine.bargain_moves import OfferBargain, RefuseBargain
from ludotheque.engine.bargains import Bargain
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bargains import JOIN as PROMISED_JOIN
from ludotheque.games.politico.bargains import SPARE as PROMISED_PEACE
from ludotheque.games.politico.bargains import TERMS
from ludotheque.games.politico.bargains import VOTE as PROMISED_VOTE
from ludotheque.games.politico.bots.outlook import cards_of
from ludotheque.games.politico.bots.pledges import RELIABLE, trust
from ludotheque.games.politico.box import ARMY, CENSURE, PM, Box
from ludotheque.games.politico.choices import DECLINE, JOIN, OFFER, PASS, READY
from ludotheque.games.politico.moves import AnyMove, Army, Attack, Censure, Counter, Draw, Form, Invite, Union, Vote
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.state import ACT, Amendment

YES, NO = Vote("yes"), Vote("no")
COUNTER, DRAW = Counter(), Draw()


class Backbencher(Thinker[Sight, AnyMove]):
    """A bot that governs when it can, attacks a government it is not in, and supports one it is in."""

    spared = True
    """Need not be asked where there is only one answer."""
    margin = 50
    """A promise is broken where so many points, besides their deputies, would let the other player win."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        self.cards = cards_of(box)
        self.seat = seat

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Answer an offer; make one; or answer the question by the method of its name."""
        if type(legal[-1]) is RefuseBargain:
            bargain = v.bargains.find(legal[-1].number)
            assert bargain is not None
            answer: AnyMove = legal[0] if self.reply(v, bargain) else legal[-1]
            return answer
        if v.stage == ACT and not self._has_offered(v):
            offer = self.offer(v, free)
            if offer is not None:
                return offer
        return self.answer_question(v, legal, free)

    def answer_question(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Answer the question by the method of its name."""
        move: AnyMove = getattr(self, v.stage)(v, legal, free)
        return move

    # --- bargains ----------------------------------------------------------------------------------------------------

    def _has_offered(self, v: Sight) -> bool:
        """Whether this seat has made an offer in this turn already: one is enough, so that others can follow."""
        return any(made.by == self.seat and made.round == v.turns for made in v.bargains.entries)

    def offer(self, v: Sight, free: Sequence[Any]) -> AnyMove | None:
        """Offer the largest party a vote for its support, before forming a government; or peace, as the head of one."""
        offers = [move for move in free if type(move) is OfferBargain and self.is_partner(v, move.to)]
        inside = v.government.members if v.government is not None else ()
        if v.government is None and PM in v.hand and 2 * v.deputies[self.seat] <= sum(v.deputies):
            wanted = [move for move in offers if move.terms == "join_for_vote" and v.deputies[move.to]]
        elif inside and inside[0] == self.seat:
            wanted = [move for move in offers if move.terms == "peace" and move.to not in inside]
        else:
            return None
        # Of equal parties the first in turn order, so that low seats do not gain.
        wanted.sort(key=lambda move: (move.to - self.seat) % v.players)
        return max(wanted, key=lambda move: v.deputies[move.to], default=None)

    def reply(self, v: Sight, bargain: Bargain) -> bool:
        """Agree with a partner who is trusted, unless it means to spare a government that one could bring down."""
        if not self.is_partner(v, bargain.by):
            return False
        wanted = TERMS[bargain.terms].wanted.kind
        if wanted == PROMISED_PEACE and v.government is not None and bargain.by in v.government.members:
            armed = any(card in self.cards.falls or card in (ARMY, CENSURE) for card in v.hand)
            return self.seat in v.government.members or not armed
        return wanted != PROMISED_JOIN or v.deputies[self.seat] >= 20

    def is_partner(self, v: Sight, seat: Seat) -> bool:
        """Whether a seat has kept its word so far as to be trusted, and is not about to win."""
        return trust(v.bargains, seat) >= RELIABLE and not self.is_about_to_win(v, seat)

    def is_about_to_win(self, v: Sight, seat: Seat) -> bool:
        """Whether a round in power could be enough for a seat: that is worth breaking a promise."""
        return v.points[seat] + v.deputies[seat] + self.margin >= v.options.target

    def owes(self, v: Sight, kind: str, *seats: Seat) -> bool:
        """Whether this seat keeps a promise to one of those: it has made one, and none of them is about to win."""
        if not v.bargains.entries:
            return False
        owed = [
            promise.to
            for promise in v.bargains.pending()
            if promise.by == self.seat and promise.kind == kind and promise.to in seats
        ]
        return bool(owed) and not any(self.is_about_to_win(v, seat) for seat in owed)

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
            peace = self.owes(v, PROMISED_PEACE, *v.government.members)
            outside = sum(v.deputies) - sum([v.deputies[seat] for seat in v.government.members])
            for move in legal:
                if peace:
                    break
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
                struck = government.members if government and card.falls and move.seat in government.members else ()
                if self.owes(v, PROMISED_PEACE, move.seat, *struck):
                    continue
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
        """Join with 20 deputies or more, or where it was promised."""
        head = v.bid.by if v.bid is not None else v.turn
        promised = head is not None and self.owes(v, PROMISED_JOIN, head)
        return JOIN if promised or v.deputies[self.seat] >= 20 else DECLINE

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
        """Vote for a government with this seat in it, or where it was promised."""
        assert v.bid is not None
        promised = self.owes(v, PROMISED_VOTE, v.bid.by)
        return YES if promised or self.seat in (v.bid.by, *v.bid.joined) else NO

    def censure(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for a censure, unless this seat is in the government or has promised peace to a member."""
        assert v.government is not None
        if self.owes(v, PROMISED_PEACE, *v.government.members):
            return NO
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
