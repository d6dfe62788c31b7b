"""Every game as OpenSpiel's tests and algorithms expect it: a tree of decisions and chance nodes."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from ludotheque import BadOptions, find, shelf
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.rules import NATURE
from ludotheque.lab.adapters.chance_nodes import draw
from ludotheque.lab.adapters.open_spiel import TableGame
from tests.lab.adapters.tables import every_game, every_table

ENDGAME = "ludotheque_stratego(options=army:training,horizon=2,endgame=1,worlds=4,seed=0)"
"""The last decision of a game and one more, in four worlds: red does not see where blue's flag is."""


def load(game: str, **parameters: Any) -> TableGame:
    """A game of OpenSpiel's."""
    loaded = pyspiel.load_game(f"ludotheque_{game}", parameters)
    assert isinstance(loaded, TableGame)
    return loaded


@every_table
def test_game_passes_the_random_play_of_openspiel(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players=players, horizon=80), num_sims=1, serialize=True, verbose=False)


@every_table
@pytest.mark.slow
def test_whole_games_pass_the_random_play_of_openspiel(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players=players), num_sims=2, serialize=True, verbose=False)


@every_game
def test_free_moves_pass_the_random_play_of_openspiel(game: str) -> None:
    pyspiel.random_sim_test(load(game, horizon=40, free=True), num_sims=1, serialize=True, verbose=False)


def test_every_game_is_registered_under_its_name() -> None:
    ours = {name for name in pyspiel.registered_names() if name.startswith("ludotheque_")}
    assert ours == {f"ludotheque_{name}" for name in shelf()}


class Remembered:
    """Random numbers that are kept."""

    def __init__(self, seed: int) -> None:
        self._rng = QuickChance(seed)
        self.drawn: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        """A number, with how many it could have been."""
        number: int = self._rng.below(n)
        if n > 1:
            self.drawn.append((number, n))
        return number


@every_table
def test_moves_of_nature_follow_from_one_chance_node_for_each_random_number(game: str, players: int) -> None:
    rules, rng = find(game).rules, QuickChance(players)
    state = rules.setup(find(game).options({}), players)
    while asked := rules.asked(state):
        if asked[0] != NATURE:
            rules.play(state, asked[0], pick(rng, rules.legal(state, asked[0])))
            continue
        source = Remembered(rng.below(1000))
        move = rules.chance(state, source)
        numbers = [number for number, _ in source.drawn]
        for at, (_, outcomes) in enumerate(source.drawn):
            assert draw(rules, state, numbers[:at]) == outcomes
        assert draw(rules, state, numbers) == move
        rules.play(state, NATURE, move)


def apply_at_random(state: Any, rng: QuickChance) -> None:
    """Go on from a node."""
    if state.is_chance_node():
        state.apply_action(pick(rng, state.chance_outcomes())[0])
    else:
        state.apply_action(pick(rng, state.legal_actions()))


@every_table
def test_worlds_that_look_the_same_to_a_seat_have_the_same_information_state(game: str, players: int) -> None:
    state, rng = load(game, players=players, horizon=120, free=True).new_initial_state(), QuickChance(players)
    number = 0
    while not state.is_terminal():
        number += 1
        if not state.is_chance_node() and number % 3 == 0:
            seat = state.current_player() if number % 2 else number % players
            world = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            for known in ("information_state_string", "information_state_tensor", "observation_string"):
                assert getattr(world, known)(seat) == getattr(state, known)(seat)
            if seat == state.current_player():
                assert world.current_player() == seat
                assert world.legal_actions() == state.legal_actions()
        apply_at_random(state, rng)


def test_a_seat_recalls_what_it_chose_and_nothing_of_what_others_did() -> None:
    game = load("stratego")
    states = [game.new_initial_state().child(number) for number in game.new_initial_state().legal_actions()[:2]]
    for state in states:
        assert state.information_state_string(0).endswith(state.observation_string(0))
        assert state.information_state_string(0) != state.observation_string(0)
        assert state.information_state_string(1) == state.observation_string(1)
    digests = {state.information_state_string(0).split()[0] for state in states}
    assert len(digests) == 2
    assert len({state.information_state_string(1) for state in states}) == 1


def test_the_observation_of_a_seat_is_its_sight_and_has_named_parts() -> None:
    game = load("stratego", options="army:training;shuttle:isf")
    state = game.new_initial_state()
    assert '"army":"training"' in state.observation_string(0)
    assert '"shuttle":"isf"' in state.observation_string(0)
    observer = make_observation(game)
    observer.set_from(state, 1)
    assert observer.dict["board"].shape == (29, 10, 10)
    assert observer.tensor.tolist() == state.observation_tensor(1)
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.string_from(state, 0) == public.string_from(state, 1)
    with pytest.raises(ValueError, match="one seat"):
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )


def test_parameters_that_are_not_possible_are_refused() -> None:
    for given, error in (
        ({"players": 5}, "played by 2 to 2"),
        ({"options": "army"}, "NAME:VALUE"),
        ({"horizon": 0}, "horizon"),
        ({"endgame": 5000}, "decisions"),
    ):
        with pytest.raises(ValueError, match=error):
            load("stratego", **given)
    with pytest.raises(BadOptions, match="no option"):
        load("stratego", options="weather:fine")


@every_game
def test_its_tree_searches_choose_legal_moves(game: str) -> None:
    loaded, rng = load(game, horizon=12), np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, rng)
    for bot in (
        mcts.MCTSBot(loaded, 2.0, 4, rollout, random_state=rng),
        ismcts.ISMCTSBot(game=loaded, evaluator=rollout, uct_c=2.0, max_simulations=4, random_state=rng),
    ):
        state, luck = loaded.new_initial_state(), QuickChance(1)
        while not state.is_terminal():
            if state.is_chance_node():
                apply_at_random(state, luck)
            else:
                number = bot.step(state)
                assert number in state.legal_actions()
                state.apply_action(number)


def test_its_tree_search_finds_the_move_that_wins() -> None:
    game = pyspiel.load_game(ENDGAME.replace("worlds=4", "worlds=1"))
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    state.apply_action(0)
    wins = [number for number in state.legal_actions() if state.child(number).returns()[state.current_player()] == 1]
    assert 0 < len(wins) < len(state.legal_actions())
    rollout = mcts.RandomRolloutEvaluator(1, rng)
    assert mcts.MCTSBot(game, 2.0, 500, rollout, random_state=rng).step(state) in wins


def test_its_solvers_learn_an_endgame_and_it_measures_how_exploitable_they_are() -> None:
    game = pyspiel.load_game(ENDGAME)
    assert exploitability.exploitability(game, policy.UniformRandomPolicy(game)) > 0.3
    solver = cfr.CFRPlusSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.01
    np.random.seed(1)
    sampling = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(1500):
        sampling.iteration()
    assert exploitability.exploitability(game, sampling.average_policy()) < 0.03


def test_python_ends_well_after_a_game_was_loaded() -> None:
    """OpenSpiel frees what was registered after Python has ended."""
    script = "import pyspiel, ludotheque.lab.adapters.open_spiel; pyspiel.load_game('ludotheque_politico')"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
