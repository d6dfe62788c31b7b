"""OpenSpiel: every game as a tree of decisions and chance nodes.

Importing this module registers the games: ``pyspiel.load_game("ludotheque_NAME(players=3,options=NAME:VALUE)")``.
Nature's moves are chance nodes whose outcomes are listed with their probabilities (:mod:`.chance_nodes`).

The information state of a seat is its sight, after a digest of what it saw and chose before, so that recall is perfect;
its observation is the sight alone. The tensors of both are the array of the sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, Final

import msgspec

from ludotheque import games
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.rules import NATURE, Seat
from ludotheque.lab.adapters import MissingLibrary
from ludotheque.lab.adapters.chance_nodes import MOST, draw
from ludotheque.lab.adapters.endgames import endgame_worlds
from ludotheque.lab.stepping import Setting, Stepper, make_setting

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingLibrary(error, "openspiel") from error

PARAMETERS: Final[Mapping[str, Any]] = {
    "players": 0,  # the fewest
    "options": "",  # of the table, such as NAME:VALUE;NAME:VALUE
    "free": False,  # as of make_setting
    "horizon": 10_000,  # as of make_setting
    "endgame": 0,  # so many decisions before the end of a random game; 0 for the opening
    "worlds": 1,  # how many worlds there are then
    "seed": 0,  # of that game
}
"""The parameters of a game, with their defaults."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class TableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game, at a table with some number of players and some options; each game has a subclass."""

    kind: ClassVar[pyspiel.GameType]
    name: ClassVar[str]
    """The id of the game."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        given = {**PARAMETERS, **params}
        horizon = int(given["horizon"])
        if horizon < 1:
            raise ValueError("a horizon is needed: OpenSpiel asks how long a game may last")
        self.setting = make_setting(
            self.name, given["players"] or None, _read_options(given["options"]), free=given["free"], horizon=horizon
        )
        longest = 1 + len(self.setting.spaces.moves.several)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.actions,
            max_chance_outcomes=max(MOST, given["worlds"]) if self.setting.game.rules.draws or given["endgame"] else 0,
            num_players=self.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=horizon * longest,
        )
        super().__init__(self.kind, info, dict(params))
        self.worlds: Sequence[Any] = ()
        """The worlds of an endgame."""
        if given["endgame"]:
            self.worlds = endgame_worlds(self.setting, given["endgame"], given["worlds"], given["seed"])
        self.opening = None if self.worlds else Stepper(self.setting, None)
        """The game before the first move; None where a world is drawn first."""

    @cached_property
    def action_names(self) -> Sequence[str]:
        """What each number stands for."""
        return self.setting.spaces.moves.names

    def new_initial_state(self) -> TableState:
        """The root of the tree."""
        return TableState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """An observer of one seat, or of what all see."""
        if params:
            raise ValueError(f"an observer has no parameters, not {dict(params)}")
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """A bound far above what is met: no move of a player lets nature draw as many random numbers."""
        return MOST * int(self.max_game_length())


class TableState(pyspiel.State):  # type: ignore[misc]
    """A node of the tree."""

    # OpenSpiel copies and pickles the attributes, one by one.

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.stepper = None if game.opening is None else game.opening.copy()
        """The game so far; None before the world of an endgame is drawn."""
        self.recall = ("",) * game.setting.players
        """For each seat, a digest of all that it saw and chose at its earlier decisions."""
        self.drawn: tuple[int, ...] = ()
        """The random numbers of nature's present move, so far."""
        self.outcomes = len(game.worlds)
        """At a chance node, how many outcomes there are."""
        if self.stepper is not None:
            self._draw()

    def current_player(self) -> int:
        """Who chooses: a seat, or one of OpenSpiel's own players."""
        if self.stepper is None or self.stepper.seat == NATURE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.stepper.seat is None else self.stepper.seat

    def _legal_actions(self, _player: Seat) -> list[int]:
        assert self.stepper is not None
        return self.stepper.numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of the present draw, each as likely as another."""
        return [(number, 1 / self.outcomes) for number in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        stepper, game = self.stepper, self.get_game()
        if stepper is None:
            self.stepper = Stepper(game.setting, None, game.worlds[action].copy())
        elif stepper.seat == NATURE:
            self.drawn += (action,)
        else:
            assert stepper.seat is not None
            seat, known = stepper.seat, self.information(stepper.seat)
            stepper.choose(action)
            digest = blake2b(f"{known} {action}".encode(), digest_size=8).hexdigest()
            self.recall = (*self.recall[:seat], digest, *self.recall[seat + 1 :])
        self._draw()

    def _draw(self) -> None:
        """Let nature move, as far as its random numbers are drawn."""
        stepper = self.stepper
        assert stepper is not None
        while stepper.seat == NATURE:
            found = draw(stepper.setting.game.rules, stepper.state, self.drawn)
            if isinstance(found, int):
                self.outcomes = found
                return
            stepper.play(found)
            self.drawn = ()

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.stepper is not None and self.stepper.seat is None

    def returns(self) -> list[float]:
        """What the game is worth to each seat."""
        return [0.0] * self.num_players() if self.stepper is None else [*self.stepper.returns]

    def observation(self, seat: Seat | None) -> str:
        """The sight of a seat, or of a spectator, and what it has chosen so far of a move of several numbers."""
        stepper = self.stepper
        if stepper is None:
            return ""
        sight = stepper.setting.game.rules.sight(stepper.state, None) if seat is None else stepper.sight(seat)
        chosen = " ".join(map(str, stepper.spelled)) if seat == stepper.seat else ""
        return f"{_encode(sight).decode()} {chosen}".rstrip()

    def information(self, seat: Seat) -> str:
        """The observation of a seat, after the digest of those before and of its choices."""
        return f"{self.recall[seat]} {self.observation(seat)}".lstrip()

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> TableState:
        """A state that a seat cannot tell from this one, as its game imagines it; other seats' recall is empty."""
        assert self.stepper is not None
        stepper, game = self.stepper, self.get_game()
        rules, rng = game.setting.game.rules, QuickChance(str(sampler()))
        other = TableState(game)
        other.stepper = Stepper(game.setting, None, rules.imagine(stepper.sight(player), rng))
        other.stepper.decisions = stepper.decisions
        if player == stepper.seat:
            for number in stepper.spelled:
                other.stepper.choose(number)
        other.recall = tuple(recall if seat == player else "" for seat, recall in enumerate(self.recall))
        other._draw()
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{action + 1} of {self.outcomes}"
        return str(self.get_game().action_names[action])

    def __str__(self) -> str:
        """Everything: what each seat sees, and what nature has drawn."""
        seen = map(self.observation, range(self.num_players()))
        return "\n".join([*seen, " ".join(map(str, self.drawn))]).rstrip()


class Observer:
    """What one seat knows, or what all see, as an array with named parts and as a string."""

    def __init__(self, setting: Setting, kind: pyspiel.IIGObservationType) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer sees what one seat knows, or what all see")
        self._of_one_seat = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall and self._of_one_seat
        self.tensor = np.zeros(setting.observations, np.float32)
        layout, several = setting.spaces.sights, setting.spaces.moves.several
        self.dict = {name: self.tensor[layout.slices[name]].reshape(shape) for name, shape in layout.shapes.items()}
        if several:
            self.dict["chosen"] = self.tensor[layout.size :]

    def set_from(self, state: TableState, player: Seat) -> None:
        """Write what is known into the array."""
        if state.stepper is None:
            self.tensor.fill(0)
        elif self._of_one_seat:
            self.tensor[:] = state.stepper.observation(player)
        else:
            setting = state.stepper.setting
            sight = setting.game.rules.sight(state.stepper.state, None)
            self.tensor.fill(0)
            self.tensor[: setting.spaces.sights.size] = setting.spaces.sights.array(sight)

    def string_from(self, state: TableState, player: Seat) -> str:
        """What is known, in JSON; first, where it recalls, the digest of what was known before."""
        if self._recalls:
            return state.information(player)
        return state.observation(player if self._of_one_seat else None)


def _read_options(text: str) -> dict[str, Any]:
    """The options of a table, written ``name:value;name:value``."""
    found: dict[str, Any] = {}
    for pair in filter(None, text.split(";")):
        name, colon, value = pair.partition(":")
        if not colon:
            raise ValueError(f"an option is written NAME:VALUE, not “{pair}”")
        found[name] = int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
    return found


def _register(name: str, game: Game) -> None:
    modes = pyspiel.GameType.ChanceMode
    kind = pyspiel.GameType(
        short_name=f"ludotheque_{name}",
        long_name=f"Ludothèque: {game.words('en')['title']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC,  # an endgame begins with a chance node in every game
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.rules.seats[0],
        max_num_players=game.rules.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )
    # A class: OpenSpiel frees what is registered after Python has ended, and a function that is freed then crashes.
    pyspiel.register_game(kind, type(game.id.capitalize(), (TableGame,), {"kind": kind, "name": name}))


for _name, _game in games.shelf().items():
    _register(_name, _game)
