"""Small votes for tests: a plain box whose cards are called by their party and votes, and who has laid what."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.engine.frames import Negotiation, Stack, Turn
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.koalition import GAME
from ludotheque.games.koalition.box import ACTIONS, PARTIES, Actions, Box, Joker, Politician
from ludotheque.games.koalition.counting import count_votes
from ludotheque.games.koalition.moves import Accept, Propose
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.parties import update_leader
from ludotheque.games.koalition.rules import Koalition
from ludotheque.games.koalition.state import State
from tests.playing import Referee

REAL: Box = GAME.rules.box  # type: ignore[attr-defined]
_SIZES = (9, 9, 9, 9, 8, 8, 8)


def _politicians() -> tuple[Politician, ...]:
    return tuple(
        Politician(f"{party}{votes}", f"{party} {votes}", party, votes, tuple(p for p in PARTIES if p != party))
        for party, size in zip(PARTIES, _SIZES, strict=True)
        for votes in range(10, 10 - size, -1)
    )


BOX = Box(
    _politicians(),
    tuple(Joker(f"joker{i}", votes) for i, votes in enumerate((5, 5, 5, 3, 7), 1)),
    Actions(7, 4, 4, 2, 3),
    REAL.country,
)
"""Every party has its politicians from 10 votes down, called ``roses10``, ``roses9``…; all accept all."""
RULES = Koalition(BOX)
REFEREE = Referee(RULES)
do, refused = REFEREE.do, REFEREE.refused


def who_refuses(card: str, *parties: str) -> Koalition:
    """Rules with a box in which one politician does not accept some parties."""
    politicians = tuple(
        msgspec.structs.replace(p, accepts=tuple(a for a in p.accepts if a not in parties)) if p.id == card else p
        for p in BOX.politician
    )
    return Koalition(msgspec.structs.replace(BOX, politician=politicians))


def vote(
    laid: str,
    players: int = 3,
    country: str = "france",
    rules: Koalition = RULES,
    countries: int = 2,
    **actions: int,
) -> State:
    """A vote under way: ``vote("0 roses10, 1 roses9, 2 joker1 hats")`` says who has laid what, in that order.

    Seat 0 has just laid and may act; each seat holds so many of each action named (``double=1``).
    """
    s = rules.setup(Options(countries=countries), players)
    box = rules.box
    s.country = next(i for i, found in enumerate(box.country) if found.id == country)
    s.left = tuple(i for i in s.left if i != s.country)
    s.number, s.deals, s.lap, s.starter, s.layer = 1, 1, 1, 0, 0
    s.ballots = (0,) * players
    for entry in laid.split(","):
        seat, card, *announced = entry.split()
        number = box.number[card]
        party = PARTIES.index(announced[0]) if announced else box.party[number]
        s.columns[party] += ((int(seat), number),)
    for party in range(7):
        update_leader(s, party)
    s.actions = [tuple(actions.get(name, 0) for name in ACTIONS)] * players
    s.stack = Stack([Turn(0, "act")])
    return s


def leader(s: State, party: str) -> Seat | None:
    """Who leads a party."""
    found = s.leaders[PARTIES.index(party)]
    return None if found < 0 else found


def counted(s: State) -> list[Event]:
    """Count the votes now."""
    return list(count_votes(s))


def shake(s: State, *labels: str, rules: Koalition = RULES) -> list[Event]:
    """Propose a coalition by its strongest bloc's speaker, and let all accept."""
    talk = s.stack.top
    assert isinstance(talk, Negotiation)
    do = Referee(rules).do
    by = next(bloc.seat for bloc in s.blocs if bloc.label == labels[0])
    events = do(s, by, Propose(labels))
    for seat in sorted({bloc.seat for bloc in s.blocs if bloc.label in labels} - {by}):
        events += do(s, seat, Accept(talk.made))
    return events


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, by name."""
    return [type(event).__name__ for event in events]


THREE = "0 roses10, 1 hats9, 2 leaves8"
"""Three parties of 10, 9 and 8: 27 votes, 14 make a majority, and any two have it."""


def talking(laid: str = THREE, **more: object) -> State:
    """A vote that has come to negotiations."""
    s = vote(laid, **more)  # type: ignore[arg-type]
    counted(s)
    assert isinstance(s.stack.top, Negotiation)
    return s
