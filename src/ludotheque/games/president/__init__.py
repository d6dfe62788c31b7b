"""Le Jeu du Président: dice, departments, challenges, and the road to the Élysée."""

from __future__ import annotations

from functools import partial

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.boxes import host_box
from ludotheque.engine.game import Game
from ludotheque.games.president.box import load_box
from ludotheque.games.president.rules import President
from ludotheque.games.president.summary import names, summary

BOX = load_box(host_box("president"))

GAME = Game(
    rules=President(BOX),
    package=__name__,
    levels={"random": RandomPlayer},
    draw=lambda v, words: "",
    names=partial(names, BOX),
    extras=lambda: summary(BOX),
    fair=1.1,
)
