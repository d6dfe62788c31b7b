"""What each seat sees, and states that look the same to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.question_stack import Sealed, Stack, Turn
from ludotheque.engine.rules import Outcome, Seat
from ludotheque.games.stratego.board import HOME, NAMES, SQUARE, WATER
from ludotheque.games.stratego.choices import legal_steps
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import ARMIES, LETTERS, MOBILE
from ludotheque.games.stratego.repetition import resume_chase
from ludotheque.games.stratego.state import DEPLOY, MOVED, SHOWN, TURNS, Shuttle, State, put_token

HIDDEN: Final = "?"
_DRY: Final = bytes(0 if token == WATER else token for token in range(256))
_LETTER: Final = bytes(ord(LETTERS[kind]) if kind < 13 else 0 for kind in range(256))
_QUERY: Final = bytes(65 if letter == 65 else 63 for letter in range(256))
_KNOWN: Final = bytes(255 if mark & SHOWN else 0 for mark in range(256))
_DIGIT: Final = bytes(ord("0") + mark if mark < 4 else 0 for mark in range(256))


class Trips(msgspec.Struct, frozen=True):
    """The token a side moved last, and how often in a row it crossed each border of that move."""

    token: int
    crossed: tuple[tuple[int, int], ...]


class Sight(msgspec.Struct, frozen=True):
    """A game of Stratego as one seat (or a spectator) knows it.

    Tokens 1 to 40 are red's and 41 to 80 blue's, numbered by where they were deployed. A token's letter is ``?``
    while its rank is hidden from the seat, and ``A`` where there is no such token; its mark is 1 if it has moved,
    2 if the enemy knows its rank, 3 for both.
    """

    seat: Seat | None
    options: Options
    question: int
    turn: Seat | None
    """The side to move; None while deploying and once over."""
    ready: tuple[bool, bool]
    """Whether each side has completed its set-up."""
    placed: int
    """How many of the viewer's own squares are settled."""
    squares: list[int]
    """The token on each square from a1 to j10, 0 for none."""
    letters: str
    """The letter of each token, from token 1."""
    marks: str
    """The mark of each token, from token 1."""
    ply: int
    quiet: int
    """Moves since the last attack."""
    trips: tuple[Trips | None, Trips | None]
    chases: tuple[tuple[str, ...], tuple[str, ...]]
    """For each side, the moves of the chase it is in since its first threat."""
    offering: bool
    """Whether the viewer has offered a draw with the move to come."""
    offer: Seat | None
    """The side whose offer is open."""
    offer_from: tuple[int, int]
    """The number of the move from which each side may offer a draw."""
    outcome: Outcome | None


def make_sight(s: State, seat: Seat | None) -> Sight:
    """All that ``seat`` knows. Once the game is over, nothing is hidden."""
    return make_sights(s, (seat,))[seat]


def make_sights(s: State, seats: Iterable[Seat | None], revealed: bool = False) -> dict[Seat | None, Sight]:
    """What each of these seats knows; everything, if it is ``revealed`` after the game."""
    armies = _armies(s)
    shown = revealed or s.outcome is not None
    masked = armies if shown else _masked(s, armies)
    common = _make_spectator_sight(s, "".join(masked), _squares(s, () if shown else (0, 1)))
    return {seat: common if seat is None else _add_own_army(s, common, seat, armies, masked) for seat in seats}


def _add_own_army(s: State, common: Sight, seat: Seat, armies: tuple[str, str], masked: tuple[str, str]) -> Sight:
    """What a spectator knows, and the seat's own army."""
    return msgspec.structs.replace(
        common,
        seat=seat,
        placed=s.placed[seat],
        letters=armies[0] + masked[1] if seat == 0 else masked[0] + armies[1],
        squares=_squares(s, (1 - seat,)) if _deploying(s) else common.squares,
        offering=s.offering and seat in s.stack.asked(),
    )


def _make_spectator_sight(s: State, letters: str, squares: list[int]) -> Sight:
    top = s.stack.frames[-1] if s.stack.frames else None
    return Sight(
        seat=None,
        options=s.options,
        question=s.stack.number,
        turn=top.seat if isinstance(top, Turn) else None,
        ready=(s.placed[0] == 40, s.placed[1] == 40),
        placed=0,
        squares=squares,
        letters=letters,
        marks=s.marks[1:].translate(_DIGIT).decode(),
        ply=s.ply,
        quiet=s.quiet,
        trips=(_trips(s, 0), _trips(s, 1)),
        chases=(_trail(s, 0), _trail(s, 1)),
        offering=False,
        offer=s.offer,
        offer_from=(s.offer_from[0], s.offer_from[1]),
        outcome=s.outcome,
    )


def _deploying(s: State) -> bool:
    return bool(s.stack.frames) and isinstance(s.stack.top, Sealed)


def _squares(s: State, hidden: Iterable[Seat]) -> list[int]:
    """The token on each square. While armies deploy, the enemy's squares look empty."""
    squares = bytearray(s.board.translate(_DRY))
    if _deploying(s):
        for side in hidden:
            for square in HOME[side]:
                squares[square] = 0
    return list(squares)


def _armies(s: State) -> tuple[str, str]:
    letters = s.kinds[1:].translate(_LETTER).decode()
    return letters[:40], letters[40:]


def _masked(s: State, armies: tuple[str, str]) -> tuple[str, str]:
    """Both armies as the enemy knows them: not at all while they deploy."""
    if _deploying(s):
        return "A" * 40, "A" * 40
    letters = _hidden("".join(armies).encode(), s.marks[1:])
    return letters[:40], letters[40:]


def _hidden(letters: bytes, marks: bytearray) -> str:
    """A ``?`` for every rank that the enemy does not know; all letters at once, as one number."""
    known = int.from_bytes(marks.translate(_KNOWN), "big")
    seen = int.from_bytes(letters, "big") & known
    hidden = int.from_bytes(letters.translate(_QUERY), "big") & ~known
    return (seen | hidden).to_bytes(len(letters), "big").decode()


def _trips(s: State, side: int) -> Trips | None:
    last = s.shuttle[side]
    return None if last is None else Trips(last.token, last.crossed)


def _trail(s: State, side: int) -> tuple[str, ...]:
    chase = s.chase[side]
    return () if chase is None else tuple(f"{NAMES[a]}-{NAMES[b]}" for a, b in chase.trail)


def imagine(v: Sight, rng: Chance) -> State:
    """A state that looks like ``v``: what is hidden is drawn at random from the possibilities."""
    if v.turn is None and v.outcome is None:
        return _imagine_deployment(v, rng)
    for _ in range(10_000):
        s = make_state(v, [_deal(v, 0, rng), _deal(v, 1, rng)])
        # The side to move can move, or the game would be over: a hidden army that could not is impossible.
        if v.turn is None or legal_steps(s, v.turn):
            return s
    raise ValueError("no state fits this sight")


def _deal(v: Sight, side: int, rng: Chance) -> list[int]:
    """The kinds of a side's forty tokens: those seen, and for the hidden ones a random deal of the rest of the army."""
    kinds = [0 if letter == HIDDEN else LETTERS.index(letter) for letter in v.letters[40 * side : 40 * side + 40]]
    hidden = [i for i in range(40) if v.letters[40 * side + i] == HIDDEN]
    if not hidden:
        return kinds
    left = [kind for kind, count in enumerate(ARMIES[v.options.army]) for _ in range(count - kinds.count(kind)) if kind]
    still = [kind for kind in left if not MOBILE[kind]]
    moving = [kind for kind in left if MOBILE[kind]]
    # Bombs and flag go where nothing has moved; the rest anywhere. Each such deal is equally likely.
    spots = [i for i in hidden if not int(v.marks[40 * side + i]) & MOVED]
    shuffle(rng, spots)
    for i, kind in zip(spots, still, strict=False):
        kinds[i] = kind
    shuffle(rng, moving)
    rest = [i for i in hidden if not kinds[i]]
    for i, kind in zip(rest, moving, strict=True):
        kinds[i] = kind
    return kinds


def make_state(v: Sight, kinds: list[list[int]]) -> State:
    """A state that looks like ``v``, with these kinds of each side's forty tokens."""
    s = State.opening(v.options)
    s.placed = [40, 40]
    s.kinds = bytearray((0, *kinds[0], *kinds[1]))
    for square, token in enumerate(v.squares):
        if token:
            put_token(s, square, token)
    _restore_public(s, v)
    return s


def _restore_public(s: State, v: Sight) -> None:
    """Restore everything but the pieces, all of which is public."""
    s.marks = bytearray((0, *map(int, v.marks)))
    s.ply, s.quiet = v.ply, v.quiet
    s.stack = Stack([] if v.turn is None else [TURNS[v.turn]], v.question)
    s.shuttle = [None if trips is None else Shuttle.of(trips.token, trips.crossed) for trips in v.trips]
    for side, trail in enumerate(v.chases):
        if trail:
            ways = tuple((SQUARE[a], SQUARE[b]) for a, b in (way.split("-") for way in trail))
            s.chase[side] = resume_chase(s, side, ways)
    s.offering = v.offering
    s.offer = v.offer
    s.offer_from = list(v.offer_from)
    s.outcome = v.outcome


def _imagine_deployment(v: Sight, rng: Chance) -> State:
    s = State.opening(v.options)
    _restore_public(s, v)
    sealed = Sealed((0, 1), DEPLOY, done={side for side in (0, 1) if v.ready[side]})
    s.stack = Stack([sealed], v.question)
    for side in (0, 1):
        if side == v.seat:
            s.placed[side] = v.placed
            kinds = [LETTERS.index(letter) for letter in v.letters[40 * side : 40 * side + 40]]
        elif v.ready[side]:
            s.placed[side] = 40
            kinds = random_setup(v.options.army, rng)
        else:
            kinds = [0] * 40
        for i, kind in enumerate(kinds):
            if kind:
                token = 40 * side + 1 + i
                s.kinds[token] = kind
                put_token(s, HOME[side][i], token)
    return s


def random_setup(army: str, rng: Chance) -> list[int]:
    """Forty kinds in any order."""
    kinds = [kind for kind, count in enumerate(ARMIES[army]) for _ in range(count)]
    kinds += [0] * (40 - len(kinds))
    shuffle(rng, kinds)
    return kinds
