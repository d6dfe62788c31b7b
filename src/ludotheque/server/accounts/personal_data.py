"""Export of personal data: all that is stored about a guest, as a ZIP archive."""

from __future__ import annotations

import asyncio
import io
import logging
import zipfile
from typing import Any

import msgspec

from ludotheque.server.accounts.accounts import Accounts
from ludotheque.server.accounts.seat_history import seat_history
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Storage
from ludotheque.server.storage.accounts import Account
from ludotheque.server.storage.guest_data import GuestDataRepository
from ludotheque.server.tables import events
from ludotheque.server.tables.archive import Archive
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import ChatPosted, SeatTaken, TableOpened

log = logging.getLogger(__name__)


class PersonalData:
    """Exports the personal data of guests."""

    def __init__(self, storage: Storage, signer: Signer, accounts: Accounts, archive: Archive) -> None:
        self._storage = storage
        self._signer = signer
        self._accounts = accounts
        self._archive = archive

    async def export(self, guest: str, account: Account | None) -> bytes:
        """A ZIP archive: ``me.json``, and the record of every finished game in which the guest has a seat."""
        me: dict[str, Any] = {"account": None if account is None else await self._export_account(account)}
        me.update(await GuestDataRepository(self._storage).export(guest))
        seated = [row["table"] for row in me["sitting"]]
        tables, records = [], {}
        for id in dict.fromkeys([*seated, *(row["table"] for row in me["spoke_at"])]):
            bodies = await self._storage.load(id)
            if bodies:
                tables.append(_export_table(self._signer, id, bodies, guest))
                if id in seated:
                    records.update(await self._export_record(id, guest))
        me["tables"] = tables
        return await asyncio.to_thread(_pack, me, records)

    async def _export_account(self, account: Account) -> dict[str, Any]:
        cards = await self._accounts.passkeys(account.id)
        passkeys = [{"name": card.name, "created": card.created, "used": card.used} for card in cards]
        return {"name": account.name, "created": account.created, "passkeys": passkeys}

    async def _export_record(self, table: str, guest: str) -> dict[str, bytes]:
        """The record of a finished game, with the chat that the guest may read, by its file name."""
        kept = await self._archive.find(table)
        if kept is None or not kept.over:
            return {}
        try:
            return {f"records/{kept.opened.game}-{table}.jsonl": await self._archive.record(kept, guest, "all")}
        except InvalidLog as error:
            log.warning("the record of table %s cannot be exported: %s", hashed_id(table), error)
            return {}


def _export_table(signer: Signer, id: str, bodies: list[bytes], guest: str) -> dict[str, Any]:
    """What the log of a table holds about a guest: their seats and names, and their chat messages."""
    log_events = [events.decode(body) for body in bodies]
    history = seat_history(log_events)
    person = {guest}.union(*(period.same_person(guest) for period in history))
    speakers = {signer.speaker_id(id, one) for one in person}
    opened = log_events[0]
    taken = [log_events[period.start] for period in history if guest in period.owner]
    posted = [event for event in log_events if isinstance(event, ChatPosted) and event.who in speakers]
    return {
        "table": id,
        "game": opened.game if isinstance(opened, TableOpened) else "",
        "opened": opened.at,
        "sat": [{"seat": one.seat, "name": one.name, "at": one.at} for one in taken if isinstance(one, SeatTaken)],
        "said": [{"at": one.at, "name": one.name, "to": one.to, "text": one.text} for one in posted],
    }


def _pack(me: dict[str, Any], records: dict[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("me.json", msgspec.json.format(msgspec.json.encode(me), indent=2))
        for name, data in records.items():
            file.writestr(name, data)
    return archive.getvalue()
