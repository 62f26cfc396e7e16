"""Tournaments: bots against bots."""
