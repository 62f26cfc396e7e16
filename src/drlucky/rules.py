"""The rules of play to derive those of an edition of your own from: see docs/editions.md.

    from drlucky.rules import Kill2016

    class Coffee(Kill2016): ...

Nobody can derive from a compiled class. Where the engine is compiled these are the same classes once more, as plain
Python from the same source; the engine asks what derives from them by its `GuestRules`."""

from typing import TYPE_CHECKING

from drlucky.interpreted import Twins, is_compiled

if TYPE_CHECKING or not is_compiled():
    from drlucky.editions.escape import Escape2016, EscapeDe
    from drlucky.editions.kill_1996 import Kill1996
    from drlucky.editions.kill_2016 import Kill2016
    from drlucky.editions.kill_de import KillDe
    from drlucky.editions.save_2000 import Save2000
    from drlucky.editions.save_paizo import SavePaizo
    from drlucky.engine.rules import CommonRules
else:
    books = ("escape", "kill_1996", "kill_2016", "kill_de", "save_2000", "save_paizo")
    engine = ("tables", "state", "rules")
    twins = Twins([f"drlucky.engine.{each}" for each in engine] + [f"drlucky.editions.{each}" for each in books])
    CommonRules = twins.module("drlucky.engine.rules").CommonRules
    Escape2016 = twins.module("drlucky.editions.escape").Escape2016
    EscapeDe = twins.module("drlucky.editions.escape").EscapeDe
    Kill1996 = twins.module("drlucky.editions.kill_1996").Kill1996
    Kill2016 = twins.module("drlucky.editions.kill_2016").Kill2016
    KillDe = twins.module("drlucky.editions.kill_de").KillDe
    Save2000 = twins.module("drlucky.editions.save_2000").Save2000
    SavePaizo = twins.module("drlucky.editions.save_paizo").SavePaizo

__all__ = [
    "CommonRules",
    "Escape2016",
    "EscapeDe",
    "Kill1996",
    "Kill2016",
    "KillDe",
    "Save2000",
    "SavePaizo",
]
