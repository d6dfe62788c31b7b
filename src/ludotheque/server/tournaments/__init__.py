"""Clubs: their members, their evenings, and how strong everybody is. All of it is kept by guest."""
