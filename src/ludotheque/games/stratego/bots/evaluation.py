"""Evaluation of moves by their expected value, given the beliefs about the enemy's pieces.

The value of a move is what it takes and risks at once, less what the enemy can take next, plus what we threaten next,
plus the progress of a piece towards a prize. Everything is measured in the worth of pieces, so that the weights can be
compared with each other.

The weights here and in the modules for stakes, worths and beliefs were tuned together in 11,000 games of the bot
against itself, by simultaneous perturbation (SPSA). With them it won 257 of 400 games against itself with the weights
of before, and drew 9.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ludotheque.games.stratego.board import BIT, LINES, SQUARE
from ludotheque.games.stratego.bots.chronicle import Chronicle, neighbours_of
from ludotheque.games.stratego.bots.outlook import APART, BESIDE, FAR, Outlook
from ludotheque.games.stratego.bots.stakes import SECRECY, Stakes
from ludotheque.games.stratego.moves import Step
from ludotheque.games.stratego.pieces import BOMB, FLAG, MOBILE

NEXT_LOSSES: Final = 0.27
"""The weight of all endangered pieces but the most valuable: the enemy has one move."""
REVENGE: Final = 0.79
"""The share of a loss that a piece which can strike back makes up for: the enemy sees it too."""
PRESSURE: Final = 0.005
"""The weight of a threat, which the target may evade: next to nothing."""
SIEGE: Final = 0.86
"""The weight of a threat to a piece that cannot move."""
PULL: Final = 0.64
"""The weight of a prize that a piece still has to reach."""
FADING: Final = 0.82
"""The share of that left for each step on the way."""
ADVANCE: Final = 0.058
"""The value of each row gained, so that games stay lively."""
STEALTH: Final = 0.12
"""The cost of moving a piece for the first time: it might have been a bomb."""
STALE: Final = 0.92
"""The cost of repeating a position, each time."""

_FADED: Final = tuple(0.0 if steps == FAR else FADING ** max(steps - 1, 0) for steps in range(FAR + 1))


class Scene(NamedTuple):
    """The board after a move, and the token that the move has shown to the enemy (0 for none)."""

    board: bytearray
    ours: int
    theirs: int
    unmasked: int = 0


class Evaluation:
    """The evaluation of the moves of one turn."""

    def __init__(self, outlook: Outlook, chronicle: Chronicle) -> None:
        self.outlook = outlook
        self.stakes = Stakes(outlook)
        self._seen = chronicle.seen
        self._forward = 1 if outlook.seat == 0 else -1
        self._ways: dict[int, bytearray] = {}
        self._prizes: dict[tuple[int, bool, int], tuple[float, int, int]] = {}

    def score(self, move: Step) -> float:
        """The value of a move."""
        frm, to = SQUARE[move.frm], SQUARE[move.to]
        return self._attack_value(frm, to) if self.outlook.board[to] else self._walk_value(frm, to)

    def _walk_value(self, frm: int, to: int) -> float:
        p = self.outlook
        token = p.board[frm]
        scene = self.scene_after_walk(frm, to)
        score = self.scene_value(scene)
        score += self.prize_value(token, to) - self.prize_value(token, frm)
        score += ADVANCE * self._forward * (to // 10 - frm // 10)
        score -= STALE * self._seen[bytes(scene.board)]
        if scene.unmasked:
            score -= SECRECY * p.worth[p.kinds[token]]
        if not p.moved[token]:
            score -= STEALTH
        return score

    def present_scene(self) -> Scene:
        """The board as it is."""
        return Scene(self.outlook.board, self.outlook.ours, self.outlook.theirs)

    def scene_after_walk(self, frm: int, to: int) -> Scene:
        """The board after a move to an empty square; a run shows that the piece is a scout."""
        p = self.outlook
        token = p.board[frm]
        board = p.board[:]
        board[to], board[frm] = token, 0
        ran = len(LINES[frm, to]) > 1 and not p.shown[token]
        return Scene(board, p.ours ^ BIT[frm] ^ BIT[to], p.theirs, token if ran else 0)

    def _attack_value(self, frm: int, to: int) -> float:
        p = self.outlook
        token, target = p.board[frm], p.board[to]
        won = self.stakes.win_chance(token, target)
        gone = p.board[:]
        gone[frm] = 0
        score = self.stakes.attack_value(token, target)
        if won < 1:
            score += (1 - won) * self.scene_value(Scene(gone, p.ours ^ BIT[frm], p.theirs))
        if won > 0:
            taken = gone[:]
            taken[to] = token
            score += won * self.scene_value(Scene(taken, p.ours ^ BIT[frm] ^ BIT[to], p.theirs ^ BIT[to], token))
        return score

    def scene_value(self, scene: Scene) -> float:
        """The value of the next moves: our threats, less the enemy's."""
        return self.pressure(scene) - self.danger(scene)

    def danger(self, scene: Scene) -> float:
        """What we may lose at once: the most valuable of the endangered pieces, and a part of the others."""
        p = self.outlook
        touched = neighbours_of(scene.theirs & ~p.harmless) & scene.ours
        worst = rest = 0.0
        while touched:
            bit = touched & -touched
            touched ^= bit
            loss = self.danger_on(bit.bit_length() - 1, scene)
            rest += min(loss, worst)
            worst = max(loss, worst)
        return worst + NEXT_LOSSES * rest

    def danger_on(self, square: int, scene: Scene) -> float:
        """What we may lose on a square, to the most dangerous of the enemies beside it."""
        p = self.outlook
        board, token = scene.board, scene.board[square]
        shown = p.shown[token] or token == scene.unmasked
        worst = 0.0
        for beside in BESIDE[square]:
            foe = board[beside]
            if foe in p.enemies:
                loss = self.stakes.expected_loss(token, foe, shown)
                if loss > worst:
                    worst = max(worst, loss - REVENGE * self._revenge_value(square, token, foe, board))
        return worst

    def _revenge_value(self, square: int, token: int, foe: int, board: bytearray) -> float:
        p = self.outlook
        avengers = (board[beside] for beside in BESIDE[square])
        return max(
            (
                self.stakes.revenge_value(token, foe, other)
                for other in avengers
                if other in p.own and MOBILE[p.kinds[other]]
            ),
            default=0.0,
        )

    def pressure(self, scene: Scene) -> float:
        """The value of our best threat."""
        p = self.outlook
        board = scene.board
        touched = neighbours_of(scene.ours & ~p.fixed) & scene.theirs
        best = 0.0
        while touched:
            bit = touched & -touched
            touched ^= bit
            square = bit.bit_length() - 1
            prey = board[square]
            weight = self.threat_weight(prey)
            for beside in BESIDE[square]:
                token = board[beside]
                if token in p.own and MOBILE[p.kinds[token]]:
                    best = max(best, weight * self.stakes.attack_value(token, prey))
        return best

    def threat_weight(self, prey: int) -> float:
        """The weight of a threat to an enemy piece, which is higher if that cannot move away."""
        odds = self.outlook.odds[prey]
        return PRESSURE + (SIEGE - PRESSURE) * (odds[BOMB] + odds[FLAG])

    def prize_value(self, token: int, square: int) -> float:
        """The best prize within reach of a piece of ours from a square, reduced by the distance."""
        return self.prize(token, square)[0]

    def prize(self, token: int, square: int) -> tuple[float, int, int]:
        """The value of that prize, the enemy token that it is (0 for none), and the steps to it."""
        p = self.outlook
        key = p.kinds[token], p.shown[token], square
        known = self._prizes.get(key)
        if known is None:
            known = self._prizes[key] = self._find_prize(token, square)
        return known

    def _find_prize(self, token: int, square: int) -> tuple[float, int, int]:
        best, found, steps = 0.0, 0, 0
        enemies, ways, apart = self.outlook.enemies, self._ways, APART[square]
        for value, target in self.stakes.prizes(token):
            if value <= best:
                break
            if value * _FADED[apart[enemies[target]]] > best:
                far = (ways.get(target) or self._way(target))[square]
                if (faded := value * _FADED[far]) > best:
                    best, found, steps = faded, target, far
        return PULL * best, found, steps

    def _way(self, target: int) -> bytearray:
        """The distances of all squares to an enemy."""
        way = self._ways[target] = self.outlook.distances(self.outlook.enemies[target])
        return way
