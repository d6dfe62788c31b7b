"""Positions as text: the departments and kept cards of each side, before a roll of the dice.

A line for each seat: its party, then its departments by their codes, ``!`` behind those that cannot be challenged, and
``+`` before kept campaign cards; ``...`` stands for all departments that no line names, but for those with a ``-``. The
seat that rolls next has a ``*`` before its party::

    *PS  59 62! +television
    RPR  75 92
    PC   ... -35
"""

from __future__ import annotations

from typing import Final

from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import NATURE
from ludotheque.games.president.box import GOAL, KEEP, PARTIES, Box
from ludotheque.games.president.options import Options
from ludotheque.games.president.state import ROLL, State

_REST: Final = "..."


class BadPosition(ValueError):
    """Text that is not a position; the message says why."""


def read_position(box: Box, text: str, _options: Options) -> State:
    """A state of the first round in which the dice are about to roll."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    s = State.opening(box, len(lines))
    s.parties = tuple(party.removeprefix("*") for party, *_ in lines)
    if not set(s.parties) <= set(PARTIES) or len(set(s.parties)) < len(lines):
        raise BadPosition(f"each line begins with another party of {', '.join(PARTIES)}")
    rolling = [seat for seat, (party, *_) in enumerate(lines) if party.startswith("*")]
    if len(rolling) != 1:
        raise BadPosition("one party has a * before it: it rolls the dice next")
    s.first = s.seat = rolling[0]
    for seat, (_, *held) in enumerate(lines):
        for token in held:
            _place(s, seat, token)
    left = box.set_of([token[1:] for _, *held in lines for token in held if token[1:] in box.index and token[0] == "-"])
    for seat, (_, *held) in enumerate(lines):
        if _REST in held:
            s.own[seat] |= box.whole & ~sum(s.own) & ~left
    s.free = box.whole & ~sum(s.own)
    for seat in range(s.players):
        s.votes[seat] = sum(box.units[box.index[code]] for code in box.codes_of(s.own[seat]))
        s.votes[seat] += sum(box.amounts[card] for card in s.kept[seat])
        if s.votes[seat] >= GOAL:
            raise BadPosition(f"{s.parties[seat]} has a majority already")
    s.stack = Stack([Turn(NATURE, ROLL)], 1)
    return s


def _place(s: State, seat: int, token: str) -> None:
    """Give a side a department or a kept card."""
    box = s.box
    if token == _REST or (token[0] == "-" and token[1:] in box.index):
        return
    if token.startswith("+"):
        card = box.cards.get(token[1:])
        if card is None or card not in s.deck or box.campaign[card].kind != KEEP:
            raise BadPosition(f"“{token[1:]}” is no card that is kept, or is kept twice")
        s.kept[seat] = (*s.kept[seat], card)
        s.deck = tuple(other for other in s.deck if other != card)
        return
    code = token.removesuffix("!")
    if code not in box.index or any(own & box.set_of([code]) for own in s.own):
        raise BadPosition(f"“{code}” is no department, or is there twice")
    s.own[seat] |= box.set_of([code])
    if token.endswith("!"):
        s.safe |= box.set_of([code])
