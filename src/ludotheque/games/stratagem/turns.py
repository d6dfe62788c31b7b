"""The sequence of turns: programmes, skipped turns, sequences, votes, eliminations."""

from __future__ import annotations

from ludotheque.engine.question_stack import Sealed
from ludotheque.engine.rules import NATURE, NOBODY, Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem import ballot, crisis, elimination
from ludotheque.games.stratagem.box import PARTIES, THEMES
from ludotheque.games.stratagem.moves import Began, Choose, Chosen, Plan, Planned, Ready, Seated, Seating, Skipped
from ludotheque.games.stratagem.state import CARD, NOTHING, PARTY, PLAYERS, PROGRAMME, TURN, State, next_seat


def seat_players(s: State, move: Seating, events: list[Event]) -> None:
    """Seat the players by the numbers drawn; the highest begins."""
    s.numbers = move.numbers
    s.first = move.numbers.index(max(move.numbers))
    events.append(Seated(move.numbers, s.first))
    s.stack.ask(s.first, PARTY)


def choose_party(s: State, move: Choose, events: list[Event]) -> None:
    """Set the first player's party; the others follow from the seats. Then all make programmes."""
    party = PARTIES.index(move.party)
    s.parties = tuple((party + seat - s.first) % PLAYERS for seat in range(PLAYERS))
    events.append(Chosen(s.first, tuple(PARTIES[number] for number in s.parties)))
    for seat in range(PLAYERS):
        s.plans[seat] = _fixed_plan(s, seat)
    s.stack.replace(Sealed(tuple(range(PLAYERS)), PROGRAMME))


def _fixed_plan(s: State, seat: Seat) -> tuple[int, ...]:
    """The programme of a seat before its first choice: where a party is denied an option, the other is fixed."""
    denied = s.box.denied[s.parties[seat]]
    return tuple(1 if 2 * theme in denied else 0 if 2 * theme + 1 in denied else NOTHING for theme in range(THEMES))


def plan_option(s: State, seat: Seat, move: Plan, events: list[Event]) -> None:
    """Put an option into a programme; when all are complete, the campaign begins."""
    option = s.box.number[move.option]
    s.plans[seat] = changed(s.plans[seat], option // 2, option % 2)
    events.append(Planned(seat, move.option))
    if NOTHING in s.plans[seat]:
        return
    events.append(Ready(seat))
    sealed = s.stack.top
    assert isinstance(sealed, Sealed)
    if sealed.record_choice(seat):
        s.seat = s.first
        begin_turn(s, events)


def begin_turn(s: State, events: list[Event]) -> None:
    """Begin the next player's turn, unless a card makes them lose it."""
    s.turn += 1
    s.idle = 0 if s.crisis is not None else s.idle + 1
    s.charged = ()
    events.append(Began(s.seat, s.turn))
    if s.skips[s.seat]:
        s.skips = changed(s.skips, s.seat, s.skips[s.seat] - 1)
        events.append(Skipped(s.seat, True))
        end_turn(s, events)
    else:
        s.stack.ask(s.seat, TURN)


def ask_common_card(s: State) -> None:
    """Ask nature for a common card."""
    s.idle = 0
    s.stack.ask(NATURE, CARD)


def end_turn(s: State, events: list[Event]) -> None:
    """End a turn: sequences run down, and the game may end by force."""
    if s.crisis is not None:
        if crisis.is_overthrown(s):
            if elimination.eliminate_player(s, s.crisis.dictator, "dictatorship", events):
                return
        else:
            winner = crisis.end_crisis_turn(s, events)
            if winner != NOBODY:
                reason = "coup" if s.crisis.dictator == NOBODY else "dictatorship"
                ballot.end_game(
                    s, winner, reason, f"stratagem.action.{'sequence' if reason == 'coup' else 'uprising'}", events
                )
                return
    continue_after_turn(s, events)


def continue_after_turn(s: State, events: list[Event]) -> None:
    """Continue after a turn: fines before a vote, eliminations, the vote itself, the next turn."""
    while True:
        if due := ballot.is_vote_due(s):
            ballot.fine_irregular(s, events)
        broke = elimination.find_ruined(s)
        if broke == NOBODY:
            break
        if elimination.eliminate_player(s, broke, "tokens", events):
            return
    if s.alive.count(True) == 1:
        ballot.end_game(s, s.alive.index(True), "elected", "stratagem.ruling.last-alive", events)
        return
    if due and ballot.hold_vote(s, events):
        return
    s.seat = next_seat(s, s.seat)
    begin_turn(s, events)
