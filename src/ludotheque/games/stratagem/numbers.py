"""Numbers for the moves of Stratagem."""

from __future__ import annotations

from ludotheque.engine.move_numbers import Listed, MoveNumbers, OneOf, OrNone, Product, SeatFromMe
from ludotheque.games.stratagem.box import PARTIES, Box
from ludotheque.games.stratagem.moves import (
    Accept,
    Choose,
    Denounce,
    Draw,
    Launch,
    Name,
    Pass,
    Plan,
    Refuse,
    Resign,
    Return,
    Secret,
    Show,
    Watch,
    Withdraw,
)
from ludotheque.games.stratagem.sight import Sight
from ludotheque.games.stratagem.state import PLAYERS


def move_numbers(box: Box) -> MoveNumbers[Sight]:
    """All moves, kind by kind: OPTIONs, cards and seats in their order."""
    option = OneOf(box.number)
    seat = SeatFromMe(range(PLAYERS, PLAYERS + 1), PLAYERS)
    support = OneOf(card.id for card in box.common if card.strength is not None)
    secret = OneOf(card.id for card in box.common if card.family == "secret")
    return MoveNumbers(
        [
            Product(Choose, party=OneOf(PARTIES)),
            *(Product(kind, option=option) for kind in (Plan, Show, Withdraw)),
            Product(Return, card=support),
            Product(Secret, card=secret, seat=OrNone(seat)),
            Product(Launch),
            *(Product(kind, seat=seat) for kind in (Name, Denounce)),
            Listed((Draw(), Pass(), Accept(), Refuse(), Resign(), Watch())),
        ]
    )
