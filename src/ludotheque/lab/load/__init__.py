"""Load tests of the server: ``ludotheque bench --server``."""
