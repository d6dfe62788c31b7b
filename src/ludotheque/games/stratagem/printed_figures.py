"""What the figures of the rulebook show on paper: mats, demands, the crisis, the tokens and the end."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from ludotheque.engine.figures import DrawnFigure
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.engine.words import Catalogue, read_words, say
from ludotheque.games.stratagem.box import PARTIES, Box
from ludotheque.games.stratagem.browser_data import names
from ludotheque.games.stratagem.crisis import launchable_action, popular_support, suffices
from ludotheque.games.stratagem.mats import effective_supports, irregular_supports, shows_option
from ludotheque.games.stratagem.state import NOTHING, PLAYERS, State


def figure_facts(box: Box, drawn: DrawnFigure, lang: str) -> dict[str, Any]:
    """The facts of a figure, by what it shows."""
    words = {**read_words(files(__package__).joinpath("words"), lang), **names(box, lang)}
    show, state = drawn.figure.show, drawn.play.state
    match show["part"]:
        case "cards" if "seat" in show:
            return {"met": {card: _met(state, show["seat"], card) for card in show["cards"]}}
        case "mats":
            mats = [_mat(drawn, seat, words) for seat in show["seats"]]
            return {"mats": mats, "tokens": _tokens(drawn, words) if show.get("tokens") else []}
        case "tokens":
            return {"tokens": _tokens(drawn, words)}
        case "crisis":
            return _crisis(drawn, words)
        case "end":
            return _end(drawn, words)
        case _:
            return {}


def _met(s: State, seat: Seat, card: str) -> list[bool]:
    """Whether a mat shows each option that a support demands."""
    return [shows_option(s, seat, option) for option in s.box.demands[s.box.cards[card]]]


def _mat(drawn: DrawnFigure, seat: Seat, words: Catalogue) -> dict[str, Any]:
    """A player's mat: its seven themes, its supports, and what is said of the player."""
    s: State = drawn.play.state
    party, mat = s.parties[seat], words["mat"]
    spaces = []
    for theme, side in zip(s.box.theme, s.shown[seat], strict=True):
        option = None if side == NOTHING else theme.option[side]
        spaces.append(
            {
                "theme": theme.id,
                "name": words["theme"][theme.id] if option is None else words["plank"][option.id],
                "signs": []
                if option is None
                else [
                    [mat["signs"][who], words["signs"][str(value)], value]
                    for who, value in (("opinion", option.opinion), ("members", option.members[party]))
                ],
            }
        )
    cards = [s.box.common[card] for card in s.supports[seat]]
    irregular = s.options.show_irregular and bool(irregular_supports(s, seat))
    return {
        "name": drawn.players[seat],
        "party": PARTIES[party],
        "party_name": words["party_short"][PARTIES[party]],
        "tokens": say(words, "mat.tokens.percent", {"tokens": s.tokens[seat]}),
        "spaces": spaces,
        "supports_title": mat["supports"]["title"],
        "supports": [[card.mark, card.strength, words["card"][card.id]] for card in cards],
        "supports_none": mat["supports"]["none"],
        "ribbon": mat["ribbon"]["irregular"] if irregular else "",
        "stamp": mat["stamp"]["resigned" if seat in s.resigned else "out"] if not s.alive[seat] else "",
    }


def _tokens(drawn: DrawnFigure, words: Catalogue) -> list[dict[str, Any]]:
    s: State = drawn.play.state
    return [
        {
            "name": drawn.players[seat],
            "party": PARTIES[s.parties[seat]],
            "tokens": s.tokens[seat],
            "said": say(words, "mat.tokens.percent", {"tokens": s.tokens[seat]}),
            "alive": s.alive[seat],
        }
        for seat in range(PLAYERS)
    ]


def _crisis(drawn: DrawnFigure, words: Catalogue) -> dict[str, Any]:
    """The clock, and who could still act."""
    s: State = drawn.play.state
    crisis = s.crisis
    assert crisis is not None

    def name(seat: Seat) -> str:
        return "" if seat == NOBODY else drawn.players[seat]

    facts = {
        "author": name(crisis.author),
        "dictator": name(crisis.dictator),
        "strikers": [name(seat) for seat in crisis.strikers],
        "rebels": [name(seat) for seat in crisis.rebels],
    }
    ready = [(seat, _readiness(s, seat)) for seat in range(PLAYERS) if s.alive[seat]]
    return {
        "left": min(3, crisis.left),
        "said": say(words, f"crisis.{crisis.action}", facts),
        "ends": say(words, f"crisis_ends.{crisis.action}", facts),
        "clock": say(words, "clock", {"left": crisis.left}),
        "ready": [
            {
                "name": drawn.players[seat],
                "party": PARTIES[s.parties[seat]],
                "state": state,
                "said": words["mat"]["ready"][state],
            }
            for seat, state in ready
        ],
    }


def _readiness(s: State, seat: Seat) -> str:
    """Whether a player could act against a seizure of power, by what lies open."""
    crisis, action = s.crisis, launchable_action(s, seat)
    assert crisis is not None
    if action is None:
        head = crisis.author if crisis.dictator == NOBODY else crisis.dictator
        return "author" if seat == head else "acted"
    ready = suffices(s, action, effective_supports(s, seat), popular_support(s, seat, action))
    return "can" if ready else "cannot"


def _end(drawn: DrawnFigure, words: Catalogue) -> dict[str, Any]:
    """The winner, and the places with their points."""
    s: State = drawn.play.state
    outcome = drawn.play.game.rules.outcome(s)
    assert outcome is not None
    assert outcome.scores is not None
    order = sorted(range(PLAYERS), key=lambda seat: outcome.places[seat])
    winner = order[0]
    return {
        "how": words["outcome"][outcome.reason],
        "winner": drawn.players[winner],
        "party": PARTIES[s.parties[winner]],
        "party_name": words["party"][PARTIES[s.parties[winner]]],
        "stamp": words["mat"]["finale"][outcome.reason],
        "places": [
            {
                "place": outcome.places[seat],
                "name": drawn.players[seat],
                "party": PARTIES[s.parties[seat]],
                "points": say(words, "mat.finale.points", {"points": outcome.scores[seat]}),
            }
            for seat in order
        ],
    }
