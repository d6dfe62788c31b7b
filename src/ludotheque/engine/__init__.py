"""Engine: the contract of a game and everything that games share. It knows no game."""
