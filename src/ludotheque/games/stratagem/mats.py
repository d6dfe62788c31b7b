"""The mats: popularity, options, supports, and whether they agree."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem.moves import Fallen, Show, Shown, Swayed, Withdraw, Withdrawn
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, State, adversaries

FINE = 2
"""Per cent per adversary that an irregular player loses."""


def change_tokens(s: State, seat: Seat, percent: int, why: str, events: list[Event]) -> None:
    """Change a player's tokens by a per cent per adversary: each gives, or receives, that many, as far as they go.

    A player who owes more tokens than they hold pays equal shares, and is out when the turn is over: the rest then goes
    to an heir.
    """
    if not percent:
        return
    others, tokens, before = adversaries(s, seat), s.tokens, s.tokens[seat]
    if percent > 0:
        for other in others:
            given = min(percent, tokens[other])
            tokens[other] -= given
            tokens[seat] += given
    elif tokens[seat] >= -percent * len(others):
        for other in others:
            tokens[other] -= percent
            tokens[seat] += percent
    else:
        each, tokens[seat] = divmod(tokens[seat], len(others))
        for other in others:
            tokens[other] += each
        if seat not in s.broke:
            s.broke = tuple(sorted((*s.broke, seat)))
    events.append(Swayed(seat, percent, tokens[seat] - before, tuple(tokens), why))


def shows_option(s: State, seat: Seat, option: int) -> bool:
    """Whether an option lies on a player's mat."""
    return s.shown[seat][option // 2] == option % 2


def show_option(s: State, seat: Seat, move: Show, events: list[Event]) -> bool:
    """Put an option on the mat."""
    option = s.box.number[move.option]
    s.shown[seat] = changed(s.shown[seat], option // 2, option % 2)
    events.append(Shown(seat, move.option))
    return True


def withdraw_option(s: State, seat: Seat, move: Withdraw, events: list[Event]) -> bool:
    """Take an option off the mat."""
    s.shown[seat] = changed(s.shown[seat], s.box.number[move.option] // 2, NOTHING)
    events.append(Withdrawn(seat, move.option))
    return True


def meets_demands(s: State, seat: Seat, card: int) -> bool:
    """Whether a mat shows all that a support demands."""
    mat = s.shown[seat]
    for option in s.box.demands[card]:  # noqa: SIM110 (a generator would take longer than its few tests)
        if mat[option // 2] != option % 2:
            return False
    return True


def holds_mark(s: State, seat: Seat, mark: str | None) -> bool:
    """Whether a player holds a support of a mark."""
    marks = s.box.marks
    return mark in [marks[card] for card in s.supports[seat]]


def can_keep(s: State, seat: Seat, card: int) -> bool:
    """Whether a player may keep a support: its demands are shown, and no other of its mark is held."""
    return meets_demands(s, seat, card) and not holds_mark(s, seat, s.box.marks[card])


def irregular_supports(s: State, seat: Seat) -> tuple[int, ...]:
    """The supports that a player holds without showing what they demand."""
    return tuple(card for card in s.supports[seat] if not meets_demands(s, seat, card))


def effective_supports(s: State, seat: Seat) -> tuple[int, ...]:
    """The supports on a mat whose demands are shown: the ones that count towards an action."""
    return tuple([card for card in s.supports[seat] if meets_demands(s, seat, card)])


def drop_supports(s: State, seat: Seat, cards: tuple[int, ...], events: list[Event]) -> None:
    """Put supports with the fallen cards."""
    s.supports[seat] = tuple(card for card in s.supports[seat] if card not in cards)
    discard_cards(s, cards, events)


def discard_cards(s: State, cards: tuple[int, ...], events: list[Event]) -> None:
    """Put cards with the fallen ones."""
    s.fallen = tuple(sorted((*s.fallen, *cards)))
    events += (Fallen(s.box.common[card].id) for card in cards)


def rating(s: State, seat: Seat) -> int:
    """Public opinion of a player's options: signs for less signs against."""
    return s.box.appeal(s.shown[seat]).opinion


def pluses(s: State, seat: Seat) -> int:
    """The + signs of public opinion among a player's options."""
    return s.box.appeal(s.shown[seat]).pluses


def member_rating(s: State, seat: Seat) -> int:
    """The opinion of the members of a player's own party of their options."""
    return s.box.appeal(s.shown[seat]).members[s.parties[seat]]


def ranking(s: State) -> list[Seat]:
    """The players in the game by tokens; if equal by + signs, then supports; then in order of play from the first."""
    order = [seat for i in range(PLAYERS) if s.alive[seat := (s.first + i) % PLAYERS]]
    return sorted(order, key=lambda seat: (-s.tokens[seat], -pluses(s, seat), -len(s.supports[seat])))
