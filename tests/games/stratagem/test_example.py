"""The example of a crisis in the rulebook, played turn by turn."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.moves import AnyMove, Defeated, Launch, Show, Withdraw
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.state import State
from tests.games.stratagem.campaign import REAL, campaign
from tests.playing import Referee

RULES = Stratagem(REAL)
REFEREE = Referee(RULES)
NAMES = ("Anne", "Bruno", "Chloé", "David")
SUPPORTS = {
    0: ["clergy", "gendarmes", "railwaymen"],
    1: ["scholars", "shopkeepers"],
    2: ["landowners", "students"],
    3: ["industrialists", "officers", "teachers"],
}
ACTIONS = {
    "fr": {"coup d’État": "coup", "grève": "strike", "dictature": "dictatorship", "soulèvement": "uprising"},
    "en": {"coup d’État": "coup", "strike": "strike", "dictatorship": "dictatorship", "uprising": "uprising"},
}
LAUNCHES = {"fr": r"(?:lance|instaure) (?:le|la)(?: seconde)? ", "en": r"(?:launches|imposes) the(?: second)? "}
TAKES_BACK = {"fr": "retire une option", "en": "withdraws an option"}
TOKENS = {"fr": r"n’a plus que (\d+) jetons", "en": r"has only (\d+) tokens left"}
CLOCKS = {
    "fr": {"trois tours de table": 3, "deux tours de table": 2, "un tour de table": 1},
    "en": {"three rounds of the table": 3, "two rounds of the table": 2, "one round of the table": 1},
}
UP_TO = {"fr": r"jusqu’à (\w+)", "en": r"up to (\w+)"}


@dataclass
class Row:
    """A line of the table, for one turn."""

    turn: int
    seat: int
    what: str
    clock: str


def rows(lang: str) -> list[Row]:
    """The lines of the table, those for several turns taken apart."""
    text = GAME.rulebook(lang).clause("stratagem.ruling.crisis-example").text
    found = []
    for line in [line for line in text.splitlines() if line.startswith("|")][2:]:
        turns, who, what, clock = (cell.strip() for cell in line.strip("|").split("|"))
        first = int(turns.split()[0])
        for turn, name in enumerate(who.split(", "), first):
            found.append(Row(turn, NAMES.index(name), what, clock))
        assert int(turns.split()[-1]) == found[-1].turn
    return found


def move(s: State, row: Row, lang: str) -> AnyMove:
    """What a line says."""
    names = "|".join(ACTIONS[lang])
    launched = re.match(f"{LAUNCHES[lang]}(?:general )?({names})", row.what)
    if launched:
        return Launch(ACTIONS[lang][launched[1]])  # type: ignore[arg-type]
    legal = RULES.legal(s, row.seat)
    shows = [move for move in legal if isinstance(move, Show)]
    if shows and TAKES_BACK[lang] not in row.what:
        return shows[0]
    demanded = {option for card in SUPPORTS[row.seat] for option in REAL.common[REAL.cards[card]].demands}
    return next(move for move in legal if isinstance(move, Withdraw) and move.option not in demanded)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.clause("stratagem.ruling.crisis-example", "stratagem.action.sequence", "stratagem.action.uprising")
def test_rulebook_example_of_a_crisis_is_played(lang: str) -> None:
    s = campaign(supports=SUPPORTS)
    s.box = REAL
    table = rows(lang)
    assert [row.turn for row in table] == list(range(1, 22))
    for row in table:
        assert s.turn == row.turn
        assert s.seat == row.seat
        events = REFEREE.do(s, row.seat, move(s, row, lang))
        tokens = re.search(TOKENS[lang], row.what)
        if tokens:
            loser = 0 if any(isinstance(event, Defeated) for event in events) else row.seat
            assert s.tokens[loser] == int(tokens[1])
        if row.turn < 21 and row.clock:
            assert s.crisis is not None
            assert s.crisis.left == next(left for words, left in CLOCKS[lang].items() if row.clock.startswith(words))
            by = re.search(UP_TO[lang], row.clock)
            assert by is None or s.crisis.by == NAMES.index(by[1])
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((3,), "dictatorship")


def test_moves_that_the_rulebook_example_forbids_are_refused() -> None:
    s = campaign(supports=SUPPORTS)
    s.box = REAL
    for row in rows("fr"):
        if row.turn == 5:
            assert REFEREE.refused(s, 0, Launch("strike")).reason == "not_yours_to_strike"
        if row.turn in (10, 11):
            assert REFEREE.refused(s, row.seat, Launch("uprising")).reason == "no_supports"
        REFEREE.do(s, row.seat, move(s, row, "fr"))
