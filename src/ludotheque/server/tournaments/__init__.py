"""Clubs and their members, tournaments with their rounds and results, player pages and ratings."""
