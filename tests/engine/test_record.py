"""Records: written, read, replayed, verified; and every way one can be wrong is said with its line."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from ludotheque.engine import record
from ludotheque.engine.chance import QuickChance, commitment
from ludotheque.engine.match import Match
from ludotheque.engine.record import BadRecord
from ludotheque.engine.rules import NATURE, Refused
from ludotheque.games import find
from tests.engine.parlour import GAME
from tests.engine.parlour.game import Bid, Claim


def played(seed: int = 1, stop: int = 10_000) -> Match:
    """A parlour game of three, played at random with a fixed secret."""
    match = Match(GAME, ["Anne", "Bruno", "Chloé"], secret="ab" * 32, nonces=["x", "y", "z"], opened=0)
    match.begin(at=0)
    rng = QuickChance(seed)
    while (asked := match.asked()) and len(match.record.moves) < stop:
        seat = asked[rng.below(len(asked))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))], at=0)
    return match


def lines(match: Match) -> list[bytes]:
    return record.write(match.record).splitlines()


def verify(rows: list[bytes]) -> record.Verification:
    return record.verify(GAME, record.read(b"\n".join(rows)))


def test_a_finished_record_verifies_down_to_every_draw() -> None:
    match = played()
    verdict = verify(lines(match))
    assert verdict.outcome == match.outcome
    assert verdict.sealed
    assert verdict.draws == 6


def test_unfinished_record_replays_without_verification_of_its_draws() -> None:
    match = played(stop=8)
    verdict = verify(lines(match))
    assert (verdict.sealed, verdict.draws, verdict.outcome) == (False, 0, None)
    assert match.secret.encode() not in record.write(match.record)


def test_match_resumes_at_the_end_of_its_record() -> None:
    match = played(stop=9)
    again = Match.resume(GAME, record.read(record.write(match.record)), match.secret)
    assert again.asked() == match.asked()
    assert again.rules.sight(again.state, 0) == match.rules.sight(match.state, 0)


def test_same_secret_and_nonces_give_the_same_draws() -> None:
    deals = [[row for row in played(seed).record.moves[:3] if row.seat == NATURE] for seed in (1, 2)]
    assert deals[0] == deals[1]


def swap(rows: list[bytes], index: int, old: bytes, new: bytes) -> list[bytes]:
    assert old in rows[index], rows[index]
    return [row.replace(old, new, 1) if i == index % len(rows) else row for i, row in enumerate(rows)]


def other_card(rows: list[bytes]) -> list[bytes]:
    deal = msgspec.json.decode(rows[1])
    deal["move"]["card"] = deal["move"]["card"] % 6 + 1
    return [rows[0], msgspec.json.encode(deal), *rows[2:]]


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (lambda rows: [], 1, "begins with"),
        (lambda rows: rows[1:], 1, "begins with"),
        (lambda rows: [b"\xff\xfe garbage", *rows[1:]], 1, "not a line"),
        (lambda rows: [*rows[:3], b"{", *rows[3:]], 4, "not a line"),
        (lambda rows: [*rows[:3], b'{"line":"move","seat":0}', *rows[3:]], 4, "not a line"),
        (lambda rows: [*rows, rows[0]], None, "only moves"),
        (lambda rows: swap(rows, 0, b'"format":1', b'"format":99'), 1, "not a line"),
        (lambda rows: swap(rows, 0, b'"version":1', b'"version":7'), 1, "parlour 7"),
        (lambda rows: swap(rows, 0, b'"rounds":2', b'"rounds":2000'), 1, "rounds"),
        (lambda rows: swap(rows, 0, b'"Chlo\xc3\xa9"]', b'"C","D","E","F"]'), 1, "not played by 6"),
        (lambda rows: swap(rows, 0, b'"format":1', b'"format":1,"kinds":["human"]'), 1, "but 1 kinds of players"),
        (lambda rows: [rows[0], *rows[2:]], 2, "may not"),
        (lambda rows: swap(rows, 1, b'"seat":-1', b'"seat":0'), 2, "nature moves"),
        (lambda rows: swap(rows, 1, b'"do":"deal"', b'"do":"steal"'), 2, "not a move"),
        (lambda rows: swap(rows, 4, b'"coins":', b'"coins":9'), 5, "may not"),
        (other_card, 2, "not what the secret"),
        (lambda rows: swap(rows, -1, b'"secret":"ab', b'"secret":"ac'), None, "does not fit the commitment"),
        (lambda rows: swap(rows, -1, b'"secret":"ab', b'"secret":"zz'), None, "hexadecimal"),
        (lambda rows: swap(rows, 0, b'"nonces":["x"', b'"nonces":["q"'), None, "not what the secret"),
        (lambda rows: swap(rows, -1, b'"reason":"points"', b'"reason":"charm"'), None, "did not end like this"),
        (lambda rows: [*rows[:-2], rows[-1]], None, "did not end like this"),
    ],
)
def test_error_of_a_record_names_its_line_and_reason(
    spoil: Callable[[list[bytes]], list[bytes]], line: int | None, why: str
) -> None:
    with pytest.raises(BadRecord, match=why) as caught:
        verify(spoil(lines(played())))
    assert line is None or caught.value.line == line


def test_a_refused_move_changes_nothing() -> None:
    match = played(stop=3)
    before = record.write(match.record)
    with pytest.raises(Refused, match=r"parlour\.turn"):
        match.play(0, Claim(1))
    with pytest.raises(Refused):
        match.play(7, Bid(1))
    assert record.write(match.record) == before


def test_a_table_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 4, not 9"):
        Match(GAME, ["x"] * 9)


def test_commitment_of_the_header_fits_the_secret_of_the_closing() -> None:
    match = played()
    assert match.record.header.commitment == commitment(match.secret)
    assert match.record.closing is not None
    assert match.record.closing.secret == match.secret


def timed() -> Match:
    """A game of Politico that the game clock has ended."""
    options = {"clock": "minutes", "minutes": 10}
    match, rng, at = Match(find("politico"), ["a"] * 3, options, secret="ab" * 32, opened=0), QuickChance(1), 0
    match.begin(0)
    while asked := match.asked():
        legal, at = match.legal(asked[0]), at + 10_000
        match.play(asked[0], legal[rng.below(len(legal))], at)
    return match


def test_moves_of_the_game_clock_are_replayed_and_checked() -> None:
    match = timed()
    struck = [number for number, line in enumerate(match.record.moves) if b"timeup" in bytes(line.move)]
    assert len(struck) == 1
    verdict = record.verify(match.game, record.read(record.write(match.record)))
    assert verdict.outcome == match.outcome
    assert verdict.draws == sum(line.seat == NATURE for line in match.record.moves) - 2, "nothing was drawn for it"
    moves = list(match.record.moves)
    moves[struck[0]] = msgspec.structs.replace(moves[struck[0]], at=moves[0].at + 599_999)
    with pytest.raises(BadRecord, match="too early"):
        record.verify(match.game, msgspec.structs.replace(match.record, moves=moves))
    del moves[struck[0]]
    with pytest.raises(BadRecord):
        record.verify(match.game, msgspec.structs.replace(match.record, moves=moves))
