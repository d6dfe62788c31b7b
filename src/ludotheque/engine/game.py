"""A game: its rules, bots, words and rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, Literal

from ludotheque.engine.balance import Gauge, Trial
from ludotheque.engine.chance import Chance
from ludotheque.engine.clauses import Rulebook, read_rulebook
from ludotheque.engine.first_game import FirstGame, read_first_game
from ludotheque.engine.learning import LEARNT, Learning
from ludotheque.engine.lengths import Lengths, read_lengths
from ludotheque.engine.options import BadOptions
from ludotheque.engine.options import read as read_options
from ludotheque.engine.player import Player, PlayerMaker
from ludotheque.engine.points import even_points
from ludotheque.engine.printed_box import PrintedBox
from ludotheque.engine.rules import AnyRules, Outcome, Seat
from ludotheque.engine.spaces import Spaces
from ludotheque.engine.text import Drawing
from ludotheque.engine.words import Catalogue, common_words, read_words

LEVELS: Final = ("beginner", "casual", "strong", "master")
"""The levels of bots, weakest first, named alike in all games."""
QUICK: Final = "strong"
"""The best level that answers at once: it advises, and plays for those who are absent."""

Difficulty = Literal["easy", "medium", "hard"]


class UnknownLevel(LookupError):
    """A game has no bot of that name; the message lists those it has."""


@dataclass(frozen=True)
class Game:
    """A game, as the rest of the program uses it. Each package under ``games`` has one as ``GAME``."""

    rules: AnyRules
    package: str
    levels: Mapping[str, PlayerMaker]
    """The bots that players are offered, weakest first."""
    drawing: Callable[[Any, Catalogue], Drawing[Any, Any]]
    """Makes the drawing of a sight: the sight in words."""
    former_levels: Mapping[str, str] = field(default_factory=dict)
    """The level that plays now for each name that a level once had: databases, records and links still have those."""
    variants: Mapping[str, PlayerMaker] = field(default_factory=dict)
    """Bots that are not offered to players, such as the one that plays at random: simulations use them, and tables
    that were opened with them go on."""
    first_level: str = ""
    """The level for a first game; the weakest if none is named."""
    first_players: int = 0
    """The number of players of a first game against bots; 0 for the fewest."""
    difficulty: Difficulty = "medium"
    """How much there is to learn before a first game."""
    min_speed: int = 100_000
    """The least number of random decisions per second on one core (``ludotheque bench``)."""
    colours: tuple[str, str] = ("#243a5e", "#e0a93c")
    """The ground of its cover and what stands out on it, for pages about the game."""
    gauges: tuple[Gauge, ...] = ()
    """What simulations count besides wins, with its bounds (``ludotheque balance``)."""
    max_seat_share: float = 1.2
    """How many times its fair share a seat may win at most between equal bots."""
    trials: Mapping[str, Trial] = field(default_factory=dict)
    """Bots that are measured against the best ones and not offered to players, by name."""
    first_player: Callable[[Any], Seat] | None = None
    """The first player of a state, where that is drawn by lot: simulations then count wins by the order of play."""
    match_points: Callable[[Outcome], tuple[float, ...]] = even_points
    """The points of each seat from a finished game in a ranking over several (:mod:`ludotheque.engine.points`)."""
    extras: Callable[[], Any] = field(default=lambda: None)
    """Further data of the box for the browser, such as starter set-ups; sent as it is."""
    later_words: tuple[str, ...] = ("advice", "refusal", "text")
    """Parts of the catalogue that a board does not show at first: a browser fetches them when they are first needed."""
    names: Callable[[str], Mapping[str, Mapping[str, str]]] = field(default=lambda lang: {})
    """Tables of the words printed in the box, such as the names on its cards, by language."""
    printed: Callable[[str, Path | None], PrintedBox] | None = None
    """What the box prints in a language (:mod:`ludotheque.printing`), or another box of this game from a file.

    None where nothing can be printed."""
    figure_facts: Callable[[Any, str], Mapping[str, Any]] = field(default=lambda drawn, lang: {})
    """What a figure of the rulebook (:class:`ludotheque.engine.figures.DrawnFigure`) shows on paper besides its sight:
    sums and sentences in a language, for the game's templates."""
    read_position: Callable[[str, Any], Any] | None = None
    """Reads the text of a position, with a table's options, into a state; None where the game has no such notation.
    Lessons may begin at one (:mod:`ludotheque.engine.lessons`)."""
    spaces: Callable[[int], Spaces] | None = None
    """Makes the numbers of moves and the arrays of sights, for a number of players; None where there are none."""
    programs: Callable[[str, Any], PlayerMaker] | None = None
    """Makes players of the outside program of a command line, at a table with these options, or raises
    :class:`BadProgram`; None where the game has no protocol for such programs."""
    program_options: Mapping[str, Any] = field(default_factory=dict)
    """The default options of a table with such a program."""
    learning: Learning | None = None
    """What programs need that learn the game (``ludotheque learn``); None where it cannot be learnt."""

    @property
    def id(self) -> str:
        """The game's name in addresses, clauses and records."""
        return self.rules.id

    @property
    def bots(self) -> Mapping[str, PlayerMaker]:
        """Every bot by name: the levels, the variants, and those of the trials."""
        return {**self.levels, **self.variants, **{name: trial.bot for name, trial in self.trials.items()}}

    @property
    def coach(self) -> str | None:
        """The level that gives advice: the best that answers at once, if the game has bots."""
        if QUICK in self.levels:
            return QUICK
        return [*self.levels][-1] if self.levels else None

    def level(self, name: str) -> str:
        """The level of a name, be it a former one; a variant is its own. Raises :class:`UnknownLevel`."""
        found = self.former_levels.get(name, name)
        if found not in self.levels and found not in self.variants:
            raise UnknownLevel(f"{self.id} has no bot “{name}”: there are {', '.join(self.levels)}")
        return found

    def bot(self, name: str) -> str:
        """The name of a bot that :meth:`maker` makes, given by that or by the former name of a level.

        Raises :class:`UnknownLevel`.
        """
        if self.learning is not None and name.startswith(f"{LEARNT}:"):
            return name
        found = name if name in self.bots else self.former_levels.get(name, name)
        if found not in self.bots:
            raise UnknownLevel(f"{self.id} has no bot “{name}”: there are {', '.join(self.bots)}")
        return found

    def maker(self, name: str) -> PlayerMaker:
        """Makes a bot of :attr:`bots`, or ``learnt:FILE`` from a file of weights.

        Raises :class:`ludotheque.engine.learning.BadWeights`.
        """
        kind, _, file = name.partition(":")
        if self.learning is not None and kind == LEARNT and file:
            return self.learning.player(Path(file))
        return self.bots[name]

    def make_player(self, level: str, seat: Seat, rng: Chance) -> Player:
        """A bot of a level, which may be given by a former name; raises :class:`UnknownLevel`."""
        return self.bots[self.level(level)](seat, rng)

    @property
    def folder(self) -> Traversable:
        """The folder of the game's words, rulebook and box."""
        return files(self.package)

    def rulebook(self, lang: str) -> Rulebook:
        """The rulebook in one language."""
        return _rulebook(self.package, self.id, lang)

    def words(self, lang: str) -> Mapping[str, Any]:
        """The game's catalogue, with the names of its levels and those that are printed in the box."""
        words = _words(self.package, lang)
        tables = [*self._level_words(lang).items(), *self.names(lang).items()]
        return {**words, **{table: {**names, **words.get(table, {})} for table, names in tables}}

    def _level_words(self, lang: str) -> dict[str, dict[str, str]]:
        """What all games say of the levels that this one has: their names, and a sentence on each."""
        shared = common_words(lang)
        return {
            table: {level: shared[table][level] for level in self.levels if level in shared[table]}
            for table in ("level", "level_help")
        }

    @property
    def lengths(self) -> Lengths:
        """How long a game takes, as it was measured."""
        return _lengths(self.package)

    @property
    def first_game(self) -> FirstGame:
        """How long its lessons take, and the short game after them."""
        return _first_game(self.package)

    def draw(self, sight: Any, words: Catalogue) -> str:
        """A sight in plain text, for a terminal."""
        return self.drawing(sight, words).whole()

    def options(self, given: Mapping[str, Any]) -> Any:
        """The table options, those not given at their defaults; raises :class:`BadOptions`."""
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


@cache
def _lengths(package: str) -> Lengths:
    return read_lengths(files(package))


@cache
def _first_game(package: str) -> FirstGame:
    return read_first_game(files(package))
