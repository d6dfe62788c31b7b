"""Advice of the tribune on actions: seizing power, or stopping another who does."""

from __future__ import annotations

from typing import Any

from ludotheque.engine.advice import Reason, percent
from ludotheque.games.stratagem.bots import worth
from ludotheque.games.stratagem.bots.outlook import Outlook, in_power
from ludotheque.games.stratagem.box import DICTATORSHIP, STRIKE, UPRISING


def launch_reasons(o: Outlook, action: str) -> tuple[Reason, ...]:
    """Why an action is launched: the odds that it lasts, or who has to be stopped."""
    args: dict[str, Any] = {"action": action}
    if action in (STRIKE, UPRISING):
        crisis = o.v.crisis
        assert crisis is not None
        done = crisis.strikers if action == STRIKE else crisis.rebels
        args |= {"power": in_power(o.v), "done": len(done), "left": crisis.left}
        return Reason("advice.resist", args), Reason("advice.resist_count", args)
    stay = worth.election_chance(o, o.me)
    args |= {
        "chance": percent(o.success_chance(UPRISING if action == DICTATORSHIP else STRIKE)),
        "stay": percent(stay),
        "tokens": o.v.tokens[o.me],
    }
    return (Reason("advice.seize", args),)
