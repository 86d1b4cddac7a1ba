"""A company that is formed in the course of a game, in outline: its shares before, and its opening."""

from __future__ import annotations

from engine.players.outline.outline import Firm, Outline
from engine.players.outline.sheet import Sheet

OPENS_WITH = 1.0
"""How what it earns compares at least with the usual: it has the stations of several companies."""


def is_to_form(sheet: Sheet, firm: Firm) -> bool:
    """Whether a firm is one that is formed later."""
    plan = sheet.known.formation
    return plan is not None and firm.id == plan.company and not firm.floated


def on_sale(sheet: Sheet, now: Outline, firm: Firm) -> int:
    """Percent of a firm that is to form which may be bought: the others are kept for those who form it."""
    if now.phase < sheet.sold_early_from:
        return 0
    kept = sum(firm.unit for each in now.firms.values() if each.single and each.chief >= 0)
    return max(0, firm.unsold - firm.lead - kept)


def opening_cash(sheet: Sheet, now: Outline) -> float:
    """What a firm that is to form will have: its own capital and the money of those that join it."""
    plan = sheet.known.formation
    assert plan is not None
    return plan.cash + sum(each.cash for each in now.firms.values() if each.single and each.chief >= 0)


def form(sheet: Sheet, now: Outline) -> float:
    """Open the firm that is to form, where its founder is known; returns what the bank pays it."""
    plan = sheet.known.formation
    firm = now.firms.get(plan.company) if plan is not None else None
    if plan is None or firm is None or firm.floated or now.founder < 0:
        return 0.0
    joining = [each for each in now.firms.values() if each.single and each.chief >= 0]
    firm.floated, firm.chief = True, now.founder
    firm.par = firm.price = plan.price
    firm.cell = plan.cell
    firm.held[now.founder] += firm.lead
    firm.unsold -= firm.lead
    firm.scale = max(OPENS_WITH, *(each.scale for each in joining), firm.scale)
    firm.age = max(each.age for each in (*joining, firm))
    firm.cash += opening_cash(sheet, now)
    for each in joining:
        firm.trains += each.trains
        firm.held[each.chief] += firm.unit
        firm.unsold -= firm.unit
        each.chief, each.trains, each.cash = -1, [], 0.0
    best = max(firm.held)
    if best > firm.held[firm.chief]:
        firm.chief = firm.held.index(best)
    return plan.cash
