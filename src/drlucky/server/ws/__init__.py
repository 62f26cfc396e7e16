"""A table, live over a WebSocket."""
