"""Ratings of people and bots, from the games of tables that want them: docs/ratings.md."""
