"""A game in a plain terminal: choose among numbered moves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

import msgspec

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Event, Move, Seat
from ludotheque.engine.words import Catalogue, common_words, say, say_event


class PlayerLeft(Exception):
    """The player has left the table."""


class Terminal:
    """One person at a terminal, bots on the other seats."""

    def __init__(self, match: Match, you: Seat, level: str, lang: str, out: TextIO | None = None) -> None:
        self.match = match
        self.you = you
        self.words: Catalogue = match.game.words(lang)
        self.common: Catalogue = common_words(lang)
        self.out = out or sys.stdout
        maker = match.game.levels[level]
        players = len(match.record.header.players)
        self.bots: list[Player] = [maker(seat, QuickChance()) for seat in range(players)]

    def run(self, ask: Callable[[str], str] = input) -> None:
        """Play to the end, or until the player leaves."""
        self._show_events(self.match.begin())
        while asked := self.match.asked():
            if self.you in asked:
                self._play_answer(ask)
            else:
                self._play_bot(asked[0])
        self._print(self.match.game.draw(self.match.sight(self.you), self.words))
        outcome = self.match.outcome
        assert outcome is not None
        self._print(say(self.words, f"outcome.{outcome.reason}"))

    def _play_answer(self, ask: Callable[[str], str]) -> None:
        """Show the state of the game, and play one answer."""
        match, you = self.match, self.you
        self._print("\n" + match.game.draw(match.sight(you), self.words))
        moves = [*match.legal(you), *match.free(you)]
        labels = [self._label(move) for move in moves]
        self._print_moves(labels)
        while True:
            try:
                text = ask(say(self.common, "terminal.prompt")).strip().casefold()
            except (EOFError, KeyboardInterrupt):
                raise PlayerLeft from None
            if text == "q":
                raise PlayerLeft
            if text in ("?", "??"):
                self._play_bot(you)
                question = match.rules.question(match.state)
                while text == "??" and you in match.asked() and match.rules.question(match.state) == question:
                    self._play_bot(you)
                return
            found = _find(text, labels, moves)
            if found is not None:
                self._show_events(match.play(you, found))
                return
            self._print(say(self.common, "terminal.not_listed"))

    def _play_bot(self, seat: Seat) -> None:
        match = self.match
        move = self.bots[seat].choose(match.sight(seat), match.legal(seat), match.free(seat))
        self._show_events(match.play(seat, move))

    def _show_events(self, events: Sequence[Event]) -> None:
        for seat, bot in enumerate(self.bots):
            bot.hear([seen for event in events if (seen := event.seen(seat)) is not None])
        for event in events:
            seen = event.seen(self.you)
            if seen is not None:
                self._print(say_event(self.words, seen))

    def _label(self, move: Move) -> str:
        fields = msgspec.to_builtins(move)
        return say(self.words, f"move.{fields['do']}", fields)

    def _print_moves(self, labels: Sequence[str]) -> None:
        """The moves, numbered, in columns."""
        width = max(len(label) for label in labels) + 6
        columns = max(1, 100 // width)
        for first in range(0, len(labels), columns):
            row = range(first, min(first + columns, len(labels)))
            self._print("".join(f"{i + 1:>3} {labels[i]}".ljust(width) for i in row).rstrip())

    def _print(self, text: str) -> None:
        print(text, file=self.out)


def _find(text: str, labels: Sequence[str], moves: Sequence[Any]) -> Any:
    """The move meant by a number, its text, or its squares as in ``a4-a5``."""
    if text.isdecimal():
        return moves[int(text) - 1] if 0 < int(text) <= len(moves) else None
    for label, move in zip(labels, moves, strict=True):
        values = "-".join(str(value) for value in msgspec.structs.astuple(move))
        if text in (label.casefold(), values.casefold()):
            return move
    return None


def play(game: Game, options: dict[str, Any], you: Seat, level: str, lang: str) -> Match:
    """Play at this terminal; return the match as far as it was played."""
    players = game.rules.seats[0]
    names = [say(common_words(lang), "terminal.you") if seat == you else level for seat in range(players)]
    match = Match(game, names, options)
    Terminal(match, you, level, lang).run()
    return match
