"""Analysis: who would have won, decision by decision, and what turned a game. docs/analysis.md says how."""

from drlucky.analysis.analyse import analyse
from drlucky.analysis.model import Account, Amount, Analysis, Change, Mistake, Part, Point, Struck, TurningPoint

__all__ = ["Account", "Amount", "Analysis", "Change", "Mistake", "Part", "Point", "Struck", "TurningPoint", "analyse"]
