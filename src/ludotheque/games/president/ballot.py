"""The end of a round: a majority, a full map, the second round and its two candidates."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.question_stack import clockwise_from
from ludotheque.engine.rules import Event, Outcome, Seat, ranked
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import Elected, SecondRound
from ludotheque.games.president.short_campaign import TURNS
from ludotheque.games.president.state import State

FULL_ROUNDS: Final = 20
"""Rounds that two players may play on with a full map."""


def end_by_majority(s: State, events: list[Event]) -> None:
    """End the game: a side has 16,050,000 votes."""
    clause = "president.end.two" if s.players == 2 else "president.end.first-round"
    _end_game(s, s.elected, ranked(s.votes), clause, "majority", events)


def end_full_map_turn(s: State, events: list[Event]) -> bool:
    """Handle the end of a turn with no department free; return whether the game is over."""
    if s.players == 2:
        s.full_turns += 1
        if s.full_turns < FULL_ROUNDS * 2:
            return False
        _end_by_relative_majority(s, ranked(s.votes), "president.ruling.two-players-full-map", "full_map", events)
        return True
    return _end_round(s, events)


def end_closed_round(s: State, events: list[Event]) -> bool:
    """Handle the end of a round by the urn that closes; return whether the game is over. Two players have one round."""
    if s.players == 2:
        _end_by_relative_majority(s, ranked(s.votes), "president.ruling.short-campaign", "closed", events)
        return True
    return _end_round(s, events)


def _end_round(s: State, events: list[Event]) -> bool:
    """Begin the second round, or elect the side with more votes at its end; return whether the game is over."""
    if s.round == 1:
        begin_second_round(s, events)
        return False
    _end_by_relative_majority(s, second_round_places(s), "president.second.end", "second_round", events)
    return True


def second_round_places(s: State) -> tuple[int, ...]:
    """Places after the second round: the president, their ally, the other candidate, that ally; all first if equal."""
    one, other = set(s.sides)
    if s.votes[one] == s.votes[other]:
        return (1,) * s.players
    ahead = max(one, other, key=s.votes.__getitem__)
    order = sorted(range(s.players), key=lambda seat: (s.sides[seat] != ahead, s.sides[seat] != seat))
    return tuple(order.index(seat) + 1 for seat in range(s.players))


def ranking(s: State) -> list[Seat]:
    """The seats by votes; if equal by departments; then by who had that score first; then in order of play."""
    return sorted(
        clockwise_from(s.first, s.players), key=lambda seat: (-s.votes[seat], -s.own[seat].bit_count(), s.reached[seat])
    )


def begin_second_round(s: State, events: list[Event]) -> None:
    """Begin the second round: two candidates keep what they have, the others give all back, cards are shuffled."""
    places = ranking(s)
    first, second = places[0], places[1]
    votes = tuple(units * UNIT for units in s.votes)
    s.sides = tuple(second if seat in (second, places[2]) else first for seat in range(s.players))
    for seat in places[2:]:
        s.free |= s.own[seat]
        s.own[seat], s.votes[seat], s.kept[seat] = 0, 0, ()
    s.safe &= ~s.free
    s.debts = [()] * s.players
    kept = {*s.kept[first], *s.kept[second]}
    s.deck = tuple(card for card in range(len(s.box.campaign)) if card not in kept)
    s.talon = ()
    s.round = 2
    if s.closing:
        s.closing = TURNS * s.players
    ally = places[3] if s.players == 4 else None
    events.append(SecondRound(s.sides, votes, first, second, ally, places[2], s.players))


def _end_by_relative_majority(s: State, places: tuple[int, ...], clause: str, reason: str, events: list[Event]) -> None:
    """End the game by a relative majority; nobody is elected in a tie."""
    if set(places) == {1}:
        _end_game(s, None, places, "president.ruling.ties", "tie", events)
    else:
        ahead = max(range(s.players), key=s.votes.__getitem__)
        _end_game(s, ahead, places, clause, reason, events)


def _end_game(
    s: State, side: Seat | None, places: tuple[int, ...], clause: str, reason: str, events: list[Event]
) -> None:
    votes = tuple(units * UNIT for units in s.votes)
    s.outcome = Outcome(places, clause, reason, tuple(votes[leader] for leader in s.sides))
    s.stack.clear()
    events.append(Elected(side, reason, votes, places))
