"""HTTP: one file per resource, and what all requests share."""
