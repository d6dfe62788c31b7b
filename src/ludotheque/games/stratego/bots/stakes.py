"""The expected value of a fight for every pair of pieces that may meet, computed once a turn."""

from __future__ import annotations

from operator import itemgetter, mul
from typing import Final

from ludotheque.games.stratego.bots.outlook import BESIDE, FAR, Outlook
from ludotheque.games.stratego.bots.worth import WIN
from ludotheque.games.stratego.pieces import BOMB, BOTH, FIGHT, FLAG, LOST, MOBILE, TAKEN, WON

INSIGHT: Final = 0.08
"""The value of knowing the rank of an enemy piece, as a share of its worth."""
EVASION: Final = 0.06
"""The share of a prize that is lost because it may move away."""
PRUDENCE: Final = 1.13
"""The factor for our own losses against enemy losses: there will be better fights for a piece."""
SECRECY: Final = 0.115
"""The share of its worth that our own piece loses when the enemy knows it."""
TOP: Final = 9
"""The lowest of the kinds that win most of their fights, known or not: colonel, general and marshal."""
TOP_PRUDENCE: Final = 1.04
TOP_SECRECY: Final = 0.073
"""The same for those: they are worth most while they fight."""

VENTURE: Final = 0.51
"""The probability that the enemy attacks a piece of ours it does not know, when it could."""
WARY: Final = 0.18
"""The same, when that piece has never moved and may be a bomb."""

INTRUDER: Final = 5.5
"""The added value of an enemy piece next to our flag."""
NEARER: Final = 0.54
"""The share of that for each step it is further away."""
GATE: Final = 0.4
"""The value of a piece beside a possible enemy flag, as a share of the game, times the probability of the flag."""
RESTLESS: Final = 14.0
"""The added value of any attack when the no-fight limit is reached."""
PATIENCE: Final = 1 / 6
"""The share of the moves to that limit after which that value begins to grow."""
RESIGNED: Final = -0.25
"""The balance below which a draw is welcome, so that the limit adds nothing."""

_KINDS: Final = range(13)
_TAKES: Final = tuple(
    tuple(float(MOBILE[kind] and FIGHT[kind][prey] in (WON, TAKEN)) for kind in _KINDS) for prey in _KINDS
)
"""For each kind, those that take it when they attack it."""
_BEATS: Final = tuple(tuple(float(FIGHT[kind][other] in (WON, TAKEN)) for other in _KINDS) for kind in _KINDS)
"""For each kind, those that it takes when it attacks them."""
_FALLS: Final = tuple(tuple(float(MOBILE[kind] and FIGHT[kind][prey] == LOST) for kind in _KINDS) for prey in _KINDS)
"""For each kind, those that are lost when they attack it."""


class Stakes:
    """The fights of one turn, for both sides."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self._urge = self._restlessness()
        self._bounty = {token: self._gate_value(square) for token, square in outlook.enemies.items()}
        self._reward_guards()
        self._payoffs: dict[tuple[int, bool, bool], list[float]] = {}
        self._attacks: dict[tuple[int, bool, int], float] = {}
        self._prizes: dict[tuple[int, bool], list[tuple[float, int]]] = {}
        self._wins: dict[tuple[int, int], float] = {}
        self._losses: dict[tuple[int, int, bool], float] = {}
        self._revenge: dict[tuple[int, int, int], float] = {}

    def _restlessness(self) -> float:
        if self.outlook.balance < RESIGNED:
            return 0.0
        return RESTLESS * max(0.0, self.outlook.quiet_share - PATIENCE)

    def _gate_value(self, square: int) -> float:
        p = self.outlook
        beside = [p.odds[p.board[other]][FLAG] for other in BESIDE[square] if p.board[other] in p.enemies]
        return GATE * WIN * max(beside, default=0.0)

    def _reward_guards(self) -> None:
        flag = self.outlook.flag()
        if flag is None:
            return
        steps = self.outlook.distances(flag)
        for token, square in self.outlook.enemies.items():
            # The distances stop at enemies, which are one step further than the nearest square beside them.
            far = min(steps[other] for other in BESIDE[square])
            if far < FAR:
                self._bounty[token] += INTRUDER * NEARER**far

    def attack_value(self, token: int, target: int) -> float:
        """The expected value of attacking ``target`` with our ``token``."""
        p = self.outlook
        key = p.kinds[token], p.shown[token], target
        value = self._attacks.get(key)
        if value is None:
            payoff = self._payoff(p.kinds[token], not p.shown[token], not p.shown[target])
            won = sum(map(mul, p.odds[target], payoff))
            value = self._attacks[key] = won + self._urge + self._bounty[target] * self.win_chance(token, target)
        return value

    def prizes(self, token: int) -> list[tuple[float, int]]:
        """The enemies worth going for with a piece like our ``token``, with their values, the highest first."""
        p = self.outlook
        kind, shown = p.kinds[token], p.shown[token]
        found = self._prizes.get((kind, shown))
        if found is None:
            beats, urge = _BEATS[kind], self._urge
            payoffs = self._payoff(kind, not shown, True), self._payoff(kind, not shown, False)
            values = []
            for target in p.enemies:
                odds, bounty, payoff = p.odds[target], self._bounty[target], payoffs[p.shown[target]]
                value = sum(map(mul, odds, payoff)) + urge
                if bounty:
                    value += bounty * sum(map(mul, odds, beats))
                if value > 0:
                    values.append((value * (1 - EVASION * (1 - odds[BOMB] - odds[FLAG])), target))
            found = self._prizes[kind, shown] = sorted(values, key=itemgetter(0), reverse=True)
        return found

    def win_chance(self, token: int, target: int) -> float:
        """The probability that our ``token`` wins against ``target``."""
        key = self.outlook.kinds[token], target
        chance = self._wins.get(key)
        if chance is None:
            chance = self._wins[key] = sum(map(mul, self.outlook.odds[target], _BEATS[key[0]]))
        return chance

    def _payoff(self, kind: int, hidden: bool, unknown: bool) -> list[float]:
        """The value for one of ours, hidden or not, of attacking each kind, if we do not know the enemy or do."""
        key = kind, hidden, unknown
        payoff = self._payoffs.get(key)
        if payoff is None:
            payoff = self._payoffs[key] = [self._fight_value(kind, other, hidden, unknown) for other in _KINDS]
        return payoff

    def _fight_value(self, kind: int, other: int, hidden: bool, unknown: bool) -> float:
        mine, theirs = self.outlook.worth[kind], self.outlook.enemy_worth[other]
        result = FIGHT[kind][other]
        if result == TAKEN:
            return WIN
        if result == WON:
            return theirs - ((TOP_SECRECY if kind >= TOP else SECRECY) * mine if hidden else 0.0)
        if result == BOTH:
            return theirs - mine
        return (INSIGHT * theirs if unknown else 0.0) - (TOP_PRUDENCE if kind >= TOP else PRUDENCE) * mine

    def expected_loss(self, token: int, attacker: int, shown: bool) -> float:
        """The expected loss if ``attacker``, whatever it is, may attack our ``token``."""
        key = token, attacker, shown
        value = self._losses.get(key)
        if value is None:
            value = self._losses[key] = self._compute_loss(token, attacker, shown)
        return value

    def _compute_loss(self, token: int, attacker: int, shown: bool) -> float:
        p = self.outlook
        odds, kind = p.odds[attacker], p.kinds[token]
        risk: float = p.worth[kind] * sum(map(mul, odds, _TAKES[kind]))
        if shown:
            return risk
        # They do not know what it is, and may lose their own piece, so they seldom try.
        repelled = sum(fall * odd * worth for fall, odd, worth in zip(_FALLS[kind], odds, p.enemy_worth, strict=True))
        nerve = VENTURE if p.moved[token] else WARY
        return nerve * max(0.0, risk - repelled)

    def revenge_value(self, token: int, attacker: int, avenger: int) -> float:
        """The expected gain of ``avenger`` if ``attacker`` takes our ``token``: by then we know its rank."""
        p = self.outlook
        key = p.kinds[token], attacker, p.kinds[avenger]
        value = self._revenge.get(key)
        if value is None:
            takes, wins = _TAKES[key[0]], FIGHT[key[2]]
            value = self._revenge[key] = sum(
                p.odds[attacker][kind] * p.enemy_worth[kind] for kind in _KINDS if takes[kind] and wins[kind] == WON
            )
        return value
