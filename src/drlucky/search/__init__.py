"""Compiled thinking: random and sensible games, tree search and estimates. It knows no rule of its own."""
