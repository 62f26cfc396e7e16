"""Records: a game's whole history as a small text. docs/records.md describes the format line by line."""

from drlucky.record.model import RecordError

__all__ = ["RecordError"]
