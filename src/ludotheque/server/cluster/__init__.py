"""Workers that share one database: who runs what, and notices between them."""
