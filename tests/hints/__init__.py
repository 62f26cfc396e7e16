"""Hints, and those who judge them."""
