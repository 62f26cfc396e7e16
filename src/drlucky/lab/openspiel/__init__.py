"""The games for OpenSpiel. Importing this registers them with pyspiel."""

from drlucky.lab.openspiel.game import PARAMETERS, DrLuckyGame, DrLuckyState, PlayoutEvaluator

__all__ = ["PARAMETERS", "DrLuckyGame", "DrLuckyState", "PlayoutEvaluator"]
