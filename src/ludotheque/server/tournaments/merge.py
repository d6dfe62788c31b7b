"""When somebody becomes another guest, or wants to be forgotten: what clubs, evenings and strengths make of it."""

from __future__ import annotations

from typing import Final

from ludotheque.server.storage import Statement, Storage
from ludotheque.server.tournaments.ratings import PROGRAM

_HEIR: Final = """
UPDATE member SET organiser = TRUE WHERE
    NOT EXISTS (SELECT 1 FROM member AS other WHERE other.club = member.club AND other.organiser) AND
    NOT EXISTS (
        SELECT 1 FROM member AS other WHERE other.club = member.club AND
            (other.at < member.at OR (other.at = member.at AND other.guest < member.guest))
    )
"""


def heir() -> Statement:
    """A club that has lost its last organiser is run by its oldest member."""
    return Statement(_HEIR)


async def adopt(storage: Storage, old: str, new: str) -> None:
    """All that was the old guest's is the new one's: memberships, places in evenings, strengths.

    Of two strengths at a game the surer stands, and the games add up. Tables that the old guest still sits at count
    for the new one when they end.
    """
    pair = (old, new)
    statements = [
        Statement("UPDATE alias SET now = $2 WHERE now = $1", pair),
        Statement("INSERT INTO alias (guest, now) VALUES ($1, $2) ON CONFLICT (guest) DO UPDATE SET now = $2", pair),
        Statement("DELETE FROM alias WHERE guest = now"),
        Statement(
            "UPDATE member SET organiser = TRUE WHERE guest = $2 AND club IN "
            "(SELECT club FROM member WHERE guest = $1 AND organiser)",
            pair,
        ),
        Statement(
            "UPDATE member SET guest = $2 WHERE guest = $1 AND club NOT IN (SELECT club FROM member WHERE guest = $2)",
            pair,
        ),
        Statement("DELETE FROM member WHERE guest = $1", (old,)),
        Statement(
            "UPDATE entrant SET guest = $2 WHERE guest = $1 AND evening NOT IN "
            "(SELECT evening FROM entrant WHERE guest = $2)",
            pair,
        ),
        Statement("UPDATE entrant SET guest = NULL, gone = TRUE WHERE guest = $1", (old,)),
        Statement(
            "UPDATE player SET guest = $2 WHERE guest = $1 AND NOT EXISTS "
            "(SELECT 1 FROM player AS other WHERE other.guest = $2)",
            pair,
        ),
        Statement("DELETE FROM player WHERE guest = $1", (old,)),
    ]
    for game, mu, sigma, games in await storage.rows("SELECT game, mu, sigma, games FROM rating WHERE who = $1", old):
        sql = "SELECT mu, sigma, games FROM rating WHERE game = $1 AND who = $2"
        theirs = [(mu, sigma, games), *(tuple(row) for row in await storage.rows(sql, game, new))]
        sure = min(theirs, key=lambda one: one[1])
        before = sum(one[2] for one in theirs[1:])
        statements += [
            Statement(
                "UPDATE result SET who = $3, number = number + $4 WHERE game = $1 AND who = $2",
                (game, old, new, before),
            ),
            Statement("DELETE FROM rating WHERE game = $1 AND who IN ($2, $3)", (game, old, new)),
            Statement(
                "INSERT INTO rating (game, who, mu, sigma, games) VALUES ($1, $2, $3, $4, $5)",
                (game, new, sure[0], sure[1], games + before),
            ),
        ]
    await storage.write(*statements)


async def forget(storage: Storage, guest: str) -> None:
    """Nothing here names a guest any more. What they played stays where others played it too, as somebody's."""
    await storage.write(
        Statement("DELETE FROM player WHERE guest = $1", (guest,)),
        *(
            Statement(f"DELETE FROM {name} WHERE who = $1", (who,))
            for name in ("rating", "result")
            for who in (guest, f"{PROGRAM}{guest}")
        ),
        Statement("DELETE FROM alias WHERE guest = $1 OR now = $1", (guest,)),
        Statement("DELETE FROM member WHERE guest = $1", (guest,)),
        Statement("UPDATE entrant SET guest = NULL, name = '', gone = TRUE WHERE guest = $1", (guest,)),
        heir(),
    )
