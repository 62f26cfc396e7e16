"""Studies: games by the thousand, and reports on them."""
