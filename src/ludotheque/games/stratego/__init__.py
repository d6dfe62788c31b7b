"""Stratego: a game of two armies with hidden ranks and a flag each, without chance."""

from __future__ import annotations

from ludotheque.bots.random import RandomPlayer
from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.game import Game
from ludotheque.engine.learning import LEARNT
from ludotheque.engine.spaces import Spaces
from ludotheque.games.stratego.arrays import layout
from ludotheque.games.stratego.bots.learner import make_beginner, make_casual
from ludotheque.games.stratego.bots.learnt.player import make_learnt
from ludotheque.games.stratego.bots.master import MASTER_BUDGET, master_guide
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.browser_data import browser_data
from ludotheque.games.stratego.contest.seat import PROGRAM_OPTIONS, seat_program
from ludotheque.games.stratego.learning import LEARNING
from ludotheque.games.stratego.notation import read_position
from ludotheque.games.stratego.numbers import move_numbers
from ludotheque.games.stratego.printing import printed_box
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.text import Drawing

GAME = Game(
    rules=Stratego(),
    package=__name__,
    levels={
        "beginner": make_beginner,
        "casual": make_casual,
        "strong": Strategist,
        "master": SearcherMaker(master_guide, MASTER_BUDGET),
    },
    former_levels={"sergeant": "casual", "strategist": "strong"},
    variants={"random": RandomPlayer, LEARNT: make_learnt},
    difficulty="easy",
    colours=("#8a2a17", "#e8b64c"),
    drawing=Drawing.of(None),
    min_speed=60_000,
    extras=browser_data,
    printed=printed_box,
    read_position=read_position,
    programs=seat_program,
    program_options=PROGRAM_OPTIONS,
    learning=LEARNING,
    spaces=lambda players: Spaces(move_numbers(), layout()),
)
