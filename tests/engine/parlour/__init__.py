"""A small parlour game that uses every kind of frame, to try the engine on before real games do.

Each round nature deals each seat a hidden card. All bid in secret; the highest bidder claims a
card value; the others may doubt it; the table votes on who gets the point; two players may shake hands on a gift.
"""

from tests.engine.parlour.game import GAME

__all__ = ["GAME"]
