"""Advice of the kingmaker: the reasons for an answer, by the question that it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, best_alternatives
from ludotheque.games.politico.bots.reply_advice import only_reason, other_reply_reason, reply_reasons
from ludotheque.games.politico.bots.turn_advice import TurnAdvice
from ludotheque.games.politico.bots.valuation import Valuation
from ludotheque.games.politico.moves import AnyMove

ON_TURN: Final = ("draw", "act", "attack", "form", "invite")
"""The questions of one's own turn; the others come from another player's."""
CLAUSES: Final = {
    "draw": "politico.turn.trump",
    "act": "politico.turn.choose",
    "attack": "politico.gov.fail",
    "form": "politico.points.new-gov",
    "invite": "politico.gov.form",
    "join": "politico.gov.form",
    "recruit": "politico.gov.reshuffle",
    "answer": "politico.attack.answer",
    "lend": "politico.attack.lend",
    "accept": "politico.ruling.lend-contract",
    "counter": "politico.army.counter",
    "investiture": "politico.gov.vote",
    "censure": "politico.censure",
    "amendment": "politico.amend",
    "dispute": "politico.dispute",
}
"""The clause behind the answers to each question, where the move has none of its own."""
MOVE_CLAUSES: Final = {
    "discard": "politico.turn.discard",
    "form": "politico.gov.form",
    "attack": "politico.attack.any",
    "censure": "politico.censure",
    "army": "politico.army.uses",
    "union": "politico.union",
    "leave": "politico.gov.resign-member",
    "resign": "politico.gov.resign-pm",
    "expel": "politico.gov.reshuffle",
    "recruit": "politico.gov.reshuffle",
    "dissolve": "politico.dissolve",
}
"""The clause behind each kind of move on one's turn."""


def advise(valuation: Valuation, move: AnyMove, legal: Sequence[Any]) -> Advice:
    """The advice to give an answer, with the reasons of a valuation."""
    stage = valuation.o.v.stage
    clause = CLAUSES[stage]
    if stage in ON_TURN:
        turn = TurnAdvice(valuation)
        clause = MOVE_CLAUSES.get(type(move).__name__.lower(), clause)
        others = best_alternatives(turn.values(legal), move, turn.other_reason)
        return Advice(move, turn.reasons(move, legal), others, clause)
    values = [(0.0, one) for one in legal]
    others = best_alternatives(values, move, lambda one: other_reply_reason(valuation, one))
    reasons = reply_reasons(valuation, move) if len(legal) > 1 else (only_reason(valuation),)
    return Advice(move, reasons, others, clause)
