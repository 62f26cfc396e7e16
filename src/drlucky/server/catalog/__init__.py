"""The catalog: editions, cards and boards as data, for whoever chooses a game or draws a board."""
