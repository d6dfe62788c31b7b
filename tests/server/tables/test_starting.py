"""A game starts with the last nonce; a tournament game with clocks starts without absent players after a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.games import find
from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables import starting
from ludotheque.server.tables.opening import SeatedPlayer, TableTerms
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timeouts import needs_worker, next_timeout
from tests.server.played_table import wait_until
from tests.server.running import Running
from tests.server.tournaments.club import begin_round, new_tournament

SOON = 5_000
"""Milliseconds that a game waits for those who do not come: a slow machine has brought Anne's nonce by then."""


async def test_tournament_table_waits_for_the_nonce_of_each_player(server: Running) -> None:
    guests, evening = await new_tournament(server, 2)
    await begin_round(guests[0], evening, 1)
    table = (await guests[0].get(f"/api/evenings/{evening}"))["your_table"]
    card = await guests[0].get(f"/api/tables/{table}")
    assert (card["started"], card["awaited"]) == (False, [0, 1])
    assert not (await guests[0].join(table))["started"]
    card = await guests[1].join(table)
    assert (card["started"], card["seats"][card["you"]]["name"]) == (True, guests[1].name)


async def tournament_table(database: Path | str, clock: LiveClock | None) -> tuple[Services, Table]:
    """A table for two people and a bot, of whom one has come."""
    services = await open_services(Settings(database, bot_delay=0, bot_processes=1))
    await services.start()
    sitters = [
        SeatedPlayer("Anne", "guest 0"),
        SeatedPlayer("Bruno", "guest 1"),
        SeatedPlayer("random", level="random"),
    ]
    await services.tables.opening.open_seated(
        "thetable", find("president"), {}, sitters, TableTerms(evening="evening", clock=clock)
    )
    actor, table = await services.tables.find("thetable")
    await services.tables.join(actor.id, "guest 0", "Anne", "from Anne")
    assert not table.started
    return services, table


def begun_without_bruno(table: Table) -> None:
    assert table.playing().record.header.nonces == ["from Anne", "", ""]
    assert list(table.seats.proxies) == [1], "a bot plays for whoever is not there"
    assert table.seats.seat_of("guest 1") == 1, "and they may have their seat back"


async def test_tournament_table_with_clocks_starts_without_absent_players(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "WAIT_FOR_PLAYERS", SOON)
    services, table = await tournament_table(database, LiveClock(60, 1))
    await wait_until(lambda: table.started)
    begun_without_bruno(table)
    begun_without_bruno(Table.load(table.id, await services.storage.load(table.id)))
    await services.close()


async def test_restart_does_not_extend_the_wait_for_absent_players(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "WAIT_FOR_PLAYERS", SOON)
    services, _ = await tournament_table(database, LiveClock(60, 1))
    await services.close()
    services = await open_services(Settings(database, bot_delay=0, bot_processes=1))
    await services.start()
    await wait_until(lambda: "thetable" in services.tables.actors and services.tables.actors["thetable"].log_length > 0)
    _, table = await services.tables.find("thetable")
    await wait_until(lambda: table.started)
    begun_without_bruno(table)
    await services.close()


async def test_organiser_withdraws_an_absent_player_without_clocks(tmp_path: Path) -> None:
    services, table = await tournament_table(tmp_path / "log.db", None)
    assert (next_timeout(table), needs_worker(table)) == (None, False)
    actor, _ = await services.tables.find(table.id)
    await services.tables.leave(actor.id, "guest 1")
    begun_without_bruno(table)
    await services.close()
