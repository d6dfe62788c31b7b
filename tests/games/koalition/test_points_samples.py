"""The samples with which the front end tests what a coalition would bring: the rules give the same points."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import pytest

from hatch_build import WEB
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.rules import or_nobody
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.parties import count_parties, update_leader
from ludotheque.games.koalition.scoring import score_coalition
from ludotheque.games.koalition.sight import BlocSight, Column, make_sight
from ludotheque.games.koalition.state import NEGOTIATE, State
from tests.games.koalition.ballot import RULES

FILE = WEB / "src/games/koalition/points.samples.json"


class Coalition(msgspec.Struct, frozen=True):
    """A possible coalition, and what it would bring each seat."""

    blocs: tuple[str, ...]
    points: tuple[int, ...]


class Sample(msgspec.Struct, frozen=True):
    """A vote that has been counted, as a sight shows it."""

    players: int
    country: dict[str, Any]
    columns: tuple[Column, ...]
    blocs: tuple[BlocSight, ...]
    coalitions: tuple[Coalition, ...]


def sample_of(s: State) -> Sample:
    """The sample of a state in a negotiation."""
    sight = make_sight(s, None)
    coalitions = []
    for coalition in s.coalitions:
        then = s.copy()
        score_coalition(then, [s.blocs[member] for member in coalition.blocs])
        coalitions.append(Coalition(coalition.labels, then.scores))
    country = s.box.country[s.country].printed()
    return Sample(s.players, dict(country), sight.columns, sight.blocs, tuple(coalitions))


def state_of(sample: Sample) -> State:
    """The state of a sample, counted anew from its cards and the actions on them."""
    s = State.opening(RULES.box, Options(), sample.players)
    s.country = [country.id for country in s.box.country].index(sample.country["id"])
    for party, column in enumerate(sample.columns):
        s.columns[party] = tuple((card.seat, s.box.number[card.card]) for card in column.cards)
        s.resigned |= {s.box.number[card.card] for card in column.cards if card.resigned}
        s.resigned_lap |= {s.box.number[card.card]: card.resigned_lap for card in column.cards if card.resigned_lap}
        s.doubles[party], s.scandals[party] = column.doubles, column.scandals
        s.scandal_lap[party] = column.scandal_lap
        s.toppled[party] = or_nobody(column.toppled)
        update_leader(s, party)
    count_parties(s)
    return s


SAMPLES = msgspec.json.decode(FILE.read_bytes(), type=list[Sample])


@pytest.mark.clause("koalition.score")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.country["id"])
def test_sample_has_the_points_of_the_rules(sample: Sample) -> None:
    assert sample_of(state_of(sample)) == sample


def test_samples_cover_every_step_of_the_bonus_and_shares_of_leaderless_parties() -> None:
    sizes = {len(coalition.blocs) for sample in SAMPLES for coalition in sample.coalitions}
    assert {2, 3, 4} <= sizes
    assert any(not bloc.led for sample in SAMPLES for bloc in sample.blocs)
    assert any(card.resigned for sample in SAMPLES for column in sample.columns for card in column.cards)
    assert {column.doubles > 0 for sample in SAMPLES for column in sample.columns} == {True, False}
    assert len({PARTIES.index(bloc.party) for sample in SAMPLES for bloc in sample.blocs}) == len(PARTIES)


def find_samples(seed: int) -> list[Sample]:
    """Samples of random games: few, and of all kinds."""
    rng = QuickChance(seed)
    found: list[Sample] = []
    kinds: set[tuple[int, bool]] = set()
    while len(kinds) < 6:
        s = RULES.setup(Options(countries=1), pick(rng, (3, 5, 7)))
        while not RULES.outcome(s) and s.stack.what != NEGOTIATE:
            seat = RULES.asked(s)[0]
            if seat < 0:
                RULES.play(s, seat, RULES.chance(s, rng))
            else:
                RULES.play(s, seat, pick(rng, RULES.legal(s, seat)))
        if s.stack.what != NEGOTIATE or len(s.coalitions) > 12:
            continue
        sample = sample_of(s)
        new = {
            (len(coalition.blocs), any(":" in label for label in coalition.blocs)) for coalition in sample.coalitions
        }
        if new - kinds:
            kinds |= new
            found.append(sample)
    return found


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(find_samples(int(sys.argv[1])))) + b"\n")
