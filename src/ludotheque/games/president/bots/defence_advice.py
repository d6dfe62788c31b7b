"""Advice of the spin doctor to a challenged player: one more card, or stand, with the odds of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, Reason, best_alternatives, percent
from ludotheque.games.president.bots import odds
from ludotheque.games.president.bots.outlook import Outlook
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import AnyMove, Stand
from ludotheque.games.president.sight import DuelSight

CLAUSE: Final = "president.challenge.deal"


def advise_defence(
    o: Outlook, duel: DuelSight, move: AnyMove, legal: Sequence[AnyMove], stakes: tuple[float, float]
) -> Advice:
    """The advice to a challenged player, with ``stakes`` the value of losing and of winning."""
    hand = tuple(sorted(duel.defence))
    held, void = odds.standing_odds(hand)
    units = o.chart.units[duel.code]
    args: dict[str, Any] = {
        "score": duel.defence_score,
        "code": duel.code,
        "rival": duel.seat,
        "stand": percent(held + void / 2),
        "bust": percent(1 - odds.safe_chance(hand)),
        "hit": percent(odds.hit_value(hand)),
        "voters": units * UNIT,
        "pays": min(units, o.votes[o.v.sides[duel.seat]]) * UNIT,
    }

    lost, won = stakes
    if isinstance(move, Stand):
        key = "stand"
    elif odds.is_low(hand):
        key = "hit_safe"
    else:
        key = "yield" if won <= lost else "hit"

    def other_reason(other: AnyMove) -> Reason:
        return Reason("advice.other_stand" if isinstance(other, Stand) else "advice.other_hit", args)

    others = best_alternatives([(0.0, one) for one in legal], move, other_reason)
    return Advice(move, (Reason(f"advice.{key}", args), Reason("advice.duel", args)), others, CLAUSE)
