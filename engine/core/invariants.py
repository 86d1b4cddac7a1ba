"""What must hold after every action, whoever plays: nothing is lost or made, and the game can go on.

A breach is a bug, and the action is taken back. What a rulebook says beyond that is a law
(`engine.core.laws`): one that fails may be wrong itself, so a table may go on in spite of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.flow import current_step
from engine.core.state import DEPOT, IPO, OUT, POOL, State
from engine.core.view import View

_PLACES = frozenset((IPO, POOL, DEPOT, OUT, "bank"))
StockOf = Callable[[str], str]


@dataclass(frozen=True)
class Totals:
    """What a game can neither gain nor lose, counted at its beginning."""

    cash: int
    certs: int
    tokens: int
    stocks: dict[str, int]
    trains: int
    stock_of: StockOf

    @classmethod
    def of(cls, state: State, stock_of: StockOf) -> Totals:
        """Count a position; ``stock_of(tile)`` is the physical tile whose copies a tile id uses up."""
        stocks = _stocks(state, stock_of)
        return cls(_cash(state), len(state.certs), len(state.tokens), stocks, len(state.trains), stock_of)


def _cash(state: State) -> int:
    purses = sum(p.cash for p in state.players.values()) + sum(c.cash for c in state.companies.values())
    return state.bank + purses


def _stocks(state: State, stock_of: StockOf) -> dict[str, int]:
    laid = Counter(stock_of(tile) for tile, _ in state.tiles.values())
    return {tile: left + laid[tile] for tile, left in state.supply.items()}


def unsound(view: View, totals: Totals) -> str | None:
    """The first invariant that does not hold, as a sentence, or None."""
    found = (check(view, totals) for check in (_money, _owners, _tokens, _tiles, _market, _one_decision))
    return next((fault for fault in found if fault is not None), None)


def _money(view: View, totals: Totals) -> str | None:
    state = view.state
    if _cash(state) != totals.cash:
        return f"cash adds up to {_cash(state)}, not {totals.cash}"
    purses = [(p.id, p.cash) for p in state.players.values()] + [
        (c.id, c.cash) for c in state.companies.values()
    ]
    short = next((f"{holder} has {cash}" for holder, cash in purses if cash < 0), None)
    left = (c for c in state.companies.values() if c.cash and c.closed)
    return short or next((f"{c.id}, which is closed, has {c.cash}" for c in left), None)


def _owners(view: View, totals: Totals) -> str | None:
    state = view.state
    if len(state.certs) != totals.certs or len(state.trains) < totals.trains:
        return "certificates or trains are missing"
    owners = {c.owner for c in state.certs.values()} | {t.owner for t in state.trains.values()}
    unknown = owners - state.players.keys() - state.companies.keys() - _PLACES
    return f"something belongs to unknown {sorted(unknown)}" if unknown else None


def _tokens(view: View, totals: Totals) -> str | None:
    state = view.state
    if len(state.tokens) != totals.tokens:
        return "station tokens are missing"
    return None


def _tiles(view: View, totals: Totals) -> str | None:
    stocks = view.board().remember("stocks", lambda: _stocks(view.state, totals.stock_of))
    if stocks != totals.stocks:
        return "tiles of a kind, on the board and left, do not add up"
    short = next((tile for tile, left in view.state.supply.items() if left < 0), None)
    return (
        None if short is None else f"{-view.state.supply[short]} more of tile {short} are laid than there are"
    )


def _market(view: View, totals: Totals) -> str | None:
    stacked = [c for stack in view.state.market.values() for c in stack]
    placed = [c.id for c in view.state.companies.values() if c.cell is not None]
    if sorted(stacked) != sorted(placed):
        return "the stacks of the market and the companies disagree"
    return None


def _one_decision(view: View, totals: Totals) -> str | None:
    if view.state.ended:
        return None
    step = current_step(view)
    if step is None or not step.players(view):
        return "nobody is to decide anything"
    return None
