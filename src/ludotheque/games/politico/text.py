"""The game in words: the Assembly, the government, what is at stake, one's hand; for a terminal, the summary table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ludotheque.engine import text
from ludotheque.engine.bargains import Promise
from ludotheque.engine.rules import Seat
from ludotheque.engine.words import phrase, say
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.facts import attack_facts, event_facts, summary_rows, trump_facts
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.status import amendment_text, status


class Drawing(text.Drawing[Box, Sight]):
    """A sight of the game in words."""

    def parts(self) -> Iterable[Sequence[str]]:
        return (
            self._moment(),
            self._event(),
            self._assembly(),
            self._government(),
            self._bid(),
            self._assault(),
            self._army(),
            self._votes(),
            self._bargains(),
            self._cards(),
            self._hand(),
            self._places(),
        )

    def question(self) -> str:
        return status(self.v, self.words)

    def picture(self) -> Sequence[str]:
        """The summary table that lies beside the pack."""
        attacks, defences = summary_rows(self.box, self.words)
        return [*_columns(attacks, {1, 3, 4, 5}), "", *_columns(defences, {1, 2, 3, 4})]

    def _moment(self) -> list[str]:
        """Which turn it is, and when the game ends."""
        v = self.v
        lines = []
        if v.turn is not None:
            lap = (v.turns + v.players - 1) // v.players
            lines.append(self.say("turn", turns=v.turns, round=lap, turn=v.turn, first=v.first))
        if v.stage == "election":
            lines.append(self.say("election", election=v.election))
        options = v.options
        lines.append(
            self.say("ends", clock=options.clock, target=options.target, rounds=options.rounds, minutes=options.minutes)
        )
        lines.append(self.say("midterm", midterm=v.midterm if options.midterm else "off"))
        if v.time:
            lines.append(self.say("time"))
        return lines

    def _event(self) -> list[str]:
        """The last event, and what it did."""
        v = self.v
        if not v.turns or v.stage == "event":
            return []
        facts = [] if v.event is None else event_facts(self.box.events[v.event], self.words)
        return [self.say("event", event=v.event), *self._facts(facts)]

    def _facts(self, facts: Iterable[str]) -> list[str]:
        """What a card does, as sentences."""
        return [fact if fact.endswith(".") else self.say("fact", said=fact) for fact in facts]

    def _assembly(self) -> list[str]:
        """Who has how many points, deputies and trumps, and sits where; the most points first."""
        v = self.v
        if not any(v.plaques):
            return []
        total = sum(v.deputies)
        order = sorted(range(v.players), key=lambda seat: -v.points[seat])
        return [self.say("assembly", total=total, majority=total // 2 + 1), *map(self._person, order)]

    def _person(self, seat: Seat) -> str:
        v, g = self.v, self.v.government
        return self.say(
            "person" if g is None else "person_benched",
            seat=seat,
            bench=None if g is None else "head" if seat == g.pm else "member" if seat in g.members else "opposition",
            points=_written(v.points[seat]),
            deputies=v.deputies[seat],
            plaques=" + ".join(map(str, v.plaques[seat])),
            cards=v.counts[seat],
        )

    def _government(self) -> list[str]:
        v, g = self.v, self.v.government
        if v.turn is None:
            return []
        if g is None:
            lines = [self.say("vacant", vacant=v.vacant)]
            if v.vacant >= 2 * v.players or v.short >= 2:
                lines.append(self.say("hour"))
        else:
            votes = sum(v.deputies[seat] for seat in g.members)
            total = sum(v.deputies)
            lines = [
                self.say(
                    "government", pm=g.pm, card=g.card, members=g.members, rounds=g.rounds, votes=votes, total=total
                )
            ]
            if g.immune:
                lines.append(self.say("immune", immune=g.immune))
            if g.resigning:
                lines.append(self.say("resigning", pm=g.pm))
        if v.short:
            lines.append(self.say("short", short=v.short))
        if v.union:
            lines.append(self.say("union", union=v.union))
        lines.append(self.say("dissolution", dissolved=v.dissolved))
        return lines + self._named("changed", v.changed) + self._named("chances", v.chances)

    def _named(self, key: str, seats: tuple[int, ...]) -> list[str]:
        """A sentence about some seats, if there are any."""
        return [self.say(key, seats=seats)] if seats else []

    def _bid(self) -> list[str]:
        b = self.v.bid
        if b is None:
            return []
        lines = [self.say("bid", by=b.by, card=b.card, union=b.union, army=b.army)]
        lines.append(self.say("at_once", at_once=b.at_once))
        return lines + self._named("invited", b.invited) + self._named("joined", b.joined)

    def _assault(self) -> list[str]:
        a = self.v.assault
        if a is None:
            return []
        card = self.box.attacks[self.box.number[a.card]]
        assert card is not None
        lines = [self.say("assault", by=a.by, target=a.target, card=a.card)]
        return lines + self._facts(attack_facts(card, self.words)) + self._named("offers", a.offers)

    def _army(self) -> list[str]:
        p = self.v.pressure
        if p is None:
            return []
        return [self.say("pressure" if p.laid else "no_pressure", purpose=p.purpose, seats=p.laid)]

    def _votes(self) -> list[str]:
        """The vote that is on, the last one, and the one to come."""
        v, lines = self.v, []
        top = v.frames[-1] if v.frames else None
        if top is not None and top.kind == "vote":
            votes = [self.phrase("voter", seat=seat, weight=weight) for seat, weight in enumerate(top.weights)]
            lines += [self.say("vote", subject=top.what, votes=votes), *self._named("waiting", top.waiting)]
            if v.ballot is not None:
                lines.append(self.say("ballot", ballot=v.ballot))
        if v.count is not None:
            ballots = enumerate(zip(v.count.ballots, v.count.weights, strict=True))
            votes = [
                self.phrase("voted", seat=seat, ballot=ballot, weight=weight) for seat, (ballot, weight) in ballots
            ]
            lines.append(self.say("count", subject=v.count.subject, carried=v.count.carried, votes=votes))
        if v.amendment is not None:
            a = v.amendment
            lines.append(self.say("amendment", by=a.by, turn=a.turn + v.players, change=amendment_text(a, self.words)))
        if v.disputed and v.disputed == v.turns:
            lines.append(self.say("disputed"))
        return lines

    def _bargains(self) -> list[str]:
        """The offers of the last round of the table, what is promised, and how players have kept their word."""
        book, lines = self.v.bargains, []
        for made in book.entries:
            if made.state == "agreed":
                lines += [self._promise(promise) for promise in made.promises]
            else:
                key = f"bargain_{made.state}"
                lines.append(self.say(key, number=made.number, by=made.by, to=made.to, terms=made.terms))
        for key, counts in (("kept", book.kept), ("broken", book.broken)):
            marks = [self.phrase("marks", seat=seat, times=times) for seat, times in enumerate(counts) if times]
            lines += [self.say(key, marks=marks)] if marks else []
        return [self.say("bargains"), *lines] if lines else []

    def _promise(self, promise: Promise) -> str:
        what = phrase(self.words, f"bargain.promise.{promise.kind}", {"to": promise.to})
        told = say(self.words, "bargain.told", {"by": promise.by, "what": what, "state": promise.state})
        return self.say("promise_due", told=told, due=promise.due) if promise.state == "pending" else told

    def _cards(self) -> list[str]:
        """What lies open or has been seen, and what is left of the pack."""
        v, names = self.v, self.words["card"]
        lines = []
        for key, by_seat in (("exposed", v.exposed), ("known", v.known)):
            lines += [self.say(key, seat=seat, cards=cards) for seat, cards in enumerate(by_seat) if cards]
        back = [f"{names[kind]}\u00a0×\u00a0{n}" for kind, n in zip(self.box.kinds, v.discard, strict=True) if n]
        lines.append(self.say("pack", pack=v.pack, cards=back or self.words["text"]["none"]))
        if v.dropped is not None:
            lines.append(self.say("dropped", card=v.dropped))
        if any(v.due):
            due = [self.phrase("due_to", seat=seat, count=count) for seat, count in enumerate(v.due) if count]
            lines.append(self.say("due", cards=due))
        return lines

    def _hand(self) -> list[str]:
        v = self.v
        if v.seat is None or v.turn is None or v.outcome is not None:
            return []
        if not v.hand:
            return [self.say("no_hand")]
        lines = [self.say("hand")]
        for card, count in Counter(v.hand).items():
            title = self.words["card"][card] + (f"\u00a0×\u00a0{count}" if count > 1 else "")
            facts = self._facts(trump_facts(self.box, card, self.words))
            lines.append(self.say("trump", card=title, facts=" ".join(facts)))
        return lines

    def _places(self) -> list[str]:
        outcome = self.v.outcome
        if outcome is None:
            return []
        order = sorted(range(self.v.players), key=lambda seat: outcome.places[seat])
        return [self.say("place", place=outcome.places[s], seat=s, points=_written(self.v.points[s])) for s in order]


def _written(number: int) -> str:
    """A number with a proper minus."""
    return str(number).replace("-", "−")


def _columns(rows: list[list[str]], right: set[int]) -> list[str]:
    """Rows in columns, some of them, those with numbers, set to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = zip(row, widths, strict=True)
        set_out = [cell.rjust(width) if at in right else cell.ljust(width) for at, (cell, width) in enumerate(cells)]
        lines.append("  ".join(set_out).rstrip())
    return lines
