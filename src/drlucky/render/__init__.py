"""Boards and games as SVG, as text and in notebooks. All drawing is our own."""

from drlucky.render import analysis_text, game, notebook

__all__ = ["analysis_text", "game", "notebook"]
