"""Parameters of the bot “kingmaker”, in points unless they say otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameters:
    """How a kingmaker values what it decides about."""

    rivalry: float = 0.72
    """How much a point of all opponents together weighs against one of its own, with four players or more."""
    jealousy: float = 1.0
    """The same with three players: what one opponent loses, the other is likely to gain."""
    army_price: float = 45.0
    """What playing an army must gain."""
    baraka_price: float = 20.0
    """What playing BARAKA must gain."""
    green_price: float = 6.0
    """What lending a defence must gain."""
    red_price: float = 10.0
    """What an attack that could bring a government down must gain where it does not."""
    junk: float = 9.0
    """A card worth less than this is put back to draw two."""
    encore: float = 25.0
    """The value of a PREMIER MINISTRE in hand when a government falls by one's own attack."""
    union_price: float = 8.0
    """What UNION NATIONALE must add to a government that is formed."""
    hope: float = 0.2
    """The chance that a government is invested without a majority of its own."""
    loyalty: float = 8.0
    """What betraying one's own government must gain besides, for every player beyond three."""
    word: float = 25.0
    """What breaking a promise must gain besides."""
    interest: float = 5.0
    """What a bargain must be worth to be offered."""
    despair: float = -25.0
    """The prime minister resigns from a government worth less than this."""
