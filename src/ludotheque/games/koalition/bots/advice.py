"""Advice of the chancellor on cards and coalitions: votes, offices, and points for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.advice import Advice, Reason, best_alternatives, percent
from ludotheque.games.koalition.bots.effects import NUMBER
from ludotheque.games.koalition.bots.negotiation import PossibleCoalition, Talks
from ludotheque.games.koalition.bots.outlook import Cards, Outlook, shifted_votes
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import Accept, AnyMove, Close, Decline, Elect, Lay, Propose
from ludotheque.games.koalition.sight import Sight


def advise_election(move: AnyMove, legal: Sequence[AnyMove]) -> Advice:
    """The advice to vote for another player to begin; nothing distinguishes them."""

    def reason(one: AnyMove) -> Reason:
        assert isinstance(one, Elect)
        return Reason("advice.elect_other", {"seat": one.seat})

    assert isinstance(move, Elect)
    others = best_alternatives([(0.0, one) for one in legal if isinstance(one, Elect)], move, reason)
    return Advice(move, (Reason("advice.elect", {"seat": move.seat}),), others, "koalition.start")


class LayAdvice:
    """The reasons for the card to play."""

    def __init__(self, cards: Cards, v: Sight, o: Outlook) -> None:
        self.cards = cards
        self.v = v
        self.o = o

    def advice(self, move: AnyMove, values: Sequence[tuple[float, Lay]]) -> Advice:
        """The advice to play a card; ``values`` are the cards with their values."""
        assert isinstance(move, Lay)
        office, args = self._office(move)
        reasons = (Reason("advice.lay", {**args, "office": office}), *self._second(move))
        clause = "koalition.leader" if office == "take" else "koalition.lay"
        return Advice(move, reasons, best_alternatives(self._different(move, values), move, self._short_reason), clause)

    def _different(self, move: Lay, values: Sequence[tuple[float, Lay]]) -> list[tuple[float, Lay]]:
        """The cards with their values; of jokers that look alike one for each party, and none like ``move``."""
        seen = {self._face(move)}
        found = []
        for value, one in values:
            if self._face(one) not in seen:
                seen.add(self._face(one))
                found.append((value, one))
        return found

    def _face(self, move: Lay) -> tuple[object, ...]:
        """What tells a card from others: its name, or the votes of a joker and the party announced for it."""
        return (move.card,) if move.party is None else (self._known(move)[0], move.party)

    def _office(self, move: Lay) -> tuple[str, dict[str, Any]]:
        """Whether a card takes a party's lead, keeps it, or neither; and the party's votes with it."""
        votes, party, _ = self._known(move)
        here = self.o.parties[party]
        leads = here.power_with_card(self.o.me, votes) > here.rival and self.o.me != here.toppled
        office = ("keep" if here.leader == self.o.me else "take") if leads else "join"
        total = self.o.votes_now(party) + int(shifted_votes(votes, here.shift))
        args = {"card": move.card, "party": PARTIES[party], "votes": total, "points": self.o.worth}
        return office, args

    def _short_reason(self, move: Lay) -> Reason:
        office, args = self._office(move)
        return Reason("advice.lay", {**args, "office": office})

    def _second(self, move: Lay) -> tuple[Reason, ...]:
        """The parties with which the card's party could come to power."""
        votes, party, accepts = self._known(move)
        here = self.o.parties[party]
        office, _ = self._office(move)
        wanted = accepts if office != "join" and votes == here.power_with_card(self.o.me, votes) % 100 else here.accepts
        more = int(shifted_votes(votes, here.shift))
        counts = [self.o.votes_now(other) for other in range(len(PARTIES))]
        mine, whole = counts[party] + more, sum(counts) + more
        if mine < whole < 2 * mine:
            return (Reason("advice.lay_majority", {"party": PARTIES[party], "votes": mine, "whole": whole}),)
        friends = [
            other
            for other in range(len(PARTIES))
            if other != party and counts[other] and wanted >> other & 1 and self.o.parties[other].accepts >> party & 1
        ]
        if not friends:
            return ()
        best = max(friends, key=counts.__getitem__)
        args = {"party": PARTIES[party], "friend": PARTIES[best], "votes": mine + counts[best]}
        return (Reason("advice.lay_friends", {**args, "whole": whole, "majority": whole // 2 + 1}),)

    def _known(self, move: Lay) -> tuple[int, int, int]:
        """The votes, the party and the accepted parties of a card; of a joker, for the party announced."""
        votes, party, accepts = self.cards.known[move.card]
        return votes, party if move.party is None else NUMBER[move.party], accepts


class NegotiationAdvice:
    """The reasons for and against coalitions."""

    def __init__(self, v: Sight, talks: Talks) -> None:
        self.v = v
        self.me = talks.me
        self.talks = talks
        self.prizes = {prize.labels: prize for prize in talks.found}
        self.proposals = {proposal.number: proposal.blocs for proposal in v.proposals}

    def advice(self, move: AnyMove, legal: Sequence[AnyMove]) -> Advice:
        """The advice to give an answer."""
        values = [(self._value(one), one) for one in legal]
        clause = "koalition.coalition" if isinstance(move, Accept | Propose) else "koalition.ruling.handshake"
        return Advice(move, self._reasons(move), best_alternatives(values, move, self._short_reason), clause)

    def values(self, legal: Sequence[AnyMove]) -> list[tuple[float, AnyMove]]:
        """The answers that lead to a coalition with this player, or to none, with their values."""
        found = [(self._prize(one), one) for one in legal if isinstance(one, Accept | Propose | Close)]
        return [(self._value(one), one) for prize, one in found if prize is None or self.me in prize.hands]

    def _value(self, move: AnyMove) -> float:
        """The value of an answer: of a proposal as far as the others may agree."""
        prize = self._prize(move)
        if prize is None:
            return 0.0 if isinstance(move, Close) else -2.0
        if isinstance(move, Decline):
            return -1.0
        value = self.talks.worth[prize.labels]
        if isinstance(move, Propose):
            value *= self.talks.agreement_chance(prize)
        return value - (1000.0 if self.me not in prize.hands else 0.0)

    def _prize(self, move: AnyMove) -> PossibleCoalition | None:
        """The coalition that an answer is about."""
        if isinstance(move, Propose):
            return self.prizes.get(move.blocs)
        number = getattr(move, "number", None)
        return None if number is None else self.prizes.get(self.proposals.get(number, ()))

    def _reasons(self, move: AnyMove) -> tuple[Reason, ...]:
        prize = self._prize(move)
        if prize is None:
            mine = any(self.me in found.hands for found in self.prizes.values())
            return (Reason("advice.close" if mine else "advice.close_out"),)
        args = self._points(prize)
        if isinstance(move, Accept):
            return Reason("advice.coalition" if "rival" in args else "advice.coalition_alone", args), self._compare(
                prize
            )
        if isinstance(move, Propose):
            return self._proposal_reasons(prize, args)
        return (Reason("advice.decline", {**args, "best": self._most()}),)

    def _short_reason(self, move: AnyMove) -> Reason:
        prize = self._prize(move)
        if prize is None:
            return Reason("advice.other_close")
        args = self._points(prize)
        if isinstance(move, Decline):
            return Reason("advice.other_decline", args)
        return Reason("advice.other_coalition" if "rival" in args else "advice.coalition_alone", args)

    def _proposal_reasons(self, prize: PossibleCoalition, args: dict[str, Any]) -> tuple[Reason, ...]:
        if "rival" not in args:
            return (Reason("advice.coalition_alone", args),)
        chance = percent(min(1.0, self.talks.agreement_chance(prize)))
        return Reason("advice.coalition", args), Reason("advice.chance", {"chance": chance})

    def _compare(self, prize: PossibleCoalition) -> Reason:
        """How a coalition compares with the best that one could hope for."""
        most, mine = self._most(), round(prize.points[self.me])
        return Reason("advice.best_of_all" if mine >= most else "advice.bird_in_hand", {"best": most, "mine": mine})

    def _most(self) -> int:
        return round(
            max([prize.points[self.me] for prize in self.prizes.values() if self.me in prize.hands], default=0)
        )

    def _points(self, prize: PossibleCoalition) -> dict[str, Any]:
        """The parties of a coalition, its votes, and the points of this player and of the partner with the most."""
        blocs = {bloc.label: bloc for bloc in self.v.blocs}
        args: dict[str, Any] = {
            "blocs": list(dict.fromkeys(blocs[label].party for label in prize.labels)),
            "votes": sum(blocs[label].votes for label in prize.labels),
            "majority": self.v.majority,
            "mine": round(prize.points[self.me]),
        }
        others = [seat for seat in range(self.v.players) if seat != self.me and prize.points[seat] > 0]
        if others:
            rival = max(others, key=prize.points.__getitem__)
            args |= {"rival": rival, "theirs": round(prize.points[rival])}
        return args
