"""Programs from outside: shown as what they are, at the table and in the lists, and without a vote."""

from __future__ import annotations

from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running


async def join_as_program(guest: Guest, table: str) -> None:
    await guest.post(f"/api/tables/{table}/join", {"name": guest.name, "nonce": "n", "program": True})


async def test_program_is_shown_as_one_to_every_viewer(own_server: Running) -> None:
    anne, robot = Guest(own_server, "Anne"), Guest(own_server, "Machine")
    table = (await anne.open(ME, FRIEND, bot("random"), game="koalition", public=True))["id"]
    socket = await anne.sit(table)
    await join_as_program(robot, table)
    await socket.until(lambda: socket.card["started"])
    kinds = ["human", "program", "bot"]
    assert [seat["kind"] for seat in socket.card["seats"]] == kinds
    assert socket.card["seats"][1] == {
        "kind": "program",
        "name": "Machine",
        "level": None,
        "here": False,
        "proxy": None,
        "advised": 0,
    }
    [listed] = (await anne.get("/api/lobby"))["tables"]
    assert [(seat["kind"], seat["name"]) for seat in listed["seats"]][1] == ("program", "Machine")
    own_server.kill()
    own_server.start()
    assert [seat["kind"] for seat in (await anne.get(f"/api/tables/{table}"))["seats"]] == kinds


async def test_program_that_opens_a_table_is_shown_as_one(server: Running) -> None:
    card = await Guest(server, "Machine").open(ME, FRIEND, program=True)
    assert [seat["kind"] for seat in card["seats"]] == ["program", "open"]
    card = await Guest(server, "Anne").open(ME, FRIEND)
    assert [seat["kind"] for seat in card["seats"]] == ["human", "open"]


async def test_programs_have_no_vote(server: Running) -> None:
    """A program may neither propose nor vote, and its vote is not counted."""
    anne, robot = Guest(server, "Anne"), Guest(server, "Machine")
    table = (await anne.open(ME, FRIEND))["id"]
    await join_as_program(robot, table)
    socket, machine = await anne.sit(table), await robot.sit(table)
    answer = await machine.ask("propose", kind="end")
    assert (answer["t"], answer["code"]) == ("refused", "no_vote")
    assert (await socket.ask("propose", kind="adjourn"))["t"] == "ack"
    await socket.until(lambda: socket.card["adjourned"])
    assert (await socket.ask("propose", kind="resume"))["t"] == "ack"
    await socket.until(lambda: not socket.card["adjourned"])
    assert (await socket.ask("propose", kind="end"))["t"] == "ack"
    await machine.until(lambda: machine.card["over"])


async def test_people_vote_without_a_program(server: Running) -> None:
    anne, bruno, robot = Guest(server, "Anne"), Guest(server, "Bruno"), Guest(server, "Machine")
    table = (await anne.open(ME, FRIEND, FRIEND, game="koalition"))["id"]
    await bruno.join(table)
    await join_as_program(robot, table)
    socket, other, machine = await anne.sit(table), await bruno.sit(table), await robot.sit(table)
    await socket.ask("propose", kind="end")
    await machine.until(lambda: machine.card["motion"] is not None)
    motion = machine.card["motion"]
    assert (motion["voters"], motion["yes"]) == ([0, 1], [0])
    assert (await machine.ask("vote", motion=motion["number"], yes=True))["code"] == "no_vote"
    assert (await other.ask("vote", motion=motion["number"], yes=True))["t"] == "ack"
    await machine.until(lambda: machine.card["over"])


async def test_program_has_a_clock_as_people_do(server: Running) -> None:
    anne, robot = Guest(server, "Anne"), Guest(server, "Machine")
    table = (await anne.open(ME, FRIEND, clock={"kind": "live", "bank": 600}))["id"]
    await join_as_program(robot, table)
    socket = await robot.sit(table)
    assert socket.clocks is not None
    assert all(clock["running"] for clock in socket.clocks["seats"])
