"""A small parlour game that uses every kind of frame, to try the engine on before real games do.

Each round nature deals everybody a card nobody else sees. Everybody bids in secret; the highest bidder claims a
card value; the others may doubt it; the table votes on who gets the point; two players may shake hands on a gift.
"""

from tests.engine.parlour.game import GAME

__all__ = ["GAME"]
