"""The bots of Politico, each in the module of its name, and what they calculate with."""
