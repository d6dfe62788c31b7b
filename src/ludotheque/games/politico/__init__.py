"""Politico: a game of governments that are formed, attacked, defended and brought down."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.balance import Trial
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.engine.spaces import Spaces
from ludotheque.games.politico.arrays import layout
from ludotheque.games.politico.balance import GAUGES
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.bots.learner import Beginner, Casual
from ludotheque.games.politico.bots.master import master_guide
from ludotheque.games.politico.bots.outsider import Outsider
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.browser_data import browser_data, names
from ludotheque.games.politico.numbers import move_numbers
from ludotheque.games.politico.printed_figures import figure_facts
from ludotheque.games.politico.printing import printed_box
from ludotheque.games.politico.rules import Politico
from ludotheque.games.politico.text import Drawing

BOX = Box.load(host_box("politico"))

GAME = Game(
    rules=Politico(BOX),
    package=__name__,
    levels={
        "beginner": partial(Beginner, BOX),
        "casual": partial(Casual, BOX),
        "strong": partial(Kingmaker, BOX),
        "master": SearcherMaker(partial(master_guide, BOX)),
    },
    former_levels={"backbencher": "casual", "kingmaker": "strong"},
    variants={"random": RandomPlayer, "backbencher": partial(Backbencher, BOX)},
    first_players=4,
    difficulty="hard",
    colours=("#20503b", "#e8b64c"),
    drawing=Drawing.of(BOX),
    names=partial(names, BOX),
    extras=lambda: browser_data(BOX),
    printed=partial(printed_box, BOX),
    figure_facts=partial(figure_facts, BOX),
    gauges=GAUGES,
    trials={"outsider": Trial(partial(Outsider, BOX), "never governs")},
    max_seat_share=1.3,
    spaces=lambda players: Spaces(move_numbers(BOX, Politico.seats, players), layout(BOX, players)),
)
