"""What the card of a company and the map say of 1862 besides the usual."""

from __future__ import annotations

from engine.state import Place
from engine.titles.g1862.companies import OBLIGATION, is_chartered, is_started
from engine.titles.g1862.dividends import MOST_SPACES
from engine.titles.g1862.receivership import in_receivership
from engine.view import View


def facts(view: View, company: str) -> list[tuple[str, str]]:
    """Permits, charter, obligation, and the dividends that move the price (4.3, 7.8, 7.8.5)."""
    record = view.company(company)
    shown = [("Permits", ", ".join(record.data.get("permits", ())) or "none")]
    if not is_started(view, company):
        return [*shown, ("Can start", f"from phase {record.data.get('from', 'A')}")]
    shown.append(("Charter", "chartered" if is_chartered(view, company) else "not chartered"))
    if in_receivership(view, company):
        shown.append(("Director", "none: in receivership"))
    if record.data.get(OBLIGATION):
        shown.append(("Obligation", f"{view.name(record.data[OBLIGATION])} must float it"))
    price = view.price(company)
    if price:
        bands = ", ".join(f"{view.data.currency}{price * n}" for n in range(1, MOST_SPACES + 1))
        shown.append(("Steps right", f"at a dividend of {bands}"))
    return shown


def marks(view: View) -> dict[str, Place]:
    """The homes of companies that are out of play (2.4.1)."""
    homes = view.board().hexmap.homes
    gone = [c.id for c in view.state.companies.values() if c.closed and c.id in homes]
    return {f"\u00d7 {company} out of play": homes[company] for company in gone}
