"""Moves of two players over sockets that bring a turn to a disconnected one."""

from __future__ import annotations

from tests.server.client import TableSocket


async def play_move(player: TableSocket) -> None:
    """Play any legal move, once it is the player's turn."""
    await player.until(lambda: player.to_move)
    assert player.now is not None
    assert (await player.play(player.now["legal"][0]))["t"] == "ack"


async def disconnect(player: TableSocket, other: TableSocket) -> None:
    """Disconnect a player, and wait until the other one sees that."""
    await player.close()
    await other.until(lambda: not other.card["seats"][player.seat or 0]["here"])


async def bring_turn(anne: TableSocket, bruno: TableSocket) -> None:
    """Anne plays and disconnects; Bruno plays: it is her turn."""
    await play_move(anne)
    await disconnect(anne, bruno)
    await play_move(bruno)
