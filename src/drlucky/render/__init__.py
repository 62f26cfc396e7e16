"""Boards and games as SVG, as text and in notebooks. All drawing is our own."""
