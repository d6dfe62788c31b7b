"""What the box prints: two armies as stands to fold, the board, sheets for set-ups and losses, and the ranks."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ludotheque.engine.boxes import BadBox
from ludotheque.engine.printed_box import Deck, PrintedBox
from ludotheque.engine.words import read_words
from ludotheque.games.stratego.pieces import BOX

SIDES: Final = ("red", "blue")
STAND: Final = (25, 82)
"""The size of a stand before it is folded, in millimetres: two faces, and a foot at either end."""


def printed_box(lang: str, path: Path | None = None) -> PrintedBox:
    """What the box prints in a language. All of it is printed in the rulebook, so no file replaces it."""
    if path is not None:
        raise BadBox("the rulebook of this game prints all its pieces: there is no other box of it")
    words = read_words(files(__package__).joinpath("words"), lang)
    own = read_words(files(__package__).joinpath("print"), lang)
    pieces = sorted(BOX["piece"], key=_order)
    decks = tuple(
        Deck(side, own["army"][side], tuple(_piece(piece, words) for piece in pieces), *STAND) for side in SIDES
    )
    return PrintedBox(
        parts=("cover", "board", "pieces", "pads", "reference", "rulebook"),
        contents=(*((deck.size, deck.title) for deck in decks), (1, own["board"])),
        decks=decks,
        sheets={
            "size": BOX["board"]["size"],
            "lakes": [[ord(name[0]) - ord("a"), int(name[1:]) - 1] for name in BOX["board"]["lakes"]],
            "pieces": [{**_piece(piece, words), "training": piece["training"]} for piece in pieces],
        },
    )


def _order(piece: dict[str, Any]) -> tuple[int, str]:
    """Highest first, then the two kinds that never move."""
    return -piece.get("rank", 0), piece["letter"]


def _piece(piece: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    return {
        "count": piece["full"],
        "letter": piece["letter"],
        "rank": piece.get("rank"),
        "name": words["piece"][piece["letter"]],
    }
