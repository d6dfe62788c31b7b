"""The game in words: the campaign, the four mats, the crisis, one's hand, what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.engine import text
from ludotheque.engine.rules import NATURE, Seat
from ludotheque.engine.words import phrase, say
from ludotheque.games.stratagem.box import ACTIONS, PARTIES, Box, Common
from ludotheque.games.stratagem.sight import Sight
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, PROGRAMME, TURN, Mat


class Drawing(text.Drawing[Box, Sight]):
    """A sight of the game in words."""

    def parts(self) -> Iterable[Sequence[str]]:
        mats = (self._mat(seat) for seat in self._order())
        return (
            self._campaign(),
            *mats,
            self._news(),
            self._crisis(),
            self._offer(),
            self._end(),
            self._programme(),
            self._hand(),
            self._choices(),
            self._actions(),
        )

    def _titles(self, cards: Iterable[str]) -> list[str]:
        return [self.phrase("title", card=card) for card in cards]

    def _card(self, id: str) -> Common:
        return self.box.common[self.box.cards[id]]

    # --- the table ---------------------------------------------------------------------------------------------------

    def _campaign(self) -> list[str]:
        v = self.v
        lines = [self.say("campaign", campaign=v.campaign, candidates=v.candidates)]
        if v.first is not None:
            lines.append(self.say("numbers", numbers=v.numbers, first=v.first))
        if v.watching:
            lines.append(self.say("watching", watching=v.watching))
        if v.turn is not None:
            lines.append(self.say("turn", turns=v.turns, turn=v.turn))
        lines.append(self.say("deck", deck=v.deck, fallen=self._titles(v.fallen) or self.words["text"]["none"]))
        return lines

    def _order(self) -> list[Seat]:
        """The players in order of their seats; once it is over, the winner first."""
        outcome = self.v.outcome
        return sorted(range(PLAYERS), key=outcome.places.__getitem__ if outcome else None)

    def _mat(self, seat: Seat) -> list[str]:
        v = self.v
        head = self._head(seat)
        if v.outcome is not None:
            head = self.say("place", place=v.outcome.places[seat], said=head)
        if not v.alive[seat]:
            return [head]
        lines = [" ".join([head, *self._status(seat)])]
        return [*lines, *self._shown(seat), *self._supports(seat)] if v.parties else lines

    def _head(self, seat: Seat) -> str:
        v = self.v
        if not v.parties:
            return self.say("undecided", seat=seat, tokens=v.tokens[seat])
        who = {"seat": seat, "party": v.parties[seat], "tokens": v.tokens[seat]}
        if not v.alive[seat]:
            return self.say("gone", resigned=seat in v.resigned, **who)
        return self.say("mat", secrets=v.secret_counts[seat], **who)

    def _status(self, seat: Seat) -> Iterable[str]:
        """What else is to be known of a player."""
        v = self.v
        if seat in v.candidates:
            yield self.say("status.candidate")
        if v.skips[seat]:
            yield self.say("status.skips", skips=v.skips[seat])
        if v.owed[seat]:
            yield self.say("status.owed")
        if seat in v.broke:
            yield self.say("status.broke")
        if v.irregular and v.irregular[seat]:
            yield self.say("status.irregular")

    def _shown(self, seat: Seat) -> Iterable[str]:
        """The options on a mat, then the themes of which nothing is said yet."""
        mat, party = self.v.shown[seat], PARTIES.index(self.v.parties[seat])
        for theme, side in enumerate(mat):
            if side != NOTHING:
                option = self.box.options[2 * theme + side]
                yield self.say(
                    "shown",
                    theme=self.box.theme[theme].id,
                    option=option.id,
                    opinion=option.opinion,
                    members=option.members[party],
                )
        blank = [self.box.theme[theme].id for theme, side in enumerate(mat) if side == NOTHING]
        if blank:
            yield self.say("blank", themes=blank)

    def _supports(self, seat: Seat) -> Iterable[str]:
        for card in self.v.supports[seat]:
            yield self.say("support", **self._support(card))
        laid = [action for bit, action in enumerate(ACTIONS) if self.v.laid[seat] >> bit & 1]
        if laid:
            yield self.say("laid", actions=laid)

    def _support(self, id: str) -> dict[str, Any]:
        """What is printed on a support."""
        card = self._card(id)
        demands = [self.phrase("demand", option=option) for option in card.demands]
        return {
            "card": id, "strength": card.strength, "mark": card.mark, "demands": demands, "percent": card.percent
        }  # fmt: skip

    # --- what goes on ------------------------------------------------------------------------------------------------

    def _news(self) -> list[str]:
        """The last card that all have seen, and the last charge."""
        v, lines = self.v, []
        if v.card is not None and v.card in self.box.cards:
            card = self._card(v.card)
            lines.append(self.say("card", card=v.card, family=card.family, text=self._printed(card)))
            lines += [self.say("effect", said=effect) for effect in self._effects(card)]
        if v.charge is not None:
            lines.append(self.say("charge", seat=v.charge.seat, target=v.charge.target, right=v.charge.right))
        return lines

    def _printed(self, card: Common) -> str:
        return str(getattr(card.text, self.words["lang"]))

    def _effects(self, card: Common) -> list[str]:
        """What a card does, in parts of sentences."""
        lines = []
        for effect in card.effects:
            kind = "showing" if effect.option is not None else "percent"
            kind = {"showing": "showing_skip", "percent": "skip"}[kind] if effect.skip else kind
            who = "player" if card.family == "secret" and effect.who == "drawer" else effect.who
            facts = {"who": who, "option": effect.option, "percent": effect.percent}
            lines.append(phrase(self.words, f"effect.{kind}", facts))
        if card.family == "support":
            lines.append(phrase(self.words, "effect.support", {"percent": card.percent}))
        return lines

    def _crisis(self) -> list[str]:
        crisis = self.v.crisis
        if crisis is None or self.v.outcome is not None:
            return []
        who = {
            "author": crisis.author, "strikers": crisis.strikers, "dictator": crisis.dictator, "rebels": crisis.rebels
        }  # fmt: skip
        said, ends = (say(self.words, f"{key}.{crisis.action}", who) for key in ("crisis", "crisis_ends"))
        clock = phrase(self.words, "clock", {"left": crisis.left})
        return [self.say("crisis", said=said, ends=ends), self.say("clock", by=crisis.by, said=clock)]

    def _offer(self) -> list[str]:
        offer = self.v.offer
        if offer is None:
            return []
        return [self.say("offer", drawer=offer.drawer, seat=offer.seat, **self._support(offer.card))]

    def _end(self) -> list[str]:
        """How it ended, and all that was sealed: at the end, and for those who watch with open cards."""
        v = self.v
        lines = [] if v.outcome is None else [self.say("outcome", reason=v.outcome.reason)]
        lines += (self.say("programme", seat=seat, plan=self._plan(plan)) for seat, plan in enumerate(v.programmes))
        for seat, cards in enumerate(v.open_secrets):
            if cards:
                lines.append(self.say("open_secrets", seat=seat, cards=self._titles(cards)))
        return lines

    # --- one's own ---------------------------------------------------------------------------------------------------

    def _plan(self, plan: Mat) -> list[str] | str:
        options = [self.box.options[2 * theme + side].id for theme, side in enumerate(plan) if side != NOTHING]
        return [self.phrase("demand", option=option) for option in options] or self.words["text"]["none"]

    def _plays(self) -> bool:
        """Whether the sight is that of a player with a mat."""
        v = self.v
        return v.seat is not None and bool(v.parties) and v.alive[v.seat]

    def _programme(self) -> list[str]:
        v = self.v
        if not self._plays():
            return []
        owing = [] if v.owing is None else [self.say("owing", owing=v.owing)]
        return [self.say("plan", plan=self._plan(v.plan)), *owing]

    def _hand(self) -> list[str]:
        if not self._plays():
            return []
        if not self.v.secrets:
            return [self.say("no_hand")]
        return [self.say("hand"), *map(self._secret, self.v.secrets)]

    def _secret(self, id: str) -> str:
        card = self._card(id)
        if card.strength is not None:
            return self.say("secret_support", **self._support(id))
        return self.say("secret", card=id, effects=self._effects(card))

    def _choices(self) -> list[str]:
        """Options to choose from, with what is printed on them, for a player who is asked."""
        v = self.v
        if v.seat is None or v.seat not in v.asked:
            return []
        if v.stage == PROGRAMME:
            return [self.say("choices"), *self._options([v.plan.index(NOTHING)], texts=True)]
        if v.stage != TURN or v.owing is not None or v.must_draw:
            return []
        open_themes = [theme for theme, side in enumerate(v.shown[v.seat]) if side == NOTHING]
        return [self.say("to_show"), *self._options(open_themes, texts=False)] if open_themes else []

    def _options(self, themes: list[int], *, texts: bool) -> Iterable[str]:
        """The options that one owns of some themes."""
        assert self.v.seat is not None
        party = PARTIES.index(self.v.parties[self.v.seat])
        for number in (2 * theme + side for theme in themes for side in (0, 1)):
            if number in self.box.denied[party]:
                continue
            option = self.box.options[number]
            groups = [card for at, card in enumerate(self.box.common) if number in self.box.demands[at]]
            supports = [self.phrase("group", card=card.id, strength=card.strength) for card in groups]
            said = self.say(
                "choice",
                option=option.id,
                opinion=option.opinion,
                members=option.members[party],
                supports=supports or self.words["text"]["nobody"],
            )
            yield f"{said} {getattr(option.text, self.words['lang'])}" if texts else said

    def _actions(self) -> list[str]:
        if not self._plays() or not self.v.turns or self.v.outcome is not None:
            return []
        said = [self.say("action", action=a.id, supports=a.supports, percent=a.percent) for a in self.box.action]
        return [self.say("actions"), *said]

    def question(self) -> str:
        v = self.v
        if NATURE in v.asked or v.outcome is not None:
            return say(self.words, f"question.{v.stage}")
        theme = self.box.theme[v.plan.index(NOTHING)].id if v.stage == PROGRAMME and NOTHING in v.plan else None
        facts = {
            "who": [self.name(seat) for seat in v.asked],
            "card": v.offer.card if v.offer is not None else None,
            "theme": theme,
            "owing": v.owing,
        }
        if v.seat not in v.asked:
            return say(self.words, f"question.wait_{v.stage}", facts)
        if v.stage != TURN:
            return say(self.words, f"question.{v.stage}", facts)
        moment = "" if v.deck else "_empty"
        for name, holds in (("_crisis", v.crisis), ("_must_draw", v.must_draw), ("_owed", v.owing)):
            moment = name if holds else moment
        return say(self.words, f"question.turn{moment}", facts)
