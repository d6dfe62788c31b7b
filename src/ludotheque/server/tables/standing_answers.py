"""Standing answers: which questions the server answers for the people at a table. They follow from its log.

A standing answer belongs to a kind of question to which the game has an answer that lets things be, such as a pass
(:class:`~ludotheque.engine.questions.Question`). Besides, a question with one legal answer is answered for a person,
where the game declares that they need not see it, unless they would rather answer these themselves.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from ludotheque.engine.match import Match
from ludotheque.engine.questions import Question
from ludotheque.engine.rules import AnyRules, Seat
from ludotheque.protocol.messages import StandingCard, StandingUntil


class StandingAnswers:
    """What the server answers for each seat of a table. It is changed by :meth:`Table.apply` alone."""

    def __init__(self) -> None:
        self._given: dict[Seat, dict[str, StandingUntil]] = {}
        self._by_hand: set[Seat] = set()
        """The seats whose player gives single answers themselves."""
        self.versions: dict[Seat, int] = {}
        """A number for each seat with a change, which grows with every one."""

    def copy(self) -> StandingAnswers:
        """An independent copy."""
        other = StandingAnswers()
        other._given = {seat: dict(given) for seat, given in self._given.items()}
        other._by_hand, other.versions = set(self._by_hand), dict(self.versions)
        return other

    def until(self, seat: Seat, question: str) -> StandingUntil | None:
        """How long a question is answered for a seat; None if it is not."""
        return self._given.get(seat, {}).get(question)

    def gives_single(self, seat: Seat) -> bool:
        """Whether questions with one legal answer are answered for a seat."""
        return seat not in self._by_hand

    @property
    def ends_on_turns(self) -> bool:
        """Whether any standing answer ends with the next turn of its seat."""
        return any("turn" in given.values() for given in self._given.values())

    def card(self, rules: AnyRules, seat: Seat) -> StandingCard:
        """What the player of a seat is shown."""
        return StandingCard(list(answerable_questions(rules)), dict(self._given.get(seat, {})), self.gives_single(seat))

    def set(self, seat: Seat, question: str, until: StandingUntil | None) -> None:
        """Answer a question for a seat from now on, or no longer."""
        given = self._given.setdefault(seat, {})
        given.pop(question, None)
        if until is not None:
            given[question] = until
        self._count_change(seat)

    def set_single(self, seat: Seat, given: bool) -> None:
        """Answer questions with one legal answer for a seat from now on, or no longer."""
        if given:
            self._by_hand.discard(seat)
        else:
            self._by_hand.add(seat)
        self._count_change(seat)

    def begin_turns(self, seats: Collection[Seat]) -> None:
        """End the standing answers of seats whose turn begins, but for those of the whole game."""
        for seat in seats:
            given = self._given.get(seat, {})
            kept: dict[str, StandingUntil] = {name: until for name, until in given.items() if until != "turn"}
            if kept != given:
                self._given[seat] = kept
                self._count_change(seat)

    def _count_change(self, seat: Seat) -> None:
        self.versions[seat] = self.versions.get(seat, 0) + 1


@cache
def answerable_questions(rules: AnyRules) -> tuple[str, ...]:
    """The questions of a game with an answer that lets things be."""
    return tuple(name for name, question in rules.questions.items() if question.let_be is not None)


@cache
def has_automatic_answers(rules: AnyRules) -> bool:
    """Whether the server may answer any question of a game for a person."""
    return any(question.let_be is not None or question.plays_itself for question in rules.questions.values())


def present_question(match: Match) -> tuple[str, Question] | None:
    """The present question of a match with its name; None if it is nature's, or the game is over."""
    name = match.state.stack.what
    question = match.rules.questions.get(name)
    return None if question is None else (name, question)


def seats_on_turn(match: Match) -> set[Seat]:
    """The seats that are asked a question of their own turn."""
    present = present_question(match)
    return set(match.asked()) if present is not None and present[1].on_turn else set()
