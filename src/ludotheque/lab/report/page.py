"""The page of a report: one HTML file that asks for nothing outside itself."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from statistics import median
from typing import Final
from urllib.parse import quote

from ludotheque import __version__
from ludotheque.engine.game import Game
from ludotheque.lab.plan import Plan
from ludotheque.lab.report.section import Section
from ludotheque.lab.report.tables import Tables

_FONTS: Final = (
    ("Jost", 400, "jost-400-normal.ttf"),
    ("Jost", 600, "jost-600-normal.ttf"),
    ("Caprasimo", 400, "caprasimo-400-normal.ttf"),
)
_NUMBER: Final = re.compile(r"[−-]?[\d,.]+( ?%| ms)?( to [−-]?[\d,.]+%?)?")
_ABOUT: Final = {
    "games": "each game between equal bots: how it ended, how long it was",
    "seats": "each seat of these games: place, score, what it won",
    "course": "how many decisions in each part of a game had so many answers",
    "kinds": "how many decisions in each part of a game were moves of a kind",
    "gauges": "what the gauges counted in each game",
    "pairings": "one bot among others: games, what it won, the interval",
    "ratings": "the rating of each bot, with its interval",
    "times": "milliseconds a move of each bot; these differ from run to run",
}
"""The tables beside the page, and what is in them."""


def render(game: Game, plan: Plan, command: str, tables: Tables, found: Sequence[Section], data: str) -> str:
    """The page, which is also well-formed XML; ``data`` is the name of the folder beside it."""
    return "\n".join(_page(game, plan, command, tables, found, data)) + "\n"


def _page(game: Game, plan: Plan, command: str, tables: Tables, found: Sequence[Section], data: str) -> Iterator[str]:
    words = game.words("en")
    title = escape(words["title"])
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8"/>'
    yield f"<title>{title}: report</title>"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    yield f"<style>{_style(game)}</style></head><body>"
    yield '<header class="lid"><div class="inner">'
    yield f'<p class="what">Ludothèque · report</p><h1>{title}</h1>'
    yield f"<p>{escape(words['tagline'])}</p>"
    yield '<dl class="facts">'
    for name, value in _facts(plan, tables):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl></div></header>"
    yield '<div class="inner"><nav aria-label="Sections"><ul>'
    for section in found:
        yield f'<li><a href="#{section.id}">{escape(section.name)}</a></li>'
    yield '<li><a href="#made">How it was made</a></li></ul></nav><main>'
    for section in found:
        yield from _section(section)
    yield from _made(game, plan, command, tables, data)
    yield "</main><footer><p>The names of games belong to their owners; NOTICE says whose fonts these are.</p></footer>"
    yield "</div></body></html>"


def _style(game: Game) -> str:
    """The style sheet, the fonts in it."""
    folder = files("ludotheque.printing") / "fonts"
    faces = [
        f"@font-face{{font-family:{name};font-weight:{weight};src:url(data:font/ttf;base64,"
        f"{base64.b64encode((folder / font).read_bytes()).decode()})}}"
        for name, weight, font in _FONTS
    ]
    first, second = game.colours
    own = f":root{{--game:{first};--game-second:{second}}}"
    return "\n".join([*faces, own, (files("ludotheque.lab.report") / "page.css").read_text("utf-8")])


def _facts(plan: Plan, tables: Tables) -> Iterator[tuple[str, str]]:
    players = tables.players
    yield "players", str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"
    yield "games between equal bots", f"{len(tables.games):,}"
    yield "bot in every seat", plan.bots[0]
    yield "decisions a game, median", f"{median(row.decisions for row in tables.games):,.0f}"
    yield "games in pairings", f"{sum(row.games for row in tables.pairings):,}"


def _section(section: Section) -> Iterator[str]:
    timed = ' data-timed=""' if section.timed else ""
    yield f'<section id="{section.id}"{timed}>'
    yield f'<p class="name">{escape(section.name)}</p><h2>{escape(section.headline)}</h2>'
    yield f'<p class="about">{escape(section.about)}</p>'
    if section.plots:
        yield f'<div class="shown{" one" if len(section.plots) == 1 else ""}"><div class="plots">'
        yield from section.plots
        yield f'</div><p class="reading"><b>How to read it.</b> {escape(section.reading)}</p></div>'
    if section.rows:
        yield '<details><summary>The figures</summary><div class="scroll"><table><thead><tr>'
        numeric = [all(_NUMBER.fullmatch(row[column]) for row in section.rows) for column in range(len(section.heads))]
        yield "".join(_cell("th", head, number) for head, number in zip(section.heads, numeric, strict=True))
        yield "</tr></thead><tbody>"
        for row in section.rows:
            yield f"<tr>{''.join(_cell('td', text, number) for text, number in zip(row, numeric, strict=True))}</tr>"
        yield "</tbody></table></div></details>"
    yield "</section>"


def _cell(kind: str, text: str, number: bool) -> str:
    style = ' class="number"' if number else ""
    return f"<{kind}{style}>{escape(text)}</{kind}>"


def _made(game: Game, plan: Plan, command: str, tables: Tables, data: str) -> Iterator[str]:
    options = game.options(plan.options)
    default = options == game.options({})
    chosen = "the default options" if default else ", ".join(f"{key}={value}" for key, value in plan.options.items())
    yield '<section id="made"><p class="name">How it was made</p><h2>The same command gives the same report</h2>'
    yield f'<p class="about">With Ludothèque {__version__} and {escape(chosen)}, by</p>'
    yield f"<pre><code>{escape(command)}</code></pre>"
    yield "<p>The same seed plays the same games, whatever the number of processes, so that all but the times can be"
    yield " made again. More games make every interval narrower: four times as many halve it.</p>"
    yield f'<p class="about">The data behind the page are in the folder {escape(data)} beside it:</p><ul class="data">'
    for name, rows in vars(tables).items():
        if rows:
            yield f'<li><a href="{quote(data)}/{name}.csv">{name}.csv</a>: {escape(_ABOUT[name])}</li>'
    yield "</ul></section>"
