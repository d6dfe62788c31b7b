"""The bot “tribune”, which plans for the ballot or for a coup, and values supports by their odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice
from ludotheque.engine.balance import Weighed
from ludotheque.engine.chance import pick
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.stratagem.bots import worth
from ludotheque.games.stratagem.bots.advice import TribuneAdvice
from ludotheque.games.stratagem.bots.militant import ACCEPT, REFUSE, Militant
from ludotheque.games.stratagem.bots.outlook import Outlook, in_power
from ludotheque.games.stratagem.bots.worth import BALLOT, FORCE, RESIST, Weights
from ludotheque.games.stratagem.box import DICTATORSHIP, STRIKE, UPRISING
from ludotheque.games.stratagem.moves import AnyMove, Denounce, Draw, Launch, Plan, Return, Secret, Show, Withdraw
from ludotheque.games.stratagem.sight import Sight

LATE: Final = 10
"""Common cards left when the end of a campaign is near, and secrets are played."""
NEVER: Final = -50.0


class Tribune(Militant):
    """A bot that plans for the ballot or for force, and seizes power when no one can stop it.

    Its programme is all that it remembers of its plan.
    """

    patience = 0.15
    """How much likelier than by waiting a coup must bring it to power, while there is time to wait."""
    last_call = 0.03
    """The same when there is none left."""
    change = 1.5
    """The cost of exchanging an option for its contrary: two turns, and the time between them."""
    early = 0.1
    """The value of a secret, in tokens for every per cent, while it can wait."""
    ballot, force, resist = BALLOT, FORCE, RESIST
    weighed: Weighed | None = None
    """The values that it gave its last answers."""

    def choose(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Denounce an irregular player if there is one, else choose an answer."""
        self.weighed = None
        for move in free:
            if type(move) is Denounce and self.should_denounce(sight, move.seat):
                return move
        return super().choose(sight, legal, free)

    def should_denounce(self, v: Sight, target: Seat) -> bool:
        """Whether a player is irregular, and not needed against a third."""
        number, meets, mat = self.cards.number, self.cards.meets_demands, v.shown[target]
        if all(meets(mat, number[card]) for card in v.supports[target]):
            return False
        power = in_power(v)
        if v.crisis is None or power in (NOBODY, self.seat, target):
            return True
        return target in (v.crisis.strikers if v.crisis.dictator == NOBODY else v.crisis.rebels)

    def advice(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> Advice:
        """Its own choice, with the tokens, supports and odds behind it."""
        return self.explain(sight, legal, free, self.choose(sight, legal, free))

    def explain(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any], move: AnyMove) -> Advice:
        """The advice to play a move, with the tokens, supports and odds behind it."""
        advice = TribuneAdvice(self.cards, sight, self.seat, legal)
        return advice.advice(move, self.answer_values(sight, legal))

    def values(self, sight: Sight, legal: Sequence[Any]) -> list[tuple[float, AnyMove]]:
        """The values of the answers on its turn, but of actions: whether to launch one is decided before."""
        found = self.answer_values(sight, legal) if sight.stage == "turn" else []
        return [(value, move) for value, move in found if type(move) is not Launch]

    def answer_values(self, v: Sight, legal: Sequence[Any]) -> list[tuple[float, AnyMove]]:
        """The answers to a question, each with its value; 0 where it has no preference."""
        if v.stage == "turn":
            o, w, known = Outlook(v, self.seat, self.cards), self.weights(v), dict[int, float]()
            return [(self.value(o, w, move, known), move) for move in legal]
        return [(0.0, move) for move in legal]

    # --- plans -------------------------------------------------------------------------------------------------------

    def programme(self, v: Sight, legal: Sequence[Plan]) -> AnyMove:
        """Plan one of the best programmes for the ballot, or for a coup, chosen at random; keep to that plan."""
        found = []
        for w in (self.ballot, self.force):
            plans = worth.best_programmes(self.cards, v.parties[self.seat], w)
            found.append([plan for plan in plans if worth.agrees_with(v.plan, plan)])
        if not any(found):  # a player has begun another one
            found = [list(worth.best_programmes(self.cards, v.parties[self.seat], self.ballot, v.plan))]
        plan = pick(self.rng, pick(self.rng, [plans for plans in found if plans]))
        option = self.cards.option[legal[0].option]
        return legal[0] if plan[option >> 1] == option & 1 else legal[1]

    def weights(self, v: Sight) -> Weights:
        """The weights of its plan; while others seize power, those of a strike."""
        if in_power(v) not in (NOBODY, self.seat):
            return self.resist
        return (
            self.force if v.plan in worth.best_programmes(self.cards, v.parties[self.seat], self.force) else self.ballot
        )

    # --- answers -----------------------------------------------------------------------------------------------------

    def offer(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Accept a support that is worth having, or worth keeping from others."""
        assert v.offer is not None
        o, w = Outlook(v, self.seat, self.cards), self.weights(v)
        card = self.cards.number[v.offer.card]
        return ACCEPT if worth.support_value(o, card, w) + worth.denial_value(o, card, w) > 0 else REFUSE

    def turn(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Seize or defend power if possible; else play the move of the highest value."""
        o, w = Outlook(v, self.seat, self.cards), self.weights(v)
        for move in legal:
            if type(move) is Launch and self.should_launch_now(o, move.action):
                self.weighed = Weighed(self.seat, (move,), (0.0,))
                return move
        known: dict[int, float] = {}
        values = [self.value(o, w, move, known) for move in legal]
        self.weighed = Weighed(self.seat, tuple(legal), tuple(values))
        return self.best_move(legal, values)

    def value(self, o: Outlook, w: Weights, move: AnyMove, values: dict[int, float]) -> float:
        """The value of an answer, in tokens."""
        match move:
            case Show():
                return worth.option_value(o, self.cards.option[move.option], w, values)
            case Withdraw():
                return self.withdrawal_value(o, w, self.cards.option[move.option], values)
            case Draw():
                return self.draw_value(o, w, values)
            case Secret():
                return self.secret_value(o, w, self.cards.number[move.card], move.seat)
            case Return():
                return self.return_value(o, self.cards.number[move.card])
            case Launch():
                return -1.0 if move.action in (STRIKE, UPRISING) else NEVER - 1
        return 0.0

    def draw_value(self, o: Outlook, w: Weights, values: dict[int, float]) -> float:
        """The value of drawing a card: low in power, high where supports are wanted.

        Otherwise someone has to draw, even the last and worst of cards: if all wait for the others, nothing happens.
        """
        power = in_power(o.v)
        value = worth.draw_value(o, w, values)
        if power == o.me:
            return value - 4.0 if o.to_come else value
        return max(0.0, value) if power == NOBODY else max(0.0, value) + 5.0

    def withdrawal_value(self, o: Outlook, w: Weights, option: int, values: dict[int, float]) -> float:
        """The value of replacing an option by its contrary; never one that a support demands.

        In power, an option is withdrawn to gain time.
        """
        if any(option in self.cards.demands[card] for card in o.held[o.me]):
            return NEVER
        stalling = -2.0 if in_power(o.v) == o.me else -5.0
        if in_power(o.v) == o.me:
            return stalling
        here = worth.option_value(o, option, w, values)
        other = option ^ 1
        there = 0.0 if other in self.cards.denied[o.party] else worth.option_value(o, other, w, values)
        return max(stalling, there - here - self.change)

    def return_value(self, o: Outlook, card: int) -> float:
        """The value of giving up a support that would be fined, unless it may yet serve against a seizure of power."""
        return worth.RID if card in o.irregular_supports(o.me) and in_power(o.v) in (NOBODY, o.me) else NEVER

    # --- secrets -----------------------------------------------------------------------------------------------------

    def secret_value(self, o: Outlook, w: Weights, card: int, target: Seat | None) -> float:
        """The value of a secret: it is kept until it counts; a secret support is shown when it is regular."""
        late = o.v.deck <= len(o.v.tokens) * (1 + len(o.secrets))
        if self.cards.strengths[card]:
            if not self.cards.meets_demands(o.mat, card):
                return NEVER
            return worth.support_value(o, card, w) if late or not o.running else 0.5
        value = 0.0
        for effect in self.cards.box.common[card].effects:
            meant = o.concerned_seats(effect.who, target)
            if not meant or (o.me in meant) != (effect.percent > 0):
                return NEVER
            if effect.percent > 0:
                gain = effect.percent * (len(o.others) + 1 - len(meant))
                passing = effect.who != "drawer"
                value += gain * (1.0 if late or passing else self.early / len(o.others))
            else:
                value += max([self.hit_value(o, hit, -effect.percent, effect.skip, late) for hit in meant])
        return value

    def hit_value(self, o: Outlook, hit: Seat, percent: int, skip: bool, late: bool) -> float:
        """The value of a loss for another player: high at the end of a campaign, if they stand in the way."""
        if skip:
            return 3.0 if in_power(o.v) == o.me and o.can_launch(hit, STRIKE, o.earned[hit]) else 0.4
        if hit != self.obstacle(o):
            return 0.1 * percent
        return percent * (4.0 if late else self.early)

    def obstacle(self, o: Outlook) -> Seat:
        """The player in the way: the other candidate; before, the second, or a first who may have a majority."""
        v = o.v
        if v.candidates:
            rivals = [seat for seat in v.candidates if seat != o.me]
            return rivals[0] if o.running and rivals else NOBODY
        order = sorted(o.others, key=lambda seat: -v.tokens[seat])
        if v.tokens[order[0]] >= 45 or len(order) < 2:
            return order[0]
        above = [seat for seat in order if v.tokens[seat] >= v.tokens[o.me]]
        return above[1] if len(above) > 1 else NOBODY

    # --- force -------------------------------------------------------------------------------------------------------

    def should_launch_now(self, o: Outlook, action: str) -> bool:
        """Whether to launch an action now."""
        if action in (STRIKE, UPRISING):
            return self.is_needed(o, action)
        stay = worth.election_chance(o, o.me)
        if action == DICTATORSHIP:
            return o.success_chance(UPRISING) > stay + self.last_call
        loss = -self.cards.box.action[0].percent * len(o.others)
        chance = o.success_chance(STRIKE)
        hope = chance + (1 - chance) * worth.election_chance(o, o.me, loss)
        return hope > stay + (self.patience if o.v.deck > LATE else self.last_call)

    def is_needed(self, o: Outlook, action: str) -> bool:
        """Whether one's own strike, or uprising, is needed: others may do it while there is time."""
        crisis = o.v.crisis
        assert crisis is not None
        done = crisis.strikers if action == STRIKE else crisis.rebels
        ready = [
            seat
            for seat in o.others
            if seat not in done and seat != in_power(o.v) and o.can_launch(seat, action, o.earned[seat])
        ]
        return crisis.left <= 2 or len(ready) < 2 - len(done)
