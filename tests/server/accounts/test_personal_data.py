"""Export of personal data: the archive holds what is stored about the guest, and nothing of others."""

from __future__ import annotations

import io
import json
import zipfile

from ludotheque.engine import record
from ludotheque.games import find
from tests.server.account_guest import AccountGuest
from tests.server.accounts.test_erase import NAME, PUSH, SECRET, id_of, open_tables_of_every_kind
from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running


async def test_export_holds_account_tables_chat_and_records(server: Running) -> None:
    anne, bruno = AccountGuest(server, "a"), Guest(server, "Bruno")
    await anne.get(f"/api/tables/{(await bruno.open(ME, FRIEND))['id']}")
    over, middle, waiting, theirs, _ = await open_tables_of_every_kind(anne, bruno)
    await anne.add_passkey(anne.new_authenticator())
    answer = await anne.http.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="ludotheque.zip"'
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert sorted(archive.namelist()) == ["me.json", f"records/stratego-{over}.jsonl"]
    me = json.loads(archive.read("me.json"))
    assert me["account"]["name"] == "a"
    assert [key["name"] for key in me["account"]["passkeys"]] == ["Mon téléphone"]
    assert [call["endpoint"] for call in me["calls"]] == [PUSH["endpoint"]]
    tables = {table["table"]: table for table in me["tables"]}
    assert set(tables) == {over, middle, waiting, theirs}
    assert [sat["name"] for sat in tables[middle]["sat"]] == [NAME]
    assert [said["text"] for said in tables[over]["said"]] == [SECRET, f"{SECRET} pour tous"]
    game = record.read(archive.read(f"records/stratego-{over}.jsonl"))
    record.verify(find("stratego"), game)
    assert SECRET in {said.text for _, said in game.chat}, "a private room they were in is theirs to read"
    assert id_of(bruno).encode() not in answer.content
    assert id_of(bruno).encode() not in archive.read("me.json")


async def test_export_and_erasing_of_an_unknown_guest(server: Running) -> None:
    unknown = Guest(server, "x")
    assert (await unknown.get("/api/me/export", 404))["code"] == "nothing_known"
    assert (await unknown.http.post("/api/me/forget", json={"sure": "delete"})).status_code == 204
