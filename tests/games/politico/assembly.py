"""Assemblies for tests: who has how many deputies, who holds what, and who is to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.politico import GAME
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.cards import with_count
from ludotheque.games.politico.moves import (
    Answer,
    AnyMove,
    Attack,
    Deal,
    Draw,
    Form,
    Happen,
    Invite,
    Join,
    Pass,
    Ready,
    Vote,
)
from ludotheque.games.politico.rules import Politico
from ludotheque.games.politico.state import ACT, Government, State
from tests.playing import Referee

BOX: Box = GAME.rules.box  # type: ignore[attr-defined]
RULES = Politico(BOX)
REFEREE = Referee(RULES)
do, refused = REFEREE.do, REFEREE.refused


def assembly(
    *deputies: int,
    hands: Mapping[Seat, str] | None = None,
    government: Sequence[Seat] = (),
    seat: Seat = 0,
    stage: str = ACT,
    card: str = "pm",
    immune: int = 0,
    points: Sequence[int] = (),
    **options: Any,
) -> State:
    """``assembly(60, 40, 20, hands={0: "pm strike"}, government=[1, 2])``: seat 1 heads a government with 2.

    It is the turn of ``seat``, at ``stage``. The government was formed a round ago, but has not scored yet.
    """
    s = RULES.setup(GAME.options(options), len(deputies))
    s.deputies, s.seat, s.first, s.turn = list(deputies), seat, 0, 1
    s.plaques = tuple((count,) for count in deputies)
    s.points = list(points) or [0] * len(deputies)
    for holder, cards in (hands or {}).items():
        give(s, holder, cards)
    if government:
        kind = BOX.number[card]
        s.deck = with_count(s.deck, kind, -1)
        s.government = Government(
            government[0], tuple(government), kind, s.turn - s.players, immune=immune, providential=immune > 0
        )
    s.stack = Stack([Turn(seat, stage)], 1)
    return s


def give(s: State, seat: Seat, cards: str) -> None:
    """Put cards from the pack into a hand."""
    for card in cards.split():
        kind = BOX.number[card]
        s.hands[seat] = with_count(s.hands[seat], kind, 1)
        s.deck = with_count(s.deck, kind, -1)


def vote(s: State, ballots: str) -> list[Event]:
    """``vote(s, "yn-")``: each seat votes yes, no or abstains; the events of the last vote.

    A blank stands for a seat that is not asked.
    """
    words = {"y": "yes", "n": "no", "-": "abstain"}
    events: list[Event] = []
    for seat, ballot in enumerate(ballots):
        if ballot == " ":
            continue
        events = do(s, seat, Vote(words[ballot]))  # type: ignore[arg-type]
    return events


def let_be(s: State) -> list[Event]:
    """Let every asked seat pass; the events of the last pass, or none."""
    events: list[Event] = []
    while s.stack.frames and stage(s) in ("counter", "lend"):
        events = do(s, RULES.asked(s)[0], Pass())
    return events


def stage(s: State) -> str:
    """What is asked now."""
    return str(RULES.sight(s, None).stage)


def govern(s: State, seat: Seat, *allies: Seat, card: str = "pm", **more: bool) -> list[Event]:
    """Bid for a government with allies, who all accept; up to the vote, or the formation where there is none."""
    do(s, seat, Form(card, **more))  # type: ignore[arg-type]
    for ally in allies:
        do(s, seat, Invite(ally))
    events = do(s, seat, Ready())
    for ally in allies:
        events = do(s, ally, Join())
    return events


def strike(s: State, by: Seat, target: Seat, card: str = "strike") -> list[Event]:
    """An attack is laid."""
    return do(s, by, Attack(card, target))


def parry(s: State, target: Seat, card: str) -> list[Event]:
    """An attack is answered."""
    return do(s, target, Answer(card))


def next_act(s: State, *cards: str) -> list[Event]:
    """The next player's turn up to the choice: a blank event, and the trumps drawn (one by default)."""
    events = do(s, NATURE, Happen(None))
    events += do(s, s.seat, Draw())
    drawn = cards or (next(BOX.kinds[kind] for kind, count in enumerate(s.deck) if count),)
    hands = tuple(tuple(drawn) if seat == s.seat else () for seat in range(s.players))
    return events + do(s, NATURE, Deal(hands))


def chosen(s: State, seat: Seat, bot: type[Backbencher]) -> AnyMove:
    """What a bot does now, bargains aside."""
    free = [move for move in RULES.free(s, seat) if not isinstance(move, OfferBargain)]
    legal = RULES.legal(s, seat)
    move = bot(BOX, seat, QuickChance(seat)).choose(RULES.sight(s, seat), legal, free)
    assert move in [*legal, *free]
    return move


def offered(s: State, seat: Seat, bot: type[Backbencher]) -> OfferBargain | None:
    """The bargain that a bot offers now, if any."""
    move = REFEREE.chosen(s, seat, bot(BOX, seat, QuickChance(seat)))
    return move if isinstance(move, OfferBargain) else None


def agrees(s: State, seat: Seat, bot: type[Backbencher]) -> bool:
    """Whether a bot agrees to what it is offered."""
    player = bot(BOX, seat, QuickChance(seat))
    answer = player.choose(RULES.sight(s, seat), RULES.replies(s, seat), RULES.free(s, seat))
    assert answer in RULES.replies(s, seat)
    return isinstance(answer, AcceptBargain)


def bidding(*deputies: int, **more: object) -> State:
    """Seat 0 has laid a PREMIER MINISTRE, and invites."""
    s = assembly(*deputies, hands={0: "pm baraka"}, **more)  # type: ignore[arg-type]
    do(s, 0, Form("pm"))
    return s
