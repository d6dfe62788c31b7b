"""Every game on the shelf is run through the laws, by existing. The parlour game proves that the laws can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.engine import record
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.clauses import tests_by_clause as read_marks
from ludotheque.engine.game import Game
from ludotheque.engine.match import Match
from ludotheque.engine.options import BadOptions
from ludotheque.engine.rules import NATURE
from ludotheque.games import shelf
from tests import laws
from tests.engine.parlour import GAME as PARLOUR

GAMES = [*shelf().values(), PARLOUR]
TABLES = [(game, players, options) for game in GAMES for players, options in laws.tables(game)]
TESTS = Path(__file__).parent.parent

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_table = pytest.mark.parametrize(
    ("game", "players", "options"),
    TABLES,
    ids=[f"{game.id}-{players}-{'-'.join(map(str, options.values()))}" for game, players, options in TABLES],
)


@every_table
def test_a_random_game_obeys_every_law(game: Game, players: int, options: dict[str, Any]) -> None:
    walk = laws.Walk(game, players, options, seed=1)
    rng, batches = QuickChance(2), QuickChance(4)
    for step, (state, seat, move) in enumerate(walk):
        laws.questions_are_sound(game, state, players)
        if step % 7 == 0:
            laws.legal_and_refusal_agree(game, state, players, walk.stray_moves(12))
            laws.copies_share_nothing(game, state, seat, move)
            strays = walk.stray_moves(4)
            laws.nothing_leaks(game, state, players, strays, rng)
            laws.batches_tell_nothing(game, state, players, strays, batches)
            laws.events_match_sights(game, state, players, seat, move, rng)
    laws.questions_are_sound(game, walk.state, players)
    laws.nothing_leaks(game, walk.state, players, walk.stray_moves(4), rng)
    laws.batches_tell_nothing(game, walk.state, players, walk.stray_moves(4), batches)
    outcome = game.rules.outcome(walk.state)
    assert outcome is not None
    assert len(outcome.places) == players
    assert min(outcome.places) == 1
    for lang in ("fr", "en"):
        game.rulebook(lang).clause(outcome.clause)
        assert game.words(lang)["outcome"][outcome.reason]


@every_game
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_sequence_of_moves_obeys_the_laws(game: Game, data: st.DataObject) -> None:
    players, options = data.draw(st.sampled_from(laws.tables(game)))
    walk = laws.Walk(game, players, options, seed=data.draw(st.integers(0, 2**32)))
    stop = data.draw(st.integers(0, 300))
    rng = QuickChance(3)
    for step, (state, seat, move) in enumerate(walk):
        if step >= stop:
            laws.questions_are_sound(game, state, players)
            laws.legal_and_refusal_agree(game, state, players, walk.stray_moves(40))
            laws.copies_share_nothing(game, state, seat, move)
            strays = walk.stray_moves(10)
            laws.nothing_leaks(game, state, players, strays, rng)
            laws.batches_tell_nothing(game, state, players, strays, QuickChance(4))
            laws.events_match_sights(game, state, players, seat, move, rng)
            break


@every_table
def test_a_record_replays_to_the_same_state(game: Game, players: int, options: dict[str, Any]) -> None:
    match = Match(game, [f"p{seat}" for seat in range(players)], options, nonces=["n"] * players)
    rng = QuickChance(5)
    match.begin()
    while asked := match.asked():
        seat = asked[rng.below(len(asked))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    file = record.write(match.record)
    again = record.read(file)
    assert record.write(again) == file
    resumed = Match.resume(game, again, match.secret)
    assert laws.dump(resumed.state) == laws.dump(match.state)
    verdict = record.verify(game, again)
    assert verdict.outcome == match.outcome
    assert verdict.sealed
    assert verdict.draws == sum(line.seat == NATURE for line in again.moves)


@every_game
def test_catalogues_are_complete(game: Game) -> None:
    fr, en = game.words("fr"), game.words("en")
    assert _keys(fr) == _keys(en), "both languages say the same things"
    tags = {kind.__struct_config__.tag for kind in game.rules.event_type.__args__}
    assert tags <= set(fr["event"])
    moves = {kind.__struct_config__.tag for kind in game.rules.move_type.__args__}
    assert moves <= set(fr["move"])
    for field in msgspec.structs.fields(game.rules.options_type):
        assert fr["option"][field.name]["title"]
    assert set(game.levels) <= set(fr["level"])


def _keys(table: Any, path: str = "") -> set[str]:
    if not isinstance(table, dict):
        return {path}
    return {key for name, entry in table.items() for key in _keys(entry, f"{path}.{name}")}


@every_game
def test_rulebooks_have_the_same_clauses_in_both_languages(game: Game) -> None:
    fr = [clause.id for clause in game.rulebook("fr").clauses()]
    assert fr == [clause.id for clause in game.rulebook("en").clauses()]
    assert len(set(fr)) == len(fr)
    assert all(id.startswith(f"{game.id}.") for id in fr)
    assert all(clause.text for lang in ("fr", "en") for clause in game.rulebook(lang).clauses())


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_every_clause_has_a_test(game: Game) -> None:
    marked = {id for id in read_marks(TESTS) if id.startswith(f"{game.id}.")}
    clauses = {clause.id for clause in game.rulebook("fr").clauses()}
    assert clauses - marked == set(), "clauses that no test exercises"
    assert marked - clauses == set(), "tests for clauses that do not exist"


@every_game
@pytest.mark.parametrize("absurd", [{"nonsense": 1}, {"": None}])
def test_invalid_options_are_refused(game: Game, absurd: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        game.options(absurd)


@every_game
def test_golden_games_replay(game: Game) -> None:
    golden = sorted((TESTS / "games" / game.id / "golden").glob("*.jsonl"))
    assert golden or game is PARLOUR, "a game has recorded games to be replayed on every change"
    for path in golden:
        verdict = record.verify(game, record.read(path.read_bytes()))
        assert verdict.sealed, path.name
