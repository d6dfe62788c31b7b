"""The cluster: workers that share one database, which of them runs what, and messages between them."""
