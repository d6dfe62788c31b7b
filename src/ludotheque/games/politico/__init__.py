"""Politico: a game of governments that are formed, attacked, defended and brought down."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.balance import Trial
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.games.politico.balance import GAUGES
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.bots.outsider import Outsider
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.browser_data import browser_data, names
from ludotheque.games.politico.printed_figures import figure_facts
from ludotheque.games.politico.printing import printed_box
from ludotheque.games.politico.rules import Politico
from ludotheque.games.politico.text import Drawing

BOX = Box.load(host_box("politico"))

GAME = Game(
    rules=Politico(BOX),
    package=__name__,
    levels={"random": RandomPlayer, "backbencher": partial(Backbencher, BOX), "kingmaker": partial(Kingmaker, BOX)},
    first_level="backbencher",
    first_players=4,
    difficulty="hard",
    drawing=Drawing.of(BOX),
    names=partial(names, BOX),
    extras=lambda: browser_data(BOX),
    printed=partial(printed_box, BOX),
    figure_facts=partial(figure_facts, BOX),
    gauges=GAUGES,
    trials={"outsider": Trial(partial(Outsider, BOX), "never governs")},
    max_seat_share=1.3,
)
