"""Moves have numbers and sights have arrays: the laws of both, by random play over all games, options and players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from ludotheque import find, shelf
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.move_numbers import Listed, MoveNumbers, Product, Spelled, Unbounded, Unspelled
from ludotheque.engine.rules import Seat
from ludotheque.engine.spaces import Spaces
from ludotheque.games.koalition.moves import Accept, Lay, Propose
from ludotheque.games.politico.moves import Form
from ludotheque.games.stratego.moves import Place, Resign, Step
from tests.laws import Walk, observers, tables

STEPS = 250
"""Steps of each walk that are looked at, evenly spread."""
NUMBERS = {
    "koalition": (407, "2e8fc791"),
    "politico": (249, "04de9516"),
    "president": (493, "d33bb2da"),
    "stratagem": (149, "d36c17a3"),
    "stratego": (1386, "242625e6"),
}
"""How many numbers each game has, and a hash of what they stand for. Programs that have learned rely on these."""
TABLES = [pytest.param(game, *table, id=f"{game.id}-{table}") for game in shelf().values() for table in tables(game)]


def spaces_of(game: Game, players: int) -> Spaces:
    assert game.spaces is not None
    return game.spaces(players)


def visited(game: Game, players: int, options: dict[str, Any], seed: int) -> Iterator[Any]:
    """Some of the states of a random game, from its opening to its end."""
    length = sum(1 for _ in Walk(game, players, options, seed))
    stride = 1 + length // STEPS
    for number, (state, _, _) in enumerate(Walk(game, players, options, seed)):
        if number % stride == 0:
            yield state


def spelled_moves(game: Game, moves: MoveNumbers[Any], state: Any, seat: Seat) -> dict[Spelled, Any]:
    """Every move that a seat may make, asked or not, by its numbers."""
    sight = game.rules.sight(state, seat)
    listed = [*game.rules.legal(state, seat), *game.rules.free(state, seat)]
    spelled = {moves.spell(sight, move): move for move in listed}
    assert len(spelled) == len(listed), "two moves have the same numbers"
    for numbers, move in spelled.items():
        assert moves.read(sight, numbers) == move
        assert all(0 <= number < moves.size for number in numbers)
        assert not any(numbers[:end] in spelled for end in range(1, len(numbers))), "one spelling begins another"
    return spelled


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_move_has_numbers_that_are_read_as_the_same_move(
    game: Game, players: int, options: dict[str, Any]
) -> None:
    moves = spaces_of(game, players).moves
    spelled = 0
    for state in visited(game, players, options, seed=players):
        for seat in range(players):
            spelled += len(spelled_moves(game, moves, state, seat))
    assert spelled > STEPS


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_the_array_of_a_sight_is_the_same_in_every_world_that_looks_like_it(
    game: Game, players: int, options: dict[str, Any]
) -> None:
    sights, rng = spaces_of(game, players).sights, QuickChance(players)
    different = 0
    for number, state in enumerate(visited(game, players, options, seed=players)):
        seat = observers(players)[number % (players + 1)]
        seen = game.rules.sight(state, seat)
        array = sights.array(seen)
        assert len(array) == sights.size
        assert min(array) >= -1
        assert max(array) <= 1
        world = game.rules.imagine(seen, rng)
        assert sights.array(game.rules.sight(world, seat)) == array, "an array holds something hidden"
        if seat is not None:
            other = (seat + 1) % players
            different += sights.array(game.rules.sight(world, other)) != sights.array(game.rules.sight(state, other))
    assert different or game.id == "president", "the worlds differ in what the seat cannot see"


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_every_kind_of_move_has_numbers_except_natures(game: Game) -> None:
    for players in game.rules.seats:
        assert spaces_of(game, players).moves.kinds == {*get_args(game.rules.move_type)} - game.rules.nature_moves


@pytest.mark.parametrize("game", shelf().values(), ids=shelf())
def test_numbers_stay_what_they_are(game: Game) -> None:
    for players in game.rules.seats:
        moves = spaces_of(game, players).moves
        assert len(set(moves.names)) == len(moves.names) == moves.size
        assert (moves.size, hashlib.sha256("\n".join(moves.names).encode()).hexdigest()[:8]) == NUMBERS[game.id]
        assert [number for numbers in moves.ranges.values() for number in numbers] == [*range(moves.size)]


def test_blue_sees_the_board_turned_round() -> None:
    game = find("stratego")
    assert game.read_position is not None
    spaces, rules = spaces_of(game, 2), game.rules
    walk = Walk(game, 2, {}, seed=4)
    for state, seat, move in walk:
        if isinstance(move, Step) and seat == 1:
            sights = [rules.sight(state, side) for side in (0, 1)]
            (red,), (blue,) = spaces.moves.spell(sights[0], move), spaces.moves.spell(sights[1], move)
            names = spaces.moves.names
            turned = f"step {_turned(move.frm)} {_turned(move.to)}"
            assert (names[red], names[blue]) == (f"step {move.frm} {move.to}", turned)
            break


def _turned(square: str) -> str:
    return f"{'abcdefghij'['jihgfedcba'.index(square[0])]}{11 - int(square[1:])}"


def test_the_planes_of_the_board_show_ones_own_army_at_the_bottom() -> None:
    game = find("stratego")
    sights, rules = spaces_of(game, 2).sights, game.rules
    assert sights.shapes["board"] == (29, 10, 10)
    state = next(state for state, _, move in Walk(game, 2, {}, seed=4) if isinstance(move, Step))
    for seat in (0, 1):
        board = sights.array(rules.sight(state, seat))[sights.slices["board"]]
        mine = [sum(board[100 * plane : 100 * plane + 40]) for plane in range(12)]
        assert mine == [6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 1]
        hidden = board[2500:2600]
        assert sum(hidden) == sum(hidden[60:]) == 40


def test_the_map_shows_who_holds_each_department() -> None:
    game = find("president")
    sights, rules = spaces_of(game, 2).sights, game.rules
    assert sights.shapes["map"] == (7, 98)
    *_, (state, _, _) = Walk(game, 2, {}, seed=1)
    seen = rules.sight(state, 1)
    rows = sights.array(seen)[sights.slices["map"]]
    held = [sum(rows[98 * row : 98 * row + 98]) for row in (5, 6)]
    assert held == [len(seen.held[1]), len(seen.held[0])]


def test_coalitions_are_spelled_bloc_by_bloc() -> None:
    game = find("koalition")
    moves = spaces_of(game, 4).moves
    names = moves.names
    for state, seat, move in Walk(game, 4, {}, seed=2):
        if isinstance(move, Propose | Accept):
            numbers = moves.spell(game.rules.sight(state, seat), move)
            assert names[numbers[0]] == type(move).__name__.lower()
            assert len(numbers) > 1
            assert all(names[number].startswith("bloc ") for number in numbers[1:])
            return
    raise AssertionError("nobody proposed anything")


def test_what_is_no_move_has_no_numbers() -> None:
    game = find("stratego")
    moves = spaces_of(game, 2).moves
    sight = game.rules.sight(game.rules.setup(game.options({}), 2), 0)
    for numbers in ((moves.size,), (0, 1), (-1,)):
        with pytest.raises(Unspelled):
            moves.read(sight, numbers)
    for move in (Step("a1", "b7"), Lay("rose1")):
        with pytest.raises(Unspelled):
            moves.spell(sight, move)


def test_fields_get_their_values_from_their_types_or_must_be_given() -> None:
    assert Product(Form).size == 8
    assert Product(Place).names()[:2] == ["place a", "place b"]
    with pytest.raises(Unbounded, match=r"Lay\.card"):
        Product(Lay)
    assert Listed((Resign(),)).names() == ["resign"]
