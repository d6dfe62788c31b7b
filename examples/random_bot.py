"""A bot that plays any game over the network, at random.

python examples/random_bot.py http://localhost:8000 stratego     opens a table against bots of the server
python examples/random_bot.py http://localhost:8000/t/k3v9x2…    takes a free seat at that table
"""

import asyncio
import random
import sys

from ludotheque.client import Address, Client, Ended, Turn, sit


def choose(turn: Turn) -> dict[str, object]:
    """Any of the answers we may give. ``turn.sight`` is all that our seat knows: a better bot would look at it."""
    return random.choice(turn.legal)


async def main(url: str, game: str = "stratego") -> Ended:
    async with Client(url, name="Au hasard") as client:
        table = Address.read(url).table
        if table is None:
            box = next(card for card in (await client.shelf()).games if card.id == game)
            chairs = ["me"] + ["strong"] * (box.least_seats - 1)
            table = (await client.open(game, chairs, public=True)).id
            print(f"Watch it at {client.address}/t/{table}")
        else:
            await client.join(table)
        return await sit(client, table, choose)


if __name__ == "__main__":
    ended = asyncio.run(main(*sys.argv[1:3]))
    print(ended.table.game, "won" if ended.won else "not won", ended.outcome, len(ended.record.moves), "moves")
