"""Cluster: the nodes of one server, how they know of each other, and how they talk. It knows nothing of tables."""
