"""Commands of ``ludotheque``: a file per command, named after it, with ``add_commands``; ``main.py`` assembles them."""
