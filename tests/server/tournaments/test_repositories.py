"""The repositories of clubs, tournaments, players and ratings, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.protocol.tournaments import TournamentGame, TournamentPlan
from ludotheque.server.storage import Conflict, Storage, open_storage
from ludotheque.server.storage.clubs import Club, ClubRepository, Member, Membership
from ludotheque.server.storage.players import Player, PlayerRepository
from ludotheque.server.storage.ratings import KnownRating, LadderEntry, PlayerResult, RatingRepository
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.storage.tournament_guests import erase_guest, merge_guest
from ludotheque.server.storage.tournaments import (
    Entrant,
    NewRound,
    Pairing,
    TableResult,
    Tournament,
    TournamentRepository,
)
from ludotheque.tournaments.ratings import Rating

CLUB = Club("club", "Les Jeudis", "Chez Anne.")
PLAN = TournamentPlan("Jeudi soir", [TournamentGame("stratego"), TournamentGame("president", {"jokers": 2})], "swiss")
ANNE = Player("anne", "handle-anne", "Anne", True)
BRUNO = Player("bruno", "handle-bruno", "Bruno", False)


@pytest.fixture
async def storage(database: Path | str) -> AsyncIterator[Storage]:
    storage = await open_storage(database)
    yield storage
    await storage.close()


async def open_table(storage: Storage, table: str, state: str, public: bool = False) -> None:
    """A table in the index."""
    entry = IndexEntry(table, "stratego", public, state, "[]", [], None, 7)  # type: ignore[arg-type]
    await storage.append(table, 0, [b"{}"], entry)


async def start_tournament(storage: Storage) -> Tournament:
    """A tournament of two entrants in its first round."""
    tournaments = TournamentRepository(storage)
    await tournaments.create("t", "club", PLAN, 1)
    await tournaments.add_entrant("t", Entrant(1, "anne", "Anne", None), ANNE)
    await tournaments.add_entrant("t", Entrant(2, "bruno", "Bruno", None), BRUNO)
    await tournaments.begin_round("t", NewRound(1, [], [Pairing(1, 0, "table", [2, 1])], 5, PLAN))
    found = await tournaments.find("t")
    assert found is not None
    return found


def result(who: str, games: int, table: str = "table", mu: float = 25.0, place: int = 1) -> PlayerResult:
    return PlayerResult("stratego", who, table, place, 2, 9, KnownRating(Rating(mu, 8.0), games))


# --- clubs -----------------------------------------------------------------------------------------------------------


async def test_club_lists_its_members_with_public_pages_and_organisers_first(storage: Storage) -> None:
    clubs = ClubRepository(storage)
    assert await clubs.find("club") is None
    await clubs.create(CLUB, "anne", "Anne", 1)
    await clubs.add_member("club", "bruno", "Bruno", 2)
    await clubs.add_member("club", "chloe", "Chloé", 3)
    await clubs.set_organiser("club", "chloe", True)
    for player in (ANNE, BRUNO):
        await PlayerRepository(storage).save(player)
    assert await clubs.find("club") == CLUB
    assert await clubs.members("club") == [
        Member("anne", "Anne", True, "handle-anne"),
        Member("chloe", "Chloé", True, None),
        Member("bruno", "Bruno", False, None),
    ]


async def test_joining_a_club_again_changes_the_name_only(storage: Storage) -> None:
    clubs = ClubRepository(storage)
    await clubs.create(CLUB, "anne", "Anne", 1)
    await clubs.add_member("club", "anne", "Annette", 2)
    assert await clubs.members("club") == [Member("anne", "Annette", True, None)]


async def test_oldest_member_becomes_organiser_when_the_last_one_is_removed_or_demoted(storage: Storage) -> None:
    clubs = ClubRepository(storage)
    await clubs.create(CLUB, "anne", "Anne", 1)
    await clubs.add_member("club", "bruno", "Bruno", 2)
    await clubs.add_member("club", "chloe", "Chloé", 3)
    await clubs.remove_member("club", "anne")
    assert [(member.name, member.organiser) for member in await clubs.members("club")] == [
        ("Bruno", True),
        ("Chloé", False),
    ]
    await clubs.set_organiser("club", "bruno", False)
    assert await clubs.is_organiser("club", "bruno"), "there must be one"
    assert not await clubs.is_organiser("club", "anne")


async def test_memberships_count_members_and_tournaments_that_are_not_over(storage: Storage) -> None:
    clubs, tournaments = ClubRepository(storage), TournamentRepository(storage)
    await clubs.create(CLUB, "anne", "Anne", 1)
    await clubs.add_member("club", "bruno", "Bruno", 2)
    await tournaments.create("one", "club", PLAN, 1)
    await tournaments.create("two", "club", PLAN, 2)
    await tournaments.end("one")
    assert await clubs.memberships("bruno") == [Membership("club", "Les Jeudis", False, 2, 1)]
    assert await clubs.memberships("chloe") == []


# --- tournaments -----------------------------------------------------------------------------------------------------


async def test_tournament_is_read_as_it_was_written(storage: Storage) -> None:
    found = await start_tournament(storage)
    entrants = [Entrant(1, "anne", "Anne", None), Entrant(2, "bruno", "Bruno", None)]
    assert found == Tournament("t", "club", PLAN, "playing", 5, entrants, [[]], [Pairing(1, 0, "table", [2, 1])])
    assert found.rounds == 1
    assert found.chosen_game(2).game == "president"
    assert found.entrant_of("bruno") == entrants[1]
    assert found.entrant_of(None) is None
    assert await PlayerRepository(storage).find_guest("bruno") == BRUNO, "an entrant's page is written with them"
    assert await TournamentRepository(storage).find("nothing") is None


async def test_latest_tournaments_of_a_club_come_newest_first(storage: Storage) -> None:
    tournaments = TournamentRepository(storage)
    for at, id in enumerate(("one", "two", "three")):
        await tournaments.create(id, "club", PLAN, at)
    assert [found.id for found in await tournaments.latest("club", 2)] == ["three", "two"]


async def test_entrant_number_guest_and_round_are_taken_once(storage: Storage) -> None:
    tournaments = TournamentRepository(storage)
    await start_tournament(storage)
    renamed = ANNE._replace(name="Annette")
    for entrant in (Entrant(2, "chloe", "Chloé", None), Entrant(3, "anne", "Annette", None)):
        with pytest.raises(Conflict):
            await tournaments.add_entrant("t", entrant, renamed)
    assert await PlayerRepository(storage).find_guest("anne") == ANNE, "all or nothing"
    with pytest.raises(Conflict):
        await tournaments.begin_round("t", NewRound(1, [1, 2], [], 6, None))
    found = await tournaments.find("t")
    assert found is not None
    assert (len(found.entrants), found.byes) == (2, [[]])


async def test_entrant_is_replaced_withdrawn_returned_and_deleted(storage: Storage) -> None:
    tournaments = TournamentRepository(storage)
    await start_tournament(storage)
    await tournaments.set_bot("t", 1, "strong")
    await tournaments.withdraw_entrant("t", 2)
    found = await tournaments.find("t")
    assert found is not None
    assert found.entrants == [Entrant(1, "anne", "Anne", "strong"), Entrant(2, "bruno", "Bruno", None, True)]
    await tournaments.return_entrant("t", 2, BRUNO._replace(name="B."))
    await tournaments.delete_entrant("t", 1)
    found = await tournaments.find("t")
    assert found is not None
    assert found.entrants == [Entrant(2, "bruno", "B.", None)]
    await tournaments.delete("t")
    assert await tournaments.find("t") is not None, "a tournament with entrants stays"


async def test_tournament_without_entrants_is_deleted(storage: Storage) -> None:
    tournaments = TournamentRepository(storage)
    await tournaments.create("empty", "club", PLAN, 3)
    await tournaments.delete("empty")
    assert await tournaments.find("empty") is None


async def test_manual_result_replaces_any_other(storage: Storage) -> None:
    tournaments = TournamentRepository(storage)
    await start_tournament(storage)
    await RatingRepository(storage).record("table", 9, TableResult([1, 2], [6, 0]), [])
    await tournaments.enter_manual_result("t", 1, 0, TableResult([1, 1], [3, 3]))
    found = await tournaments.find("t")
    assert found is not None
    assert found.pairings == [Pairing(1, 0, "table", [2, 1], TableResult([1, 1], [3.0, 3.0]), True)]


async def test_unopened_tables_and_tables_in_play_are_found(storage: Storage) -> None:
    tournaments = TournamentRepository(storage)
    tournament = await start_tournament(storage)
    assert await tournaments.with_unopened_tables() == ["t"]
    assert await tournaments.unopened_pairings(tournament) == tournament.pairings
    assert await tournaments.tables_in_play() == []
    await open_table(storage, "table", "playing")
    assert await tournaments.with_unopened_tables() == []
    assert await tournaments.unopened_pairings(tournament) == []
    assert await tournaments.tables_in_play() == ["table"]
    assert await tournaments.is_paired("table")
    assert not await tournaments.is_paired("another")


# --- ratings ---------------------------------------------------------------------------------------------------------


async def test_result_and_ratings_are_recorded_once_and_together(storage: Storage) -> None:
    ratings, tournaments = RatingRepository(storage), TournamentRepository(storage)
    await start_tournament(storage)
    await open_table(storage, "table", "over")
    await open_table(storage, "public", "over", public=True)
    await open_table(storage, "private", "over")
    assert sorted(await ratings.unrecorded_tables(9)) == ["public", "table"]
    outcome = TableResult([1, 2], [6, 0])
    await ratings.record("table", 9, outcome, [result("bruno", 1, mu=27.0), result("anne", 1, mu=23.0, place=2)])
    with pytest.raises(Conflict):
        await ratings.record("table", 9, outcome, [result("bruno", 2)])
    with pytest.raises(Conflict):  # the first game of this player is another
        await ratings.record("public", 9, None, [result("bruno", 1, "public")])
    assert await ratings.unrecorded_tables(9) == ["public"]
    assert await ratings.is_recorded("table")
    assert await ratings.recorded_at("table") == 9
    assert [(one.who, one.place) for one in await ratings.recorded_places("table")] == [("bruno", 1), ("anne", 2)]
    assert await ratings.current("stratego", ["anne", "bruno", "chloe"]) == {
        "anne": KnownRating(Rating(23.0, 8.0), 1),
        "bruno": KnownRating(Rating(27.0, 8.0), 1),
    }
    found = await tournaments.find("t")
    assert found is not None
    assert found.pairings[0].result == outcome
    await ratings.record_unreadable("public")
    await ratings.record_unreadable("public")
    assert await ratings.unrecorded_tables(9) == []


async def test_ladder_has_listed_players_and_bots_apart(storage: Storage) -> None:
    ratings, players = RatingRepository(storage), PlayerRepository(storage)
    for player in (ANNE, BRUNO):
        await players.save(player)
    await open_table(storage, "table", "over", public=True)
    await ratings.record("table", 9, None, [result("anne", 1), result("bruno", 1), result("bot:strategist", 1)])
    known = KnownRating(Rating(25.0, 8.0), 1)
    assert await ratings.ladder("stratego", 9) == [LadderEntry("anne", "handle-anne", "Anne", known)]
    assert await ratings.bots("stratego") == [("strategist", known)]
    assert await ratings.of_player("anne") == [("stratego", known)]
    assert [past.at for past in await ratings.history("stratego", "anne", 9)] == [9]
    assert [one.table for one in await ratings.public_results("anne", 9)] == ["table"]
    assert await players.find_handle("handle-anne") == ANNE


async def test_replaced_ratings_are_the_last_result_of_each_player(storage: Storage) -> None:
    ratings = RatingRepository(storage)
    await ratings.record("old", 1, None, [result("bruno", 1, "old")])
    results = [result("anne", 1, "a", 26.0), result("anne", 2, "b", 28.0)]
    await ratings.replace_all([("a", 1), ("b", 2)], results)
    assert await ratings.current("stratego", ["anne", "bruno"]) == {"anne": results[1].known}
    assert not await ratings.is_recorded("old")
    assert await ratings.recorded_at("b") == 2


# --- guests ----------------------------------------------------------------------------------------------------------


async def test_merged_guest_has_both_memberships_and_the_surer_rating(storage: Storage) -> None:
    clubs, ratings = ClubRepository(storage), RatingRepository(storage)
    await clubs.create(CLUB, "anne", "Anne", 1)
    await clubs.add_member("club", "bruno", "Bruno", 2)
    await start_tournament(storage)
    surer = KnownRating(Rating(30.0, 2.0), 1)
    await ratings.record("table", 9, None, [result("anne", 1)._replace(known=surer), result("bruno", 1)])
    await merge_guest(storage, "anne", "bruno")
    assert await clubs.members("club") == [Member("bruno", "Bruno", True, None)]
    assert await ratings.current("stratego", ["anne", "bruno"]) == {"bruno": KnownRating(surer.rating, 2)}
    assert await ratings.aliases_of(["anne", "bruno"]) == await ratings.all_aliases() == {"anne": "bruno"}
    found = await TournamentRepository(storage).find("t")
    assert found is not None
    assert found.entrants == [Entrant(1, None, "Anne", None, True), Entrant(2, "bruno", "Bruno", None)]


async def test_erased_guest_is_in_no_table_and_results_stay(storage: Storage) -> None:
    clubs, ratings = ClubRepository(storage), RatingRepository(storage)
    await clubs.create(CLUB, "anne", "Anne", 1)
    await clubs.add_member("club", "bruno", "Bruno", 2)
    await start_tournament(storage)
    results = [result("anne", 1), result("program:anne", 1), result("bruno", 1)]
    await ratings.record("table", 9, TableResult([1, 2], [6, 0]), results)
    await erase_guest(storage, "anne")
    assert await clubs.members("club") == [Member("bruno", "Bruno", True, None)]
    assert await PlayerRepository(storage).find_guest("anne") is None
    assert set(await ratings.current("stratego", ["anne", "program:anne", "bruno"])) == {"bruno"}
    assert [one.who for one in await ratings.recorded_places("table")] == ["bruno"]
    found = await TournamentRepository(storage).find("t")
    assert found is not None
    assert found.entrants == [Entrant(1, None, "", None, True), Entrant(2, "bruno", "Bruno", None)]
    assert found.pairings[0].result == TableResult([1, 2], [6.0, 0.0])
