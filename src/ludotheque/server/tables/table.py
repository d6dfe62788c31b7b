"""A table in memory: who sits at it, the match, and everybody's own story of it.

All of it follows from the table's log (see :mod:`.events`). A change is made in three steps: work
out its lines, have them committed, then let them happen here. A table that missed a step is thrown away and read
from its log again.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.match import Attempt, Match, NotOneChoice
from ludotheque.engine.record import Played
from ludotheque.engine.rules import NATURE, Refusal, Refused, Seat
from ludotheque.games import find
from ludotheque.protocol import messages
from ludotheque.server.tables.chat import Conversation
from ludotheque.server.tables.clock import Clocks
from ludotheque.server.tables.diff import Shown, show
from ludotheque.server.tables.events import (
    ChatPosted,
    ClaimLinkRenewed,
    ClocksShifted,
    GuestMerged,
    LogErased,
    MovesPlayed,
    PlayerLeft,
    PlayerReturned,
    SeatClaimed,
    SeatTaken,
    Sender,
    TableEvent,
    TableHidden,
    TableOpened,
    VoteCast,
    VoteProposed,
    decode,
)
from ludotheque.server.tables.notices import NoticeLog, TableNotice
from ludotheque.server.tables.stories import Stories, Viewer, add_to_stories
from ludotheque.server.tables.votes import Motion

COMING: Final = 120_000
"""Milliseconds for which a game of an evening with clocks waits for its players to come to the table."""
DAY: Final = 24 * 3600 * 1000


class CommandRefused(Exception):
    """Something that is not accepted; ``code`` and the others are those of :class:`wire.Refused`."""

    def __init__(self, code: str, refusal: Refusal | None = None, until: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.refusal = refusal
        self.until = until


class InvalidLog(Exception):
    """A log that cannot be read back."""


class OtherRulesEdition(InvalidLog):
    """A log that was played by another edition of the rules than the one here; ``over`` if the game had ended."""

    over = False


class Turn(NamedTuple):
    """Accepted moves, before they are committed: what they lead to, and their line for the log."""

    attempt: Attempt
    line: MovesPlayed
    clocks: Clocks | None
    missed: bool
    """Whether an answer was missed with them: they were played because time was up."""
    taken: Seat | None
    """The seat that a bot takes over, because it has missed too much."""


class Table:
    """One table."""

    def __init__(self, id: str, opened: TableOpened) -> None:
        self.id = id
        self.opened = opened
        self.opener = opened.opener
        self.public = opened.public
        self.game: Game = find(opened.game)
        if (self.game.rules.version, self.game.rules.box_mark) != (opened.version, opened.box):
            raise OtherRulesEdition(f"it plays {opened.game} by rules {opened.version}; those here are another edition")
        seats = len(opened.places)
        self.length = 1
        """Lines in the log."""
        self.updated = opened.at
        self.sitters: list[SeatTaken | None] = [None] * seats
        self.guests: dict[str, Seat] = {}
        """Where each guest sits, by the hash of their token; whoever claimed a seat from another browser is two."""
        self.owners: dict[Seat, str] = {}
        """The guest who sat down on each seat, whoever has claimed it since."""
        self.claims: dict[str, int] = {}
        """When guests took a seat by its link."""
        self.links: dict[Seat, int] = {}
        """How often the claim link of a seat was renewed."""
        self.match: Match | None = None
        self.stories: Stories = {seat: [] for seat in (*range(seats), None)}
        self.acks: dict[tuple[Sender, str], int] = {}
        """What was answered to each client id of each seat or guest."""
        self.talk = Conversation()
        self.clocks = Clocks(opened.clock, seats) if opened.clock is not None else None
        self.proxies: dict[Seat, str] = {}
        """The level of the bot that plays for a seat whose guest has left."""
        self.motion: Motion | None = None
        self.motions = 0
        self.adjourned = False
        self._left_at = 0
        """When the game was adjourned."""
        self.ended: Literal["vote"] | None = None
        self.news = NoticeLog()
        self._turns = 0
        """How often moves were made."""
        self._past: deque[tuple[int, Shown]] = deque(maxlen=opened.watch_delay + 1)
        """What spectators would have seen after each of the last moves: how much of their story, and their now."""

    @classmethod
    def load(cls, id: str, bodies: Sequence[bytes]) -> Table:
        """Set a table up again from its log."""
        *_, table = cls.loading(id, bodies)
        return table

    @classmethod
    def loading(cls, id: str, bodies: Sequence[bytes]) -> Iterator[Table]:
        """The same in steps, a line at a time: a long log takes long, and others may have their turn in between."""
        try:
            opened = decode(bodies[0]) if bodies else None
            if not isinstance(opened, TableOpened):
                raise InvalidLog("its log does not begin with its opening")
            table = cls(id, opened)
            yield table
            for body in bodies[1:]:
                table.happen(decode(body))
                yield table
        except (ValueError, LookupError, Refused) as error:
            raise InvalidLog(f"its log cannot be read back ({type(error).__name__})") from error

    # --- who sits here -------------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Everybody sits, and has added a nonce."""
        return self.match is not None

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.ended is not None or (self.match is not None and self.match.outcome is not None)

    @property
    def alone(self) -> bool:
        """Whether something may go on here by itself, bots or clocks, so that somebody has to see to it."""
        match = self.match
        if match is None:
            return self.begins_at() is not None
        if self.over or self.adjourned:
            return False
        bots = bool(self.proxies) or any(sat is not None and sat.level is not None for sat in self.sitters)
        return bots or self.clocks is not None or match.alarm_at() is not None

    def seat_of(self, guest: str | None) -> Viewer:
        """Where a guest sits, by the hash of their token."""
        return None if guest is None else self.guests.get(guest)

    def owns(self, guest: str | None) -> bool:
        """Whether a guest sat down on the seat they have, and did not claim it."""
        seat = self.seat_of(guest)
        return seat is not None and self.owners.get(seat) == guest

    def claimed_by_others(self, guest: str | None) -> int | None:
        """When another browser last took a guest's seat by its link; None if none has it that way."""
        seat = self.seat_of(guest)
        if seat is None:
            return None
        times = [at for one, at in self.claims.items() if one != guest and self.guests.get(one) == seat]
        return max(times, default=None)

    def free_seat(self) -> Seat | None:
        """The first seat that awaits somebody."""
        return next((seat for seat, sat in enumerate(self.sitters) if sat is None), None)

    def is_guest(self, seat: Seat) -> bool:
        """Whether a guest sits there, a person or a program from outside, though a bot may play for them."""
        sat = self.sitters[seat]
        return sat is not None and sat.level is None

    def players(self) -> list[Seat]:
        """The guests who play themselves."""
        return [seat for seat in range(len(self.sitters)) if self.is_guest(seat) and seat not in self.proxies]

    def voters(self) -> list[Seat]:
        """Those of them who vote on what becomes of the table: people do, programs do not."""
        return [seat for seat in self.players() if (sat := self.sitters[seat]) is not None and not sat.program]

    def bot_at(self, seat: Seat) -> str | None:
        """The level of the bot that decides for a seat; None if a guest does."""
        sat = self.sitters[seat]
        return self.proxies.get(seat, sat.level if sat is not None else None)

    def awaited(self) -> list[Seat]:
        """The seats kept for guests whose nonce the game waits for."""
        return [] if self.started else [sat.seat for sat in self.sitters if sat is not None and not sat.ready]

    def begins_at(self) -> int | None:
        """When the game begins without the nonces that are missing; None where it waits for as long as it takes.

        Those who play in an evening with clocks are not held up for ever by somebody who does not come.
        """
        clock = self.opened.clock
        if self.match is not None or None in self.sitters or self.opened.evening is None or clock is None:
            return None
        return self.opened.at + (clock.days * DAY if isinstance(clock, messages.DaysClock) else COMING)

    def without(self, seats: Collection[Seat], at: int) -> list[TableEvent]:
        """The lines by which the game no longer waits for the nonces of some seats."""
        absent = [sat for seat, sat in enumerate(self.sitters) if seat in seats and sat is not None and not sat.ready]
        return self.seating([msgspec.structs.replace(sat, at=at, absent=True) for sat in absent])

    def has_lost(self, seat: Seat) -> bool:
        """Whether a bot plays for a guest, or is about to because answers were missed."""
        return seat in self.proxies or (self.clocks is not None and self.clocks.missed(seat))

    def seating(self, sats: Sequence[SeatTaken]) -> list[TableEvent]:
        """The lines for people who sit down, or bring their nonce.

        With the last nonce the game begins, and nature may move first.
        """
        lines: list[TableEvent] = list(sats)
        sitters = list(self.sitters)
        for sat in sats:
            sitters[sat.seat] = sat
        seated = [sat for sat in sitters if sat is not None and sat.ready]
        if len(seated) == len(sitters):
            at = max(sat.at for sat in seated)
            attempt = self._begin(seated).due(at)
            if attempt.lines:
                lines.append(MovesPlayed(NATURE, at, [(line.seat, line.move) for line in attempt.lines]))
        return lines

    def _begin(self, seated: Sequence[SeatTaken]) -> Match:
        opened = self.opened
        names, nonces = [sat.name for sat in seated], [sat.nonce for sat in seated]
        return Match(self.game, names, opened.options, opened.secret, nonces, opened.at, opened.given)

    # --- what happens --------------------------------------------------------------------------------------------

    def after(self, lines: Sequence[TableEvent]) -> Table:
        """The table as it will be after lines that are no moves in a game that has begun; this one stays as it is."""
        other = copy.copy(self)
        other.sitters, other.guests, other.proxies = list(self.sitters), dict(self.guests), dict(self.proxies)
        other.owners, other.claims, other.links = dict(self.owners), dict(self.claims), dict(self.links)
        other.stories = {viewer: list(story) for viewer, story in self.stories.items()}
        other.acks, other.talk, other._past = dict(self.acks), Conversation(), self._past.copy()
        other.match = copy.copy(self.match)
        other.clocks = self.clocks.copy() if self.clocks is not None else None
        other.news = self.news.copy()
        for line in lines:
            other.happen(line)
        return other

    def happen(self, line: TableEvent) -> None:
        """Let a line of the log happen."""
        match line:
            case SeatTaken():
                self._sit(line)
            case MovesPlayed():
                self._act(line)
            case SeatClaimed():
                if line.guest:  # otherwise somebody who is forgotten
                    self.guests[line.guest] = line.seat
                    self.claims[line.guest] = line.at
            case ClaimLinkRenewed():
                self.guests = {one: seat for one, seat in self.guests.items() if seat != line.seat or one == line.guest}
                self._renew_link(line.seat)
            case GuestMerged():
                self._adopt(line)
            case PlayerLeft():
                self._leave(line)
            case TableHidden():
                self.public = False
            case LogErased():
                pass
            case ChatPosted():
                self.talk.add(line, len(self.match.record.moves) if self.match is not None else 0)
                self.remember(line.who if line.by is None else line.by, line.client, line.by)
            case VoteProposed():
                if self.motion is not None:  # it was open for too long
                    self._note(line.at, "rejected", motion=self.motion)
                self.motions += 1
                self.motion = Motion(self.motions, line.kind, line.by, line.at, line.seat).vote(line.by, True)
                if not self._settle_motion(line.at):
                    self._note(line.at, "moved", motion=self.motion)
                self.remember(line.by, line.client, line.by)
            case VoteCast():
                if self.motion is None:
                    raise InvalidLog("a vote on nothing")
                self.motion = self.motion.vote(line.by, line.yes)
                self._settle_motion(line.at)
                self.remember(line.by, line.client, line.by)
            case PlayerReturned():
                if self.proxies.pop(line.seat, None) is not None:
                    self._note(line.at, "back", line.seat)
                if self.clocks is not None:
                    self.clocks.back(line.seat)
                self._run_clocks(line.at)
                self.remember(line.seat, line.client, line.seat)
            case ClocksShifted():
                if self.clocks is not None:
                    self.clocks.sleep(line.slept)
                self.playing().stopped += line.slept
            case TableOpened():
                raise InvalidLog("it was opened twice")
        self.length += 1
        self.updated = line.at

    def _sit(self, line: SeatTaken) -> None:
        self.sitters[line.seat] = line
        if line.guest is not None:
            self.guests[line.guest] = line.seat
            self.owners[line.seat] = line.guest
        seated = [sat for sat in self.sitters if sat is not None and sat.ready]
        if len(seated) == len(self.sitters):
            self.match = self._begin(seated)
            for seat, events in self.match.given:
                add_to_stories(self.stories, seat, self.opened.at, events)
            for sat in seated:
                if sat.absent:  # they may have their seat back whenever they come
                    self._take(sat.seat, line.at)
            self._run_clocks(line.at)
            self._keep_past()
        if line.asker is not None and line.client is not None:
            self.remember(line.asker, line.client, self.seat_for(line.asker))

    def _adopt(self, line: GuestMerged) -> None:
        seat = self.guests.pop(line.before, None)
        if seat is not None and line.guest:
            self.guests[line.guest] = seat
            if self.owners.get(seat) == line.before:
                self.owners[seat] = line.guest
            if line.before in self.claims:
                self.claims[line.guest] = self.claims.pop(line.before)
        if line.before and self.opener == line.before:
            self.opener = line.guest

    def _renew_link(self, seat: Seat) -> None:
        self.links[seat] = self.links.get(seat, 0) + 1
        self.claims = {guest: at for guest, at in self.claims.items() if guest in self.guests}

    def _leave(self, line: PlayerLeft) -> None:
        if not self.started:
            self.sitters[line.seat] = None
            self.guests = {guest: seat for guest, seat in self.guests.items() if seat != line.seat}
            self.owners.pop(line.seat, None)
            self._renew_link(line.seat)  # whoever sits down there next is somebody else
            return
        if not self.over and line.seat not in self.proxies:
            self._take(line.seat, line.at)
            self._run_clocks(line.at)
            if self.motion is not None:  # perhaps theirs was the voice it waited for
                self._settle_motion(line.at)

    def _act(self, line: MovesPlayed) -> None:
        match = self.playing()
        before, first = match.rules.question(match.state), line.seat == NATURE and not match.record.moves
        for seat, move in line.moves:
            add_to_stories(self.stories, seat, line.at, match.repeat(Played(seat, line.at, move)))
        if first:
            self._past.clear()  # the first deal belongs to the beginning
        missed, taken = self._timed(self.clocks, line, before, match.state)
        self._acted(line, missed, taken)

    def accept(self, turn: Turn) -> None:
        """Let moves happen that have been tried already."""
        self.playing().accept(turn.attempt)
        line = turn.line
        for (seat, _), events in zip(line.moves, turn.attempt.events, strict=True):
            add_to_stories(self.stories, seat, line.at, events)
        self.clocks = turn.clocks
        self._acted(line, turn.missed, turn.taken)
        self.length += 1
        self.updated = line.at

    def _acted(self, line: MovesPlayed, missed: bool, taken: Seat | None) -> None:
        """After moves: what there is to note, to remember, and to keep for those who lag behind."""
        self._keep_past()
        if missed:
            self._note(line.at, "late", line.seat)
        self._take(taken, line.at)
        if line.client is not None:
            self.remember(line.seat, line.client, line.seat)

    def attempt(self, seat: Viewer, play: messages.Play, at: int) -> Turn:
        """Try moves that a seat sent; raises :class:`NotDone` if any of them cannot be played.

        What the clock on the wall has to say by then (see :meth:`rings`) is to be committed before.
        """
        match = self.match
        if seat is None:
            raise CommandRefused("no_seat")
        if match is None:
            raise CommandRefused("not_started")
        if self.ended is not None:
            raise CommandRefused("over")
        if self.adjourned:
            raise CommandRefused("adjourned")
        try:
            moves = [match.decode(move) for move in play.moves]
        except msgspec.DecodeError:
            raise CommandRefused("garbled") from None
        if play.question != match.rules.question(match.state):
            free = match.free(seat)
            if not all(move in free for move in moves):
                raise CommandRefused("stale")
        try:
            attempt = match.attempt(seat, moves, at)
        except Refused as refused:
            raise CommandRefused("rule", refused.refusal) from None
        except NotOneChoice:
            raise CommandRefused("batch") from None
        return self._turn(attempt, MovesPlayed(seat, at, [(line.seat, line.move) for line in attempt.lines], play.id))

    def due(self) -> int | None:
        """When something happens by itself: somebody's clock runs out, or that on the wall strikes."""
        if self.match is None:
            return self.begins_at()
        if self.over or self.adjourned:
            return None
        times = (self.clocks.due() if self.clocks is not None else None, self.match.alarm_at())
        return min((time for time in times if time is not None), default=None)

    def rings(self, at: int) -> bool:
        """Whether the clock on the wall has something to say by now."""
        if self.match is None or self.over or self.adjourned:
            return False
        due = self.match.alarm_at()
        return due is not None and due <= at

    def strike(self, at: int) -> Turn:
        """What the clock on the wall does to the game."""
        attempt = self.playing().due(at)
        return self._turn(attempt, MovesPlayed(NATURE, at, [(line.seat, line.move) for line in attempt.lines]))

    def late(self, seat: Seat, at: int) -> Turn:
        """The move that is played for a seat whose time is up."""
        match = self.playing()
        attempt = match.attempt(seat, [match.rules.default(match.state, seat)], at)
        moves = [(line.seat, line.move) for line in attempt.lines]
        return self._turn(attempt, MovesPlayed(seat, at, moves, late=True))

    def _turn(self, attempt: Attempt, line: MovesPlayed) -> Turn:
        match = self.playing()
        clocks = self.clocks.copy() if self.clocks is not None else None
        missed, taken = self._timed(clocks, line, match.rules.question(match.state), attempt.state)
        return Turn(attempt, line, clocks, missed, taken)

    def playing(self) -> Match:
        """The match; only for a table that has begun."""
        if self.match is None:
            raise InvalidLog("it has not begun")
        return self.match

    # --- clocks, bots that stand in, votes -----------------------------------------------------------------------

    def _timed(self, clocks: Clocks | None, line: MovesPlayed, before: int, state: object) -> tuple[bool, Seat | None]:
        """Stop and start clocks after moves; whether an answer was missed, and the seat to be taken over, if any."""
        if clocks is None:
            return False, None
        rules, seat, taken = self.game.rules, line.seat, None
        asked = set(rules.asked(state))
        answered = seat >= 0 and clocks.runs(seat) and (seat not in asked or rules.question(state) != before)
        if answered:
            taken = seat if clocks.answered(seat, line.at, line.late) else None
        clocks.run(asked.intersection(self.players()) - {taken}, line.at)
        return answered and line.late, taken

    def _run_clocks(self, at: int) -> None:
        if self.clocks is not None and self.match is not None:
            stopped = self.over or self.adjourned
            self.clocks.run(() if stopped else set(self.match.asked()).intersection(self.players()), at)

    def _take(self, seat: Seat | None, at: int) -> None:
        """A bot takes a seat over: the best there is, for the sake of those who play on."""
        if seat is not None and self.game.levels:
            self.proxies[seat] = list(self.game.levels)[-1]
            self._note(at, "stands_in", seat)

    def _settle_motion(self, at: int) -> bool:
        """Do what was voted, or drop it; whether either was the case."""
        motion = self.motion
        assert motion is not None
        verdict = motion.verdict(self.voters())
        if verdict is None:
            return False
        self.motion = None
        self._note(at, "carried" if verdict else "rejected", motion=motion)
        if not verdict:
            return True
        if motion.kind == "end":
            self.ended = "vote"
        elif motion.kind == "remove":
            self._take(motion.seat, at)
        else:
            self._adjourn(motion.kind == "adjourn", at)
        self._run_clocks(at)
        return True

    def _adjourn(self, adjourned: bool, at: int) -> None:
        """Leave the game for now, or take it up again: the time between is nobody's."""
        if adjourned and not self.adjourned:
            self._left_at = at
        elif self.adjourned and not adjourned:
            self.playing().stopped += at - self._left_at
        self.adjourned = adjourned

    def _note(self, at: int, kind: messages.NewsKind, seat: Seat | None = None, motion: Motion | None = None) -> None:
        places = {viewer: len(story) for viewer, story in self.stories.items()}
        self.news.add(TableNotice(at, kind, seat, motion, len(self.playing().record.moves), self._turns, places))

    # --- what is told --------------------------------------------------------------------------------------------

    def seat_for(self, who: Sender) -> Viewer:
        """The seat of somebody who sent something, or None."""
        return who if isinstance(who, int) else None

    def remember(self, who: Sender, client: str, viewer: Viewer) -> None:
        """What to answer if the same comes again."""
        self.acks[who, client] = self.told(viewer)

    def _keep_past(self) -> None:
        self._turns += 1
        if self.opened.watch_delay:
            self._past.append((len(self.stories[None]), self._moment([None])[None]))

    def _lags(self, viewer: Viewer) -> bool:
        return viewer is None and bool(self._past) and not self.over

    def told(self, viewer: Viewer) -> int:
        """How many entries of their story a viewer may read by now."""
        return self._past[0][0] if self._lags(viewer) else len(self.stories[viewer])

    def heard(self, viewer: Viewer) -> int:
        """How many of the news a viewer may know by now."""
        return self.news.count(self._turns - len(self._past) + 1 if self._lags(viewer) else None)

    def shown(self, viewers: Collection[Viewer]) -> dict[Viewer, Shown]:
        """How things stand for some viewers; for those who look on, perhaps some moves ago."""
        if None in viewers and self._lags(None):
            return {**self._moment([viewer for viewer in viewers if viewer is not None]), None: self._past[0][1]}
        return self._moment(viewers)

    def now(self, viewer: Viewer) -> messages.Now:
        """How things stand for a viewer, as of this moment."""
        return self._moment([viewer])[viewer].now

    def _moment(self, viewers: Collection[Viewer]) -> dict[Viewer, Shown]:
        """All at once, for sights have much in common. Tuples throughout, so that what is the same compares so."""
        match = self.playing()
        rules, state = match.rules, match.state
        asked, question = tuple(rules.asked(state)), rules.question(state)
        nows = {}
        for viewer, sight in rules.sights(state, viewers).items():
            legal = tuple(rules.legal(state, viewer)) if viewer is not None and viewer in asked else ()
            free = () if viewer is None else tuple(rules.free(state, viewer))
            nows[viewer] = messages.Now(sight, asked, question, legal, free)
        return show(nows, rules.own)
