"""What every game shares. Nothing in here names a game."""
