"""The services of a worker, and helpers of its process and event loop: time, time slices, processes for long work."""
