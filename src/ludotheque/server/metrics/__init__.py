"""Metrics: counters, event loop lag, and the Prometheus endpoint."""
