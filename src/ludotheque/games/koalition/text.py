"""The game in plain text, for a terminal: the country, the parties, the talks, one's own hand, the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotheque.engine import drawing
from ludotheque.games.koalition.box import ACTIONS, PARTIES, Box
from ludotheque.games.koalition.sight import Column, InPlay, Sight
from ludotheque.games.koalition.state import NEGOTIATE


class Drawing(drawing.Drawing[Box, Sight]):
    """A sight of the game, drawn."""

    def parts(self) -> Iterable[Sequence[str]]:
        return (self._country(), self._parties(), self._talks(), self._hand(), self._points())

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

    def _parties(self) -> list[str]:
        """Each party in play, with its votes so far, its leader and what was done to it; below it, who laid what."""
        lines: list[str] = []
        for party, column in zip(PARTIES, self.v.columns, strict=True):
            if column.cards:
                lines.append(f"{self.words['party'][party]:<16}" + "   ".join(self._marks(column)))
                players = dict.fromkeys(card.seat for card in column.cards)
                lines += [self._laid(seat, [card for card in column.cards if card.seat == seat]) for seat in players]
        return lines

    def _marks(self, column: Column) -> list[str]:
        worth = self.box.votes
        votes = sum(worth[self.box.number[card.card]] for card in column.cards if not card.resigned)
        marks = [self.say("votes", votes=votes << column.doubles >> column.scandals)]
        marks.append(self.say("leader", leader=column.leader))
        if column.doubles:
            marks.append(self.say("doubled", times=column.doubles))
        if column.scandals:
            marks.append(self.say("halved", times=column.scandals))
        if column.toppled is not None:
            marks.append(self.say("toppled", seat=column.toppled))
        return marks

    def _laid(self, seat: int, cards: list[InPlay]) -> str:
        resigned = self.say("resigned")
        said = [self._card(card.card) + (f" [{resigned}]" if card.resigned else "") for card in cards]
        return "    " + self.say("laid", seat=seat, cards=said)

    def _card(self, card: str) -> str:
        return str(self.words["card"][card])

    def _talks(self) -> list[str]:
        """Whose hand brings how many votes, and the proposals on the table."""
        v = self.v
        if v.stage != NEGOTIATE:
            return []
        lines = [self.say("majority", majority=v.majority)]
        for bloc in v.blocs:
            label = self.words["party"][bloc.party] if bloc.led else self.words["the_party"][bloc.label]
            lines.append("    " + self.say("bloc", label=label, votes=bloc.votes, seat=bloc.seat))
        for made in v.proposals:
            missing = [seat for seat in made.needs if seat not in made.agreed]
            lines.append(
                self.say(
                    "proposal", number=made.number, by=made.by, blocs=made.blocs, agreed=made.agreed, missing=missing
                )
            )
        if v.silent:
            lines.append(self.say("silent", seats=v.silent))
        return lines

    def _hand(self) -> list[str]:
        v = self.v
        if v.seat is None or not v.deals or v.outcome is not None:
            return []
        lines = [self.say("hand")]
        politicians = {card.id: card for card in self.box.politician}
        for id in v.hand:
            card = politicians.get(id)
            party = "" if card is None else self.words["party"][card.party]
            wishes = self.say("anyone") if card is None else self.say("accepts", accepts=card.accepts)
            lines.append(f"    {self._card(id):<34}{party:<16}{wishes}")
        held = [f"{self.words['action'][kind]} × {n}" for kind, n in zip(ACTIONS, v.actions, strict=True) if n]
        lines.append(self.say("actions", actions=held or self.words["text"]["none"]))
        return lines

    def _points(self) -> list[str]:
        v = self.v
        lines = [self.say("scores")]
        for seat in range(v.players):
            points = sum(v.points[seat]) + v.bonuses[seat]
            if v.outcome is not None:
                said = self.say("bonus", seat=seat, points=points, bonus=v.bonuses[seat])
            else:
                cards, trumps = v.card_counts[seat], v.trump_counts[seat]
                said = self.say("score", seat=seat, points=points, last=v.scores[seat], cards=cards, trumps=trumps)
            lines.append("    " + said)
        return lines
