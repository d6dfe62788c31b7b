"""The present question as one sentence, for the seats that are asked and for those that wait."""

from __future__ import annotations

from typing import Any

from ludotheque.engine.words import Catalogue, say
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.state import AMENDMENT, COUNTER, DEAL, ELECTION, EVENT, Amendment, Pressure


def status(v: Sight, words: Catalogue) -> str:
    """The present question in words, as ``v`` sees it."""
    if v.stage in (ELECTION, DEAL, EVENT, "over"):
        return say(words, f"question.{v.stage}")
    args = _arguments(v, words)
    if v.seat not in v.asked:
        return say(words, f"question.wait_{v.stage}", args)
    again = v.stage == COUNTER and v.pressure is not None and _is_countered(v.pressure)
    return say(words, "question.counter_again" if again else f"question.{v.stage}", args)


def amendment_text(amendment: Amendment, words: Catalogue) -> str:
    """What an amendment would change."""
    return say(words, f"amend.{amendment.option}", {"value": amendment.value})


def _arguments(v: Sight, words: Catalogue) -> dict[str, Any]:
    """The arguments of the sentence: the seats awaited, the seat behind the question, and its subject."""
    about: dict[str, Any] = {"who": v.asked, "by": v.turn}
    if v.pressure is not None:
        about |= {"by": v.pressure.by, "purpose": v.pressure.purpose, "number": len(v.pressure.laid)}
    elif v.assault is not None:
        about |= {"by": v.assault.by, "target": v.assault.target, "card": v.assault.card}
    elif v.stage == AMENDMENT and v.amendment is not None:
        about |= {"by": v.amendment.by, "change": amendment_text(v.amendment, words)}
    elif v.bid is not None:
        about["by"] = v.bid.by
    return about


def _is_countered(pressure: Pressure) -> bool:
    """Whether an army lies against an army, or against a vote, already."""
    votes = pressure.purpose in ("investiture", "censure")
    return len(pressure.laid) > (0 if votes else 1)
