"""Le Jeu du Président: a game of dice, departments and challenges for the majority of votes."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.engine.spaces import Spaces
from ludotheque.games.president.arrays import layout
from ludotheque.games.president.balance import GAUGES
from ludotheque.games.president.bots.learner import Beginner, Casual
from ludotheque.games.president.bots.master import master_guide
from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.bots.spin_doctor import SpinDoctor
from ludotheque.games.president.box import Box
from ludotheque.games.president.browser_data import browser_data, names
from ludotheque.games.president.numbers import move_numbers
from ludotheque.games.president.positions import read_position
from ludotheque.games.president.printed_figures import figure_facts
from ludotheque.games.president.printing import printed_box
from ludotheque.games.president.rules import President
from ludotheque.games.president.text import Drawing

BOX = Box.load(host_box("president"))

GAME = Game(
    rules=President(BOX),
    package=__name__,
    levels={
        "beginner": partial(Beginner, BOX),
        "casual": partial(Casual, BOX),
        "strong": partial(SpinDoctor, BOX),
        "master": SearcherMaker(partial(master_guide, BOX)),
    },
    former_levels={"militant": "casual", "spin_doctor": "strong"},
    variants={"random": RandomPlayer, "militant": partial(Militant, BOX)},
    first_players=2,
    difficulty="easy",
    colours=("#27457a", "#f6ecd4"),
    drawing=Drawing.of(BOX),
    names=partial(names, BOX),
    gauges=GAUGES,
    first_player=lambda s: s.first,
    extras=lambda: browser_data(BOX),
    printed=partial(printed_box, BOX),
    figure_facts=partial(figure_facts, BOX),
    read_position=partial(read_position, BOX),
    max_seat_share=1.1,
    spaces=lambda players: Spaces(move_numbers(BOX), layout(BOX, players)),
)
