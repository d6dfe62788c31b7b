"""Elimination: a player without tokens is out, the others share what is left, or an heir gets it."""

from __future__ import annotations

from ludotheque.engine.rules import NOBODY, Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem.crisis import remove_from_crisis
from ludotheque.games.stratagem.mats import discard_cards, ranking
from ludotheque.games.stratagem.moves import Out, Replaced, Shared
from ludotheque.games.stratagem.state import HEIR, PLAYERS, OutReason, State, adversaries


def find_ruined(s: State) -> Seat:
    """The first player who has no token left, or owed more than they had; never the last one in the game."""
    # Players who are out have no token; most of the time, all others have some.
    if (not s.broke and s.tokens.count(0) == s.alive.count(False)) or s.alive.count(True) == 1:
        return NOBODY
    return next((seat for seat in range(PLAYERS) if s.alive[seat] and (not s.tokens[seat] or seat in s.broke)), NOBODY)


def eliminate_player(s: State, seat: Seat, reason: OutReason, events: list[Event]) -> bool:
    """Eliminate a player: cards fall, tokens are shared; True if an heir must be named for the rest."""
    s.alive = changed(s.alive, seat, False)
    s.broke = tuple([other for other in s.broke if other != seat])
    s.out += (seat,)
    if reason == "resigned":
        s.resigned += (seat,)
    events.append(Out(seat, reason))
    cards = (*s.supports[seat], *s.secrets[seat])
    s.supports[seat], s.secrets[seat] = (), ()
    discard_cards(s, tuple(sorted(cards)), events)
    remove_from_crisis(s, seat, events)
    others = adversaries(s, seat)
    each, rest = divmod(s.tokens[seat], len(others))
    for other in others:
        s.tokens[other] += each
    s.tokens[seat] = rest
    if rest and len(others) > 1:
        s.stack.ask(seat, HEIR)
        return True
    give_to_heir(s, seat, others[0] if rest else None, each, events)
    return False


def give_to_heir(s: State, seat: Seat, heir: Seat | None, each: int, events: list[Event]) -> None:
    """Give the tokens that could not be shared to one player; replace a candidate who is out."""
    rest = s.tokens[seat]
    s.tokens[seat] = 0
    if heir is not None:
        s.tokens[heir] += rest
    events.append(Shared(seat, each, rest, heir, tuple(s.tokens)))
    if seat in s.candidates:
        new = next((other for other in ranking(s) if other not in s.candidates), None)
        s.candidates = tuple(other for other in s.candidates if other != seat)
        if new is not None:
            s.candidates += (new,)
            events.append(Replaced(new))
