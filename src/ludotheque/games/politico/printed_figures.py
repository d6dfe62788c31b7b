"""What the figures of the rulebook show on paper: the Assembly, a vote, the points and what has just changed them."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import Any, Final

from ludotheque.engine.figures import DrawnFigure
from ludotheque.engine.words import Catalogue, read_words, say
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.moves import Scored
from ludotheque.games.politico.state import State

PER_SEAT: Final = 5
"""Deputies that share one seat of the picture."""


def figure_facts(box: Box, drawn: DrawnFigure, lang: str) -> dict[str, Any]:
    """The facts of a figure, by its parts."""
    words = read_words(files(__package__).joinpath("words"), lang)
    state: State = drawn.play.state
    found: dict[str, Any] = {}
    for part in drawn.figure.show["parts"]:
        if part == "hemicycle":
            found["chamber"] = _chamber(state, words)
        elif part == "vote":
            found["vote"] = _vote(state, words)
        elif part == "track":
            found["track"] = _track(state)
        elif part == "plates":
            found["plates"] = _plates(drawn, words)
    return found


def _chamber(s: State, words: Catalogue) -> dict[str, Any]:
    """The deputies of each seat of the table, the government's first."""
    members = s.government.members if s.government else ()
    order = [*members, *(seat for seat in range(s.players) if seat not in members)]
    total = sum(s.deputies)
    return {
        "benches": [
            {
                "seat": seat,
                "deputies": s.deputies[seat],
                "votes": max(1, round(s.deputies[seat] / PER_SEAT)),
                "chosen": seat in members,
            }
            for seat in order
            if s.deputies[seat]
        ],
        "sum": sum(s.deputies[seat] for seat in members) if members else total,
        "needed": say(words, "mat.chamber.needed", {"majority": total // 2 + 1}),
        "each": say(words, "mat.chamber.dot", {"number": PER_SEAT}),
    }


def _vote(s: State, words: Catalogue) -> dict[str, Any]:
    """The last vote: each side with its voters, and what half of the votes cast is called."""
    count = s.count
    assert count is not None
    sides = [
        {
            "ballot": ballot,
            "name": words["ballot"][ballot],
            "voters": [[seat, count.weights[seat]] for seat in range(s.players) if count.ballots[seat] == ballot],
        }
        for ballot in ("yes", "no", "abstain")
    ]
    return {
        "carried": count.carried,
        "verdict": words["mat"]["carried" if count.carried else "lost"][count.subject],
        "half": words["mat"]["vote"]["half"],
        "sides": sides,
    }


def _track(s: State) -> dict[str, Any]:
    """The track to the agreed number of points."""
    target = s.options.target
    step = 500 if target > 1200 else 200 if target > 600 else 100
    return {"target": target, "marks": [*range(0, target - step // 2, step), target]}


def _plates(drawn: DrawnFigure, words: Catalogue) -> list[dict[str, Any]]:
    """Each player: deputies, trumps, points, office, and what the last scoring has brought."""
    s: State = drawn.play.state
    brought = Counter[int]()
    for seen in drawn.play.story:
        scored = Counter({event.seat: event.points for event in seen.events if isinstance(event, Scored)})
        brought = scored or brought
    government = s.government
    counts = drawn.play.game.rules.sight(s, drawn.figure.seat).counts
    return [
        {
            "deputies": s.deputies[seat],
            "cards": counts[seat],
            "points": say(words, "mat.plate.points", {"points": s.points[seat]}),
            "brought": f"+{brought[seat]}" if brought[seat] > 0 else "",
            "office": "" if not government or seat not in government.members else _office(s, seat),
        }
        for seat in range(s.players)
    ]


def _office(s: State, seat: int) -> str:
    return "pm" if s.government is not None and s.government.pm == seat else "member"
