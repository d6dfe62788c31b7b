"""The mats: popularity, options, supports, and whether they agree."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem.box import Option
from ludotheque.games.stratagem.moves import Fallen, Shown, Swayed, Withdrawn
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


def set_option(s: State, seat: Seat, id: str, there: bool, events: list[Event]) -> bool:
    """Put an option on the mat, or take it off."""
    option = s.box.number[id]
    s.shown[seat] = changed(s.shown[seat], option // 2, option % 2 if there else NOTHING)
    events.append(Shown(seat, id) if there else Withdrawn(seat, id))
    return True


def meets_demands(s: State, seat: Seat, card: int) -> bool:
    """Whether a mat shows all that a support demands."""
    return all(shows_option(s, seat, option) for option in s.box.demands[card])


def can_keep(s: State, seat: Seat, card: int) -> bool:
    """Whether a player may keep a support: its demands are shown, and no other of its mark is held."""
    mark = s.box.common[card].mark
    return meets_demands(s, seat, card) and all(s.box.common[held].mark != mark for held in s.supports[seat])


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
    return sum(option.opinion for option in _shown(s, seat))


def pluses(s: State, seat: Seat) -> int:
    """The + signs of public opinion among a player's options."""
    return sum(max(0, option.opinion) for option in _shown(s, seat))


def member_rating(s: State, seat: Seat) -> int:
    """The opinion of the members of a player's own party of their options."""
    return sum(option.members[s.parties[seat]] for option in _shown(s, seat))


def _shown(s: State, seat: Seat) -> list[Option]:
    options = s.box.options
    return [options[2 * theme + side] for theme, side in enumerate(s.shown[seat]) if side != NOTHING]


def ranking(s: State) -> list[Seat]:
    """The players in the game by tokens; if equal by + signs, then supports; then in order of play from the first."""
    order = [seat for i in range(PLAYERS) if s.alive[seat := (s.first + i) % PLAYERS]]
    return sorted(order, key=lambda seat: (-s.tokens[seat], -pluses(s, seat), -len(s.supports[seat])))
