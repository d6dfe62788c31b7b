"""The bot “militant”, which plays by simple rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from ludotheque.bots.thinker import Thinker
from ludotheque.engine.chance import Chance, pick
from ludotheque.engine.rules import Seat
from ludotheque.games.stratagem.bots.outlook import cards_of
from ludotheque.games.stratagem.box import COUP, STRIKE, UPRISING, Box
from ludotheque.games.stratagem.choices import DRAW
from ludotheque.games.stratagem.moves import Accept, AnyMove, Launch, Name, Plan, Refuse, Secret, Show
from ludotheque.games.stratagem.sight import Sight

T = TypeVar("T")

ACCEPT, REFUSE = Accept(), Refuse()


class Militant(Thinker[Sight, AnyMove]):
    """A bot that shows popular options, draws, keeps supports without cost, and opposes every seizure of power.

    It chooses at random between equal answers, so that no party is favoured for its place in the box.
    """

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        self.cards = cards_of(box)
        self.seat = seat
        self.rng = rng

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Answer the question by the method of its name."""
        move: AnyMove = getattr(self, v.stage)(v, legal)
        return move

    def party(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Choose any party, at random."""
        return pick(self.rng, legal)

    def programme(self, v: Sight, legal: Sequence[Plan]) -> AnyMove:
        """Plan the more popular option."""
        party = self.cards.party[v.parties[self.seat]]
        return self.best_move(legal, [self.cards.signs(self.cards.option[move.option], party)[0] for move in legal])

    def offer(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Accept a support that costs nothing."""
        assert v.offer is not None
        return ACCEPT if self.cards.percent[self.cards.number[v.offer.card]] >= 0 else REFUSE

    def heir(self, v: Sight, legal: Sequence[Name]) -> AnyMove:
        """Name the player with the fewest tokens."""
        return self.best_move(legal, [-v.tokens[move.seat] for move in legal])

    def turn(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Oppose a seizure of power, or seize it if none could strike; else show an option, use a secret, or draw."""
        for move in legal:
            if type(move) is Launch and self.should_launch(v, move.action):
                return move
        planned = [move for move in legal if type(move) is Show and self.is_planned(v, move)]
        if planned:
            return pick(self.rng, planned)
        secrets = [move for move in legal if type(move) is Secret]
        if secrets:
            return self.best_move(secrets, [0 if move.seat is None else v.tokens[move.seat] for move in secrets])
        return DRAW if DRAW in legal else pick(self.rng, legal)

    def is_planned(self, v: Sight, move: Show) -> bool:
        """Whether an option is in its programme."""
        option = self.cards.option[move.option]
        return v.plan[option >> 1] == option & 1

    def should_launch(self, v: Sight, action: str) -> bool:
        """Whether to launch an action: any against a seizure of power; a coup if at most one other has supports."""
        if action in (STRIKE, UPRISING):
            return True
        backed = [seat for seat, held in enumerate(v.supports) if held and seat != self.seat]
        return action == COUP and len(backed) < 2

    def best_move(self, moves: Sequence[T], values: Sequence[float]) -> T:
        """The move of the highest value, any of them if there are several."""
        highest = max(values)
        found = [move for move, value in zip(moves, values, strict=True) if value == highest]
        return found[0] if len(found) == 1 else pick(self.rng, found)
