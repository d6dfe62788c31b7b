"""Windows of every game: which seats an answer may cut off is known beforehand, and from public facts alone."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.question_stack import Negotiation
from ludotheque.engine.windows import is_sealed
from ludotheque.games import shelf
from tests import laws

CASES = [(game, seed) for game in shelf().values() for seed in (1, 2)]


@pytest.mark.parametrize(("game", "seed"), CASES, ids=[f"{game.id}-{seed}" for game, seed in CASES])
def test_seats_whose_question_an_answer_ends_were_named(game: Game, seed: int) -> None:
    rules, ended = game.rules, set()
    walk = laws.Walk(game, min(5, rules.seats[-1]), {}, seed, bargains=False)  # they answer no question
    before: tuple[int, set[int], str] | None = None
    for state, seat, _ in walk:
        if before is not None and rules.question(state) != before[0]:
            assert not before[1], f"{before[2]} ended for {before[1]}, who were not named"
        asked = set(rules.asked(state)) - {seat}
        agreed: set[int] = set()
        if not asked or is_sealed(state.stack):
            before = None
            continue
        if isinstance(state.stack.top, Negotiation):  # the partners of a coalition have agreed to its formation
            made = state.stack.top.proposals.values()
            agreed = {one for offer in made if offer.needs - offer.agreed == {seat} for one in offer.agreed}
        named = set(rules.cut_off(state, seat))
        assert named <= asked
        ended |= {state.stack.what} if named else set()
        before = rules.question(state), asked - named - agreed, state.stack.what
    assert ended == {"koalition": {"negotiate"}, "politico": {"counter"}}.get(game.id, set())


@pytest.mark.parametrize("game", [shelf()["koalition"], shelf()["politico"]], ids=lambda game: game.id)
def test_seats_cut_off_are_the_same_in_all_worlds_that_a_viewer_cannot_tell_apart(game: Game) -> None:
    rules, rng = game.rules, QuickChance(3)
    for step, (state, seat, _) in enumerate(laws.Walk(game, 5, {}, 4, bargains=False)):
        if len(rules.asked(state)) < 2 or step % 3:
            continue
        for viewer in (None, *range(5)):
            imagined = rules.imagine(rules.sight(state, viewer), rng)
            assert set(rules.cut_off(imagined, seat)) == set(rules.cut_off(state, seat))
