"""A sight as a bot evaluates it: mats, strengths, and the cards that may still come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from operator import ge
from typing import Final

from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.stratagem.box import ACTIONS, STRIKE, UPRISING, Box
from ludotheque.games.stratagem.crisis import POPULAR, ROUNDS, WINDOW
from ludotheque.games.stratagem.sight import Sight
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, Mat

SURE: Final = 0.97
"""The probability that a player who can oppose a seizure of power does."""
CATCH: Final = 0.6
"""The probability that a support that fits a player ends up with them rather than with another."""


class Cards:
    """Tables over the cards of a box, by number."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.number = box.cards
        self.option = box.number
        self.demands = box.demands
        self.strengths = box.strengths
        self.marks = tuple(card.mark for card in box.common)
        self.percent = tuple(card.percent for card in box.common)
        self.secret = tuple(card.family == "secret" for card in box.common)
        self.everything = frozenset(range(len(box.common)))
        self.supports = frozenset(number for number, strength in enumerate(box.strengths) if strength)
        self.needs = dict(zip(ACTIONS, box.needs, strict=True))
        self.denied = dict(zip((party.id for party in box.party), box.denied, strict=True))
        self.party = {party.id: number for number, party in enumerate(box.party)}
        #: For each option the cards that affect those who show it, and by how much; and the supports that demand it.
        self.moving: list[list[tuple[int, int]]] = [[] for _ in box.options]
        self.wanting: list[list[int]] = [[] for _ in box.options]
        #: Cards that depend on signs, by whose signs, and their effect; on who has supports; on the
        #: drawer alone.
        self.rated: dict[int, int] = {}
        self.loved: dict[int, int] = {}
        self.friends: set[int] = set()
        self.drawer = [0] * len(box.common)
        self.halting: set[int] = set()
        for number in range(len(box.common)):
            self._read(number)

    def _read(self, number: int) -> None:
        for option in self.demands[number]:
            self.wanting[option].append(number)
        for effect in self.box.common[number].effects:
            if effect.option is not None:
                self.moving[self.option[effect.option]].append((number, effect.percent))
            elif effect.who.endswith("rated"):
                self.rated[number] = abs(effect.percent)
            elif effect.who.endswith("loved"):
                self.loved[number] = abs(effect.percent)
            elif effect.who in ("supported", "unsupported"):
                self.friends.add(number)
            elif effect.who == "drawer":
                self.drawer[number] += effect.percent
                if effect.skip:
                    self.halting.add(number)

    def meets_demands(self, mat: Mat, card: int) -> bool:
        """Whether a mat shows all that a support demands."""
        return all(mat[option >> 1] == option & 1 for option in self.demands[card])

    def suffice(self, action: str, strengths: tuple[int, ...], popular: bool) -> bool:
        """Whether strengths, strongest first, suffice for an action; popularity counts as one of them against power."""
        if popular and action in (STRIKE, UPRISING):
            strengths = (*strengths, 1)
        needs = self.needs[action]
        return len(strengths) >= len(needs) and all(map(ge, strengths, needs))

    def progress(self, action: str, strengths: tuple[int, ...]) -> float:
        """The share of what an action needs that is there."""
        needs = self.needs[action]
        return 1 - (len(needs) - len(matched_strengths(needs, strengths))) / len(needs)

    def signs(self, option: int, party: int) -> tuple[int, int]:
        """The opinions of the public and of a party's members of an option."""
        found = self.box.options[option]
        return found.opinion, found.members[party]


@lru_cache(maxsize=4)
def cards_of(box: Box) -> Cards:
    """The tables of a box, made once."""
    return Cards(box)


def matched_strengths(needs: Sequence[int], strengths: Sequence[int]) -> list[int]:
    """The strengths, strongest first, that meet needs: each the highest need it can."""
    left, found = list(needs), []
    for at, have in enumerate(strengths):
        fits = [need for need in left if need <= have]
        if fits:
            left.remove(fits[0])
            found.append(at)
    return found


class Outlook:
    """The table as one player sees it."""

    def __init__(self, v: Sight, seat: Seat, cards: Cards) -> None:
        number = cards.number
        self.v = v
        self.me = seat
        self.cards = cards
        self.mat = v.shown[seat]
        self.party = v.parties[seat]
        self.others = [other for i in range(1, PLAYERS) if v.alive[other := (seat + i) % PLAYERS]]
        self.held = [[number[card] for card in held] for held in v.supports]
        self.earned = [
            [card for card in held if cards.meets_demands(v.shown[at], card)] for at, held in enumerate(self.held)
        ]
        """Supports whose demands are shown: those that count towards an action."""
        self.secrets = [number[card] for card in v.secrets]
        seen = {number[card] for card in v.fallen}
        seen.update(self.secrets, *self.held)
        if v.offer is not None:
            seen.add(number[v.offer.card])
        self.unseen = cards.everything - seen
        self.to_come = self.unseen & cards.supports
        """Supports in the deck, or secret in a hand."""
        self.running = not v.candidates or seat in v.candidates
        """Whether the player can still be elected."""
        self._marks = [[cards.marks[card] for card in held] for held in self.held]
        self._rivals: dict[int, int] = {}

    def marks(self, seat: Seat) -> list[str | None]:
        """The marks of the supports on a mat."""
        return self._marks[seat]

    @cached_property
    def rated_effect(self) -> int:
        """The total effect of the cards to come that depend on the public's signs, in per cent."""
        return sum([percent for card, percent in self.cards.rated.items() if card in self.unseen])

    @cached_property
    def loved_effect(self) -> int:
        """The same of those that depend on the members' signs."""
        return sum([percent for card, percent in self.cards.loved.items() if card in self.unseen])

    def rivals(self, card: int) -> int:
        """How many other players could keep a support."""
        known = self._rivals.get(card)
        if known is None:
            mark, meets, shown = self.cards.marks[card], self.cards.meets_demands, self.v.shown
            fits = [mark not in self._marks[seat] and meets(shown[seat], card) for seat in self.others]
            known = self._rivals[card] = sum(fits)
        return known

    def irregular_supports(self, seat: Seat) -> list[int]:
        """The supports that a player holds without showing what they demand."""
        mat = self.v.shown[seat]
        return [card for card in self.held[seat] if not self.cards.meets_demands(mat, card)]

    def signs(self, seat: Seat) -> tuple[int, int]:
        """The opinions of the public, and of the members of a player's own party, of their options."""
        party, found = self.cards.party[self.v.parties[seat]], [(0, 0)]
        found += [
            self.cards.signs(2 * theme + side, party)
            for theme, side in enumerate(self.v.shown[seat])
            if side != NOTHING
        ]
        return sum([opinion for opinion, _ in found]), sum([members for _, members in found])

    def concerned_seats(self, who: str, target: Seat | None) -> list[Seat]:
        """The players that a secret of one's own would concern."""
        v, seats = self.v, [self.me, *self.others]
        match who:
            case "drawer":
                return [self.me]
            case "others":
                return self.others
            case "target":
                return [] if target is None else [target]
            case "leader" | "last":
                found = sorted(seats, key=lambda seat: v.tokens[seat])
                return found[-1:] if who == "leader" else found[:1]
            case "supported" | "unsupported":
                return [seat for seat in seats if bool(v.supports[seat]) == (who == "supported")]
        signs = {seat: self.signs(seat)[who.endswith("loved")] for seat in seats}
        extreme = max(signs.values()) if who.startswith("best") else min(signs.values())
        found = [seat for seat in seats if signs[seat] == extreme]
        return found if len(found) < len(seats) else []

    def strengths(self, held: Sequence[int]) -> tuple[int, ...]:
        """The strengths of supports, strongest first."""
        return tuple(sorted([self.cards.strengths[card] for card in held], reverse=True))

    @cached_property
    def own_strengths(self) -> tuple[int, ...]:
        """The strengths of one's own supports that count, strongest first."""
        return self.strengths(self.earned[self.me])

    def can_launch(self, seat: Seat, action: str, held: Sequence[int]) -> bool:
        """Whether a player with these supports could launch an action."""
        return self.cards.suffice(action, self.strengths(held), self.v.tokens[seat] >= POPULAR)

    def missing_options(self, seat: Seat, card: int, free: int = NOTHING) -> int:
        """How many options a player would still have to show for a support; more than there are, if it is impossible.

        The space of the theme ``free`` counts as empty.
        """
        mat, denied = self.v.shown[seat], self.cards.denied[self.v.parties[seat]]
        missing = 0
        for option in self.cards.demands[card]:
            side = mat[option >> 1]
            if option >> 1 == free:
                side = NOTHING
            if side == option & 1:
                continue
            if side != NOTHING or option in denied:
                return len(mat)
            missing += 1
        return missing

    # --- odds --------------------------------------------------------------------------------------------------------

    def launch_chance(self, seat: Seat, action: str, rounds: int) -> float:
        """The probability that a player can launch an action, now or within so many rounds."""
        held = self.earned[seat]
        if self.can_launch(seat, action, held):
            return SURE
        marks, cards, counts = self.marks(seat), self.cards, self.v.secret_counts
        hidden = sum([cards.secret[card] for card in self.unseen]) or 1
        drawn = min(1.0, rounds * len(self.others) / max(1, self.v.deck)) if self.v.deck else 0.0
        fails = 0.7 if POPULAR - 3 <= self.v.tokens[seat] < POPULAR else 1.0
        for card in self.to_come:
            if cards.marks[card] in marks or not self.can_launch(seat, action, [*held, card]):
                continue
            if cards.secret[card]:
                fails *= 1 - min(1.0, counts[seat] / hidden)
            else:
                fails *= 1 - drawn * CATCH * (1.0, 0.5, 0.1)[min(2, self.missing_options(seat, card))]
        return 1 - fails

    def success_chance(self, action: str) -> float:
        """The probability that one's own seizure of power lasts: that no two others strike, or rise."""
        now = any(self.can_launch(seat, action, self.earned[seat]) for seat in self.others)
        chances = [self.launch_chance(seat, action, 2 * ROUNDS if now else ROUNDS) for seat in self.others]
        none, one = 1.0, 0.0
        for chance in chances:
            none, one = none * (1 - chance), one * (1 - chance) + none * chance
        return none + one


def in_power(v: Sight) -> Seat:
    """The player who has seized power, and holds it so far."""
    crisis = v.crisis
    if crisis is None or crisis.action == WINDOW:
        return NOBODY
    return crisis.author if crisis.dictator == NOBODY else crisis.dictator
