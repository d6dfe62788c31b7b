"""Stratego: a game of two armies with hidden ranks and a flag each, without chance."""

from __future__ import annotations

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.game import Game
from ludotheque.games.stratego.bots.sergeant import Sergeant
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.browser_data import browser_data
from ludotheque.games.stratego.contest.seat import PROGRAM_OPTIONS, seat_program
from ludotheque.games.stratego.notation import read_position
from ludotheque.games.stratego.printing import printed_box
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.text import Drawing

GAME = Game(
    rules=Stratego(),
    package=__name__,
    levels={"random": RandomPlayer, "sergeant": Sergeant, "strategist": Strategist},
    first_level="sergeant",
    difficulty="easy",
    drawing=Drawing.of(None),
    min_speed=60_000,
    extras=browser_data,
    printed=printed_box,
    read_position=read_position,
    programs=seat_program,
    program_options=PROGRAM_OPTIONS,
)
