"""Companies that a phase leaves without a train and that become one, in outline."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.players.knowledge import Merger
from engine.players.outline.offering import cards
from engine.players.outline.outline import Firm, Outline
from engine.players.outline.sheet import Sheet
from engine.rules import market

LEAST = 2
"""Companies that become one."""


def merge(sheet: Sheet, now: Outline, number: int, ran: Collection[str]) -> None:
    """Form what a phase forms; ``ran``: the companies that had trains before it. Loans are written off."""
    for plan in sheet.known.mergers:
        firm = now.firms.get(plan.company)
        if firm is None or firm.floated or sheet.phases[number].key not in plan.phases:
            continue
        names = [name for name in ran if not now.firms[name].trains and name not in plan.never]
        if len(names) >= LEAST:
            _form(sheet, now, firm, [now.firms.pop(name) for name in names], plan)


def _form(sheet: Sheet, now: Outline, firm: Firm, parts: Sequence[Firm], plan: Merger) -> None:
    best = sorted((part.price for part in parts), reverse=True)[:LEAST]
    firm.cell = market.dearest(sheet.chart, max(sum(best) // LEAST, plan.price))
    firm.par = firm.price = sheet.chart.value(firm.cell)
    firm.cash = sum(part.cash for part in parts)
    firm.scale, firm.age = max(1.0, *(part.scale for part in parts)), max(part.age for part in parts)
    _exchange(now, firm, parts)
    firm.floated = firm.chief >= 0
    for part in parts:
        part.chief, part.floated = -1, False


def _exchange(now: Outline, firm: Firm, parts: Sequence[Firm]) -> None:
    """Two shares for one, while there are any; the company keeps the rest."""
    for seat in range(len(now.cash)):
        old = sum(part.held[seat] // part.unit for part in parts)
        firm.held[seat] = min(firm.unsold, old // 2 * firm.unit)
        firm.unsold -= firm.held[seat]
        gone = sum(cards(part, seat, part.held[seat]) for part in parts)
        now.certificates[seat] += firm.held[seat] // firm.unit - gone
    firm.pool = min(firm.unsold, sum(part.pool // part.unit for part in parts) // 2 * firm.unit)
    firm.own, firm.unsold = firm.unsold - firm.pool, 0
    most = max(firm.held)
    firm.chief = firm.held.index(most) if most else -1
