"""The data of a printed box: all that its templates draw, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from ludotheque.engine.clauses import Rulebook
from ludotheque.engine.figures import DrawnFigure, draw_figure, figures_of
from ludotheque.engine.game import Game
from ludotheque.engine.printed_box import PrintedBox
from ludotheque.engine.words import read_words
from ludotheque.printing.markdown import parse

PAPERS: Final = ("a4", "letter")


class NotPrintable(ValueError):
    """A box or a part of it that cannot be printed; the message says what can."""


class Order(msgspec.Struct, frozen=True):
    """What is to be printed."""

    game: Game
    lang: str = "fr"
    paper: str = "a4"
    parts: tuple[str, ...] = ()
    """All parts that the game has, if none is named."""
    box: Path | None = None
    """A box file in place of the game's own."""


def printed_box(order: Order) -> PrintedBox:
    """What the box of an order prints; raises :class:`NotPrintable`, or ``BadBox`` for a wrong file."""
    if order.game.printed is None:
        raise NotPrintable(f"{order.game.id} has nothing to print")
    return order.game.printed(order.lang, order.box)


def document(order: Order) -> bytes:
    """The data of an order. The same order gives the same bytes."""
    box = printed_box(order)
    wrong = [part for part in order.parts if part not in box.parts]
    if wrong:
        raise NotPrintable(f"{order.game.id} has no part “{wrong[0]}”: there are {', '.join(box.parts)}")
    parts = tuple(part for part in box.parts if not order.parts or part in order.parts)
    words = order.game.words(order.lang)
    found = {
        "game": order.game.id,
        "lang": order.lang,
        "paper": order.paper,
        "parts": parts,
        "title": words["title"],
        "tagline": words["tagline"],
        "goal": words["goal"],
        "said": _said(order.lang),
        "box": box,
        "own_box": order.box is not None or bool(order.game.rules.box_mark),
        "reference": _reference(order),
        "rulebook": _rulebook(order.game.rulebook(order.lang)) if "rulebook" in parts else None,
        "figures": _figures(order) if "rulebook" in parts else [],
    }
    return msgspec.json.encode(found, order="deterministic")


def _reference(order: Order) -> dict[str, Any]:
    """The game's texts of its reference sheet and pads, with their Markdown parsed."""
    texts = read_words(order.game.folder.joinpath("print"), order.lang)
    sections = [{"title": section["title"], "lines": _lines(section["lines"])} for section in texts.pop("section", ())]
    return {**texts, "section": sections}


def _lines(lines: Sequence[str]) -> list[Any]:
    return [parse(line)[0]["parts"] for line in lines]


def _rulebook(book: Rulebook) -> dict[str, Any]:
    return {
        "title": book.title,
        "opening": parse(book.opening),
        "sections": [
            {
                "title": section.title,
                "clauses": [
                    {"id": clause.id, "kind": clause.kind, "title": clause.title, "body": parse(clause.text)}
                    for clause in section.clauses
                ],
            }
            for section in book.sections
        ],
    }


def _figures(order: Order) -> list[dict[str, Any]]:
    """The figures of the rulebook with their moments of a game. None for another box: they name cards of the game's."""
    if order.box is not None:
        return []
    known = figures_of(order.game)
    return [_figure(order, draw_figure(order.game, known, figure)) for figure in known.figures]


def _figure(order: Order, drawn: DrawnFigure) -> dict[str, Any]:
    rules, state, figure = order.game.rules, drawn.play.state, drawn.figure
    asked = figure.seat is not None and figure.seat in rules.asked(state)
    return {
        "id": figure.id,
        "clause": figure.clause,
        "caption": getattr(figure.caption, order.lang),
        "show": figure.show,
        "players": drawn.players,
        "facts": order.game.figure_facts(drawn, order.lang),
        "sight": rules.sight(state, figure.seat),
        "legal": tuple(rules.legal(state, figure.seat)) if asked and figure.seat is not None else (),
        "events": [event for seen in drawn.play.story for event in seen.events],
    }


def _said(lang: str) -> dict[str, Any]:
    """What every printed box says."""
    said = read_words(files("ludotheque.printing").joinpath("words"), lang)
    return {**said, "step": [{**step, "text": parse(step["text"])[0]["parts"]} for step in said["step"]]}
