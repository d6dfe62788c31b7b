"""A bot from outside that plays any game, at random.

python examples/random_bot.py http://localhost:8000 stratego     opens a table against bots of the house
python examples/random_bot.py http://localhost:8000/t/k3v9x2…    takes a free chair at that table
"""

import asyncio
import random
import sys

from ludotheque.client import Address, Ended, House, Turn, sit


def choose(turn: Turn) -> dict[str, object]:
    """Any of the answers we may give. ``turn.sight`` is all that our seat knows: a better bot would look at it."""
    return random.choice(turn.legal)


async def main(url: str, game: str = "stratego") -> Ended:
    async with House(url, name="Au hasard") as house:
        table = Address.read(url).table
        if table is None:
            box = next(card for card in (await house.shelf()).games if card.id == game)
            chairs = ["me"] + [box.levels[-1]] * (box.least_seats - 1)
            table = (await house.open(game, chairs, public=True)).id
            print(f"Watch it at {house.address}/t/{table}")
        else:
            await house.join(table)
        return await sit(house, table, choose)


if __name__ == "__main__":
    ended = asyncio.run(main(*sys.argv[1:3]))
    print(ended.table.game, "won" if ended.won else "not won", ended.outcome, len(ended.record.moves), "moves")
