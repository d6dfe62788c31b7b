"""The Markdown of rulebooks as data: every kind of block and span is kept, or at least its text."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.printing.markdown import parse


def kinds(text: str) -> list[Any]:
    """The kinds of blocks in a text, each with the kinds of its parts."""
    return [[block["kind"], [part["kind"] for part in block["parts"]]] for block in parse(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One\ntwo", [["paragraph", ["text", "text", "text"]]]),
        ("One  \ntwo", [["paragraph", ["text", "break", "text"]]]),
        ("So **all** of *it*.", [["paragraph", ["text", "strong", "text", "emphasis", "text"]]]),
        ("[the vote](#stratagem.vote)", [["paragraph", ["link"]]]),
        ("- one\n- two", [["bullets", ["item", "item"]]]),
        ("| a |\n|---|\n| b |", [["table", ["head", "body"]]]),
    ],
)
def test_kinds_of_blocks_and_spans(text: str, found: list[Any]) -> None:
    assert kinds(text) == found


def test_link_keeps_its_address() -> None:
    (paragraph,) = parse("[the vote](#stratagem.vote)")
    (link,) = paragraph["parts"]
    assert link["to"] == "#stratagem.vote"


def test_text_of_an_unknown_block_is_kept() -> None:
    assert parse("```\n#let x = 1\n```") == [{"kind": "paragraph", "parts": [{"kind": "text", "text": "#let x = 1\n"}]}]
