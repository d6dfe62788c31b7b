"""Tournament arithmetic: pairings, standings and ratings. It knows no server and no database.

Entrants are numbers, results are lists of places and points.
"""
