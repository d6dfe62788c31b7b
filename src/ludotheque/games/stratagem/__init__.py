"""Stratagem: a game of four parties, won at the ballot or by a coup d'État."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.games.stratagem.balance import GAUGES
from ludotheque.games.stratagem.ballot import match_points
from ludotheque.games.stratagem.bots.militant import Militant
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.box import Box
from ludotheque.games.stratagem.browser_data import browser_data, names
from ludotheque.games.stratagem.positions import read_position
from ludotheque.games.stratagem.printed_figures import figure_facts
from ludotheque.games.stratagem.printing import printed_box
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.text import Drawing

BOX = Box.load(host_box("stratagem"))

GAME = Game(
    rules=Stratagem(BOX),
    package=__name__,
    levels={"random": RandomPlayer, "militant": partial(Militant, BOX), "tribune": partial(Tribune, BOX)},
    first_level="militant",
    difficulty="hard",
    drawing=Drawing.of(BOX),
    names=partial(names, BOX),
    gauges=GAUGES,
    extras=lambda: browser_data(BOX),
    printed=partial(printed_box, BOX),
    figure_facts=partial(figure_facts, BOX),
    read_position=partial(read_position, BOX),
    match_points=match_points,
)
