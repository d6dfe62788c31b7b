"""Recorded games are read as what each seat saw, might have done and did, one game at a time."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.engine import record
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE
from ludotheque.lab import CorruptRecord, RecordedGame, recorded_games, records, simulate

TESTS = Path(__file__).parents[1] / "games"
SHORT = TESTS / "stratagem" / "golden" / "4-short.jsonl"
GOLDEN = {game: sorted((TESTS / game / "golden").glob("*.jsonl"))[0] for game in games.shelf()}


def export(path: Path, *files: Path) -> Path:
    """A bulk export of the games in these files, compressed if its name says so."""
    data = b"".join(file.read_bytes() for file in files)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.mark.parametrize("name", GOLDEN)
def test_each_decision_has_the_sight_and_the_moves_of_its_seat(name: str) -> None:
    game, found = games.find(name), record.read(GOLDEN[name].read_bytes())
    given = records(GOLDEN[name])
    state, rng = None, QuickChance(1)
    for number, (state, seat, move) in enumerate(record.replay(game, found)):
        if seat == NATURE:
            continue
        decision = next(given)
        sight, legal, made, outcome = decision
        assert (made, sight) == (move, game.rules.sight(state, seat)), number
        assert set(legal) == {*game.rules.legal(state, seat), *game.rules.free(state, seat)}
        assert made in legal
        assert found.closing is not None
        assert outcome == found.closing.outcome
        if number % 20 == 0:  # a world with other secrets looks the same
            assert game.rules.sight(game.rules.imagine(sight, rng), sight.seat) == sight
    assert next(given, None) is None


def test_an_export_of_several_games_is_read_alike_plain_compressed_and_as_a_folder(tmp_path: Path) -> None:
    alone = [decision for file in GOLDEN.values() for decision in records(file)]
    plain = export(tmp_path / "all.jsonl", *GOLDEN.values())
    assert list(records(plain)) == alone
    assert list(records(str(export(tmp_path / "all.jsonl.gz", *GOLDEN.values())))) == alone
    folder = tmp_path / "folder"
    folder.mkdir()
    export(folder / "b.jsonl.gz", SHORT)
    export(folder / "a.jsonl", GOLDEN["stratego"])
    (folder / "notes.txt").write_text("no record")
    assert list(records(folder)) == [*records(GOLDEN["stratego"]), *records(SHORT)]


def test_saved_simulations_are_read_game_by_game(tmp_path: Path) -> None:
    plan = simulate.plan("stratagem", 4, None, ["random"], 3, {"campaign": "short"})
    report = simulate.simulate(plan, 1, lambda _: None, tmp_path)
    found = list(recorded_games(tmp_path))
    assert len(found) == 4
    assert sum(len(game.decisions) for game in found) == report.decisions
    assert all(game.outcome is not None for game in found)
    assert {tuple(game.header.kinds) for game in found} == {("bot/random",) * 4}


def test_unwanted_seats_are_left_out_and_their_games_not_replayed(tmp_path: Path) -> None:
    rows = SHORT.read_bytes().splitlines()
    rows[50] = rows[51]  # this one cannot be replayed
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join(row + b"\n" for row in rows))
    both = export(tmp_path / "both.jsonl", broken, GOLDEN["stratego"])
    mine = list(records(both, lambda header, seat: header.game == "stratego" and seat == 1))
    assert mine == [decision for decision in records(GOLDEN["stratego"]) if decision.sight.seat == 1]
    assert 0 < len(mine) < len(list(records(GOLDEN["stratego"])))


def swap(number: int, old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    """Replace something in a line, which is counted from 1."""

    def spoil(rows: list[bytes]) -> list[bytes]:
        assert old in rows[number - 1], rows[number - 1]
        return [row.replace(old, new) if at == number else row for at, row in enumerate(rows, 1)]

    return spoil


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (lambda rows: [*rows[:9], b"\x00\xff{", *rows[10:]], 10, "not a line of a record"),
        (lambda rows: rows[1:], 1, "begins with a line that names the game"),
        (lambda rows: [*rows[:20], *rows[21:]], 21, "may not|nature moves"),
        (swap(1, b'"version":2', b'"version":1'), 1, "stratagem 1; these rules are stratagem 2"),
        (swap(1, b'"stratagem"', b'"chess"'), 1, "there is no game “chess”"),
        (swap(1, b'"campaign":"short"', b'"campaign":"brief"'), 1, "campaign"),
        (swap(2, b'"do":"seating"', b'"do":"standing"'), 2, "not a move"),
        (swap(119, b'"reason":"', b'"reason":"not '), 119, "did not end like this"),
    ],
)
def test_corrupt_record_is_refused_with_file_and_line_or_skipped(
    tmp_path: Path, spoil: Callable[[list[bytes]], list[bytes]], line: int, why: str
) -> None:
    rows = SHORT.read_bytes().splitlines()
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join(row + b"\n" for row in spoil(rows)))
    whole = export(tmp_path / "export.jsonl.gz", SHORT, bad, GOLDEN["stratego"])
    with pytest.raises(CorruptRecord, match=why) as caught:
        list(records(whole))
    assert (caught.value.file, caught.value.line) == (whole, len(rows) + line)
    assert str(caught.value).startswith(f"{whole}, line {len(rows) + line}: ")
    skipped: list[CorruptRecord] = []
    assert list(records(whole, skipped=skipped.append)) == [*records(SHORT), *records(GOLDEN["stratego"])]
    assert [error.line for error in skipped] == [len(rows) + line]


def test_compressed_file_that_ends_early_gives_the_games_before_its_end(tmp_path: Path) -> None:
    data = gzip.compress(SHORT.read_bytes() + GOLDEN["stratego"].read_bytes())
    torn = tmp_path / "torn.jsonl.gz"
    torn.write_bytes(data[:-300])
    with pytest.raises(CorruptRecord, match="damaged or ends early"):
        list(records(torn))
    skipped: list[CorruptRecord] = []
    assert list(records(torn, skipped=skipped.append)) == list(records(SHORT))
    assert len(skipped) == 1


def test_move_that_a_later_rule_refuses_was_legal_in_an_old_record() -> None:
    old = list(records(TESTS / "stratego" / "old" / "before-chase.jsonl"))
    assert len(old) == 325
    assert all(decision.move in decision.legal for decision in old)


def test_unfinished_record_has_no_outcome(tmp_path: Path) -> None:
    begun = tmp_path / "begun.jsonl"
    begun.write_bytes(b"".join(SHORT.read_bytes().splitlines(keepends=True)[:30]))
    assert {decision.outcome for decision in records(begun)} == {None}


def test_path_without_records_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no files of records"):
        list(records(tmp_path))
    with pytest.raises(FileNotFoundError):
        list(records(tmp_path / "none.jsonl"))


def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    def peak(copies: int) -> int:
        path = export(tmp_path / f"{copies}.jsonl.gz", *[SHORT] * copies)
        decisions = 0
        tracemalloc.start()
        try:
            for _ in records(path):
                decisions += 1
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            assert decisions == copies * alone

    alone = len(list(records(SHORT)))
    assert peak(60) < 3 * peak(4), "fifteen times as many games; cycles wait for the garbage collector"


def test_games_and_their_decisions_have_one_outcome() -> None:
    [game] = recorded_games(SHORT)
    assert isinstance(game, RecordedGame)
    assert {decision.outcome for decision in game.decisions} == {game.outcome}
