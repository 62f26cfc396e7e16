"""Words for events and reasons. The core emits facts; shells say them with these."""

from drlucky.phrases.english import event, reason

__all__ = ["event", "reason"]
