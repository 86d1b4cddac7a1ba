"""Nobody spends a railroad into first-round insolvency (11.6.5).

The rulebook takes such spending back when the reserved train is due; nothing is earned before that, so it is
refused here, and nothing need be taken back.
"""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import SMALL, has_power

RESERVED, WORKS = "2+2", "J"
LAST_PHASE = "3"
PERCENT = 100


def reserved_price(view: View, company: str) -> int:
    """What the reserved train will cost in the first turn; 0 for majors and those who need not buy it."""
    record = view.company(company)
    due = record.kind in SMALL and not record.operated and view.state.phase <= LAST_PHASE
    if not due or any(train.kind == RESERVED for train in view.trains(company)):
        return 0
    return price(view, company)


def price(view: View, company: str) -> int:
    """What the reserved train costs a railroad: minor J pays 10 % less (15.9)."""
    full = view.data.trains[RESERVED].price
    off = view.data.figures(Figures).minors.train_discount if has_power(view, company, WORKS) else 0
    return full * (PERCENT - off) // PERCENT


def _left(view: View, company: str) -> int:
    """What treasury and president together have beyond the reserved train."""
    president = view.president(company)
    help_ = view.cash(president) if president else 0
    return view.cash(company) + help_ - reserved_price(view, company)


def to_spare(view: View, company: str) -> int:
    """What a railroad may spend on track and tokens: its president's cash helps with the train alone."""
    return max(0, min(view.cash(company), _left(view, company)))


def check(view: View, company: str, cost: int, gain: int = 0) -> Violation | None:
    """Why so much may not be spent before the reserved train is bought; ``gain``: what it brings at once."""
    if not cost or cost > view.cash(company) or cost <= _left(view, company) + gain:
        return None
    text = say(
        "{company} must buy its {RESERVED} train in this turn: of its {money} it may spend {money2} before.",
        company=company,
        RESERVED=RESERVED,
        money=view.money(view.cash(company)),
        money2=view.money(to_spare(view, company)),
    )
    return Violation("insolvent", text, {"cost": cost})
