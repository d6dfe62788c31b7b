"""One game, stepped by numbers: what the adapters and the batches have in common.

>>> from ludotheque.engine.chance import QuickChance
>>> stepper = Stepper(make_setting("stratego"), QuickChance(7))
>>> while stepper.seat is not None:
...     events = stepper.choose(pick(stepper.rng, stepper.numbers()))
>>> sum(stepper.returns)
0.0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import msgspec

from ludotheque import games
from ludotheque.engine.chance import Chance, pick
from ludotheque.engine.game import Game
from ludotheque.engine.move_numbers import Spelled
from ludotheque.engine.points import EVEN, even_points
from ludotheque.engine.rules import NATURE, Event, Move, Outcome, Rules, Seat
from ludotheque.engine.sight_arrays import Row, many_hot
from ludotheque.engine.spaces import Spaces

__all__ = ["NotAllowed", "Setting", "Stepper", "make_setting", "pick", "values"]


class NotAllowed(ValueError):
    """A number that is not among those that may be chosen now."""


@dataclass(frozen=True)
class Setting:
    """A game and how it is played. Make one with :func:`make_setting`."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...]
    free: bool
    horizon: int

    def __reduce__(self) -> tuple[Any, ...]:
        # Without what is cached, which cannot be pickled.
        return Setting, (self.name, self.players, self.options, self.free, self.horizon)

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        return games.find(self.name)

    @cached_property
    def agreed(self) -> Any:
        """The table options."""
        return self.game.options(dict(self.options))

    @cached_property
    def spaces(self) -> Spaces:
        """The numbers of its moves and the arrays of its sights."""
        assert self.game.spaces is not None, f"{self.name} has no numbers for its moves"
        return self.game.spaces(self.players)

    @cached_property
    def actions(self) -> int:
        """How many numbers there are."""
        return self.spaces.moves.size

    @cached_property
    def observations(self) -> int:
        """The length of an observation: the array of the sight, and what of a long spelling has been chosen so far."""
        return self.spaces.sights.size + len(self.spaces.moves.several)


def make_setting(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    free: bool = False,
    horizon: int = 0,
) -> Setting:
    """A game at a table with so many players (the fewest unless told otherwise) and these options.

    With ``free``, a seat that is asked may also choose the moves that need no question: denounce, offer a bargain or a
    draw, resign. After ``horizon`` moves of players, if it is not 0, the game is cut off.
    """
    rules = games.find(game).rules
    seats = rules.seats[0] if players is None else players
    if seats not in rules.seats:
        raise ValueError(f"{game} is played by {rules.seats[0]} to {rules.seats[-1]}, not {seats}")
    agreed = msgspec.to_builtins(games.find(game).options(options or {}))
    return Setting(game, seats, tuple(agreed.items()), free, horizon)


def values(outcome: Outcome) -> tuple[float, ...]:
    """What a finished game is worth to each seat: 1 for the first, -1 for the last, even steps between; 0 in all."""
    return tuple((points - EVEN) / EVEN for points in even_points(outcome))


class Stepper:
    """A game in which one seat at a time chooses a number: a move, or the next part of one.

    Seats that are asked together choose one after the other, without learning what the others chose. A seat that has an
    offer to answer does so first. ``rng`` draws nature's moves; without one, nature waits for :meth:`play`.
    """

    __slots__ = ("_sight", "_words", "decisions", "rng", "seat", "setting", "spelled", "state")

    def __init__(self, setting: Setting, rng: Chance | None, state: Any = None) -> None:
        self.setting = setting
        self.rng = rng
        self.state = setting.game.rules.setup(setting.agreed, setting.players) if state is None else state
        self.decisions = 0
        """Moves of players so far."""
        self.seat: Seat | None
        """The seat that chooses now; NATURE while it waits for nature; None once the game is over or cut off."""
        self.spelled: Spelled
        """The numbers chosen so far of a move that is spelled with several."""
        self._sight: Any
        self._words: dict[Spelled, Any] | None
        self._go_on()

    def copy(self) -> Self:
        """A copy that goes its own way; only the random numbers are shared."""
        other = object.__new__(type(self))
        other.setting, other.rng, other.state = self.setting, self.rng, self.state.copy()
        other.decisions, other.seat, other.spelled = self.decisions, self.seat, self.spelled
        other._sight, other._words = self._sight, self._words
        return other

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        return self.setting, self.rng, self.state, self.decisions, self.seat, self.spelled

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.setting, self.rng, self.state, self.decisions, self.seat, self.spelled = kept
        self._sight = self._words = None

    # --- who, and what ------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, if the game is over; None also if it was cut off."""
        outcome: Outcome | None = self.setting.game.rules.outcome(self.state)
        return outcome

    @property
    def returns(self) -> tuple[float, ...]:
        """What the game is worth to each seat; all 0 while it goes on, and if it was cut off."""
        outcome = self.outcome
        return (0.0,) * self.setting.players if outcome is None else values(outcome)

    def sight(self, seat: Seat | None = None) -> Any:
        """The sight of a seat, the one that chooses unless told otherwise."""
        if seat is None or seat == self.seat:
            if self._sight is None:
                self._sight = self.setting.game.rules.sight(self.state, self.seat)
            return self._sight
        return self.setting.game.rules.sight(self.state, seat)

    def answers(self) -> Sequence[Any]:
        """The moves that answer the offer that the seat has, or else the question."""
        rules, state, seat = self.setting.game.rules, self.state, self.seat
        assert seat is not None
        return rules.replies(state, seat) if self._is_addressed() else rules.legal(state, seat)

    def listed(self) -> Sequence[Any]:
        """The moves from which the seat chooses."""
        answers = self.answers()
        if not self.setting.free or self._is_addressed():
            return answers
        assert self.seat is not None
        return [*answers, *self.setting.game.rules.free(self.state, self.seat)]

    def _is_addressed(self) -> bool:
        """Whether the seat has an offer of another seat to answer."""
        rules = self.setting.game.rules
        return type(rules).addressed is not Rules.addressed and self.seat in rules.addressed(self.state)

    def words(self) -> dict[Spelled, Any]:
        """These moves by their numbers."""
        if self._words is None:
            spell, sight = self.setting.spaces.moves.spell, self.sight()
            self._words = {spell(sight, move): move for move in self.listed()}
        return self._words

    def numbers(self) -> list[int]:
        """The numbers that may be chosen now, in order."""
        chosen, at = self.spelled, len(self.spelled)
        return sorted({numbers[at] for numbers in self.words() if numbers[:at] == chosen})

    def observation(self, seat: Seat | None = None) -> Row:
        """What a seat knows as an array, the one that chooses unless told otherwise."""
        several = self.setting.spaces.moves.several
        row = self.setting.spaces.sights.array(self.sight(seat))
        if several:
            mine = self.spelled if seat is None or seat == self.seat else ()
            row += many_hot([number - several.start for number in mine], len(several))
        return row

    # --- going on -----------------------------------------------------------------------------------------------------

    def choose(self, number: int) -> Sequence[Event]:
        """Choose a number for the seat whose turn it is; the events of the move, once it is complete, without nature's.

        Raises :class:`NotAllowed`.
        """
        spelled = (*self.spelled, number)
        move = self.words().get(spelled)
        if move is not None:
            return self.play(move)
        if all(numbers[: len(spelled)] != spelled for numbers in self.words()):
            raise NotAllowed(f"{number} is not among {self.numbers()}")
        self.spelled = spelled
        return ()

    def play(self, move: Move) -> Sequence[Event]:
        """Play a move of the seat whose turn it is, and then nature's."""
        assert self.seat is not None
        self.decisions += self.seat != NATURE
        events = self.setting.game.rules.play(self.state, self.seat, move)
        self._go_on()
        return events

    def _go_on(self) -> None:
        """Find who chooses next, after nature's moves."""
        rules, state, rng = self.setting.game.rules, self.state, self.rng
        self.spelled = ()
        self._sight = self._words = None
        addressed = type(rules).addressed is not Rules.addressed
        while asked := rules.asked(state):
            if self.setting.horizon and self.decisions >= self.setting.horizon:
                break
            self.seat = asked[0]
            if addressed and (offered := rules.addressed(state)):
                self.seat = offered[0]
            if self.seat != NATURE or rng is None:
                return
            rules.play(state, NATURE, rules.chance(state, rng))
        self.seat = None
