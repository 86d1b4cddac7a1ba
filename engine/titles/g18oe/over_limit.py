"""Too many certificates: only sales, and privates to part with, are open until it is mended (4.1)."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.rules.stock import stock_rules
from engine.steps.shares import must_sell, turn
from engine.titles.g18oe.phases import CONSOLIDATION, MAJOR_PHASE, in_phase
from engine.titles.g18oe.privates import face_up, has_parted


def refuse(view: View, player: str) -> Violation | None:
    """Why the actor may do nothing else: he is over the limit, and able to mend it now."""
    return must_sell(view, player) or _must_close(view, player)


def _must_close(view: View, player: str) -> Violation | None:
    over = stock_rules(view).excess(view, player)
    early = not in_phase(view, MAJOR_PHASE, CONSOLIDATION)
    if not over or early or turn(view) or has_parted(view):
        return None
    mine = face_up(view, player)
    if not mine:
        return None
    text = f"You hold {over} certificates over the limit: close or remove privates ({', '.join(mine)})."
    return Violation("must_close", text, {"excess": over})
