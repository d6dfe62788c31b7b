"""The bot “deputy”, which plays by simple rules; base class of “chancellor”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.base import Thinker
from ludotheque.engine.bargain_moves import RefuseBargain
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bots.bargaining import (
    accepts_in_talks,
    accepts_while_laying,
    is_taken,
    may_offer,
    offer_in_talks,
    offer_while_laying,
    reply_to,
)
from ludotheque.games.koalition.bots.effects import NUMBER, Effect, effects
from ludotheque.games.koalition.bots.negotiation import Talks, choose_answer
from ludotheque.games.koalition.bots.outlook import Outlook, cards_of
from ludotheque.games.koalition.bots.promises import Promises, find_victim
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.choices import PASS
from ludotheque.games.koalition.moves import AnyMove, Elect, Lay, Propose
from ludotheque.games.koalition.sight import Sight
from ludotheque.games.koalition.state import ELECT, LAY, NEGOTIATE


class Deputy(Thinker[Sight, AnyMove]):
    """A bot that plays the most promising card, acts where that decides an office, and agrees to good coalitions."""

    thrift = 0.1
    """Points for which it plays a vote that could still be of use in this deal."""
    rivalry = 0.0
    """How much a point of the others weighs against one of its own."""
    patience = 0.85
    """The factor by which its expectations shrink with every coalition proposed."""
    early = 0
    """How many laps before the last it begins to act: earlier effects are soon undone."""

    honour = 3.0
    """Points that it must gain, besides, by breaking a promise."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        self.cards = cards_of(box)
        self.seat = seat
        self.rng = rng

    def choose(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Answer an offer, or make one if that is worth it; else return the only answer, or think."""
        if type(legal[-1]) is RefuseBargain:
            return self.reply(sight, legal)
        return self.offer(sight, free) or self.answer_question(sight, legal, free)

    def answer_question(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Return the only answer to the question, or think."""
        return super().choose(sight, legal, free)

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for a first player, play a card, act, or negotiate."""
        if v.stage == ELECT:
            return self.elect(v)
        if v.stage == NEGOTIATE:
            return choose_answer(v, self.talks(v), self.patience)
        if v.stage == LAY:
            return self.lay(Outlook(v, self.seat, self.cards), v, legal)
        if self.cards.countries[str(v.country)].cards - v.lap > self.early:
            return PASS
        return self.act(Outlook(v, self.seat, self.cards), v, legal)

    def talks(self, v: Sight) -> Talks:
        """The negotiation as this bot values it."""
        return Talks(v, self.seat, self.cards.countries[str(v.country)], self.rivalry, self.honour)

    def reply(self, v: Sight, legal: Sequence[Any]) -> AnyMove:
        """Agree to a bargain, or refuse it."""
        offer = v.bargains.find(legal[-1].number)
        assert offer is not None
        if is_taken(v, self.seat, offer):
            agree = False
        elif v.stage == NEGOTIATE:
            agree = accepts_in_talks(self.talks(v), v, offer)
        else:
            agree = accepts_while_laying(Outlook(v, self.seat, self.cards), v, offer)
        move: AnyMove = reply_to(legal, agree)
        return move

    def offer(self, v: Sight, free: Sequence[Any]) -> AnyMove | None:
        """Offer a bargain, if there is one that is worth it."""
        if v.stage not in (LAY, NEGOTIATE) or self.cards.countries[str(v.country)].cards - v.lap > 1:
            return None
        offers = may_offer(v, self.seat, free)
        if not offers:
            return None
        if v.stage == NEGOTIATE:
            talks = self.talks(v)
            answer = choose_answer(v, talks, self.patience)
            return offer_in_talks(talks, answer.blocs, offers) if isinstance(answer, Propose) else None
        return offer_while_laying(Outlook(v, self.seat, self.cards), v, offers)

    def elect(self, v: Sight) -> Elect:
        """Vote for another player: if all voted for themselves, every election would be tied."""
        return Elect((self.seat + 1 + self.rng.below(v.players - 1)) % v.players)

    def lay(self, o: Outlook, v: Sight, legal: Sequence[Lay]) -> Lay:
        """Play the most promising card."""
        return max(self.rank_cards(o, v, legal))[-1]

    def rank_cards(self, o: Outlook, v: Sight, legal: Sequence[Lay]) -> list[tuple[float, int, Lay]]:
        """The moves with an estimate of the value of each card, less the value of keeping it."""
        thrift = self.thrift if self.countries_left(v, 1 + o.laps) > 0 else 0.0
        known = self.cards.known
        reserves = self.reserves(o, v)
        found = []
        for number, move in enumerate(legal):
            votes, party, accepts = known[move.card]
            if move.party is not None:
                party = NUMBER[move.party]
            to_follow = expected_support(reserves[party], votes, o.laps) if reserves else 0
            found.append((card_value(o, party, votes, accepts, to_follow) - thrift * votes, number, move))
        return found

    def reserves(self, o: Outlook, v: Sight) -> list[list[int]]:
        """The votes in hand that could follow, by party; none, since this bot does not plan ahead."""
        return []

    def countries_left(self, v: Sight, to_lay: int) -> int:
        """How many more countries vote before the next deal, with so many cards still to be played in this one."""
        return min(v.options.countries - v.number, (v.card_counts[self.seat] - to_lay) // 3)

    def act(self, o: Outlook, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Play an action that wins an office, strengthens one's own or weakens the strongest, and breaks no promise."""
        spared = Promises(v, self.seat).spared
        for effect in effects(o, v, self.cards, legal):
            if self.is_useful(o, effect) and not (spared and find_victim(v, effect.move) in spared):
                return effect.move
        return PASS

    def is_useful(self, o: Outlook, effect: Effect) -> bool:
        """Whether an action is worth its card."""
        now, votes = o.parties[effect.party], o.expected[effect.party]
        leader = now.leader if effect.here is None else effect.here.leader
        if leader == o.me:
            return now.leader != o.me or (effect.votes > votes and votes < o.whole / 2)
        return not now.mine and effect.votes < votes and votes > 0.4 * o.whole


def expected_support(reserve: list[int], votes: int, laps: int) -> int:
    """The votes to expect behind a card of so many votes: half of those that can follow it, for plans change.

    The reserve is sorted, best first, and may hold the card itself.
    """
    best = reserve[: laps + 1]
    return (sum(best) - votes if votes in best else sum(best[:laps])) // 2


def card_value(o: Outlook, party: int, votes: int, accepts: int, to_follow: int = 0) -> float:
    """The expected value of a card for a party: its point and perhaps an office, if the party comes to power.

    Votes of one's own that may follow count for the office as if they were played.
    """
    me, parties, expected, here = o.me, o.parties, o.expected, o.parties[party]
    power = here.power_with_card(me, votes)
    share = (expected[party] + votes / 2) / o.whole
    gain, wanted = float(o.worth), here.accepts
    if power + 100 * to_follow > here.rival and me != here.toppled:
        if votes == power % 100:
            wanted = accepts
        power += 100 * to_follow
        gain += o.bonuses[0 if expected[party] + votes >= o.strongest else 1] * o.hold_chance(power, here.rival, share)
        if here.leader is not None and here.leader != me:
            gain += 0.5
    allies = sum(
        [
            expected[other]
            for other in range(7)
            if wanted >> other & 1 and parties[other].accepts >> party & 1 and other != party
        ]
    )
    return gain * (0.15 + share + 0.35 * allies / o.whole)
