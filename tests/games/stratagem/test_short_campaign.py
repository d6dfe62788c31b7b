"""The short campaign: the vote comes after thirty common cards, and the most tokens win it."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.moves import Counted
from tests import laws
from tests.games.stratagem.campaign import BOX, IDLE_OPINION, RULES, campaign, draw

SHORT = {"campaign": "short"}


@pytest.mark.clause("stratagem.ruling.short-campaign")
def test_thirty_of_the_fifty_common_cards_are_drawn_before_the_vote() -> None:
    s = RULES.setup(GAME.options(SHORT), 4)
    assert (len(s.deck), RULES.sight(s, None).deck) == (50, 30)
    long = RULES.setup(GAME.options({}), 4)
    assert RULES.sight(long, None).deck == 50


@pytest.mark.clause("stratagem.ruling.short-campaign")
@pytest.mark.parametrize("tokens", [(30, 26, 24, 20), (55, 20, 15, 10)])
def test_the_most_tokens_win_the_only_vote(tokens: tuple[int, ...]) -> None:
    left = [card.id for card in BOX.common if card.family in ("opinion", "event")][:20]
    s = campaign(*tokens, deck=[*{*left, IDLE_OPINION}])
    s.campaign, s.kept = 0, len(s.deck) - 1
    events = draw(s, IDLE_OPINION)
    assert Counted(0, tokens, ()) in events
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 2, 3, 4), "elected")
    assert outcome.clause == "stratagem.ruling.short-campaign"


@pytest.mark.parametrize("seed", range(4))
def test_short_campaigns_end_and_keep_the_laws(seed: int) -> None:
    walk = laws.Walk(GAME, 4, SHORT, seed=seed)
    for number, (state, _, _) in enumerate(walk):
        laws.questions_are_sound(GAME, state, 4)
        if number % 10 == 0:
            laws.nothing_leaks(GAME, state, 4, [], QuickChance(number))
    assert RULES.outcome(walk.state) is not None
    assert sum(1 for _, move in walk.moves if type(move).__name__ == "Card") <= 30
