"""Compiled search on top of the engine: random and sensible play, playouts, tree search, estimates, simulations."""
