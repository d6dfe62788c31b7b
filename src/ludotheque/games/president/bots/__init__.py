"""The bots of Le Jeu du Président, each in the module of its name, and what they calculate with."""
