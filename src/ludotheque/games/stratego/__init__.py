"""Stratego: a game of two armies with hidden ranks and a flag each, without chance."""

from __future__ import annotations

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.game import Game
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.browser_data import browser_data
from ludotheque.games.stratego.contest.seat import PROGRAM_OPTIONS, seat_program
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.text import Drawing

GAME = Game(
    rules=Stratego(),
    package=__name__,
    levels={"random": RandomPlayer, "strategist": Strategist},
    drawing=Drawing.of(None),
    min_speed=60_000,
    extras=browser_data,
    programs=seat_program,
    program_options=PROGRAM_OPTIONS,
)
