"""Evenings of a club as plain arithmetic: who sits with whom, how everybody stands, how strong they are.

Nothing here knows a server or a database. Those who take part are numbers, games are lists of points.
"""
