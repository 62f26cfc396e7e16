"""What a worker in another process answers: a part of the results, or what went wrong."""

import traceback
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.lab.study.batches import Batch, played


class Fault(Exception):
    """A fault of drlucky's own in a worker, with the worker's traceback."""


class Answer(NamedTuple):
    part: bytes | None
    wrong: str = ""
    is_fault: bool = False


def answer(batch: Batch) -> Answer:
    try:
        return Answer(played(batch))
    except DrLuckyError as error:
        return Answer(None, str(error))
    except Exception:  # told whole, for whoever is to mend it
        return Answer(None, traceback.format_exc(), is_fault=True)


def understood(answered: Answer) -> bytes:
    if answered.is_fault:
        raise Fault(answered.wrong)
    if answered.part is None:
        raise DrLuckyError(answered.wrong)
    return answered.part
