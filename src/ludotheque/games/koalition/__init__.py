"""Koalition: a game of elections all over Europe and of the coalitions that follow them."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.engine.spaces import Spaces
from ludotheque.games.koalition.arrays import layout
from ludotheque.games.koalition.balance import GAUGES
from ludotheque.games.koalition.bots.chancellor import Chancellor
from ludotheque.games.koalition.bots.deputy import Deputy
from ludotheque.games.koalition.bots.learner import Beginner, Casual
from ludotheque.games.koalition.bots.master import master_guide
from ludotheque.games.koalition.bots.novice import Novice
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.browser_data import browser_data, names
from ludotheque.games.koalition.numbers import move_numbers
from ludotheque.games.koalition.printed_figures import figure_facts
from ludotheque.games.koalition.printing import printed_box
from ludotheque.games.koalition.rules import Koalition
from ludotheque.games.koalition.text import Drawing

BOX = Box.load(host_box("koalition"))

GAME = Game(
    rules=Koalition(BOX),
    package=__name__,
    levels={
        "beginner": partial(Beginner, BOX),
        "casual": partial(Casual, BOX),
        "strong": partial(Chancellor, BOX),
        "master": SearcherMaker(partial(master_guide, BOX)),
    },
    former_levels={"deputy": "casual", "chancellor": "strong"},
    variants={"random": Novice, "deputy": partial(Deputy, BOX)},
    first_players=4,
    colours=("#1d3153", "#f3c655"),
    drawing=Drawing.of(BOX),
    names=partial(names, BOX),
    gauges=GAUGES,
    extras=lambda: browser_data(BOX),
    later_words=("advice", "refusal"),  # the board says some of the sentences under `text`
    printed=partial(printed_box, BOX),
    figure_facts=partial(figure_facts, BOX),
    spaces=lambda players: Spaces(move_numbers(BOX, Koalition.seats, players), layout(BOX, players)),
)
