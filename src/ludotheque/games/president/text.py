"""The game in words: the round, each player's tokens, the map, this turn, what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotheque.engine import text
from ludotheque.engine.rules import Seat
from ludotheque.games.president.ballot import FULL_ROUNDS
from ludotheque.games.president.box import Box
from ludotheque.games.president.sight import DuelSight, Sight


class Drawing(text.Drawing[Box, Sight]):
    """A sight of the game in words."""

    def parts(self) -> Iterable[Sequence[str]]:
        return (self._round(), *self._sides(), self._free_departments(), self._cards(), self._turn(), self._choice())

    def _round(self) -> list[str]:
        v = self.v
        lines = [self.say("round", round=v.round), self.say("majority", goal=v.goal, urn=v.urn)]
        if v.first is not None:
            lines.append(self.say("first", first=v.first))
        if v.closing and v.outcome is None:
            lines.append(self.say("closing", turns=v.closing))
        if v.full_turns:
            lines.append(self.say("full", turns=v.full_turns, most=FULL_ROUNDS * v.players))
        return lines

    def _sides(self) -> Iterable[list[str]]:
        """The players in order of their seats; once it is over, the winners first."""
        places = self.v.outcome.places if self.v.outcome is not None else None
        seats = range(self.v.players)
        for seat in seats if places is None else sorted(seats, key=places.__getitem__):
            said = self._side(seat)
            head = said if places is None else self.say("place", place=places[seat], said=said)
            yield [head, *self._tokens(seat)]

    def _side(self, seat: Seat) -> str:
        v = self.v
        if not v.parties:
            return self.say("undrawn", seat=seat)
        who = {"seat": seat, "party": v.parties[seat]}
        if v.sides[seat] != seat:
            return self.say("ally", **who, side=v.sides[seat])
        allies = [ally for ally, side in enumerate(v.sides) if side == seat != ally]
        key = "candidate" if allies else "side"
        return self.say(key, **who, allies=allies, votes=v.votes[seat], count=len(v.held[seat]))

    def _tokens(self, seat: Seat) -> list[str]:
        """What lies in front of a player: departments, cards kept, debts."""
        v, lines = self.v, []
        if v.held[seat]:
            lines.append(self.say("held", departments=[self._department(code) for code in v.held[seat]]))
        for key, cards in (("kept", v.kept[seat]), ("debts", v.debts[seat])):
            if cards:
                lines.append(self.say(key, cards=[self._amount(card) for card in cards]))
        return lines

    def _department(self, code: str) -> str:
        return self.phrase("safe" if code in self.v.safe else "department", code=code, voters=self._voters(code))

    def _amount(self, card: str) -> str:
        return self.phrase("card_amount", card=card, amount=self.box.campaign[self.box.cards[card]].amount)

    def _voters(self, code: str) -> int:
        return self.box.department[self.box.index[code]].voters

    def _free_departments(self) -> list[str]:
        free = self._free()
        return [self.say("free", count=len(free)), *self._by_voters(free)] if free else [self.say("none_free")]

    def _cards(self) -> list[str]:
        """The campaign cards: those to come are all that nobody has and nobody has played."""
        v = self.v
        talon = [self.phrase("title", card=card) for card in v.talon] or self.words["text"]["none"]
        return [self.say("deck", deck=len(v.deck), talon=talon)]

    def _free(self) -> tuple[str, ...]:
        taken = {code for codes in self.v.held for code in codes}
        return tuple(department.code for department in self.box.department if department.code not in taken)

    def _by_voters(self, codes: Iterable[str]) -> list[str]:
        """Departments that have equally many voters in one sentence, the largest first."""
        classes: dict[int, list[str]] = {}
        for code in codes:
            classes.setdefault(self._voters(code), []).append(self._name(code))
        return [
            self.say("class", voters=voters, departments=names)
            for voters, names in sorted(classes.items(), reverse=True)
        ]

    def _name(self, code: str) -> str:
        """A department; where there is a choice of whom to challenge, with its owner."""
        if self.v.stage != "challenge":
            return self.phrase("named", code=code)
        owner = next((side for side, codes in enumerate(self.v.held) if code in codes), None)
        return self.phrase("named" if owner is None else "named_of", code=code, owner=owner)

    def _turn(self) -> list[str]:
        """What this turn has brought so far: the dice, a card, a challenge."""
        v = self.v
        if v.turn is None or v.outcome is not None:
            return []
        lines = [self.say("turn", turn=v.turn)]
        if v.roll is not None and v.stage != "roll":
            lines.append(self.say("roll", low=v.roll[0], high=v.roll[1]))
            if v.draws:
                lines.append(self.say("draws", count=v.draws))
            if v.card is not None:
                lines.append(self._card(v.card))
            if v.duel is not None:
                lines += self._duel(v.duel)
        return lines

    def _card(self, id: str) -> str:
        card = self.box.campaign[self.box.cards[id]]
        text = getattr(card.text, self.words["lang"])
        return self.say("card", kind=card.kind, card=id, amount=card.amount, text=text)

    def _duel(self, duel: DuelSight) -> list[str]:
        voters = self._voters(duel.code)
        lines = [self.say("duel", seat=duel.seat, owner=duel.owner, code=duel.code, voters=voters)]
        lines.append(self._hand(duel.owner, duel.defence, duel.defence_score))
        if duel.stands:
            lines += [self.say("stands", seat=duel.owner), self._hand(duel.seat, duel.attack, duel.attack_score)]
        if duel.result:
            lines.append(self.say("result", result=duel.result, seat=duel.seat))
        return lines

    def _hand(self, seat: Seat, cards: tuple[int, ...], score: int) -> str:
        return self.say("hand" if cards else "no_hand", seat=seat, cards=cards, score=score)

    def _choice(self) -> list[str]:
        """The departments to choose from, and the votes to be made with them."""
        v = self.v
        if not v.eligible or v.stage in ("lots", "allot", "roll", "card", "deal", "defend", "over"):
            return []
        lines = [self.say("amount", amount=v.amount)] if v.amount else []
        if v.eligible == self._free():
            return [*lines, self.say("any_free")]
        return [*lines, self.say("eligible"), *self._by_voters(v.eligible)]
