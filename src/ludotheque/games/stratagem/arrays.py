"""Sights of Stratagem as arrays. What belongs to seats has a row for each, the viewer's own first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludotheque.engine.sight_arrays import Layout, Part, Row, Seats, many_hot, one_hot, options_part, part_of
from ludotheque.games.stratagem.box import ACTIONS, PARTIES, THEMES, TOKENS, Box
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.sight import Sight
from ludotheque.games.stratagem.state import PLAYERS, Mat

STAGES: Final = ("seating", "party", "programme", "turn", "card", "offer", "heir", "over")
SIDES: Final = 2 * THEMES
SEATS: Final = Seats(PLAYERS)


def mat_row(mat: Mat) -> Row:
    """A one for each option that a mat or a programme has."""
    return many_hot([2 * theme + side for theme, side in enumerate(mat) if side >= 0], SIDES)


def _parties(v: Sight) -> Row:
    if not v.parties:
        return [0.0] * (PLAYERS * len(PARTIES))
    return SEATS.rows(v, v.parties, lambda party: one_hot(PARTIES.index(party), len(PARTIES)))


def _crisis(v: Sight) -> Row:
    """The action, the rounds left, and who launched it, began, struck, rules and rebels."""
    c = v.crisis
    if c is None:
        return [0.0] * (len(ACTIONS) + 1 + 5 * PLAYERS)
    seats = [SEATS.some(v, found) for found in ((c.by,), (c.author,), c.strikers, c.rebels)]
    return [
        *one_hot(ACTIONS.index(c.action), len(ACTIONS)),
        part_of(c.left, 3),
        *(number for row in seats for number in row),
        *SEATS.one(v, c.dictator),
    ]


def _charge(v: Sight) -> Row:
    """The last denunciation: by whom, of whom, whether rightly, and whether in this turn."""
    c = v.charge
    if c is None:
        return [0.0] * (2 * PLAYERS + 2)
    return [*SEATS.one(v, c.seat), *SEATS.one(v, c.target), float(c.right), float(c.turn == v.turns)]


def _charged(v: Sight) -> Row:
    row = [0.0] * PLAYERS**2
    for by, of in v.charged:
        row[PLAYERS * SEATS.place(v, by) + SEATS.place(v, of)] = 1.0
    return row


def _flags(v: Sight) -> Row:
    """By seats: alive, broke, resigned, watching, candidates, owing a secret support, irregular where that is shown."""
    rows = [
        SEATS.parts_of(v, v.alive, 1),
        SEATS.some(v, v.broke),
        SEATS.some(v, v.resigned),
        SEATS.some(v, v.watching),
        SEATS.some(v, v.candidates),
        SEATS.parts_of(v, v.owed, 1),
        SEATS.parts_of(v, v.irregular or (0,) * PLAYERS, 1),
    ]
    return [number for row in rows for number in row]


def _clocks(v: Sight) -> Row:
    return [
        part_of(v.campaign, 2),
        part_of(v.turns, 200),
        part_of(v.idle, 8),
        float(v.must_draw),
        part_of(v.deck, 50),
    ]


def layout(box: Box) -> Layout[Sight]:
    """The viewer's own cards, the mats of all, the pack, and the present question."""
    size = len(box.common)

    def cards(ids: Iterable[str | None]) -> Row:
        return many_hot([box.cards[id] for id in ids if id is not None], size)

    def offer(v: Sight) -> Row:
        o = v.offer
        if o is None:
            return [0.0] * (size + 2 * PLAYERS)
        return [*cards((o.card,)), *SEATS.one(v, o.drawer), *SEATS.one(v, o.seat)]

    return Layout(
        [
            Part("plan", (SIDES,), lambda v: mat_row(v.plan)),
            Part("secrets", (size,), lambda v: cards(v.secrets)),
            Part("owing", (size,), lambda v: cards((v.owing,))),
            Part("parties", (PLAYERS, len(PARTIES)), _parties),
            Part("shown", (PLAYERS, SIDES), lambda v: SEATS.rows(v, v.shown, mat_row)),
            Part("supports", (PLAYERS, size), lambda v: SEATS.rows(v, v.supports, cards)),
            Part("programmes", (PLAYERS, SIDES), lambda v: SEATS.rows(v, v.programmes or ((),) * PLAYERS, mat_row)),
            Part("open_secrets", (PLAYERS, size), lambda v: SEATS.rows(v, v.open_secrets or ((),) * PLAYERS, cards)),
            Part("tokens", (PLAYERS,), lambda v: SEATS.parts_of(v, v.tokens, TOKENS)),
            Part("secret_counts", (PLAYERS,), lambda v: SEATS.parts_of(v, v.secret_counts, 8)),
            Part(
                "laid",
                (PLAYERS, len(ACTIONS)),
                lambda v: SEATS.rows(v, v.laid, lambda laid: [float(laid >> bit & 1) for bit in range(len(ACTIONS))]),
            ),
            Part("skips", (PLAYERS,), lambda v: SEATS.parts_of(v, v.skips, 4)),
            Part("flags", (7, PLAYERS), _flags),
            Part("fallen", (size,), lambda v: cards(v.fallen)),
            Part("card", (size,), lambda v: cards((v.card if v.card in box.cards else None,))),
            Part("offer", (size + 2 * PLAYERS,), offer),
            Part("crisis", (len(ACTIONS) + 1 + 5 * PLAYERS,), _crisis),
            Part("charge", (2 * PLAYERS + 2,), _charge),
            Part("charged", (PLAYERS, PLAYERS), _charged),
            Part("stage", (len(STAGES),), lambda v: one_hot(STAGES.index(v.stage), len(STAGES))),
            Part("asked", (PLAYERS,), lambda v: SEATS.some(v, [seat for seat in v.asked if seat >= 0])),
            Part("first", (PLAYERS,), lambda v: SEATS.one(v, v.first)),
            Part("turn", (PLAYERS,), lambda v: SEATS.one(v, v.turn)),
            Part("clocks", (5,), _clocks),
            options_part(Options),
        ]
    )
