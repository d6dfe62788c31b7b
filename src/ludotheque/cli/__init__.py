"""Commands of ``ludotheque``: one file per group."""
