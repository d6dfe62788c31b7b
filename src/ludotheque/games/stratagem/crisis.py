"""Seizures of power: coup, strikes, dictatorship, uprisings, and the sequences that they open."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ludotheque.engine.rules import NOBODY, Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem.box import ACTIONS, COUP, DICTATORSHIP, STRIKE, UPRISING
from ludotheque.games.stratagem.mats import change_tokens, effective_supports, holds_mark, meets_demands
from ludotheque.games.stratagem.moves import Defeated, Launched, Restored, Ticked
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, Crisis, State, next_seat

ROUNDS: Final = 3
_LEFT: Final = ROUNDS + 1
"""Rounds left when an action is launched: the one of its launch does not count."""
LEAST: Final = 3
"""The fewest players in the game with whom power can be seized."""
POPULAR: Final = 40
"""Tokens that count as a support of strength C, against a seizure of power."""
WINDOW: Final = "window"
"""After the second strike: the sequence in which a dictatorship may be imposed."""


def launchable_action(s: State, seat: Seat) -> str | None:
    """The action that a player could launch now, with the supports for it."""
    crisis = s.crisis
    if s.alive.count(True) < LEAST:
        return None
    if crisis is None:
        return COUP
    if crisis.action in (COUP, STRIKE):
        return STRIKE if seat != crisis.author and seat not in crisis.strikers else None
    if crisis.action == WINDOW:
        return DICTATORSHIP
    return UPRISING if seat != crisis.dictator and seat not in crisis.rebels else None


def popular_support(s: State, seat: Seat, action: str) -> bool:
    """Whether popularity counts as a support: only against seizures of power."""
    return action in (STRIKE, UPRISING) and s.tokens[seat] >= POPULAR


def suffices(s: State, action: str, cards: tuple[int, ...], popular: bool) -> bool:
    """Whether supports are as many and as strong as an action needs."""
    needs = s.box.needs[ACTIONS.index(action)]
    if len(cards) + popular < len(needs):
        return False
    strengths = sorted([*[s.box.strengths[card] for card in cards], *[1] * popular], reverse=True)
    return all(have >= need for have, need in zip(strengths, needs, strict=False))


def needed_secret(s: State, seat: Seat, action: str) -> tuple[int, ...] | None:
    """The secret supports in hand that an action would need besides those on the mat; None if it cannot be launched.

    At most one, since it must be shown on the next turn; of a mark that is not on the mat yet. Supports count whose
    demands are shown, secret ones like the others.
    """
    popular, secrets = popular_support(s, seat, action), s.secrets[seat]
    needs = s.box.needs[ACTIONS.index(action)]
    if len(s.supports[seat]) + popular + bool(secrets) < len(needs):
        return None
    cards = effective_supports(s, seat)
    if suffices(s, action, cards, popular):
        return ()
    for card in secrets:
        fits = s.box.strengths[card] and not holds_mark(s, seat, s.box.marks[card]) and meets_demands(s, seat, card)
        if fits and suffices(s, action, (*cards, card), popular):
            return (card,)
    return None


def launch_action(s: State, seat: Seat, action: str, events: list[Event]) -> bool:
    """Launch an action: it opens a sequence of three rounds, or is the second that decides."""
    secret = needed_secret(s, seat, action)
    assert secret is not None
    if secret:
        s.owed = changed(s.owed, seat, secret[0])
    popular = not suffices(s, action, (*effective_supports(s, seat), *secret), False)
    s.laid = changed(s.laid, seat, s.laid[seat] | 1 << ACTIONS.index(action))
    events.append(Launched(seat, action, popular))
    if action != COUP:
        change_tokens(s, seat, s.box.action[ACTIONS.index(action)].percent, action, events)
    if action == COUP:
        s.crisis = Crisis(COUP, seat, _LEFT, seat)
        return True
    crisis = s.crisis
    assert crisis is not None
    if action == STRIKE:
        strikers = (*crisis.strikers, seat)
        decided = len(strikers) == 2
        s.crisis = replace(crisis, action=WINDOW if decided else STRIKE, by=seat, left=_LEFT, strikers=strikers)
        if decided:
            events.append(Defeated(crisis.author, COUP))
            change_tokens(s, crisis.author, s.box.action[0].percent, COUP, events)
    elif action == DICTATORSHIP:
        s.crisis = replace(crisis, action=DICTATORSHIP, by=seat, left=_LEFT, dictator=seat)
    else:
        s.crisis = replace(crisis, action=UPRISING, by=seat, left=_LEFT, rebels=(*crisis.rebels, seat))
        if is_overthrown(s):
            events.append(Defeated(crisis.dictator, DICTATORSHIP))
    return True


def is_overthrown(s: State) -> bool:
    """Whether two players have risen against a dictator."""
    return s.crisis is not None and len(s.crisis.rebels) == 2


def end_crisis_turn(s: State, events: list[Event]) -> Seat:
    """End a turn in a crisis: a round ends with the turn of its author. Return the winner by force, if any."""
    crisis = s.crisis
    assert crisis is not None
    if crisis.by != s.seat:
        return NOBODY
    s.crisis = crisis = replace(crisis, left=crisis.left - 1)
    events.append(Ticked(crisis.action, crisis.left))
    if crisis.left > 0:
        return NOBODY
    if crisis.action == WINDOW:
        end_crisis(s, events)
        return NOBODY
    return crisis.author if crisis.dictator == NOBODY else crisis.dictator


def end_crisis(s: State, events: list[Event]) -> None:
    """End the crisis."""
    s.crisis = None
    s.laid = (0,) * PLAYERS
    events.append(Restored())


def remove_from_crisis(s: State, seat: Seat, events: list[Event]) -> None:
    """Adapt the crisis to a player who is out: it ends without its author or dictator; a sequence goes to the next one.

    With two players left power cannot be seized by force: a crisis ends then, too.
    """
    crisis = s.crisis
    s.owed = changed(s.owed, seat, NOTHING)
    if crisis is None:
        return
    leads = seat == (crisis.author if crisis.dictator == NOBODY else crisis.dictator)
    if leads or s.alive.count(True) < LEAST:
        end_crisis(s, events)
    elif seat == crisis.by:
        s.crisis = replace(crisis, by=next_seat(s, seat))
