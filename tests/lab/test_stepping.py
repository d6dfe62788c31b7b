"""A game stepped by numbers, one seat at a time."""

from __future__ import annotations

import copy
import pickle

import pytest

from ludotheque import find, shelf
from ludotheque.engine.bargain_moves import OfferBargain
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.rules import NATURE
from ludotheque.lab.stepping import NotAllowed, Stepper, make_setting


def step_at_random(stepper: Stepper, rng: QuickChance, numbers: int) -> None:
    """Choose so many numbers, or as many as there are until the game is over."""
    for _ in range(numbers):
        if stepper.seat is None:
            return
        stepper.choose(pick(rng, stepper.numbers()))


@pytest.mark.parametrize("game", shelf())
def test_a_copy_goes_its_own_way_and_a_pickled_game_goes_on(game: str) -> None:
    rng = QuickChance(1)
    stepper = Stepper(make_setting(game), rng)
    step_at_random(stepper, rng, 30)
    before = stepper.observation(0)
    kept, again = copy.deepcopy(stepper), pickle.loads(pickle.dumps(stepper))
    step_at_random(stepper, rng, 30)
    assert stepper.decisions > kept.decisions == again.decisions
    assert kept.observation(0) == again.observation(0) == before
    assert kept.numbers() == again.numbers()


def test_a_number_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    stepper = Stepper(make_setting("koalition"), QuickChance(1))
    before = stepper.numbers()
    with pytest.raises(NotAllowed, match="is not among"):
        stepper.choose(stepper.setting.actions)
    assert (stepper.numbers(), stepper.decisions, stepper.spelled) == (before, 0, ())


def test_a_game_is_cut_off_at_the_horizon_and_worth_nothing_then() -> None:
    rng = QuickChance(2)
    stepper = Stepper(make_setting("politico", horizon=7), rng)
    step_at_random(stepper, rng, 100)
    assert stepper.decisions == 7
    assert stepper.seat is None
    assert stepper.outcome is None
    assert stepper.returns == (0, 0, 0)


def test_without_random_numbers_nature_waits() -> None:
    stepper = Stepper(make_setting("stratagem"), None)
    assert stepper.seat == NATURE
    stepper.play(find("stratagem").rules.chance(stepper.state, QuickChance(1)))
    assert stepper.decisions == 0, "nature's moves are not counted"


def test_a_seat_that_has_an_offer_answers_it_first_and_free_moves_are_listed_only_where_they_are_wanted() -> None:
    rng, rules = QuickChance(3), find("koalition").rules
    stepper, plain = Stepper(make_setting("koalition", free=True), rng), make_setting("koalition")
    while not any(isinstance(move, OfferBargain) for move in stepper.listed()):
        step_at_random(stepper, rng, 1)
    offer = next(move for move in stepper.listed() if isinstance(move, OfferBargain))
    assert offer not in Stepper(plain, None, stepper.state).listed()
    seat = stepper.seat
    stepper.play(offer)
    assert stepper.seat == rules.addressed(stepper.state)[0] != seat
    assert stepper.seat is not None
    assert [*stepper.listed()] == [*stepper.answers()] == [*rules.replies(stepper.state, stepper.seat)]


def test_a_table_has_as_many_seats_as_the_game_allows() -> None:
    assert make_setting("president").players == 2
    with pytest.raises(ValueError, match="president is played by 2 to 4, not 5"):
        make_setting("president", 5)
