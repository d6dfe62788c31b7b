"""Stratagem: a game of four parties, won at the ballot or by a coup d'État."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.engine.spaces import Spaces
from ludotheque.games.stratagem.arrays import layout
from ludotheque.games.stratagem.balance import GAUGES
from ludotheque.games.stratagem.ballot import match_points
from ludotheque.games.stratagem.bots.learner import Beginner, Casual
from ludotheque.games.stratagem.bots.master import MASTER_BUDGET, master_guide
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.box import Box
from ludotheque.games.stratagem.browser_data import browser_data, names
from ludotheque.games.stratagem.numbers import move_numbers
from ludotheque.games.stratagem.positions import read_position
from ludotheque.games.stratagem.printed_figures import figure_facts
from ludotheque.games.stratagem.printing import printed_box
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.text import Drawing

BOX = Box.load(host_box("stratagem"))

GAME = Game(
    rules=Stratagem(BOX),
    package=__name__,
    levels={
        "beginner": partial(Beginner, BOX),
        "casual": partial(Casual, BOX),
        "strong": partial(Tribune, BOX),
        "master": SearcherMaker(partial(master_guide, BOX), MASTER_BUDGET),
    },
    former_levels={"militant": "casual", "tribune": "strong"},
    variants={"random": RandomPlayer},
    difficulty="hard",
    colours=("#1f1a17", "#e0a93c"),
    drawing=Drawing.of(BOX),
    names=partial(names, BOX),
    gauges=GAUGES,
    extras=lambda: browser_data(BOX),
    printed=partial(printed_box, BOX),
    figure_facts=partial(figure_facts, BOX),
    read_position=partial(read_position, BOX),
    match_points=match_points,
    spaces=lambda players: Spaces(move_numbers(BOX), layout(BOX)),
)
