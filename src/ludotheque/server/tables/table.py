"""A table in memory: its seats, its match, and each viewer's story of it.

All of it follows from the table's log (see :mod:`.events`): :meth:`Table.apply` folds one event into the table, and is
the only code that changes it, whether the event was just committed here, read from the log, or written by another
worker. A table that missed an event is discarded and loaded from its log again.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from ludotheque.engine.game import Game
from ludotheque.engine.match import Attempt, Match
from ludotheque.engine.record import Played
from ludotheque.engine.rules import NATURE, Event, Refused, Seat
from ludotheque.games import find
from ludotheque.protocol import messages
from ludotheque.server.tables.acknowledgements import Acknowledgements
from ludotheque.server.tables.asked_since import AskedSince
from ludotheque.server.tables.chat import ChatLog
from ludotheque.server.tables.clock import Clocks
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.events import (
    AdviceTaken,
    ChatPosted,
    ClaimLinkRenewed,
    ClocksShifted,
    GuestMerged,
    LogErased,
    MovesPlayed,
    PaceChanged,
    PlayerLeft,
    PlayerReturned,
    RematchOffered,
    SeatClaimed,
    SeatTaken,
    Sender,
    SingleAnswersSet,
    StandingAnswerSet,
    TableEvent,
    TableHidden,
    TableOpened,
    VoteCast,
    VoteProposed,
    decode,
)
from ludotheque.server.tables.notices import NoticeLog, TableNotice
from ludotheque.server.tables.seats import Seats
from ludotheque.server.tables.spectator_delay import SpectatorDelay
from ludotheque.server.tables.standing_answers import StandingAnswers, seats_on_turn
from ludotheque.server.tables.stories import Stories, Viewer, add_to_stories, mark_automatic
from ludotheque.server.tables.views import View, view_match
from ludotheque.server.tables.votes import Motion


class Table:
    """One table."""

    def __init__(self, id: str, opened: TableOpened) -> None:
        self.id = id
        self.opened = opened
        self.opener = opened.opener
        self.public = opened.public
        self.pace = opened.pace
        self.game: Game = find(opened.game)
        if (self.game.rules.version, self.game.rules.box_mark) != (opened.version, opened.box):
            raise OtherRulesEdition(
                f"it plays {opened.game} by rules {opened.version}; those installed are another edition"
            )
        seats = len(opened.places)
        self.length = 1
        """Number of events in the log."""
        self.updated = opened.at
        self.seats = Seats(seats)
        self.match: Match | None = None
        self.stories: Stories = {seat: [] for seat in (*range(seats), None)}
        self.acknowledgements = Acknowledgements()
        self.chat = ChatLog()
        self.clocks = Clocks(opened.clock, seats) if opened.clock is not None else None
        self.asked_since = AskedSince()
        self.motion: Motion | None = None
        self.motions = 0
        self.adjourned = False
        self._adjourned_at = 0
        self.ended: Literal["vote"] | None = None
        self.rematch: RematchOffered | None = None
        self.notices = NoticeLog()
        self.standing = StandingAnswers()
        self.advised: dict[Seat, int] = {}
        """The question on which each seat has last taken advice."""
        self._delay = SpectatorDelay(opened.watch_delay)

    @classmethod
    def load(cls, id: str, bodies: Sequence[bytes]) -> Table:
        """Load a table from its log."""
        *_, table = cls.load_in_steps(id, bodies)
        return table

    @classmethod
    def load_in_steps(cls, id: str, bodies: Sequence[bytes]) -> Iterator[Table]:
        """The same one event at a time, so that other work can run between the steps of a long log."""
        try:
            opened = decode(bodies[0]) if bodies else None
            if not isinstance(opened, TableOpened):
                raise InvalidLog("its log does not begin with its opening")
            table = cls(id, opened)
            yield table
            for body in bodies[1:]:
                table.apply(decode(body))
                yield table
        except (ValueError, LookupError, Refused) as error:
            raise InvalidLog(f"its log cannot be read back ({type(error).__name__})") from error

    # --- state ---------------------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether the game has begun: every seat is taken, and every nonce is known."""
        return self.match is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None or (self.match is not None and self.match.outcome is not None)

    def playing(self) -> Match:
        """The match; only for a table that has begun."""
        if self.match is None:
            raise InvalidLog("it has not begun")
        return self.match

    def awaited(self) -> list[Seat]:
        """The seats whose nonce the game waits for."""
        return [] if self.started else self.seats.without_nonce()

    @property
    def hints(self) -> bool:
        """Whether players may take advice."""
        return self.seats.has_one_guest() if self.opened.hints is None else self.opened.hints

    def is_proxied_or_late(self, seat: Seat) -> bool:
        """Whether a bot plays for a guest, or is about to because answers were missed."""
        return seat in self.seats.proxies or (self.clocks is not None and self.clocks.missed(seat))

    def new_match(self, taken: Sequence[SeatTaken]) -> Match:
        """The match that begins when these have the seats."""
        opened = self.opened
        names, nonces = [event.name for event in taken], [event.nonce for event in taken]
        return Match(self.game, names, opened.options, opened.secret, nonces, opened.at, opened.given)

    # --- the only code that changes a table ----------------------------------------------------------------------

    def apply(self, event: TableEvent, attempt: Attempt | None = None) -> None:
        """Fold an event into the table.

        ``attempt`` is what the rules made of the moves of a :class:`MovesPlayed` when they were decided: with it they
        are not computed a second time. Everything else is done alike.
        """
        match event:
            case MovesPlayed():
                self._play(event, attempt)
            case ChatPosted():
                self.chat.add(event, len(self.match.record.moves) if self.match is not None else 0)
                self._acknowledge(event.who if event.by is None else event.by, event.client, event.by)
            case SeatTaken():
                self._take_seat(event)
            case SeatClaimed():
                self.seats.claim(event)
            case ClaimLinkRenewed():
                self.seats.renew_link(event)
            case GuestMerged():
                self.seats.merge(event)
                if event.before and self.opener == event.before:
                    self.opener = event.guest
            case PlayerLeft():
                self._leave(event)
            case PlayerReturned():
                if self.seats.proxies.pop(event.seat, None) is not None:
                    self._notice(event.at, "back", event.seat)
                if self.clocks is not None:
                    self.clocks.back(event.seat)
                self._run_clocks(event.at)
                self.asked_since.restart(event.at, event.seat)
                self._acknowledge(event.seat, event.client, event.seat)
            case PaceChanged():
                self.pace = event.pace
                self._notice(event.at, "paced", by=event.by, pace=event.pace)
                self._acknowledge(event.by, event.client, event.by)
            case VoteProposed():
                if self.motion is not None:  # it has expired
                    self._notice(event.at, "rejected", motion=self.motion)
                self.motions += 1
                self.motion = Motion(self.motions, event.kind, event.by, event.at, event.seat).vote(event.by, True)
                if not self._settle_vote(event.at):
                    self._notice(event.at, "moved", motion=self.motion)
                self._acknowledge(event.by, event.client, event.by)
            case VoteCast():
                if self.motion is None:
                    raise InvalidLog("a vote without a motion")
                self.motion = self.motion.vote(event.by, event.yes)
                self._settle_vote(event.at)
                self._acknowledge(event.by, event.client, event.by)
            case StandingAnswerSet():
                self.standing.set(event.seat, event.question, event.until)
                self._acknowledge(event.seat, event.client, event.seat)
            case SingleAnswersSet():
                self.standing.set_single(event.seat, event.given)
                self._acknowledge(event.seat, event.client, event.seat)
            case AdviceTaken():
                self.advised = {**self.advised, event.seat: event.question}
                self._notice(event.at, "advised", event.seat)
                self._acknowledge(event.seat, event.client, event.seat)
            case ClocksShifted():
                if self.clocks is not None:
                    self.clocks.sleep(event.slept)
                self.asked_since.shift(event.slept)
                self.playing().stopped += event.slept
            case TableHidden():
                self.public = False
            case LogErased():
                pass
            case RematchOffered():
                self.rematch = event
            case TableOpened():
                raise InvalidLog("it was opened twice")
        self.length += 1
        self.updated = event.at

    def after(self, events: Sequence[TableEvent]) -> Table:
        """The table as it will be after events other than moves in a game that has begun; this one is not changed."""
        other = copy.copy(self)
        other.seats = self.seats.copy()
        other.stories = {viewer: list(story) for viewer, story in self.stories.items()}
        other.acknowledgements = self.acknowledgements.copy()
        other.chat, other._delay = ChatLog(), self._delay.copy()
        other.match = copy.copy(self.match)
        other.clocks = self.clocks.copy() if self.clocks is not None else None
        other.notices = self.notices.copy()
        other.asked_since = self.asked_since.copy()
        other.standing = self.standing.copy()
        for event in events:
            other.apply(event)
        return other

    def clocks_after(self, event: MovesPlayed, attempt: Attempt) -> Clocks | None:
        """The clocks as they will be after moves; those of the table are not changed."""
        if self.clocks is None:
            return None
        match, clocks = self.playing(), self.clocks.copy()
        self._update_clocks(clocks, event, match.rules.question(match.state), attempt.state)
        return clocks

    def _play(self, event: MovesPlayed, attempt: Attempt | None) -> None:
        match = self.playing()
        question, first = match.rules.question(match.state), event.seat == NATURE and not match.record.moves
        turns_count = self.standing.ends_on_turns
        on_turn = seats_on_turn(match) if turns_count else set()
        known = len(self.stories[event.seat]) if event.automatic else 0
        shown: list[Sequence[Event]]
        if attempt is None:
            shown = [match.replay_move(Played(seat, event.at, move)) for seat, move in event.moves]
        else:
            match.accept(attempt)
            shown = attempt.events
        for (seat, _), game_events in zip(event.moves, shown, strict=True):
            add_to_stories(self.stories, seat, event.at, game_events)
        if event.automatic:
            mark_automatic(self.stories[event.seat], known)
        if turns_count:
            self.standing.begin_turns(seats_on_turn(match) - on_turn)
        if first:
            self._delay.clear()  # the first deal belongs to the beginning
        self.asked_since.update(match.rules, match.state, event.at, event.seat)
        missed, taken_over = self._update_clocks(self.clocks, event, question, match.state)
        self._delay.keep(match, len(self.stories[None]))
        if missed:
            self._notice(event.at, "late", event.seat)
        self._let_bot_play(taken_over, event.at)
        if event.client is not None:
            self._acknowledge(event.seat, event.client, event.seat)

    def _take_seat(self, event: SeatTaken) -> None:
        self.seats.take(event)
        taken = self.seats.ready_with()
        if taken is not None:
            self.match = self.new_match(taken)
            for seat, game_events in self.match.given:
                add_to_stories(self.stories, seat, self.opened.at, game_events)
            for one in taken:
                if one.absent:  # they get their seat back when they connect
                    self._let_bot_play(one.seat, event.at)
            self._run_clocks(event.at)
            self.asked_since.update(self.match.rules, self.match.state, event.at)
            self._delay.keep(self.match, len(self.stories[None]))
        if event.asker is not None and event.client is not None:
            self._acknowledge(event.asker, event.client, event.asker if isinstance(event.asker, int) else None)

    def _leave(self, event: PlayerLeft) -> None:
        if not self.started:
            self.seats.free(event.seat)
        elif not self.over and event.seat not in self.seats.proxies:
            self._let_bot_play(event.seat, event.at)
            self._run_clocks(event.at)
            if self.motion is not None:  # theirs may have been the last vote it waited for
                self._settle_vote(event.at)

    def _acknowledge(self, sender: Sender, client: str, viewer: Viewer) -> None:
        """Keep the answer for the case that the same message comes again."""
        self.acknowledgements.keep(sender, client, self.story_length(viewer))

    # --- clocks, bots for absent players, votes ------------------------------------------------------------------

    def _update_clocks(
        self, clocks: Clocks | None, event: MovesPlayed, question: int, state: object
    ) -> tuple[bool, Seat | None]:
        """Stop and start clocks after moves; whether an answer was missed, and the seat a bot takes over, if any."""
        if clocks is None:
            return False, None
        rules, seat, taken_over = self.game.rules, event.seat, None
        asked = set(rules.asked(state))
        answered = seat >= 0 and clocks.runs(seat) and (seat not in asked or rules.question(state) != question)
        if answered:
            taken_over = seat if clocks.answered(seat, event.at, event.late) else None
        clocks.run(asked.intersection(self.seats.players()) - {taken_over}, event.at)
        return answered and event.late, taken_over

    def _run_clocks(self, at: int) -> None:
        if self.clocks is not None and self.match is not None:
            stopped = self.over or self.adjourned
            self.clocks.run(() if stopped else set(self.match.asked()).intersection(self.seats.players()), at)

    def _let_bot_play(self, seat: Seat | None, at: int) -> None:
        """Let the coach of the game, its best quick bot, play for a seat."""
        if seat is not None and self.game.coach is not None:
            self.seats.proxies[seat] = self.game.coach
            self._notice(at, "stands_in", seat)

    def _settle_vote(self, at: int) -> bool:
        """Do what was voted, or drop it; whether the vote is decided."""
        motion = self.motion
        assert motion is not None
        verdict = motion.verdict(self.seats.voters())
        if verdict is None:
            return False
        self.motion = None
        self._notice(at, "carried" if verdict else "rejected", motion=motion)
        if not verdict:
            return True
        if motion.kind == "end":
            self.ended = "vote"
        elif motion.kind == "remove":
            self._let_bot_play(motion.seat, at)
        else:
            self._adjourn(motion.kind == "adjourn", at)
        self._run_clocks(at)
        return True

    def _adjourn(self, adjourned: bool, at: int) -> None:
        """Adjourn the game, or resume it: no clock counts the time between."""
        if adjourned and not self.adjourned:
            self._adjourned_at = at
        elif self.adjourned and not adjourned:
            self.playing().stopped += at - self._adjourned_at
            self.asked_since.restart(at)
        self.adjourned = adjourned

    def _notice(
        self,
        at: int,
        kind: messages.NoticeKind,
        seat: Seat | None = None,
        motion: Motion | None = None,
        by: Seat | None = None,
        pace: messages.Pace | None = None,
    ) -> None:
        places = {viewer: len(story) for viewer, story in self.stories.items()}
        moves = len(self.playing().record.moves)
        self.notices.add(TableNotice(at, kind, seat, motion, moves, self._delay.turns, places, by, pace))

    # --- what viewers may know -----------------------------------------------------------------------------------

    def is_delayed(self, viewer: Viewer) -> bool:
        """Whether a viewer is a spectator who sees the game some moves late."""
        return viewer is None and self._delay.hides_moves and not self.over

    def story_length(self, viewer: Viewer, live: bool = False) -> int:
        """How many entries of their story a viewer may read now; ``live``: the spectators' delay does not apply."""
        return self._delay.story_length if self.is_delayed(viewer) and not live else len(self.stories[viewer])

    def notice_count(self, viewer: Viewer, live: bool = False) -> int:
        """How many notices a viewer may read now."""
        return self.notices.count(self._delay.shown_turns if self.is_delayed(viewer) and not live else None)

    def times_advised(self, seat: Seat, viewer: Viewer) -> int:
        """For how many questions a seat has taken advice, as far as a viewer may know."""
        return self.notices.count_about("advised", seat, self.notice_count(viewer))

    def view(self, viewers: Collection[Viewer], live: bool = False) -> dict[Viewer, View]:
        """The present moment for some viewers; for spectators with a delay, the one some moves ago, unless ``live``."""
        match = self.playing()
        if None in viewers and self.is_delayed(None) and not live:
            seats = [viewer for viewer in viewers if viewer is not None]
            return {**view_match(match, seats), None: self._delay.view}
        return view_match(match, viewers)
