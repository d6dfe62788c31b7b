"""A game in a plain terminal: choose among numbered moves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, TextIO

import msgspec

from ludotheque.engine.advice import Advice, Adviser
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Event, Move, Seat
from ludotheque.engine.words import Catalogue, common_words, say, say_event

HINTS: Final = ("conseil", "hint")
"""What asks for advice, in either language."""


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
        game, players = match.game, len(match.record.header.players)
        self.bots: list[Player] = [game.make_player(level, seat, QuickChance()) for seat in range(players)]
        self.lang = lang
        coach = None if game.coach is None else game.make_player(game.coach, you, QuickChance())
        self.coach = coach if isinstance(coach, Adviser) else None
        self._advice: tuple[int, Advice] | None = None
        """The last advice, and after how many moves it was given: asked again, the coach says the same."""

    def run(self, ask: Callable[[str], str] = input) -> None:
        """Play to the end, or until the player leaves."""
        self._show_events(self.match.begin())
        while asked := self.match.asked():
            addressed = self.match.rules.addressed(self.match.state)
            if self.you in (addressed or asked):
                self._play_answer(ask)
            else:
                self._play_bot((addressed or asked)[0])
        self._print(self.match.game.draw(self.match.sight(self.you), self.words))
        outcome = self.match.outcome
        assert outcome is not None
        self._print(say(self.words, f"outcome.{outcome.reason}"))

    def _play_answer(self, ask: Callable[[str], str]) -> None:
        """Show the state of the game, and play one answer."""
        match, you = self.match, self.you
        self._print("\n" + match.game.draw(match.sight(you), self.words))
        moves = self._replies(you) or [*match.legal(you), *match.free(you)]
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
            if text in HINTS:
                self._print_advice()
                continue
            found = _find(text, labels, moves)
            if found is not None:
                self._show_events(match.play(you, found))
                return
            self._print(say(self.common, "terminal.not_listed"))

    def _replies(self, seat: Seat) -> list[Move]:
        """The answers to an offer, which come before any other move."""
        rules, state = self.match.rules, self.match.state
        return [*rules.replies(state, seat)] if seat in rules.addressed(state) else []

    def _print_advice(self) -> None:
        """The coach's advice: a move and why, the alternatives, and the clause behind it."""
        match, moves = self.match, len(self.match.record.moves)
        if self.coach is None:
            self._print(say(self.common, "terminal.no_advice"))
            return
        if self._advice is None or self._advice[0] != moves:
            you = self.you
            self._advice = (
                moves,
                self.coach.advice(match.sight(you), self._replies(you) or match.legal(you), match.free(you)),
            )
        advice = self._advice[1]
        self._say_advice("advice", advice.move, advice.say(self.words))
        for other in advice.alternatives:
            self._say_advice("other_advice", other.move, other.reason.say(self.words))
        clause = match.game.rulebook(self.lang).clause(advice.clause)
        self._print(say(self.common, "terminal.clause", {"title": clause.title, "clause": clause.id}))

    def _say_advice(self, key: str, move: Move, why: str) -> None:
        self._print(say(self.common, f"terminal.{key}", {"move": self._label(move), "why": why}))

    def _play_bot(self, seat: Seat) -> None:
        match = self.match
        legal = self._replies(seat) or match.legal(seat)
        move = self.bots[seat].choose(match.sight(seat), legal, match.free(seat))
        self._show_events(match.play(seat, move))

    def _show_events(self, events: Sequence[Event]) -> None:
        for seat, bot in enumerate(self.bots):
            bot.hear([seen for event in events if (seen := event.seen(seat)) is not None])
        if self.coach is not None:
            self.coach.hear([seen for event in events if (seen := event.seen(self.you)) is not None])
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
