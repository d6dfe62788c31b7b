"""Positions as text: what each mat shows and each player holds, at the beginning of a turn.

A line for each seat, clockwise: its party, its tokens, the options it shows, ``+`` before supports and ``?`` before
secrets. The seat whose turn it is has a ``*`` before its party. A last line may name the cards that are left in the
deck; then all others have fallen::

    *popular      25  shared-land conscription  +veterans
    democrat      25  free-press                ?dossier
    conservative  25
    nationalist   25
    deck  speech triumph
"""

from __future__ import annotations

from typing import Final

from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.games.stratagem.box import PARTIES, THEMES, TOKENS, Box
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, TURN, State

_DECK: Final = "deck"


class BadPosition(ValueError):
    """Text that is not a position; the message says why."""


def read_position(box: Box, text: str, options: Options) -> State:
    """A state in which a turn has just begun. What a programme does not show yet is planned: the first that is open."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    left = lines.pop()[1:] if lines and lines[-1][0] == _DECK else None
    s = State.opening(box, options)
    _seat_parties(s, [line[0] for line in lines])
    s.tokens = [_number(line) for line in lines]
    if sum(s.tokens) != TOKENS:
        raise BadPosition(f"there are {TOKENS} tokens, not {sum(s.tokens)}")
    for seat, (_, _, *held) in enumerate(lines):
        for token in held:
            _place(s, seat, token)
        s.plans[seat] = _programme(s, seat)
    if left is not None:
        wanted = {_card(s, name) for name in left}
        s.fallen = tuple(card for card in s.deck if card not in wanted)
        s.deck = tuple(card for card in s.deck if card in wanted)
        s.kept = 0
    s.turn = 1
    s.stack = Stack([Turn(s.seat, TURN)], 1)
    return s


def _seat_parties(s: State, named: list[str]) -> None:
    parties = [name.removeprefix("*") for name in named]
    if sorted(parties) != sorted(PARTIES):
        raise BadPosition(f"there is a line for each party: {', '.join(PARTIES)}")
    s.parties = tuple(map(PARTIES.index, parties))
    if any((s.parties[0] + seat) % PLAYERS != party for seat, party in enumerate(s.parties)):
        raise BadPosition(f"the parties sit in this order, clockwise: {', '.join(PARTIES)}")
    turns = [seat for seat, name in enumerate(named) if name.startswith("*")]
    if len(turns) != 1:
        raise BadPosition("one party has a * before it: it is its turn")
    s.seat = turns[0]
    s.first = 0
    s.numbers = (4, 3, 2, 1)


def _number(line: list[str]) -> int:
    if len(line) < 2 or not line[1].isdecimal():
        raise BadPosition(f"after {line[0]} comes the number of its tokens")
    return int(line[1])


def _place(s: State, seat: int, token: str) -> None:
    """Put an option on a mat, or a card into a player's possession."""
    if token[0] in "+?":
        card = _card(s, token[1:])
        s.deck = tuple(other for other in s.deck if other != card)
        where = s.supports if token[0] == "+" else s.secrets
        where[seat] = (*where[seat], card) if token[0] == "+" else tuple(sorted((*where[seat], card)))
        return
    option = s.box.number.get(token)
    if option is None or option in s.box.denied[s.parties[seat]]:
        raise BadPosition(f"“{token}” is no option of the party {PARTIES[s.parties[seat]]}")
    s.shown[seat] = tuple(option % 2 if theme == option // 2 else side for theme, side in enumerate(s.shown[seat]))


def _card(s: State, name: str) -> int:
    """A card that is still in the deck, by its name."""
    card = s.box.cards.get(name)
    if card is None or card not in s.deck:
        raise BadPosition(f"“{name}” is no common card, or is there twice")
    return card


def _programme(s: State, seat: int) -> tuple[int, ...]:
    """The options shown, and for the other themes the first that the party is not denied."""
    denied = s.box.denied[s.parties[seat]]
    first = [1 if 2 * theme in denied else 0 for theme in range(THEMES)]
    return tuple(first[theme] if side == NOTHING else side for theme, side in enumerate(s.shown[seat]))
