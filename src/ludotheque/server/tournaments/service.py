"""Tournaments of a club: planning, entrants, rounds, results, and the end."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import msgspec

from ludotheque.engine.rules import Outcome
from ludotheque.games import find
from ludotheque.protocol.tournaments import (
    ENTRANTS,
    EntrantChange,
    ManualResult,
    Strength,
    TournamentCard,
    TournamentPlan,
)
from ludotheque.server.accounts.names import tidy_name
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage, StorageError
from ludotheque.server.storage.players import Player, PlayerRepository
from ludotheque.server.storage.tournaments import Entrant, TableResult, Tournament, TournamentRepository
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.opening import new_id
from ludotheque.server.tables.service import TableService
from ludotheque.server.tournaments.calendar import calendar_file
from ludotheque.server.tournaments.clubs import ClubService
from ludotheque.server.tournaments.errors import InvalidResult, NotFound, NotPossible
from ludotheque.server.tournaments.rounds import check_next_round, pair_next_round
from ludotheque.server.tournaments.tables import open_tables
from ludotheque.server.tournaments.views import tournament_card

_ATTEMPTS: Final = 5


class TournamentService:
    """Plans and runs the tournaments of clubs."""

    def __init__(
        self, storage: Storage, signer: Signer, sanctions: Sanctions, clubs: ClubService, tables: TableService
    ) -> None:
        self._tournaments = TournamentRepository(storage)
        self._players = PlayerRepository(storage)
        self._signer = signer
        self._sanctions = sanctions
        self._clubs = clubs
        self._tables = tables
        self._adding_entrant = asyncio.Lock()
        """Entrants are added one at a time, so that those who enter together do not all try the same number."""

    async def find(self, id: str) -> Tournament:
        """A tournament by its id; raises :class:`NotFound`."""
        tournament = await self._tournaments.find(id)
        if tournament is None:
            raise NotFound("no_evening", "there is no tournament at this address")
        return tournament

    async def find_to_organise(self, id: str, guest: str) -> Tournament:
        """A tournament of whose club a guest is an organiser; raises :class:`NotFound`, :class:`NotAllowed`."""
        tournament = await self.find(id)
        await self._clubs.require_organiser(tournament.club, guest)
        return tournament

    async def card(self, id: str, guest: str | None) -> TournamentCard:
        """A tournament as a guest sees it; raises :class:`NotFound`."""
        tournament = await self.find(id)
        title = await self._clubs.title(tournament.club)
        organiser = await self._clubs.is_organiser(tournament.club, guest)
        return tournament_card(tournament, title, guest, organiser, await self._public_pages(tournament))

    async def plan(self, club: str, plan: TournamentPlan, guest: str) -> str:
        """Plan a tournament of a club; its id. Only organisers may."""
        await self._clubs.title(club)
        await self._clubs.require_organiser(club, guest)
        for chosen in plan.games:
            find(chosen.game).options(chosen.options)
        if plan.starts_at is not None and plan.starts_at < now_ms():
            raise NotPossible("past_date", "a tournament begins in the future")
        id = new_id()
        await self._tournaments.create(id, club, msgspec.structs.replace(plan, title=tidy_name(plan.title)), now_ms())
        return id

    # --- entrants ------------------------------------------------------------------------------------------------

    async def join(self, tournament: Tournament, name: str, listed: bool, guest: str) -> None:
        """Let a guest play from the next round on; an entrant who was gone is back."""
        _check_not_over(tournament)
        await self._sanctions.check_not_banned(guest)
        player = Player(guest, self._signer.player_handle(guest), name, listed)
        entrant = tournament.entrant_of(guest)
        if entrant is not None:
            await self._tournaments.return_entrant(tournament.id, entrant.number, player)
        else:
            await self._add_entrant(tournament.id, player, None)

    async def add_bot(self, tournament: Tournament, strength: Strength) -> None:
        """Let a bot play from the next round on."""
        _check_not_over(tournament)
        await self._add_entrant(tournament.id, None, strength)

    async def change_entrant(self, tournament: Tournament, number: int, change: EntrantChange, guest: str) -> None:
        """Withdraw an entrant, let a bot play for them, or let them return: organisers may, and all for themselves.

        Only organisers may let a bot play.
        """
        _check_not_over(tournament)
        entrant = next((entrant for entrant in tournament.entrants if entrant.number == number), None)
        if entrant is None:
            raise NotFound("no_entrant", "there is no entrant of this number")
        if entrant.guest != guest or change.change == "bot":
            await self._clubs.require_organiser(tournament.club, guest)
        if change.change == "drop":
            if tournament.rounds:
                await self._tournaments.withdraw_entrant(tournament.id, number)
            else:
                await self._tournaments.delete_entrant(tournament.id, number)
        else:
            substitute: Strength | None = "strong" if change.change == "bot" else None
            bot = entrant.bot if entrant.guest is None else substitute
            await self._tournaments.set_bot(tournament.id, number, bot)
        if change.change != "back":
            await self._leave_current_table(tournament, entrant)

    async def _add_entrant(self, id: str, player: Player | None, bot: Strength | None) -> None:
        """Add an entrant under the next number; a guest who has entered meanwhile is not added twice."""
        guest, name = (None, "") if player is None else (player.guest, player.name)
        async with self._adding_entrant:
            for attempt in range(1, _ATTEMPTS + 1):
                tournament = await self.find(id)
                if guest is not None and tournament.entrant_of(guest) is not None:
                    return
                if len(tournament.entrants) >= ENTRANTS:
                    raise NotPossible("evening_full", f"a tournament has {ENTRANTS} entrants at most")
                number = 1 + max((entrant.number for entrant in tournament.entrants), default=0)
                try:
                    await self._tournaments.add_entrant(id, Entrant(number, guest, name, bot), player)
                    return
                except StorageError:  # an entrant at another worker has that number
                    if attempt == _ATTEMPTS:
                        raise

    async def _leave_current_table(self, tournament: Tournament, entrant: Entrant) -> None:
        """Let a bot play on for an entrant at the table of this round, so that the others can finish."""
        for pairing in tournament.pairings_of(tournament.rounds):
            if entrant.guest is not None and entrant.number in pairing.seats and pairing.result is None:
                with contextlib.suppress(OtherRulesEdition):  # nobody can play there: its result is entered by hand
                    await self._tables.leave(pairing.table, entrant.guest)

    async def _public_pages(self, tournament: Tournament) -> dict[str, str]:
        """The handles of the entrants' public player pages, by guest."""
        guests = [entrant.guest for entrant in tournament.entrants if entrant.guest is not None]
        players = [await self._players.find_guest(guest) for guest in guests]
        return {player.guest: player.handle for player in players if player is not None and player.listed}

    # --- rounds --------------------------------------------------------------------------------------------------

    async def begin_round(self, tournament: Tournament, number: int) -> None:
        """Pair a round and open its tables; one that has begun already stays as it is."""
        _check_not_over(tournament)
        if number <= tournament.rounds:
            return
        check_next_round(tournament, number)
        round = pair_next_round(tournament)
        try:
            await self._tournaments.begin_round(tournament.id, round)
        except StorageError:  # another organiser may have begun it
            if number > (await self.find(tournament.id)).rounds:
                raise
        begun = await self.find(tournament.id)
        _check_not_over(begun)  # it may have been cancelled meanwhile
        await open_tables(self._tables, begun, begun.pairings_of(number))

    async def enter_result(self, tournament: Tournament, entered: ManualResult) -> None:
        """Enter the result of a table by hand, in place of any other."""
        _check_not_over(tournament)
        pairings = tournament.pairings_of(entered.round)
        pairing = next((pairing for pairing in pairings if pairing.board == entered.board), None)
        if pairing is None or len(pairing.seats) != len(entered.places):
            raise InvalidResult("bad_result", "a result has a place for each seat of a table of the tournament")
        places = tuple(1 + sum(other < place for other in entered.places) for place in entered.places)
        game = find(tournament.chosen_game(entered.round).game)
        result = TableResult(places, game.match_points(Outcome(places, "", "hand")))
        await self._tournaments.enter_manual_result(tournament.id, entered.round, entered.board, result)

    async def cancel(self, tournament: Tournament, why: str) -> None:
        """Cancel a tournament before its first round, with a sentence for its entrants; the first one stays."""
        if tournament.cancelled is not None:
            return
        _check_not_over(tournament)
        if not tournament.rounds:
            await self._tournaments.cancel(tournament.id, " ".join(why.split()))
            tournament = await self.find(tournament.id)
        if tournament.cancelled is None:
            raise NotPossible("evening_begun", "this tournament has begun: it can be ended")

    async def calendar(self, id: str, address: str) -> bytes:
        """The calendar file of a tournament with a date; ``address`` is the link to its page."""
        tournament = await self.find(id)
        if tournament.plan.starts_at is None:
            raise NotFound("no_date", "this tournament has no date")
        return calendar_file(tournament, await self._clubs.title(tournament.club), address, now_ms())

    async def end(self, tournament: Tournament) -> None:
        """End a tournament; one without a round is deleted, unless it has entrants: they are told why it is cancelled.

        Raises :class:`NotPossible`.
        """
        if tournament.rounds:
            await self._tournaments.end(tournament.id)
            return
        if tournament.cancelled is not None:
            return
        await self._tournaments.delete(tournament.id)
        if await self._tournaments.find(tournament.id) is not None:
            raise NotPossible("evening_entered", "this tournament has entrants: it can be cancelled")


def _check_not_over(tournament: Tournament) -> None:
    if tournament.state == "over":
        raise NotPossible("evening_over", "this tournament is over")
