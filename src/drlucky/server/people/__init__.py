"""What people asked the server to keep for them beside their games: their devices, and where to find them."""
