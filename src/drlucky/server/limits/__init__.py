"""What one client may take of the server: connections, sockets, streams, tables and files."""
