"""The player that learnt by itself: its network in NumPy is that of JAX, and it plays by the rules from its sight."""

from __future__ import annotations

import json
import statistics
import time
from functools import cache
from pathlib import Path
from typing import Any, Final

import jax
import numpy as np
import pytest

from ludotheque.bots.search import Searcher
from ludotheque.cli.main import main
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.learning import BadWeights
from ludotheque.games import find
from ludotheque.games.stratego.batch import breeding
from ludotheque.games.stratego.batch.environment import can_begin
from ludotheque.games.stratego.batch.network import Size, forward, init_network
from ludotheque.games.stratego.batch.observation import NUMBERS, PLANES, unpack_planes
from ludotheque.games.stratego.bots.armies import imagine_from_beliefs
from ludotheque.games.stratego.bots.learnt.features import make_numbers, make_planes
from ludotheque.games.stratego.bots.learnt.lookahead import Lookahead
from ludotheque.games.stratego.bots.learnt.network import Network, read_network
from ludotheque.games.stratego.bots.learnt.player import WEIGHTS, LearntPlayer, make_learnt, player_from
from ludotheque.games.stratego.bots.learnt.recollection import Recollection
from ludotheque.games.stratego.bots.master import master_guide
from ludotheque.games.stratego.moves import Place, Step
from ludotheque.games.stratego.pieces import ARMIES, BOMB, FLAG
from ludotheque.games.stratego.sight import Sight
from ludotheque.games.stratego.state import MOVED
from tests.games.stratego.duel import Duel
from tests.games.stratego.field import RULES

SMALL: Final = Size(8, 2)
MOVES: Final = 60
MOST_SECONDS: Final = 0.05
"""What a move may take on one core, with a network of the usual size."""


def draw_weights(size: Size) -> dict[str, Any]:
    """A network that has learnt nothing and has an opinion on everything, with set-ups."""
    numbers = np.random.default_rng(4)
    shapes = jax.eval_shape(lambda: init_network(jax.random.key(0), size))
    drawn = {}
    for name, like in shapes.items():
        fan_in = like.shape[0] if len(like.shape) == 2 else int(np.prod(like.shape[:-1])) or 1
        scale = 1.0 if "scale" in name else (2 / fan_in) ** 0.5 / (4 if name.startswith("value") else 1)
        drawn[name] = (scale * numbers.normal(size=like.shape)).astype(np.float16)
    return {**drawn, "setups": population()[:4]}


@cache
def population() -> Any:
    """The set-ups to begin with."""
    return breeding.first_setups(1)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights."""
    path = tmp_path_factory.mktemp("weights") / "weights.npz"
    np.savez(path, **draw_weights(SMALL))
    return path


def test_network_in_numpy_gives_what_that_in_jax_gives() -> None:
    drawn = draw_weights(SMALL)
    numbers = np.random.default_rng(2)
    packed = numbers.integers(0, 2**32, (6, len(PLANES), 4), np.uint32)
    counts = numbers.random((6, len(NUMBERS)), np.float32)
    turn = np.array([0, 1, 0, 1, 1, 0])
    parameters = {name: jax.numpy.asarray(array, np.float32) for name, array in drawn.items() if name != "setups"}
    evaluate = jax.jit(lambda planes, counts, turn: forward(parameters, planes, counts, turn))
    expected = evaluate(packed, counts, turn)
    planes = np.asarray(unpack_planes(jax.numpy.asarray(packed), jax.numpy.asarray(turn), np.dtype(np.float32)))
    found = Network(drawn).think(planes, counts)
    for name in ("logits", "value", "kinds"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-3, atol=1e-3, err_msg=name)
    assert np.ptp(found.value) > 0.01
    assert np.ptp(found.logits) > 1


def test_player_deploys_a_setup_of_its_own_and_plays_the_same_from_the_same_seed(weights: Path) -> None:
    games = [Duel([player_from(weights), find("stratego").levels["strong"]], "a game") for _ in range(2)]
    for duel in games:
        for _ in zip(range(80 + MOVES), duel.moves(), strict=False):
            pass
    assert games[0].state.board == games[1].state.board
    own = list(games[0].state.kinds[1:41])
    setups = read_network(weights).setups
    assert own in [*setups, *([setup[p - p % 10 + 9 - p % 10] for p in range(40)] for setup in setups)]


def test_player_rebuilt_from_the_events_remembers_what_the_first_one_did(weights: Path) -> None:
    duel = Duel([player_from(weights), player_from(weights)], "rebuilt")
    for _ in zip(range(80 + MOVES), duel.moves(), strict=False):
        pass
    s = duel.state
    seat = RULES.asked(s)[0]
    v, legal = RULES.sight(s, seat), RULES.legal(s, seat)
    likings, value = duel.players[seat].think(v, legal)  # type: ignore[attr-defined]
    fresh = LearntPlayer(seat, QuickChance(1), read_network(weights))
    replay = Duel([player_from(weights), player_from(weights)], "rebuilt")
    kept = replay.players[seat].hear
    replay.players[seat].hear = lambda events: (kept(events), fresh.hear(events))  # type: ignore[assignment,method-assign,func-returns-value]
    for _ in zip(range(80 + MOVES), replay.moves(), strict=False):
        pass
    again, same_value = fresh.think(v, legal)
    np.testing.assert_array_equal(likings, again)
    assert value == same_value
    assert len(likings) == sum(type(move) is Step for move in legal)
    assert abs(likings.sum() - 1) < 1e-5


def test_player_put_into_a_game_under_way_sees_what_can_still_be_seen(weights: Path) -> None:
    duel = Duel([find("stratego").levels["strong"]] * 2, "under way")
    for _ in zip(range(80 + MOVES), duel.moves(), strict=False):
        pass
    s = duel.state
    seat = RULES.asked(s)[0]
    v, legal = RULES.sight(s, seat), RULES.legal(s, seat)
    assert LearntPlayer(seat, QuickChance(1), read_network(weights)).choose(v, legal, []) in legal
    planes = make_planes(v, seat, Recollection.from_middle(v))
    own = planes[:, :12].sum()
    assert own == sum(token > 0 and (token > 40) == (seat == 1) for token in v.squares)
    assert planes[:, PLANES.index("own moved")].any()


def test_advice_says_why_for_the_deployment_and_for_moves(weights: Path) -> None:
    words = find("stratego").words("en")
    duel = Duel([player_from(weights)] * 2, "advice")
    said = set()
    for number, _ in zip(range(84), duel.moves(), strict=False):
        s = duel.state
        seat = RULES.asked(s)[0]
        adviser = LearntPlayer(seat, QuickChance(number), read_network(weights))
        if number in (0, 82):
            advice = adviser.advice(RULES.sight(s, seat), RULES.legal(s, seat), RULES.free(s, seat))
            assert advice.move in RULES.legal(s, seat)
            said.add((type(advice.move), bool(advice.say(words))))
    assert said == {(Place, True), (Step, True)}


def test_first_setups_are_varied_and_sound() -> None:
    setups = population()
    assert len({setup.tobytes() for setup in setups}) > 1000
    assert all(
        np.array_equal(np.bincount(setup, minlength=13), np.bincount(setups[0], minlength=13)) for setup in setups
    )
    assert all(list(setup).index(FLAG) < 30 for setup in setups)


def test_breeding_keeps_what_scores_and_replaces_the_rest() -> None:
    setups = population()
    games = np.full(len(setups), 100, np.float32)
    scores = np.where(np.arange(len(setups)) % 2, 70, 30).astype(np.float32)
    children, credit, _ = breeding.breed(setups, scores, games, 3)
    bred = len(setups) - breeding.SPARRING
    kept = [place for place in range(bred) if np.array_equal(children[place], setups[place])]
    assert kept == list(range(1, bred, 2)), "the better half stays, and every other one is a child of it"
    assert np.array_equal(children[bred:], setups[bred:])
    assert all(np.array_equal(np.bincount(one, minlength=13), np.bincount(setups[0], minlength=13)) for one in children)
    assert credit[0] / 20 > 0.6, "a child is credited with what its parent scored"


def test_move_of_the_usual_network_takes_less_than_50_ms_on_one_core() -> None:
    network = Network(draw_weights(Size()))
    duel = Duel([find("stratego").variants["random"]] * 2, "time")
    for _ in zip(range(110), duel.moves(), strict=False):
        pass
    seat = RULES.asked(duel.state)[0]
    v, legal = RULES.sight(duel.state, seat), RULES.legal(duel.state, seat)
    spent = []
    for number in range(9):
        player = LearntPlayer(seat, QuickChance(number), network)
        begun = time.process_time()
        player.choose(v, legal, [])
        spent.append(time.process_time() - begun)
    assert statistics.median(spent) < MOST_SECONDS
    assert make_numbers(v, seat).shape == (len(NUMBERS),)


def test_file_without_weights_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nothing.npz").write_bytes(b"nothing")
    for name in ("nothing.npz", "missing.npz"):
        with pytest.raises(BadWeights, match="has no weights of this network"):
            player_from(tmp_path / name)
        command = ["sim", "stratego", "--games", "1", "--bots", "learnt,random", "--weights", str(tmp_path / name)]
        assert main(command) == 2
        assert "has no weights of this network" in capsys.readouterr().err


def test_package_has_weights_that_beat_the_strong_bot(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "stratego", "--games", "12", "--bots", "learnt,strong", "--seed", "1", "--json", "--jobs=1"]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["bot_shares"][0] > 0.55, "it wins about 87 of 100"


def test_weights_of_the_package_are_small_and_their_setups_sound() -> None:
    assert WEIGHTS.stat().st_size < 8_000_000
    setups = read_network(WEIGHTS).setups
    assert len(setups) >= 100
    assert all(can_begin(setup) for setup in setups)
    assert all(tuple(map(setup.count, range(13))) == ARMIES["full"] for setup in setups)


def test_weights_of_a_file_play_instead_of_those_of_the_package(
    weights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["sim", "stratego", "--games", "2", "--bots", "learnt,random", "--weights", str(weights), "--jobs=1"]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plan"]["bots"] == [f"learnt:{weights}", "random"]


def play_on(moves: int, army: str) -> tuple[int, Sight, Any]:
    """A game of strong bots after so many moves: the seat to move, what it sees and may do."""
    duel = Duel([find("stratego").levels["strong"]] * 2, "master", army=army)
    for _ in zip(range(moves), duel.moves(), strict=False):
        pass
    seat = RULES.asked(duel.state)[0]
    return seat, RULES.sight(duel.state, seat), RULES.legal(duel.state, seat)


@pytest.mark.parametrize(("army", "first"), [("full", 100), ("training", 86)])
def test_master_searches_with_either_army(army: str, first: int) -> None:
    rivals = 0
    for moves in range(first, first + 25, 5):
        seat, sight, legal = play_on(moves, army)
        master = find("stratego").levels["master"](seat, QuickChance(1))
        assert isinstance(master, Searcher)
        assert isinstance(master.quick, LearntPlayer)
        found = master.find(sight, legal, ())
        assert 0 < found.value < 1
        rivals += len(found.rivals)
        looks = master_guide().lookahead(sight, master.quick)
        assert (type(looks) is Lookahead) == (army == "full")
    assert rivals, "where its quick move is not beyond doubt, others are compared with it"


def test_lookahead_gives_the_same_for_the_same_luck_and_changes_neither_world_nor_memory() -> None:
    seat, sight, legal = play_on(120, "full")
    player = make_learnt(seat, QuickChance(1))
    lookahead = Lookahead(player, player.recall(sight))
    world = imagine_from_beliefs(sight, player.odds(sight), QuickChance(3))
    before = [RULES.sight(world, one) for one in (0, 1)]
    values = [[lookahead(world, move, luck) for luck in (1, 2, 1)] for move in legal[:4]]
    assert all(first == again and 0 < first < 1 for first, _, again in values)
    assert [RULES.sight(world, one) for one in (0, 1)] == before
    assert lookahead.reply is not None
    assert lookahead.reply.seat == 1 - seat


def test_odds_of_hidden_pieces_add_up_and_follow_what_was_seen() -> None:
    seat, sight, _ = play_on(160, "full")
    odds = make_learnt(seat, QuickChance(1)).odds(sight)
    assert odds
    assert all(abs(sum(one) - 1) < 1e-4 for one in odds.values())
    moved = [one for token, one in odds.items() if int(sight.marks[token - 1]) & MOVED]
    assert moved
    assert max(one[BOMB] + one[FLAG] for one in moved) < 0.05, "what has moved is neither a bomb nor the flag"
