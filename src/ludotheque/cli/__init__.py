"""Commands of ``ludotheque``: one file per group, each with ``add_commands``; ``main.py`` assembles them."""
