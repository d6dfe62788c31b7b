"""Reasons why a move is not allowed, in the order of their precedence."""

from __future__ import annotations

from ludotheque.engine.bargain_moves import BARGAIN_MOVES
from ludotheque.engine.question_stack import Negotiation, Sealed, Turn
from ludotheque.engine.rules import NOBODY, Refusal, Seat
from ludotheque.games.koalition.actions import KIND, can_be_toppled, party_of
from ludotheque.games.koalition.bargains import BARGAINING
from ludotheque.games.koalition.box import ACTIONS, PARTIES
from ludotheque.games.koalition.moves import (
    Accept,
    AnyMove,
    Clean,
    Close,
    Decline,
    Double,
    Elect,
    Lay,
    Pass,
    Propose,
    Retire,
    Scandal,
    TakeBack,
    Topple,
)
from ludotheque.games.koalition.negotiation import RENEWALS, may_renew
from ludotheque.games.koalition.state import LAY, State

TALK = Propose | Accept | Decline | TakeBack | Close


def find_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Why a player's ``move`` is not allowed, or None if it is."""
    if not 0 <= seat < s.players:
        return Refusal("koalition.lay", "not_seated")
    if isinstance(move, BARGAIN_MOVES):
        return BARGAINING.refusal(s, seat, move)
    top = s.stack.top
    if isinstance(top, Negotiation):
        return _refuse_answer(s, top, seat, move)
    if isinstance(move, TALK):
        return Refusal("koalition.coalition", "no_negotiation")
    if seat not in top.asked():
        return Refusal("koalition.lay", "not_asked")
    if isinstance(top, Sealed):
        return _refuse_ballot(s, move)
    if isinstance(move, Elect):
        return Refusal("koalition.start", "elected")
    laying = isinstance(top, Turn) and top.what == LAY
    if laying:
        return _refuse_card(s, seat, move) if isinstance(move, Lay) else Refusal("koalition.action.open", "lay_first")
    if isinstance(move, Lay):
        return Refusal("koalition.lay", "one_card")
    return None if isinstance(move, Pass) else _refuse_action(s, seat, move)


def _refuse_ballot(s: State, move: AnyMove) -> Refusal | None:
    if not isinstance(move, Elect):
        return Refusal("koalition.start", "elect_first")
    return None if 0 <= move.seat < s.players else Refusal("koalition.start", "no_such_player")


def _refuse_card(s: State, seat: Seat, move: Lay) -> Refusal | None:
    card = s.box.number.get(move.card, NOBODY)
    if card not in s.hands[seat]:
        return Refusal("koalition.lay", "not_in_hand", {"card": move.card})
    joker = card >= s.box.first_joker
    if joker and move.party not in PARTIES:
        return Refusal("koalition.box.jokers", "announce_party")
    if not joker and move.party is not None:
        return Refusal("koalition.lay", "has_party", {"card": move.card})
    return None


def _refuse_action(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    kind = KIND[type(move)]
    clause = f"koalition.action.{ACTIONS[kind]}"
    clause = {"koalition.action.retire": "koalition.action.resign"}.get(clause, clause)
    if not s.actions[seat][kind]:
        return Refusal(clause, "no_such_action", {"action": ACTIONS[kind]})
    if isinstance(move, Clean):
        return _refuse_clean(s, move)
    if isinstance(move, Retire):
        card = s.box.number.get(move.card, NOBODY)
        if card == NOBODY or party_of(s, card) == NOBODY:
            return Refusal(clause, "not_in_play", {"card": move.card})
        if card in s.resigned or s.resigned_lap.get(card) == s.lap:
            return Refusal(clause, "resigned_already", {"card": move.card})
        return None
    assert isinstance(move, Double | Topple | Scandal)
    return _refuse_target(s, move, clause)


def _refuse_target(s: State, move: Double | Topple | Scandal, clause: str) -> Refusal | None:
    if move.party not in PARTIES or not s.columns[PARTIES.index(move.party)]:
        return Refusal(clause, "party_absent", {"party": move.party})
    party = PARTIES.index(move.party)
    if isinstance(move, Double):
        return None
    if s.leaders[party] == NOBODY:
        return Refusal(clause, "no_leader", {"party": move.party})
    if isinstance(move, Topple):
        alone = not can_be_toppled(s, party)
        return Refusal("koalition.ruling.topple-alone", "no_successor", {"party": move.party}) if alone else None
    if s.scandal_lap[party] == s.lap:
        return Refusal(clause, "scandal_already", {"party": move.party})
    return None


def _refuse_clean(s: State, move: Clean) -> Refusal | None:
    clause = "koalition.action.clean"
    if (move.card is None) == (move.party is None):
        return Refusal(clause, "clean_what")
    if move.card is not None:
        resigned = s.box.number.get(move.card, NOBODY) in s.resigned
        return None if resigned else Refusal(clause, "not_resigned", {"card": move.card})
    scandal = move.party in PARTIES and s.scandals[PARTIES.index(move.party)]
    return None if scandal else Refusal(clause, "no_scandal", {"party": str(move.party)})


def _refuse_answer(s: State, talk: Negotiation, seat: Seat, move: AnyMove) -> Refusal | None:
    if not isinstance(move, TALK):
        return Refusal("koalition.coalition", "negotiating")
    if seat not in talk.seats:
        return Refusal("koalition.coalition", "not_a_leader")
    if isinstance(move, Close):
        return None if seat in talk.asked() else Refusal("koalition.ruling.handshake", "silent_already")
    if isinstance(move, Propose):
        return _refuse_proposal(s, talk, seat, move)
    if isinstance(move, TakeBack):
        given = move.number in talk.agreed_proposals(seat)
        return None if given else Refusal("koalition.ruling.free-talk", "no_hand_there", {"number": move.number})
    if move.number not in talk.awaiting_proposals(seat):
        return Refusal("koalition.ruling.handshake", "no_such_proposal", {"number": move.number})
    again = isinstance(move, Accept) and seat in talk.proposals[move.number].taken_back
    return None if not again or may_renew(talk, seat) else _INSISTED


_INSISTED = Refusal("koalition.ruling.free-talk", "insisted_enough", {"times": RENEWALS})


def _refuse_proposal(s: State, talk: Negotiation, seat: Seat, move: Propose) -> Refusal | None:
    blocs = {bloc.label: bloc for bloc in s.blocs}
    if any(label not in blocs for label in move.blocs) or len(set(move.blocs)) != len(move.blocs):
        return Refusal("koalition.coalition", "no_such_bloc")
    chosen = [blocs[label] for label in move.blocs]
    if all(bloc.seat != seat for bloc in chosen):
        return Refusal("koalition.coalition", "not_your_coalition")
    votes = sum(bloc.votes for bloc in chosen)
    if votes < s.majority:
        return Refusal("koalition.count", "no_majority", {"votes": votes, "majority": s.majority})
    if votes - min(bloc.votes for bloc in chosen) >= s.majority:
        return Refusal("koalition.minimal", "not_minimal")
    for coalition in s.coalitions:
        if set(coalition.labels) == set(move.blocs):
            if coalition.labels != move.blocs:
                return Refusal("koalition.coalition", "strongest_first")
            if any(made.terms == move.blocs for made in talk.proposals.values()):
                return Refusal("koalition.ruling.free-talk", "on_the_table")
            again = move.blocs in talk.proposed
            return None if not again or may_renew(talk, seat) else _INSISTED
    return Refusal("koalition.ruling.compatible", "incompatible")
