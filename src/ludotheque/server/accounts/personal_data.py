"""All that the house knows of somebody, in one file that they can take home."""

from __future__ import annotations

import asyncio
import io
import logging
import zipfile
from typing import Any

import msgspec

from ludotheque.server.accounts.accounts import Account
from ludotheque.server.accounts.erase import stays
from ludotheque.server.accounts.guest_data import BELONGINGS
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.logging import hashed_id
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import events
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import ChatPosted, SeatTaken, TableOpened

log = logging.getLogger(__name__)


async def all_i_have(services: Services, guest: str, account: Account | None) -> bytes:
    """A ZIP archive: ``me.json``, and the record of every finished game they sat at."""
    me: dict[str, Any] = {"account": None}
    if account is not None:
        cards = await services.accounts.passkeys(account.id)
        signer = [{"name": card.name, "created": card.created, "used": card.used} for card in cards]
        me["account"] = {"name": account.name, "created": account.created, "passkeys": signer}
    for belonging in BELONGINGS:
        rows = await services.storage.rows(belonging.mine, guest)
        me[belonging.topic] = [dict(zip(belonging.columns, row, strict=True)) for row in rows]
    seated = [row["table"] for row in me["sitting"]]
    tables, records = [], {}
    for id in dict.fromkeys([*seated, *(row["table"] for row in me["spoke_at"])]):
        bodies = await services.storage.load(id)
        if bodies:
            tables.append(_told(services.signer, id, bodies, guest))
            if id in seated:
                records.update(await _records(services, id, guest))
    me["tables"] = tables
    return await asyncio.to_thread(_packed, me, records)


def _told(signer: Signer, id: str, bodies: list[bytes], guest: str) -> dict[str, Any]:
    """A table as far as it is about somebody: where they sat, by which name, and what they said."""
    lines = [events.decode(body) for body in bodies]
    stayed = stays(lines)
    theirs = [stay for stay in stayed if guest in stay.owner]
    people = {guest}.union(*(stay.people(guest) for stay in stayed))
    speakers = {signer.speaker_id(id, other) for other in people}
    opened = lines[0]
    sat = [line for line in (lines[stay.start] for stay in theirs) if isinstance(line, SeatTaken)]
    said = [line for line in lines if isinstance(line, ChatPosted) and line.who in speakers]
    return {
        "table": id,
        "game": opened.game if isinstance(opened, TableOpened) else "",
        "opened": opened.at,
        "sat": [{"seat": line.seat, "name": line.name, "at": line.at} for line in sat],
        "said": [{"at": line.at, "name": line.name, "to": line.to, "text": line.text} for line in said],
    }


async def _records(services: Services, id: str, guest: str) -> dict[str, bytes]:
    """The record of a finished game, with what was said as far as they may read it."""
    kept = await services.archive.find(id)
    if kept is None or not kept.over:
        return {}
    try:
        return {f"records/{kept.opened.game}-{id}.jsonl": await services.archive.record(kept, guest, "all")}
    except InvalidLog as error:
        log.warning("the record of table %s cannot be written: %s", hashed_id(id), error)
        return {}


def _packed(me: dict[str, Any], records: dict[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("me.json", msgspec.json.format(msgspec.json.encode(me), indent=2))
        for name, data in records.items():
            file.writestr(name, data)
    return archive.getvalue()
