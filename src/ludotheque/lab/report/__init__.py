"""The report of a game: many games between bots, drawn and explained on one page."""
