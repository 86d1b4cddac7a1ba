"""What must hold after every action, in production too. A breach is a bug: the action is reverted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.board.board import Board
from engine.core.flow import current_step
from engine.core.laws import Deeds, Law, first_breach
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


@dataclass(frozen=True)
class Watch:
    """What holds beyond `broken`'s own checks: ``checks`` in every position, ``laws`` after deeds."""

    checks: Sequence[Callable[[View], str | None]]
    laws: Sequence[Law]


def _cash(state: State) -> int:
    purses = sum(p.cash for p in state.players.values()) + sum(c.cash for c in state.companies.values())
    return state.bank + purses


def _stocks(state: State, stock_of: StockOf) -> dict[str, int]:
    laid = Counter(stock_of(tile) for tile, _ in state.tiles.values())
    return {tile: left + laid[tile] for tile, left in state.supply.items()}


def broken(view: View, totals: Totals, watch: Watch, deeds: Deeds) -> str | None:
    """The first invariant, or law of what the action did, that does not hold, as a sentence, or None."""
    for check in (_money, _owners, _tokens, _presidents, _market, _one_decision):
        fault = check(view, totals)
        if fault:
            return fault
    board = view.board()
    if board.remember("stocks", lambda: _stocks(view.state, totals.stock_of)) != totals.stocks:
        return "tiles of a kind, on the board and left, do not add up"
    fault = next((fault for check in watch.checks if (fault := check(view))), None)
    return fault or first_breach(watch.laws, view, deeds)


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
    board = view.board()
    return board.remember("crowded", lambda: _crowded(state, board))


def _crowded(state: State, board: Board) -> str | None:
    placed = Counter(t.place for t in state.tokens.values() if t.place is not None)
    for place, count in placed.items():
        if count > board.slots(*place):
            return f"{count} tokens in the {board.slots(*place)} spaces of {place}"
    return None


def _presidents(view: View, totals: Totals) -> str | None:
    """Nobody but a player decides for a floated company, and no player holds more than its president."""
    if view.state.pending:
        return None
    for company in view.state.companies.values():
        if not company.floated or company.closed or (owner := view.president(company.id)) is None:
            continue
        shares = view.holdings(company.id)
        for player in view.seats:
            if shares.get(player, 0) > shares[owner]:
                return f"{player} holds more of {company.id} than its president"
    return None


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
