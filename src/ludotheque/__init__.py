"""Five board games as a library, a server and a browser app."""

__version__ = "0.1.0"
