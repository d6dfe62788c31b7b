"""Advice of the strategist while it deploys: why its plan has this piece on this square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, Reason, best_alternatives
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import HOME, NAMES
from ludotheque.games.stratego.bots.deployment import HEAVY, PREFERENCES, neighbours
from ludotheque.games.stratego.moves import PLACES, AnyMove, Place
from ludotheque.games.stratego.pieces import ARMIES, BOMB, EMPTY, FLAG, LETTERS, MINER, SCOUT, SPY
from ludotheque.games.stratego.sight import Sight

ROW: Final = 10
BACK: Final = 2 * ROW
"""The squares of a plan in the two back rows."""
CLAUSES: Final = {FLAG: "stratego.end.flag", BOMB: "stratego.attack.bomb", SPY: "stratego.attack.spy"}
"""The clause behind the place of a kind, where it is not that of the deployment."""


def advise_place(v: Sight, seat: Seat, plan: Sequence[int], move: Place, legal: Sequence[AnyMove]) -> Advice:
    """The advice to place the next piece of a plan of forty kinds; with the first piece, the whole plan is advised."""
    spot = v.placed
    row = spot // 10
    others = [(_preference(place, row), place) for place in legal if type(place) is Place]
    alternatives = best_alternatives(others, move, lambda place: _other_reason(place, row))
    if spot == 0:
        reasons = (_reason(v, seat, plan, plan.index(FLAG)), *_army_reason(plan))
        return Advice(move, reasons, alternatives, CLAUSES[FLAG], tuple(PLACES[kind] for kind in plan[1:]))
    kind = LETTERS.index(move.piece)
    clause = CLAUSES.get(kind, "stratego.box.training" if kind == EMPTY else "stratego.deploy.rows")
    return Advice(move, (_reason(v, seat, plan, spot),), alternatives, clause)


def _army_reason(plan: Sequence[int]) -> tuple[Reason, ...]:
    """What a whole plan does with its miners and scouts, if anything: the former far back, the latter in front.

    At most one reason: there is one about the flag besides.
    """
    args = {
        "miners": plan[:BACK].count(MINER),
        "all_miners": plan.count(MINER),
        "scouts": plan[-ROW:].count(SCOUT),
        "all_scouts": plan.count(SCOUT),
    }
    if args["miners"] and args["scouts"]:
        return (Reason("advice.deploy_army", args),)
    return tuple(Reason(f"advice.deploy_{kind}", args) for kind in ("miners", "scouts") if args[kind])


def _reason(v: Sight, seat: Seat, plan: Sequence[int], spot: int) -> Reason:
    """Why a plan has its piece on a square: the flag and its guards by each other, the rest by their row."""
    home, kind = HOME[seat], plan[spot]
    args: dict[str, Any] = {"square": NAMES[home[spot]], "row": spot // 10, "piece": LETTERS[kind]}
    beside = neighbours(spot)
    if kind == FLAG:
        guards = [NAMES[home[other]] for other in beside if plan[other] == BOMB]
        return Reason("advice.deploy_flag", {**args, "bombs": guards}) if guards else Reason("advice.deploy", args)
    if kind == BOMB and FLAG in plan:
        flag = plan.index(FLAG)
        if flag in beside:
            return Reason("advice.deploy_guard", {**args, "flag": NAMES[home[flag]]})
    if kind == SPY:
        for other in beside:
            if plan[other] in HEAVY:
                return Reason("advice.deploy_spy", {**args, "friend": LETTERS[plan[other]]})
    if kind == EMPTY:
        args["count"] = sum(ARMIES[v.options.army])
    return Reason("advice.deploy", args)


def _preference(place: Place, row: int) -> float:
    """The share of a kind that the strategist puts on a row; flag and empty squares come last."""
    kind = LETTERS.index(place.piece)
    if kind in PREFERENCES:
        return PREFERENCES[kind][row] / sum(PREFERENCES[kind])
    return -1.0 if kind == FLAG else -2.0


def _other_reason(place: Place, row: int) -> Reason:
    share = _preference(place, row)
    if share < 0:
        return Reason("advice.deploy_other", {"piece": place.piece})
    return Reason("advice.deploy_share", {"piece": place.piece, "row": row, "share": round(100 * share)})
