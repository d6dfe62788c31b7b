"""What the figures of the rulebook show on paper: parties, parliaments, proposals and the result of a vote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ludotheque.engine.figures import DrawnFigure
from ludotheque.engine.words import Catalogue, read_words, say
from ludotheque.games.koalition.box import PARTIES, Box
from ludotheque.games.koalition.moves import Formed, Scored
from ludotheque.games.koalition.parties import counted_votes, seat_strengths
from ludotheque.games.koalition.scoring import score_coalition
from ludotheque.games.koalition.state import Bloc, State


def figure_facts(box: Box, drawn: DrawnFigure, lang: str) -> dict[str, Any]:
    """The facts of a figure, by what it shows."""
    words = read_words(files(__package__).joinpath("words"), lang)
    state: State = drawn.play.state
    match drawn.figure.show["part"]:
        case "parties":
            return _parties(state, drawn.figure.show, words)
        case "coalitions":
            return {"coalitions": [_coalition(state, blocs, words) for blocs in drawn.figure.show["coalitions"]]}
        case "proposals":
            return _proposals(drawn, words)
        case "result":
            return _result(drawn, words)
        case "box":
            votes = {party: sum(card.votes for card in box.politician if card.party == party) for party in PARTIES}
            return {"parliament": _parliament(votes, (), sum(votes.values()) // 2 + 1, words)}
        case _:
            return {}


def _parties(s: State, show: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    votes = {}
    for id in show["parties"]:
        party = PARTIES.index(id)
        votes[id] = counted_votes(s, party, sum(total for total, _ in seat_strengths(s, party).values()))
    return {
        "votes": votes,
        "names": {id: words["party"][id] for id in votes},
        "country": s.box.country[s.country].id if show.get("country") else None,
        "leaderless": words["mat"]["leaderless"],
    }


def _parliament(votes: Mapping[str, int], chosen: Sequence[str], majority: int, words: Catalogue) -> dict[str, Any]:
    """The votes of each party, the coalition's first, and what is needed."""
    order = [*chosen, *(party for party in votes if party not in chosen)]
    return {
        "benches": [
            {"party": party, "votes": votes[party], "chosen": party in chosen} for party in order if votes[party]
        ],
        "sum": sum(votes[party] for party in chosen),
        "majority": majority,
        "needed": say(words, "mat.needed", {"majority": majority}),
    }


def _by_party(s: State) -> dict[str, int]:
    return dict(zip(PARTIES, s.votes, strict=True))


def _coalition(s: State, labels: Sequence[str], words: Catalogue) -> dict[str, Any]:
    """A coalition, and whether the rules allow it."""
    blocs = _blocs(s, labels)
    votes = sum(bloc.votes for bloc in blocs)
    allowed = any(set(coalition.labels) == set(labels) for coalition in s.coalitions)
    if allowed:
        text = say(words, "mat.talk.ready", {"votes": votes})
    elif votes < s.majority:
        text = say(words, "mat.talk.missing", {"votes": votes, "missing": s.majority - votes})
    elif votes - blocs[-1].votes >= s.majority:
        text = say(words, "mat.talk.spare", {"bloc": blocs[-1].label})
    else:
        text = say(words, "mat.talk.incompatible", {"blocs": list(labels)})
    return {"parliament": _parliament(_by_party(s), labels, s.majority, words), "allowed": allowed, "text": text}


def _blocs(s: State, labels: Sequence[str]) -> list[Bloc]:
    """The blocs of some labels, strongest first."""
    return [bloc for bloc in s.blocs if bloc.label in labels]


def _proposals(drawn: DrawnFigure, words: Catalogue) -> dict[str, Any]:
    rules, s = drawn.play.game.rules, drawn.play.state
    found = []
    for proposal in rules.sight(s, drawn.figure.seat).proposals:
        blocs = _blocs(s, proposal.blocs)
        scored = score_coalition(s.copy(), blocs)
        points = {event.seat: event.leading + event.cards for event in scored if isinstance(event, Scored)}
        hands = [
            {
                "seat": seat,
                "given": seat in proposal.agreed,
                "points": points.get(seat, 0),
                "text": say(
                    words,
                    "mat.talk.given" if seat in proposal.agreed else "mat.talk.awaited",
                    {"who": drawn.players[seat]},
                ),
            }
            for seat in proposal.needs
        ]
        found.append(
            {
                "number": proposal.number,
                "parties": [PARTIES[bloc.party] for bloc in blocs],
                "votes": say(words, "text.votes", {"votes": sum(bloc.votes for bloc in blocs)}),
                "hands": hands,
            }
        )
    return {"title": words["mat"]["talk"]["proposals"], "proposals": found}


def _result(drawn: DrawnFigure, words: Catalogue) -> dict[str, Any]:
    """The vote that has just ended, from its events: the table is clear again."""
    events = [event for seen in drawn.play.story for event in seen.events]
    formed = [event for event in events if isinstance(event, Formed)][-1]
    scores = [event for event in events if isinstance(event, Scored)]
    result = drawn.play.state.result
    votes = dict(zip(PARTIES, result.votes, strict=True))
    verdict = words["mat"]["verdict"]
    return {
        "parliament": _parliament(votes, result.blocs, result.majority, words),
        "text": say(words, "mat.verdict.formed", {"blocs": list(formed.blocs), "votes": formed.votes}),
        "head": [verdict["leading"], verdict["cards"], verdict["sum"]],
        "scores": [
            {"seat": event.seat, "leading": event.leading, "cards": event.cards}
            for event in sorted(scores, key=lambda event: -(event.leading + event.cards))
        ],
    }
