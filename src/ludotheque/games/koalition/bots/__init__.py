"""The bots of Koalition, each in the module of its name, and what they calculate with."""
