"""Printed boxes: a game's cards, board, pads and rulebook as a PDF, typeset by Typst.

A game says what its box prints (:mod:`ludotheque.engine.printed_box`) and draws it with templates in its folder
``print``; those that all games share are in ``templates`` here. Texts reach the templates as data, never as markup.
"""
