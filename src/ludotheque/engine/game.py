"""A game: its rules, bots, words and rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from ludotheque.engine.clauses import Rulebook, read_rulebook
from ludotheque.engine.drawing import Drawing
from ludotheque.engine.gauges import Gauge, Trial
from ludotheque.engine.options import BadOptions
from ludotheque.engine.options import read as read_options
from ludotheque.engine.player import PlayerMaker
from ludotheque.engine.points import evenly
from ludotheque.engine.rules import AnyRules, Outcome, Seat
from ludotheque.engine.words import Catalogue, read_words


@dataclass(frozen=True)
class Game:
    """All that the rest of the program needs to know of a game. Each folder under ``games`` offers one as ``GAME``."""

    rules: AnyRules
    package: str
    levels: Mapping[str, PlayerMaker]
    """The bots, weakest first."""
    drawing: Callable[[Any, Catalogue], Drawing[Any, Any]]
    """A sight in words."""
    pace: int = 100_000
    """Decisions of random play that one core must get through in a second (``ludotheque bench``)."""
    gauges: tuple[Gauge, ...] = ()
    """What simulations count besides who wins, with the bounds to keep to (``ludotheque balance``)."""
    fair: float = 1.2
    """How many times its fair share a seat may win between equal bots."""
    trials: Mapping[str, Trial] = field(default_factory=dict)
    """Bots that are measured among the best ones and not offered to players, by name."""
    first: Callable[[Any], Seat] | None = None
    """Who plays first, from a state, where that is drawn by lot: simulations then count wins by the order of play."""
    match_points: Callable[[Outcome], tuple[float, ...]] = evenly
    """What each seat has from a finished game in a ranking over several (:mod:`ludotheque.engine.points`)."""
    extras: Callable[[], Any] = field(default=lambda: None)
    """Data of the box that the browser needs besides, such as starter set-ups; sent as it is."""
    names: Callable[[str], Mapping[str, Mapping[str, str]]] = field(default=lambda lang: {})
    """Tables of words that are printed in the box, such as the names on its cards, by language."""
    programs: Callable[[str, Any], PlayerMaker] | None = None
    """Seats the outside program of a command line at a table with these options, or raises :class:`BadProgram`; None
    where there is no protocol that such programs speak."""
    program_options: Mapping[str, Any] = field(default_factory=dict)
    """The options of a table with such a program at it, where nothing else is asked for."""

    @property
    def id(self) -> str:
        """The game's name in addresses, clauses and records."""
        return self.rules.id

    @property
    def bots(self) -> Mapping[str, PlayerMaker]:
        """Every bot that a simulation can seat: the levels, and those of the trials."""
        return {**self.levels, **{name: trial.bot for name, trial in self.trials.items()}}

    @property
    def folder(self) -> Traversable:
        """Where the game's words, rulebook and box are."""
        return files(self.package)

    def rulebook(self, lang: str) -> Rulebook:
        """The clauses, for people."""
        return _rulebook(self.package, self.id, lang)

    def words(self, lang: str) -> Mapping[str, Any]:
        """The game's catalogue, with the names that are printed in the box."""
        words = _words(self.package, lang)
        return {**words, **{table: {**names, **words.get(table, {})} for table, names in self.names(lang).items()}}

    def draw(self, sight: Any, words: Catalogue) -> str:
        """A sight in plain text, for a terminal."""
        return self.drawing(sight, words).whole()

    def options(self, given: Mapping[str, Any]) -> Any:
        """The table options, from what was given; the rest at their defaults."""
        try:
            return read_options(self.rules.options_type, given)
        except BadOptions as error:
            raise BadOptions(f"{self.id}: {error}") from None


@cache
def _rulebook(package: str, game: str, lang: str) -> Rulebook:
    return read_rulebook(game, lang, files(package).joinpath("rulebook", f"{lang}.md").read_text("utf-8"))


@cache
def _words(package: str, lang: str) -> Mapping[str, Any]:
    return read_words(files(package).joinpath("words"), lang)
