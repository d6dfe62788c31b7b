"""The text protocol of the 2012 programming contest, which Stratego programs of other authors use.

A judge and a program exchange lines over the program's standard input and output. The judge opens with
``RED opponent 10 10`` and gets four rows of set-up. Then, each time the program is to move, it gets the move before
(``START`` if there is none) and the board in ten rows, and answers ``X Y UP|DOWN|LEFT|RIGHT [N]``, which comes back to
it with its outcome, or ``SURRENDER`` where it has nothing to move. ``QUIT`` ends it.

``lines`` translates, ``program`` runs a program, ``seat`` makes a player of it, and ``bot_program`` makes a program
of one of our players (``python -m ludotheque.games.stratego.contest``).
"""
