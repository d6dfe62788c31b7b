"""What was said stands in the record: readable by those it was for, and no matter to the game."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from ludotheque.engine import record
from ludotheque.engine.chat import ChatMessage
from ludotheque.engine.record import BadRecord, Closing, Record
from ludotheque.engine.story import StoryViewer, export, readable_messages
from tests.engine.parlour import GAME
from tests.engine.test_record import played

TALK = [
    (0, ChatMessage(0, "Anne", 1, "bonsoir")),
    (4, ChatMessage(1, "Bruno", 2, "à nous deux", [1, 2])),
    (4, ChatMessage(None, "Zoé", 3, "il bluffe")),
    (9, ChatMessage(2, "Chloé", 4, "à moi")),
    (13, ChatMessage(0, "Anne", 5, "bravo")),
]


def talkative(over: bool = True) -> Record:
    """Thirteen moves of a game, with talk before, between and after them."""
    match = played(stop=13)
    closing = Closing(None, match.secret, "vote") if over else None
    return Record(match.record.header, match.record.moves, closing, TALK)


def rows(over: bool = True) -> list[bytes]:
    return record.write(talkative(over)).splitlines()


def test_chat_messages_keep_their_place_between_the_moves() -> None:
    tags = [msgspec.json.decode(row)["line"] for row in rows()]
    assert tags[:4] == ["game", "said", "move", "move"]
    assert tags[6:8] == ["said", "said"]
    assert tags[-2:] == ["said", "end"]
    again = record.read(record.write(talkative()))
    assert again == talkative()
    assert record.write(again) == record.write(talkative())


def test_chat_messages_do_not_change_the_verification() -> None:
    silent = Record(talkative().header, talkative().moves, talkative().closing)
    verdict = record.verify(GAME, record.read(record.write(talkative())))
    assert verdict == record.verify(GAME, record.read(record.write(silent)))
    assert verdict.sealed


def text_of(over: bool, eyes: StoryViewer) -> list[str]:
    return [said.text for _, said in readable_messages(talkative(over), eyes)]


def test_each_seat_reads_the_messages_for_it() -> None:
    assert text_of(True, "all") == ["bonsoir", "à nous deux", "il bluffe", "à moi", "bravo"]
    assert text_of(True, 2) == ["bonsoir", "à nous deux", "il bluffe", "à moi", "bravo"]
    assert text_of(True, 0) == text_of(True, None) == ["bonsoir", "il bluffe", "à moi", "bravo"]
    assert text_of(False, 0) == ["bonsoir", "à moi", "bravo"], "players hear those who look on when it is over"
    assert text_of(False, None) == ["bonsoir", "il bluffe", "à moi", "bravo"]


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_export_has_the_readable_messages_in_their_place(eyes: int | None) -> None:
    lines = [msgspec.json.decode(line) for line in export(GAME, talkative(), eyes).splitlines()]
    heard = [line["text"] for line in lines if line["line"] == "said"]
    assert heard == text_of(True, eyes)
    assert ("à nous deux" in heard) == (eyes in (1, 2))
    assert lines[1]["text"] == "bonsoir"
    assert lines[-1]["text"] == "bravo"
    assert talkative().closing is not None
    assert played().secret.encode() not in export(GAME, talkative(), eyes)


def change(index: int, **fields: object) -> Callable[[list[bytes]], list[bytes]]:
    """Write something else on a line."""

    def spoil(rows: list[bytes]) -> list[bytes]:
        line = {**msgspec.json.decode(rows[index]), **fields}
        return [*rows[:index], msgspec.json.encode(line), *rows[index + 1 :]]

    return spoil


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (change(1, text=7), 2, "not a line"),
        (change(1, mood="merry"), 2, "not a line"),
        (change(1, to="everybody"), 2, "not a line"),
        (change(1, by=3), 2, "does not exist"),
        (change(6, to=[1, 9]), 7, "does not exist"),
        (change(6, to=[0, 2]), 7, "the seat that writes"),
        (change(7, to=[0]), 8, "the seat that writes"),
        (lambda rows: [rows[1], *rows[1:]], 1, "begins with"),
        (lambda rows: [*rows, rows[1]], 20, "only moves and chat messages"),
        (change(8, move={"do": "bid", "coins": 99}), 9, "may not"),
        (change(2, move={"do": "deal", "seat": 0, "card": 7}), 3, "may not"),
        (change(19, secret="00"), 20, "does not fit the commitment"),
        (change(19, ended=None), 20, "did not end like this"),
        (change(19, ended="boredom"), 20, "not a line"),
    ],
)
def test_corrupt_line_is_reported_with_its_number(
    spoil: Callable[[list[bytes]], list[bytes]], line: int, why: str
) -> None:
    with pytest.raises(BadRecord, match=why) as caught:
        record.verify(GAME, record.read(b"\n".join(spoil(rows()))))
    assert caught.value.line == line


def test_a_game_that_the_rules_ended_was_not_ended_by_vote() -> None:
    match = played()
    closing = Closing(match.outcome, match.secret, "vote")
    with pytest.raises(BadRecord, match="did not end like this"):
        record.verify(GAME, Record(match.record.header, match.record.moves, closing))
