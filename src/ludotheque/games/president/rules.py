"""The rules of Le Jeu du Président: tables of its questions, moves and draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludotheque.engine.bit_views import BitView
from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.rules import Event, Handler, Refusal, Seat
from ludotheque.games.president import campaign, challenge, dice, short_campaign
from ludotheque.games.president.box import CODES, HIGH, LOW, PARTIES, Box
from ludotheque.games.president.department_choice import forced_answer
from ludotheque.games.president.moves import (
    Allot,
    AnyEvent,
    AnyMove,
    Card,
    Challenge,
    Claim,
    Deal,
    Hit,
    Lots,
    Protect,
    Release,
    Roll,
    Stand,
    Take,
)
from ludotheque.games.president.moves import Draw as DrawCard
from ludotheque.games.president.options import Options
from ludotheque.games.president.refusals import find_refusal
from ludotheque.games.president.sight import Sight, imagine, make_sight
from ludotheque.games.president.state import (
    ALLOT,
    CARD,
    CHALLENGE,
    DEAL,
    DEFEND,
    GAIN,
    LOSE,
    LOTS,
    PAY,
    REST,
    ROLL,
    SPOILS,
    TAKE,
    State,
)
from ludotheque.games.president.turns import continue_turn, start_game

_DEFENCES: Final = (Hit(), Stand())
_ROLLS: Final = tuple(Roll(low, high) for low in LOW for high in HIGH)


def _department_answers(kind: Callable[[str], AnyMove], *always: AnyMove) -> Callable[[State, Seat], Sequence[AnyMove]]:
    """Make the function that lists the answers to a question: the eligible departments, after some other moves."""
    others, departments = _by_bit(always), _by_bit([kind(code) for code in CODES])
    if not others:
        return lambda s, _seat: BitView((s.eligible,), (departments,))
    every, items = (1 << len(others)) - 1, (others, departments)
    return lambda s, _seat: BitView((every, s.eligible), items)


def _by_bit(moves: Sequence[AnyMove]) -> dict[int, AnyMove]:
    return {1 << number: move for number, move in enumerate(moves)}


def _take_department(s: State, seat: Seat, move: Take, events: list[Event]) -> bool:
    """Take a free department: by the dice, or for the gain of a card."""
    return (
        campaign.take_for_card(s, seat, move, events)
        if s.stack.what == GAIN
        else dice.take_department(s, seat, move, events)
    )


def _draw_lots(s: State, rng: Chance) -> Lots:
    parties = list(PARTIES)
    shuffle(rng, parties)
    return Lots(tuple(parties[: s.players]), rng.below(s.players))


def _are_possible_lots(s: State, move: Lots) -> bool:
    """Whether each seat has a party of its own, and a player begins."""
    drawn = set(move.parties)
    parties = len(drawn) == len(move.parties) == s.players and drawn <= set(PARTIES)
    return parties and 0 <= move.first < s.players


def _draw_card(s: State, rng: Chance) -> Card:
    return Card(s.box.campaign[s.deck[rng.below(len(s.deck))]].id)


QUESTIONS: Final = {
    TAKE: Question(_department_answers(Take), "president.take", (Take,)),
    CHALLENGE: Question(_department_answers(Challenge), "president.challenge.when", (Challenge,)),
    REST: Question(_department_answers(Protect, DrawCard()), "president.ruling.own-both", (DrawCard, Protect)),
    GAIN: Question(_department_answers(Take), "president.card.gain", (Take,)),
    LOSE: Question(_department_answers(Release), "president.card.lose", (Release,)),
    PAY: Question(_department_answers(Release), "president.card.debt", (Release,)),
    SPOILS: Question(_department_answers(Claim), "president.challenge.lost", (Claim,)),
    DEFEND: Question(lambda s, seat: _DEFENCES, "president.challenge.deal", (Hit, Stand)),
}
DRAWS: Final = {
    LOTS: Draw(Lots, _draw_lots, _are_possible_lots),
    ALLOT: Draw(Allot, short_campaign.draw_departments, short_campaign.is_possible_allotment),
    ROLL: Draw(Roll, lambda s, rng: _ROLLS[rng.below(36)], lambda s, move: move.low in LOW and move.high in HIGH),
    CARD: Draw(Card, _draw_card, lambda s, move: s.box.cards.get(move.card) in s.deck),
    DEAL: Draw(Deal, challenge.draw_cards, challenge.is_possible_deal),
}
HANDLERS: Final[dict[type, Handler]] = {
    Lots: start_game,
    Allot: short_campaign.allot_departments,
    Roll: dice.apply_roll,
    Card: campaign.draw_card,
    Deal: challenge.deal_cards,
    Take: _take_department,
    Challenge: challenge.open_duel,
    DrawCard: dice.draw_or_protect,
    Protect: dice.draw_or_protect,
    Release: campaign.release_department,
    Claim: challenge.claim_department,
    Hit: challenge.hit_or_stand,
    Stand: challenge.hit_or_stand,
}
"""The handler of each kind of move; it returns whether the step is over."""


def _named_by_player(handle: Handler) -> Handler:
    """Make the handler of a department that a player names."""

    def name_department(s: State, seat: Seat, move: Take, events: list[Event]) -> bool:
        s.named = s.box.index[move.code]
        return handle(s, seat, move, events) is True

    return name_department


_PLAYERS_HANDLERS: Final = {
    kind: _named_by_player(handle) if kind in (Take, Release, Claim) else handle for kind, handle in HANDLERS.items()
}
_AMOUNTS: Final = frozenset((GAIN, LOSE, PAY, SPOILS))
"""The questions that are answered with departments until an amount is made up."""


class President(BoxRules[Box, State, Options, AnyMove, Sight]):
    """The rules of Le Jeu du Président, for two to four players."""

    id = "president"
    version = 2
    seats = range(2, 5)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    nature_clause = "president.box.dice"
    asked_clause = "president.start"
    questions = QUESTIONS
    draws = DRAWS
    handlers = _PLAYERS_HANDLERS

    def setup(self, options: Options, players: int) -> State:
        s = State.opening(self.box, players)
        if options.campaign == "short":
            s.closing = short_campaign.TURNS * players
        return s

    def choice(self, s: State, seat: Seat) -> object | None:
        """The departments of an amount are named together or one by one; nothing is drawn between them."""
        return (s.stack.what, seat) if s.stack.what in _AMOUNTS else None

    def player_refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return self.answer_refusal(s, seat, move) or find_refusal(s, move)

    def continue_play(self, s: State, step_ends: bool | None, events: list[Event]) -> None:
        """Put the next question, and answer it as long as there is only one answer."""
        while True:
            if step_ends:
                continue_turn(s, events)
            if not s.eligible or (answer := forced_answer(s)) is None:
                return
            step_ends = HANDLERS[type(answer)](s, s.seat, answer, events)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Stand, draw a card, take the largest department or give up the smallest."""
        moves = self.legal(s, seat)
        what = s.stack.what
        if what in (DEFEND, REST):
            return moves[-1] if what == DEFEND else moves[0]
        most = min if what in (LOSE, PAY) else max
        return most(moves, key=lambda move: s.box.units[s.box.index[move.code]])  # type: ignore[union-attr]

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return make_sight(s, seat)

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v)
