"""The bot “learnt”: it plays what its network likes best, and draws up set-ups that were bred with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludotheque.engine.advice import Advice
from ludotheque.engine.chance import Chance, pick
from ludotheque.engine.player import PlayerMaker
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.bots.deployment_advice import advise_place
from ludotheque.games.stratego.bots.learnt.recollection import Recollection
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.moves import PLACES, Accept, AnyMove, Fought, Moved, Place, Step
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.sight import Sight

if TYPE_CHECKING:
    from ludotheque.games.stratego.bots.learnt.network import Network, Numbers, Thought

SHARPNESS: Final = 4.0
"""Moves are drawn by their probability to this power: nearly always the best, and not always the same game."""
WEIGHTS: Final = Path(__file__).with_name("weights.npz")
"""The weights that the package has; docs/batch.md says how they were learnt."""
WORSE: Final = -0.25
"""A draw is accepted from this expectation downwards."""


class LearntPlayer:
    """A player for one seat. It plays the training army, for which it has learnt nothing, as the strategist does."""

    def __init__(self, seat: Seat, rng: Chance, network: Network) -> None:
        self.seat = seat
        self.rng = rng
        self.network = network
        #: It finds the words for advice, and plays other armies.
        self.strategist = Strategist(seat, rng)
        self._unread: list[Event] = []
        self._memory: Recollection | None = None
        self._thought: tuple[tuple[int, int], Thought] | None = None
        self._plan: list[int] = []

    def hear(self, events: Sequence[Event]) -> None:
        """Keep the events, to follow them when it has to choose."""
        self._unread += events
        self.strategist.hear(events)

    def choose(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove]) -> AnyMove:
        """Choose the next piece to deploy, or a move."""
        if sight.options.army != "full":
            return self.strategist.choose(sight, legal, free)
        if type(legal[0]) is Place:
            return self._deploy(sight)
        likings, value = self.think(sight, legal)
        if Accept() in free and value < WORSE:
            return Accept()
        steps = [step for step in legal if type(step) is Step]
        weights = likings**SHARPNESS
        drawn = self.rng.below(1 << 24) / (1 << 24) * float(weights.sum())
        for step, weight in zip(steps, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return step
        return steps[int(weights.argmax())]

    def advice(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove]) -> Advice:
        """Its own choice, in the strategist's words."""
        return self.explain(sight, legal, free, self.choose(sight, legal, free))

    def explain(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove], move: AnyMove) -> Advice:
        """The advice to play a move, in the strategist's words."""
        if type(move) is Place and sight.options.army == "full":
            return advise_place(sight, self.seat, self._plan, move, legal)
        return self.strategist.explain(sight, legal, free, move)

    def values(self, sight: Sight, legal: Sequence[AnyMove]) -> list[tuple[float, Step]]:
        """How likely it is to play each move; a deployment is not valued piece by piece."""
        if type(legal[0]) is Place:
            return []
        if sight.options.army != "full":
            return self.strategist.values(sight, legal)
        steps = [step for step in legal if type(step) is Step]
        return list(zip(self.think(sight, legal)[0].tolist(), steps, strict=True))

    def think(self, sight: Sight, legal: Sequence[AnyMove]) -> tuple[Numbers, float]:
        """The probability of each move of a piece, and what it expects of the game, -1 to 1."""
        from ludotheque.games.stratego.bots.learnt.thoughts import likings_of

        thought = self._think(sight)
        return likings_of(thought, self.seat, legal), float(thought.value[0])

    def odds(self, sight: Sight) -> dict[int, list[float]]:
        """How likely each kind is for each hidden enemy on the board."""
        from ludotheque.games.stratego.bots.learnt.thoughts import odds_of

        return odds_of(self._think(sight), sight, self.seat)

    def recall(self, sight: Sight) -> Recollection:
        """What it remembers of the game, up to what it sees."""
        if self._memory is None:
            moves = sum(type(event) in (Moved, Fought) for event in self._unread)
            if moves == sight.ply:
                self._memory = Recollection.from_start(sight)
            else:
                self._memory = Recollection.from_middle(sight)
                self._unread.clear()
        self._memory.follow(self._unread)
        self._unread.clear()
        return self._memory

    def _think(self, sight: Sight) -> Thought:
        """What the network makes of what it sees; once for each question."""
        from ludotheque.games.stratego.bots.learnt.thoughts import think_about

        when = sight.question, sight.ply
        if self._thought is None or self._thought[0] != when:
            self._thought = when, think_about(self.network, sight, self.seat, self.recall(sight))
        return self._thought[1]

    def _deploy(self, v: Sight) -> AnyMove:
        """Place the next piece of a set-up of its own; what others began is completed as the strategist does."""
        own = v.letters[40 * self.seat : 40 * self.seat + v.placed]
        fixed = [LETTERS.index(letter) for letter in own]
        if not self._plan:  # from the same seed, a player rebuilt half-way makes the same plan again
            setup = pick(self.rng, self.network.setups)
            mirrored = [setup[place - place % 10 + 9 - place % 10] for place in range(40)]
            self._plan = mirrored if self.rng.below(2) else setup
        if self._plan[: v.placed] != fixed:
            self._plan = deploy(v.options.army, fixed, self.rng)
        return PLACES[self._plan[v.placed]]


def player_from(weights: Path) -> PlayerMaker:
    """Makes players with the weights of a file; raises :class:`BadWeights`."""
    network = _load_network(weights)
    return lambda seat, rng: LearntPlayer(seat, rng, network)


def make_learnt(seat: Seat, rng: Chance) -> LearntPlayer:
    """A player with the weights that the package has."""
    return LearntPlayer(seat, rng, _load_network(WEIGHTS))


def _load_network(weights: Path) -> Network:
    """The network of a file. NumPy takes a tenth of a second to import: only who plays with a network waits for it."""
    from ludotheque.games.stratego.bots.learnt.network import read_network

    return read_network(weights)
