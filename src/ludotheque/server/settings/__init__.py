"""Settings: what can be set, where values come from, and the reference page for hosts."""
