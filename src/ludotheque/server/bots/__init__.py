"""Bots: the pool of processes in which they choose moves."""
