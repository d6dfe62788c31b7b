"""The game in words: the country, the last vote, the parties, the talks, one's own hand, the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotheque.engine import text
from ludotheque.engine.bargains import Promise
from ludotheque.engine.rules import Seat
from ludotheque.engine.words import phrase, say
from ludotheque.games.koalition.box import ACTIONS, PARTIES, Box
from ludotheque.games.koalition.sight import Column, InPlay, ProposalSight, Sight
from ludotheque.games.koalition.state import NEGOTIATE


class Drawing(text.Drawing[Box, Sight]):
    """A sight of the game in words."""

    def parts(self) -> Iterable[Sequence[str]]:
        return (
            self._country(),
            self._last_vote(),
            *self._parties(),
            self._blocs(),
            self._proposals(),
            self._bargains(),
            self._broken_promises(),
            self._hand(),
            self._actions(),
            self._winners(),
            self._points(),
        )

    def _country(self) -> list[str]:
        v = self.v
        if v.country is None:
            return [self.say("between", number=v.number, countries=v.options.countries)]
        country = self.box.countries[v.country]
        return [
            self.say(
                "country",
                number=v.number,
                countries=v.options.countries,
                country=country.id,
                cards=country.cards,
                lap=min(v.lap, country.cards),
            ),
            self.say(
                "prizes",
                first=country.first,
                second=country.second,
                third=country.third,
                further=country.further,
                card=country.card,
            ),
            self.say("starter", seat=v.starter),
        ]

    def _last_vote(self) -> list[str]:
        result = self.v.result
        if result is None:
            return []
        blocs = [self._bloc(label) for label in result.blocs]
        return [self.say("formed" if blocs else "unformed", country=result.country, blocs=blocs)]

    # --- the parties ---------------------------------------------------------------------------------------------

    def _parties(self) -> Iterable[list[str]]:
        """Each party in play, with its votes so far, its leader and what was done to it; then who laid what."""
        for party, column in zip(PARTIES, self.v.columns, strict=True):
            if column.cards:
                seats = dict.fromkeys(card.seat for card in column.cards)
                laid = [self._laid(seat, [card for card in column.cards if card.seat == seat]) for seat in seats]
                yield [self.say("party", party=party, marks=self._marks(column)), *laid]

    def _marks(self, column: Column) -> list[str]:
        worth = self.box.votes
        votes = sum(worth[self.box.number[card.card]] for card in column.cards if not card.resigned)
        marks = [self.phrase("votes", votes=votes << column.doubles >> column.scandals)]
        marks.append(self.phrase("leader", leader=None if column.leader is None else self.name(column.leader)))
        if column.doubles:
            marks.append(self.phrase("doubled", times=column.doubles))
        if column.scandals:
            marks.append(self.phrase("halved", times=column.scandals))
        if column.toppled is not None:
            marks.append(self.phrase("toppled", seat=column.toppled))
        return marks

    def _laid(self, seat: Seat, cards: list[InPlay]) -> str:
        said = [self.phrase("retired" if card.resigned else "card", card=card.card) for card in cards]
        return self.say("laid", seat=seat, cards=said)

    # --- the talks -----------------------------------------------------------------------------------------------

    def _bloc(self, label: str) -> str:
        """What a bloc is called inside a sentence: a party, or a player's share of one."""
        party, _, seat = label.partition(":")
        if not seat:
            return str(self.words["the_party"][party])
        return self.phrase("share", party=party, seat=seat)

    def _blocs(self) -> list[str]:
        """Who may negotiate, with how many votes."""
        v = self.v
        if v.stage != NEGOTIATE:
            return []
        blocs = [self.say("bloc", bloc=self._bloc(bloc.label), votes=bloc.votes, seat=bloc.seat) for bloc in v.blocs]
        return [self.say("majority", majority=v.majority), *blocs]

    def _proposals(self) -> list[str]:
        """The proposals on the table, and who has nothing to add."""
        v = self.v
        if v.stage != NEGOTIATE:
            return []
        lines = [self._proposal(made) for made in v.proposals]
        return [*lines, self.say("silent", seats=v.silent)] if v.silent else lines

    def _proposal(self, made: ProposalSight) -> str:
        blocs = [self._bloc(label) for label in made.blocs]
        missing = [seat for seat in made.needs if seat not in made.agreed]
        key = "proposal" if made.agreed else "proposal_alone"
        return self.say(key, number=made.number, by=made.by, blocs=blocs, agreed=made.agreed, missing=missing)

    def _bargains(self) -> list[str]:
        """The open offers and the promises given."""
        lines = []
        for made in self.v.bargains.entries:
            if made.state == "open":
                lines.append(self.say("bargain_open", number=made.number, by=made.by, to=made.to, terms=made.terms))
            lines += [self._promise(promise) for promise in made.promises]
        return [self.say("bargains"), *lines] if lines else []

    def _promise(self, promise: Promise) -> str:
        due = "now" if promise.due == self.v.number else "next" if promise.due > self.v.number else "past"
        what = phrase(self.words, f"bargain.promise.{promise.kind}", {"to": promise.to})
        return say(self.words, "bargain.told", {"by": promise.by, "what": what, "due": due, "state": promise.state})

    def _broken_promises(self) -> list[str]:
        counts = [(seat, times) for seat, times in enumerate(self.v.bargains.broken) if times]
        marks = [self.phrase("broken_by", seat=seat, times=times) for seat, times in counts]
        return [self.say("broken", marks=marks)] if marks else []

    # --- one's own, and the points -------------------------------------------------------------------------------

    def _plays(self) -> bool:
        """Whether the sight is that of a player with a hand."""
        v = self.v
        return v.seat is not None and v.deals > 0 and v.outcome is None

    def _hand(self) -> list[str]:
        if not self._plays():
            return []
        if not self.v.hand:
            return [self.say("no_hand")]
        lines = [self.say("hand")]
        politicians = {card.id: card for card in self.box.politician}
        for id in self.v.hand:
            card = politicians.get(id)
            if card is None:
                lines.append(self.say("held_joker", card=id, wishes=self.phrase("anyone")))
            else:
                wishes = self.phrase("accepts", accepts=card.accepts)
                lines.append(self.say("held", card=id, party=card.party, wishes=wishes))
        return lines

    def _actions(self) -> list[str]:
        if not self._plays():
            return []
        held = [(kind, count) for kind, count in zip(ACTIONS, self.v.actions, strict=True) if count]
        actions = [self.phrase("action", action=kind, count=count) for kind, count in held]
        return [self.say("actions", actions=actions or self.words["text"]["none"])]

    def _winners(self) -> list[str]:
        outcome = self.v.outcome
        if outcome is None:
            return []
        winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
        return [say(self.words, "event.ended", {"winners": winners})]

    def _points(self) -> list[str]:
        """Each player's points, the most first."""
        totals = [sum(points) + bonus for points, bonus in zip(self.v.points, self.v.bonuses, strict=True)]
        order = sorted(range(self.v.players), key=lambda seat: -totals[seat])
        return [self.say("scores"), *(self._score(seat, totals[seat]) for seat in order)]

    def _score(self, seat: Seat, points: int) -> str:
        v = self.v
        if v.outcome is not None:
            return self.say("bonus", seat=seat, points=points, bonus=v.bonuses[seat])
        cards, trumps = v.card_counts[seat], v.trump_counts[seat]
        return self.say("score", seat=seat, points=points, last=v.scores[seat], cards=cards, trumps=trumps)
