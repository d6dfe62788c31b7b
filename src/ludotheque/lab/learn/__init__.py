"""Learning a game by playing it against oneself, many games at once (``ludotheque learn``).

The method is PPO (Schulman and others, 2017) with both sides played by the same network, held near its own average over
time so that it does not run in circles. Needs the extra ``ludotheque[batch]``.
"""
