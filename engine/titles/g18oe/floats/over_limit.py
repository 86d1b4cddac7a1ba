"""Too many certificates: only sales, and privates to part with, are open until it is mended (4.1)."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import joined, say
from engine.rules.stock import stock_rules
from engine.steps.stock.share_turn import certificates, must_sell
from engine.titles.g18oe.floats.phases import CONSOLIDATION, MAJOR_PHASE, in_phase
from engine.titles.g18oe.railroads.privates import face_up


def refuse(view: View, player: str) -> Violation | None:
    """Why the actor may do nothing else: he is over the limit, and able to mend it now."""
    return must_sell(view, player) or _must_close(view, player)


def parts_on(view: View, player: str) -> bool:
    """Whether a player parts with privates until he is within the limit, before and after sales (4.1)."""
    return bool(stock_rules(view).excess(view, player)) and in_phase(view, MAJOR_PHASE, CONSOLIDATION)


def _must_close(view: View, player: str) -> Violation | None:
    mine = face_up(view, player) if parts_on(view, player) else []
    if not mine:
        return None
    over = stock_rules(view).excess(view, player)
    text = say(
        "You hold {over} over the limit: close or remove privates ({mine}).",
        over=certificates(over),
        mine=joined(", ", mine),
    )
    return Violation("must_close", text, {"excess": over})


def can_mend(view: View, player: str) -> bool:
    """Whether a player has too many certificates, and stock to sell or privates to part with."""
    if not parts_on(view, player):
        return False
    rules = stock_rules(view)
    return bool(face_up(view, player)) or (rules.has_sales(view) and rules.can_sell(view, player))
