"""The bots of Stratagem, each in the module of its name, and what they calculate with."""
