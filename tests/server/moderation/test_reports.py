"""Moderation: only moderators read reports; their sanctions are in force and their deeds recorded."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from tests.patience import PATIENCE
from tests.server.account_guest import AccountGuest, rows
from tests.server.client import FRIEND, ME, SETUP, Guest, Json, TableSocket, two_at_a_table
from tests.server.running import Running

RUDE = "espèce de cornichon"


def run_moderator_command(server: Running, *arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "ludotheque", "moderator", *arguments, "--data", str(server.data)]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)


async def join_as_moderator(server: Running, name: str = "Claire") -> Guest:
    """A new moderator, by an invitation of the host."""
    link = run_moderator_command(server, "add", name, "--address", server.address).stdout.strip()
    assert link.startswith(f"{server.address}/moderation/")
    claire = Guest(server, name)
    await claire.post("/api/moderation/join", {"code": link.rsplit("/", 1)[1]})
    return claire


async def send_report(guest: Guest, table: str, status: int = 204, **order: Any) -> Json:
    answer = await guest.http.post(f"/api/tables/{table}/report", json={"why": "c’est trop", **order})
    assert answer.status_code == status, answer.text
    found: Json = answer.json() if answer.content else {}
    return found


async def play_with_report(server: Running, **order: Any) -> tuple[TableSocket, TableSocket, str]:
    """A table where Anne has reported a rude chat line of Bruno: both connections, and its id."""
    anne, bruno = await two_at_a_table(server, **order)
    assert (await bruno.ask("say", text=RUDE))["t"] == "ack"
    await anne.until(lambda: bool(anne.chat))
    await send_report(anne.guest, anne.table, line=1)
    return anne, bruno, anne.table


async def last_report(moderator: Guest, table: str) -> Json:
    desk = await moderator.get("/api/moderation")
    found: Json = next(report for report in desk["reports"] if report["table"] == table)
    return found


async def decide(moderator: Guest, table: str, do: str, **more: Any) -> Json:
    report = await last_report(moderator, table)
    return await moderator.post(f"/api/moderation/reports/{report['id']}", {"do": do, "why": "parce que", **more})


async def test_report_names_reporter_reported_and_chat_message(server: Running) -> None:
    claire = await join_as_moderator(server)
    anne, _, table = await play_with_report(server, public=True)
    report = await last_report(claire, table)
    assert (report["reporter"], report["name"], report["said"], report["why"]) == ("Anne", "Bruno", RUDE, "c’est trop")
    assert (report["aside"], report["public"], report["sanctions"]) == (False, True, [])
    await send_report(anne.guest, table, seat=1)
    about_seat = (await claire.get("/api/moderation"))["reports"][-1]
    assert (about_seat["name"], about_seat["said"], about_seat["person"]) == ("Bruno", "", report["person"])


async def test_moderation_paths_do_not_exist_for_other_guests(server: Running) -> None:
    anne, bruno, table = await play_with_report(server)
    nowhere = await anne.guest.http.get("/api/no-such-thing")
    for guest in (anne.guest, bruno.guest, Guest(server, "nobody"), AccountGuest(server, "x")):
        answer = await guest.http.get("/api/moderation")
        assert (answer.status_code, answer.json()) == (404, nowhere.json())
        for path in ("reports/x", "lift"):
            # Invalid bodies are answered with 404 too.
            for body in ({}, {"do": "ban", "why": ""}, {"person": "x", "kind": "ban", "why": ""}):
                answer = await guest.http.post(f"/api/moderation/{path}", json=body)
                assert (answer.status_code, answer.json()) == (404, nowhere.json())
        assert (await guest.get("/api/me"))["moderator"] is False
    claire = await join_as_moderator(server)
    report = await last_report(claire, table)
    answer = await anne.guest.http.post(f"/api/moderation/reports/{report['id']}", json={"do": "ban", "why": "x"})
    assert answer.status_code == 404
    assert "banned" not in (await bruno.ask("say", text="encore là")).values()


async def test_invitation_is_valid_once(server: Running) -> None:
    link = run_moderator_command(server, "add", "Dora", "--address", "https://jeux.example.org/").stdout.strip()
    assert link.startswith("https://jeux.example.org/moderation/")
    code = link.rsplit("/", 1)[1]
    dora, thief = Guest(server, "Dora"), Guest(server, "thief")
    assert (await dora.post("/api/moderation/join", {"code": code}))["you"] == "Dora"
    assert (await dora.get("/api/me"))["moderator"] is True
    for bad in (code, "", "~", "RG9yYQ~a.b.c", "é~x", code.replace("~", "~x")):
        assert (await thief.post("/api/moderation/join", {"code": bad}, 403))["code"] == "bad_invitation"
    assert "Dora" in run_moderator_command(server, "list").stdout.split()
    assert run_moderator_command(server, "remove", "Dora").returncode == 0
    assert run_moderator_command(server, "remove", "Dora").returncode == 1
    assert (await dora.http.get("/api/moderation")).status_code == 404
    assert run_moderator_command(server, "add", "x\u202e").returncode == 2
    nowhere = [sys.executable, "-m", "ludotheque", "moderator", "list", "--data", str(server.data) + "x"]
    ended = subprocess.run(nowhere, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, "there is no database" in ended.stderr) == (2, True)


async def test_muted_player_reads_until_when_and_may_still_play(server: Running) -> None:
    claire = await join_as_moderator(server)
    _, bruno, table = await play_with_report(server)
    desk = await decide(claire, table, "mute", hours=2)
    assert table not in [report["table"] for report in desk["reports"]]
    sanction = next(card for card in desk["sanctions"] if card["name"] == "Bruno")
    refused = await bruno.ask("say", text="quoi ?")
    assert (refused["t"], refused["code"], refused["until"]) == ("refused", "muted", sanction["until"])
    assert (await bruno.play(*SETUP))["t"] == "ack"
    assert len(rows(server, "SELECT 1 FROM sanction WHERE kind = 'mute'")) >= 1
    desk = await claire.post(
        "/api/moderation/lift", {"person": sanction["person"], "kind": "mute", "why": "il s’est excusé"}
    )
    assert (await bruno.ask("say", text="pardon"))["t"] == "ack"
    kinds = [(deed["moderator"], deed["kind"], deed["name"], deed["why"]) for deed in desk["deeds"][:2]]
    assert kinds == [("Claire", "lift_mute", "Bruno", "il s’est excusé"), ("Claire", "mute", "Bruno", "parce que")]


async def test_banned_player_is_replaced_by_bots_and_takes_no_seat(server: Running) -> None:
    claire = await join_as_moderator(server)
    anne, bruno, table = await play_with_report(server)
    waiting = (await bruno.guest.open(ME, FRIEND))["id"]
    elsewhere = (await anne.guest.open(ME, FRIEND))["id"]
    await decide(claire, table, "ban", hours=24)
    await anne.until(lambda: anne.card["seats"][1]["proxy"] is not None)
    assert (await anne.play(*SETUP))["t"] == "ack"
    await anne.until(lambda: anne.to_move and anne.now is not None and anne.now["sight"]["turn"] == 0)
    assert (await anne.guest.get(f"/api/tables/{waiting}"))["seats"][0]["kind"] == "open"
    for error in (await bruno.guest.open(ME, FRIEND, status=403), await bruno.guest.join(elsewhere, 403)):
        assert error["code"] == "banned"
        assert error["until"] > 0
    assert (await bruno.ask("back"))["code"] == "banned"
    assert (await bruno.ask("say", text="eh !"))["code"] == "banned"
    # Neither signing in to an account nor signing out of it ends the ban.
    person = AccountGuest(server, "Bruno")
    person.http.cookies.set("ludotheque_guest", bruno.guest.http.cookies["ludotheque_guest"])
    await person.add_passkey(person.new_authenticator())
    assert (await person.open(ME, FRIEND, status=403))["code"] == "banned"
    await person.sign_out()
    assert (await person.open(ME, FRIEND, status=403))["code"] == "banned"


async def test_moderators_read_a_private_message_only_if_its_reader_reports_it(server: Running) -> None:
    claire = await join_as_moderator(server)
    anne, bruno = await two_at_a_table(server)
    table = anne.table
    await bruno.ask("say", text="tout haut")
    await bruno.ask("say", text="tout bas", to=[0])
    await anne.until(lambda: len(anne.chat) == 2)
    watcher = Guest(server, "Dora")
    await watcher.get(f"/api/tables/{table}")
    assert (await send_report(watcher, table, 404, line=2))["code"] == "nobody_there"
    await send_report(watcher, table, line=1, name="Dora")
    assert (await last_report(claire, table))["reporter"] == "Dora"
    assert "tout bas" not in (await claire.http.get("/api/moderation")).text
    await send_report(anne.guest, table, line=2)
    aside = next(report for report in (await claire.get("/api/moderation"))["reports"] if report["said"] == "tout bas")
    assert aside["aside"] is True


async def test_spectator_can_be_reported_and_muted(server: Running) -> None:
    claire = await join_as_moderator(server)
    anne, _ = await two_at_a_table(server)
    table = anne.table
    dora, eve = Guest(server, "Dora"), Guest(server, "Eve")
    for guest in (dora, eve):
        await guest.get(f"/api/tables/{table}")
    loud, quiet = await dora.sit(table), await eve.sit(table)
    await loud.ask("say", text=RUDE, name="Dora")
    await quiet.until(lambda: bool(quiet.chat))
    await send_report(eve, table, line=1, name="Eve")
    await decide(claire, table, "mute")
    assert (await loud.ask("say", text="encore", name="Dora"))["code"] == "muted"
    assert (await quiet.ask("say", text="merci", name="Eve"))["t"] == "ack"


async def test_hidden_table_leaves_the_lobby_and_goes_on(server: Running) -> None:
    claire = await join_as_moderator(server)
    anne, _, table = await play_with_report(server, public=True)
    lobby = [line["id"] for line in (await claire.get("/api/lobby"))["tables"]]
    assert table in lobby
    await decide(claire, table, "hide")
    assert table not in [line["id"] for line in (await claire.get("/api/lobby"))["tables"]]
    await anne.until(lambda: anne.card["public"] is False)
    assert (await anne.play(*SETUP))["t"] == "ack"


async def test_invalid_reports_are_refused(server: Running) -> None:
    anne, bruno, table = await play_with_report(server)
    for order in ({}, {"line": 1, "seat": 1}, {"line": 9}, {"seat": 9}, {"seat": 0}):
        assert (await send_report(anne.guest, table, 404, **order))["code"] == "nobody_there", order
    assert (await send_report(Guest(server, "x"), table, 403, line=1))["code"] == "no_guest"
    assert (await send_report(anne.guest, "nowhere", 404, line=1))["code"] == "no_table"
    assert (await send_report(anne.guest, table, 400, line=1, why="x" * 301))["code"] == "bad_request"
    assert (await send_report(bruno.guest, table, 404, line=1))["code"] == "nobody_there", (
        "guests cannot report themselves"
    )
    for _ in range(9):
        await send_report(anne.guest, table, line=1)
    assert (await send_report(anne.guest, table, 429, line=1))["code"] == "reported_enough"


async def test_moderator_neither_sees_nor_decides_reports_about_themselves(server: Running) -> None:
    anne, bruno, table = await play_with_report(server)
    link = run_moderator_command(server, "add", "Bruno").stdout.strip()
    await bruno.guest.post("/api/moderation/join", {"code": link.rsplit("/", 1)[1]})
    desk = await bruno.guest.get("/api/moderation")
    assert table not in [report["table"] for report in desk["reports"]]
    claire = await join_as_moderator(server)
    report = await last_report(claire, table)
    error = await bruno.guest.post(f"/api/moderation/reports/{report['id']}", {"do": "dismiss", "why": "mais non"}, 404)
    assert error["code"] == "no_report"
    await decide(claire, table, "dismiss")
    again = await claire.post(f"/api/moderation/reports/{report['id']}", {"do": "mute", "why": ""}, 404)
    assert again["code"] == "no_report"
    assert (await bruno.ask("say", text="ouf"))["t"] == "ack"
    assert anne.table == table


async def test_names_with_invisible_characters_are_refused(server: Running) -> None:
    anne = Guest(server, "Anne")
    for name in ("\u202eennA", "A\0nne", "A\nnne\u200e", "\u200b", " ", "x" * 25):
        assert (await anne.open(ME, FRIEND, name=name, status=400))["code"] == "bad_request", repr(name)
