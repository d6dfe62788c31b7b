"""Stratagem: programmes, supports, coups d'État and the ballot."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.games.stratagem.box import load_box
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.summary import names, summary

BOX = load_box(host_box("stratagem"))

GAME = Game(
    rules=Stratagem(BOX),
    package=__name__,
    levels={"random": RandomPlayer},
    draw=lambda v, words: "",
    names=partial(names, BOX),
    extras=lambda: summary(BOX),
)
