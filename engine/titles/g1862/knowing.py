"""What players know of 1862 (`engine.players.knowledge`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.actions import Action, Json
from engine.core.state import DEPOT, Train
from engine.core.view import View
from engine.players.knowledge import Knowledge
from engine.titles.g1862.companies.companies import OBLIGATION
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import is_simple
from engine.titles.g1862.phases.bands import TYPE, WARRANTIES
from engine.titles.g1862.steps.dividends import SPACE
from engine.titles.g1862.steps.trains import bank_types

NOTHING = -1.0
USELESS, FOREIGN = 5000.0, 150.0
"""What keeps from trains that may not run, and from trade in trains between companies."""


def _outfit(view: View, company: str, train: Train) -> Mapping[str, Json]:
    """A train of the first type for which the company has a permit."""
    return {TYPE: next(iter(view.company(company).data.get("permits", ())), "local")}


def _move(view: View, company: str, revenue: float, price: int) -> int:
    """Spaces by how often the dividend covers the price (7.8.5)."""
    if revenue <= 0 or price <= 0:
        return -SPACE
    return SPACE * min(view.data.market.dividend_bands, int(revenue // price))


def _life(view: View, train: str, life: float) -> float:
    """A train lives on its warranties when its band is scrapped (7.10)."""
    return max(life, float(view.state.trains[train].data.get(WARRANTIES, 0)))


def _taste(view: View, action: Action) -> float:
    """No train without a permit, which never runs; no trade in trains between companies."""
    if action.kind != "buy_train":
        return 0.0
    source, name = action.get("source"), str(action.get("train"))
    permits = view.company(view.cursor.actor).data.get("permits", ())
    if source != DEPOT or is_simple(view):
        return 0.0 if source == DEPOT else -FOREIGN
    return 0.0 if bank_types(view).get(name) in permits else -USELESS


def _lot(view: View, seat: str, item: str) -> float:
    """What a charter is worth to who can float the company at once: else a fine is due (4.3)."""
    figures = view.data.figures(Figures)
    floats = figures.float_percent // 10 * min(figures.charter_pars)
    if any(c.data.get(OBLIGATION) == seat for c in view.companies()):
        return NOTHING
    left = view.cash(seat) - floats
    return min(40.0, float(left)) if left >= 0 else NOTHING


KNOWLEDGE = Knowledge(
    rounds=16,
    fresh_income=70,
    ripe_income=400,
    patience=12,
    outfit=_outfit,
    taste=_taste,
    move=_move,
    life=_life,
    lot=_lot,
    keeps=0.0,
)
