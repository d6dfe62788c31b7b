"""What the box prints: the map, challenge and campaign cards, voter cards, pawns, dice, the list of departments."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ludotheque.engine.printed_box import Deck, PrintedBox
from ludotheque.engine.words import read_words, say
from ludotheque.games.president.box import HIGH, LOW, PACK, PARTIES, STAR, Box

NOTES: Final = {2_000_000: 7, 1_000_000: 12, 500_000: 8, 100_000: 6, 50_000: 28}
"""The urn's 61 voter cards by value, worth 32,000,000 together. The rulebook gives the totals; the values are ours."""
PAWNS: Final = 54
"""Pawns for each party, of two sides."""
SUITS: Final = ("vote", "megaphone", "laurel-crown", "round-star")

Words = dict[str, Any]


def printed_box(box: Box, lang: str, path: Path | None = None) -> PrintedBox:
    """What the box prints in a language, or what a host's own does."""
    box = box if path is None else Box.load(path)
    words = read_words(files(__package__).joinpath("words"), lang)
    own = read_words(files(__package__).joinpath("print"), lang)["deck"]
    challenge = Deck("challenge", own["challenge"], tuple(_challenge(own)))
    campaign = Deck("campaign", own["campaign"], tuple(_campaign(box, words, lang)))
    notes = Deck("note", own["note"], tuple(_note(value, count, words) for value, count in NOTES.items()), 63, 44)
    pawns = Deck("pawn", own["pawn"], tuple(_pawn(party, words) for party in PARTIES), 11, 22)
    return PrintedBox(
        parts=("cover", "cards", "board", "pieces", "pads", "reference", "rulebook"),
        contents=(
            (1, own["board"]),
            (challenge.size, own["challenge"]),
            (campaign.size, own["campaign"]),
            (notes.size, own["note"]),
            (pawns.size, own["pawn"]),
            (2, own["die"]),
        ),
        decks=(challenge, campaign, notes, pawns),
        sheets={
            "departments": [
                {
                    "code": place.code,
                    "name": place.name,
                    "thousands": place.voters // 1000,
                    "voters": _number(place.voters, words),
                }
                for place in box.department
            ],
            "legend": words["mat"]["map"]["legend"],
            "parties": [_pawn(party, words) for party in PARTIES],
            "dice": [["★" if side == STAR else side for side in die] for die in (LOW, HIGH)],
            "back": {"challenge": own["challenge_back"], "campaign": own["campaign_back"]},
        },
    )


def _number(value: int, words: Words) -> str:
    return say({"it": "{number}", "thousands": words["thousands"]}, "it", {"number": value})


def _challenge(own: Words) -> list[dict[str, Any]]:
    return [
        {
            "count": count // len(SUITS),
            "value": value,
            "mark": own["ace"] if value == 1 else str(value),
            "note": own["ace_note"] if value == 1 else "",
            "suit": suit,
        }
        for suit in SUITS
        for value, count in PACK.items()
    ]


def _campaign(box: Box, words: Words, lang: str) -> list[dict[str, Any]]:
    signs = words["mat"]["card"]
    return [
        {
            "count": 1,
            "kind": card.kind,
            "id": card.id,
            "title": getattr(card.title, lang),
            "text": getattr(card.text, lang),
            "amount": say(
                {"it": signs["minus" if card.kind == "lose" else "plus"], "thousands": words["thousands"]},
                "it",
                {"amount": card.amount},
            ),
            "what": signs[card.kind],
        }
        for card in box.campaign
    ]


def _note(value: int, count: int, words: Words) -> dict[str, Any]:
    return {"count": count, "value": value, "number": _number(value, words)}


def _pawn(party: str, words: Words) -> dict[str, Any]:
    return {"count": PAWNS, "party": party, "name": words["party_name"][party]}
