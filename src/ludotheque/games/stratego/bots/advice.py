"""Advice of the strategist on its turn: the reasons behind the values that it gives moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, Reason, best_alternatives, percent
from ludotheque.games.stratego.board import NAMES, SQUARE
from ludotheque.games.stratego.bots.chronicle import NO_REACTIONS, Chronicle, Reaction
from ludotheque.games.stratego.bots.draws import reason_to_draw
from ludotheque.games.stratego.bots.evaluation import Evaluation, Scene
from ludotheque.games.stratego.bots.outlook import BESIDE
from ludotheque.games.stratego.bots.worth import WIN
from ludotheque.games.stratego.moves import AnyMove, Step
from ludotheque.games.stratego.pieces import BOMB, FIGHT, FLAG, LETTERS, LOST, MARSHAL, MINER, MOBILE, SCOUT, SPY, WON
from ludotheque.games.stratego.sight import Sight

SURE: Final = 0.995
"""The probability from which a hidden piece counts as known."""
NOTABLE: Final = 0.4
"""The least value that is worth a sentence."""
CHEAP: Final = 4.0
"""The worth of a piece that may be risked to learn what a hidden one is."""
TELLING: Final[tuple[Reaction, ...]] = ("approached", "fled", "stayed")
"""Reactions that say something about a piece, the most telling first."""


class TurnAdvice:
    """The reasons for and against the moves of one turn, from the bot's own evaluation."""

    def __init__(self, v: Sight, evaluation: Evaluation, chronicle: Chronicle) -> None:
        self.v = v
        self.evaluation = evaluation
        self.outlook = evaluation.outlook
        self.chronicle = chronicle
        self.now = evaluation.present_scene()

    def advice(self, move: AnyMove, steps: Sequence[tuple[float, Step]]) -> Advice:
        """The advice to make a move; ``steps`` are all moves of pieces with their values."""
        if type(move) is Step:
            reasons, clause = self._reasons(move), self._clause(move)
        else:
            reasons, clause = (self._draw_reason(),), "stratego.ruling.draw-offer"
        return Advice(move, reasons, best_alternatives(steps, move, self._short_reason), clause)

    def _draw_reason(self) -> Reason:
        if reason_to_draw(self.outlook) == "behind":
            return Reason("advice.draw_behind", {"share": percent((1 + self.outlook.balance) / 2)})
        return Reason("advice.draw_deadlock", {"quiet": self.v.quiet, "limit": self.v.options.no_fight})

    def _reasons(self, step: Step) -> tuple[Reason, ...]:
        return self._attack_reasons(step) if self._target(step) else self._walk_reasons(step)

    def _short_reason(self, step: Step) -> Reason:
        """The one reason for a move: of an attack on a hidden piece its odds, else the first."""
        target = self._target(step)
        if target and not self._is_known(target):
            return self._odds_reason(step)
        return self._reasons(step)[0]

    def _clause(self, step: Step) -> str:
        target, mine = self._target(step), self._kind(step)
        if not target:
            return "stratego.move.scout" if mine == SCOUT else "stratego.move.step"
        kind = self._likely(target)
        if kind == FLAG:
            return "stratego.end.flag"
        if kind == BOMB:
            return "stratego.attack.bomb"
        if mine == SPY and kind == MARSHAL:
            return "stratego.attack.spy"
        return "stratego.attack.equal" if mine == kind and self._is_known(target) else "stratego.attack.rank"

    # --- attacks -----------------------------------------------------------------------------------------------------

    def _attack_reasons(self, step: Step) -> tuple[Reason, ...]:
        target, mine = self._target(step), self._kind(step)
        kind = self._likely(target)
        if self._is_known(target):
            result = FIGHT[mine][kind]
            args = {"piece": LETTERS[mine], "to": step.to, "target": LETTERS[kind], "result": result}
            found = Reason("advice.take", args)
            return (found, *self._aftermath(step)) if result == WON else (found,)
        worth = self.outlook.worth[mine]
        won = self.evaluation.stakes.win_chance(self._token(step), target)
        if won < 0.5 and worth < CHEAP + self.outlook.worth[SCOUT]:
            return self._evidence(step.to, target), Reason("advice.probe", {"piece": LETTERS[mine], "to": step.to})
        return self._evidence(step.to, target), self._odds_reason(step)

    def _aftermath(self, step: Step) -> tuple[Reason, ...]:
        """Whether the piece that has won can be struck at once."""
        to = SQUARE[step.to]
        foes = [self.now.board[beside] for beside in BESIDE[to] if self.now.board[beside] in self.outlook.enemies]
        beaten = max([self._beaten_chance(self._kind(step), foe) for foe in foes], default=0.0)
        if beaten <= 0:
            return (Reason("advice.unanswered", {"to": step.to}),)
        return (Reason("advice.answered", {"to": step.to, "odds": percent(beaten)}),)

    def _odds_reason(self, step: Step) -> Reason:
        token, target = self._token(step), self._target(step)
        won = self.evaluation.stakes.win_chance(token, target)
        args: dict[str, Any] = {"piece": LETTERS[self._kind(step)], "to": step.to}
        if won >= SURE:
            return Reason("advice.sure", args)
        lost = sum(p for kind, p in enumerate(self.outlook.odds[target]) if FIGHT[self._kind(step)][kind] == LOST)
        return Reason("advice.odds", {**args, "won": percent(won), "lost": percent(lost)})

    def _evidence(self, square: str, target: int) -> Reason:
        """What the behaviour of a hidden piece says about it."""
        kind = self._likely(target)
        odds = self.outlook.odds[target]
        args: dict[str, Any] = {"to": square, "kind": LETTERS[kind], "odds": percent(odds[kind])}
        if not self.outlook.moved[target]:
            args["row"] = (target - 40 * (1 - self.outlook.seat) - 1) // 10
            return Reason("advice.fixed" if odds[kind] >= 0.5 else "advice.unmoved", args)
        reactions = self.chronicle.reactions.get(target, NO_REACTIONS)
        for reaction in TELLING:
            prey = max([found for seen, found in reactions if seen == reaction], default=0)
            if prey:
                return Reason("advice.behaved", {**args, "reaction": reaction, "prey": LETTERS[prey]})
        return Reason("advice.moved", args)

    # --- moves to an empty square ------------------------------------------------------------------------------------

    def _walk_reasons(self, step: Step) -> tuple[Reason, ...]:
        """The largest parts of the value of a move to an empty square, each as a sentence."""
        frm, to = SQUARE[step.frm], SQUARE[step.to]
        token, after = self._token(step), self.evaluation.scene_after_walk(frm, to)
        parts: list[tuple[float, Reason]] = []
        relief = self.evaluation.danger(self.now) - self.evaluation.danger(after)
        if relief > NOTABLE and (averted := self._relief_reason(step, after)) is not None:
            parts.append((relief, averted))
        threat, prey = self._best_threat(token, to)
        if threat > NOTABLE:
            parts.append((threat, self._aim("advice.threat", step, prey, self.outlook.enemies[prey], 1)))
        here, there = self.evaluation.prize(token, frm), self.evaluation.prize(token, to)
        if there[1] and there[0] - here[0] > 0.05 and (there[1] != prey or threat <= NOTABLE):
            square = self.outlook.enemies[there[1]]
            parts.append((there[0] - here[0], self._aim("advice.hunt", step, there[1], square, there[2])))
        parts.sort(key=lambda part: -part[0])
        found = [reason for _, reason in parts[:2]] or [self._quiet_reason(step)]
        if len(found) < 2:
            found += self._cost_reasons(step)
        return tuple(found)

    def _relief_reason(self, step: Step, after: Scene) -> Reason | None:
        """The danger that a move averts: of the piece itself, or of one that it comes to cover."""
        worst = max(
            [
                (self.evaluation.danger_on(sq, self.now), sq)
                for sq, t in enumerate(self.now.board)
                if t in self.outlook.own
            ]
        )
        loss, square = worst
        token = self.now.board[square]
        if loss <= NOTABLE or (square != SQUARE[step.frm] and self.evaluation.danger_on(square, after) >= loss):
            return None
        foe = max(
            [self.now.board[beside] for beside in BESIDE[square] if self.now.board[beside] in self.outlook.enemies],
            key=lambda other: self._beaten_chance(self.outlook.kinds[token], other),
        )
        args: dict[str, Any] = {
            "piece": LETTERS[self._kind(step)],
            "ward": LETTERS[self.outlook.kinds[token]],
            "square": NAMES[square],
            "to": step.to,
            "at": NAMES[self.outlook.enemies[foe]],
            "foe": LETTERS[self._likely(foe)],
            "odds": percent(self._beaten_chance(self.outlook.kinds[token], foe)),
            "known": self._is_known(foe),
        }
        return Reason("advice.flee" if square == SQUARE[step.frm] else "advice.cover", args)

    def _best_threat(self, token: int, to: int) -> tuple[float, int]:
        """The best threat of a piece from a square: its value, and the enemy (0 for none)."""
        best, found = 0.0, 0
        for beside in BESIDE[to]:
            prey = self.now.board[beside]
            if prey in self.outlook.enemies:
                value = self.evaluation.threat_weight(prey) * self.evaluation.stakes.attack_value(token, prey)
                if value > best:
                    best, found = value, prey
        return best, found

    def _aim(self, key: str, step: Step, target: int, square: int, steps: int) -> Reason:
        """A sentence about an enemy that a piece threatens or approaches."""
        token = self._token(step)
        odds = self.outlook.odds[target]
        known = self._is_known(target)
        args: dict[str, Any] = {
            "piece": LETTERS[self._kind(step)],
            "from": step.frm,
            "to": step.to,
            "at": NAMES[square],
            "steps": steps,
            "target": LETTERS[self._likely(target)],
            "known": known,
            "odds": percent(self.evaluation.stakes.win_chance(token, target)),
        }
        if not known and 2 * odds[FLAG] * WIN > self.evaluation.stakes.attack_value(token, target):
            return Reason(f"{key}_flag", {**args, "odds": percent(odds[FLAG])})
        if not known and self._kind(step) == MINER and odds[BOMB] >= 0.5:
            return Reason(f"{key}_bomb", {**args, "odds": percent(odds[BOMB])})
        return Reason(key, args)

    def _quiet_reason(self, step: Step) -> Reason:
        """Why a move is made that neither averts, threatens nor approaches anything."""
        forward = (SQUARE[step.to] // 10 - SQUARE[step.frm] // 10) * (1 if self.outlook.seat == 0 else -1)
        args = {"piece": LETTERS[self._kind(step)], "to": step.to}
        return Reason("advice.advance" if forward > 0 else "advice.wait", args)

    def _cost_reasons(self, step: Step) -> list[Reason]:
        """What a move does not cost: safety on its square, and secrecy of the piece."""
        to = SQUARE[step.to]
        if not any(self.now.board[beside] in self.outlook.enemies for beside in BESIDE[to]):
            return [Reason("advice.safe", {"to": step.to})]
        return [Reason("advice.no_secret")] if self.outlook.moved[self._token(step)] else []

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _token(self, step: Step) -> int:
        return self.outlook.board[SQUARE[step.frm]]

    def _target(self, step: Step) -> int:
        return self.outlook.board[SQUARE[step.to]]

    def _kind(self, step: Step) -> int:
        return self.outlook.kinds[self._token(step)]

    def _likely(self, token: int) -> int:
        """The likeliest kind of an enemy piece."""
        odds = self.outlook.odds[token]
        return max(range(len(odds)), key=odds.__getitem__)

    def _is_known(self, token: int) -> bool:
        return max(self.outlook.odds[token]) >= SURE

    def _beaten_chance(self, kind: int, foe: int) -> float:
        """The probability that an enemy piece would take one of ours by attacking it."""
        odds = self.outlook.odds[foe]
        return sum(p for other, p in enumerate(odds) if MOBILE[other] and FIGHT[other][kind] == WON)
