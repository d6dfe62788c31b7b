"""What the figures of the rulebook show on paper: who holds what, the race, the dice, a challenge, the second round."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from ludotheque.engine.figures import DrawnFigure
from ludotheque.engine.words import Catalogue, read_words, say
from ludotheque.games.president.box import Box
from ludotheque.games.president.moves import Challenged, Dealt, Rolled, Stood
from ludotheque.games.president.sight import Sight

ANNOUNCED: Final = 13_000_000
"""Votes that a player must announce."""


def figure_facts(box: Box, drawn: DrawnFigure, lang: str) -> dict[str, Any]:
    """The facts of a figure, by what it shows."""
    words = read_words(files(__package__).joinpath("words"), lang)
    sight: Sight = drawn.play.game.rules.sight(drawn.play.state, drawn.figure.seat)
    match drawn.figure.show["part"]:
        case "map":
            asked = drawn.figure.seat is not None and drawn.figure.seat in sight.asked
            return {"holders": _holders(sight), "open": sight.eligible if asked else (), "dice": _dice(drawn)}
        case "race":
            most = max(sight.goal, *sight.votes)
            return {"sides": _sides(sight, drawn, words), "end": most, "announced": ANNOUNCED, "goal": sight.goal}
        case "challenge":
            return {"hands": _hands(drawn, words)}
        case "second-round":
            return {"title": words["mat"]["second"]["title"], "sides": _sides(sight, drawn, words)}
        case _:
            return {}


def _holders(sight: Sight) -> dict[str, Any]:
    """The party that holds each department, and whether it is safe there."""
    return {
        code: {"party": sight.parties[seat], "safe": code in sight.safe}
        for seat, codes in enumerate(sight.held)
        for code in codes
    }


def _dice(drawn: DrawnFigure) -> list[str]:
    """The last roll, where the figure shows it."""
    if not drawn.figure.show.get("dice"):
        return []
    rolls = [event for seen in drawn.play.story for event in seen.events if isinstance(event, Rolled)]
    return [rolls[-1].low, rolls[-1].high]


def _sides(sight: Sight, drawn: DrawnFigure, words: Catalogue) -> list[dict[str, Any]]:
    """Those who stand for election, with their allies."""
    found = []
    for seat in sorted(set(sight.sides)):
        allies = [drawn.players[ally] for ally, side in enumerate(sight.sides) if side == seat and ally != seat]
        found.append(
            {
                "name": drawn.players[seat],
                "party": sight.parties[seat],
                "votes": sight.votes[seat],
                "said": say(words, "mat.votes", {"number": sight.votes[seat]}),
                "kept": len(sight.kept[seat]),
                "allies": say(words, "mat.night.with", {"names": allies}) if allies else say(words, "mat.second.alone"),
            }
        )
    return found


def _hands(drawn: DrawnFigure, words: Catalogue) -> list[dict[str, Any]]:
    """Both hands of the last challenge: the owner's, then the challenger's."""
    events = [event for seen in drawn.play.story for event in seen.events]
    challenge = [event for event in events if isinstance(event, Challenged)][-1]
    stood = {event.seat for event in events if isinstance(event, Stood)}
    parties = drawn.play.state.parties
    found = []
    for role, seat in (("owner", challenge.owner), ("challenger", challenge.seat)):
        dealt = [event for event in events if isinstance(event, Dealt) and event.seat == seat]
        found.append(
            {
                "name": drawn.players[seat],
                "party": parties[seat],
                "role": words["mat"]["duel"][role],
                "cards": [card for event in dealt for card in event.cards],
                "score": dealt[-1].score,
                "stands": words["mat"]["duel"]["stands"] if seat in stood else "",
            }
        )
    return found
