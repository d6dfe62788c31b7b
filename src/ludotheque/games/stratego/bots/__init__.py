"""The bots of Stratego, each in the module of its name, and what they calculate with."""
