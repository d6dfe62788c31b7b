"""A message that comes again is acknowledged again, and not played again."""

from __future__ import annotations

from tests.server.client import deployed
from tests.server.running import Running


async def test_message_sent_twice_is_played_once(own_server: Running) -> None:
    anne, bruno = await deployed(own_server)
    assert anne.now is not None
    move, question = anne.now["legal"][0], anne.now["question"]
    first = await anne.play(move, id="once", question=question)
    assert first["t"] == "ack"
    assert await anne.play(move, id="once", question=question) == first
    own_server.kill()
    own_server.start()
    async with await anne.guest.sit(anne.table) as again:
        assert await again.play(move, id="once", question=question) == first
        assert again.seq == anne.seq
    async with await bruno.guest.sit(anne.table) as other:
        assert (await other.play(move, id="once", question=question))["code"] == "stale"
