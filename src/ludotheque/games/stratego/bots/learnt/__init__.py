"""The bot that taught itself: its weights, what it remembers of a game, and its network in NumPy."""
