"""WebSocket: the endpoint of a table, its connections, their limits and heartbeat."""
