"""Helpers of the process and its event loop: time, time slices, worker processes."""
