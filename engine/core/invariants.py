"""What must hold after every action, in production too. A breach is a bug: the action is reverted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engine.board.board import Board
from engine.core.flow import current_step
from engine.core.state import DEPOT, IPO, OUT, POOL, State
from engine.core.view import View
from engine.rules.common_laws import breach
from engine.rules.laws import Deeds

_NOTHING_DONE = Deeds(())
_PLACES = frozenset((IPO, POOL, DEPOT, OUT, "bank"))


@dataclass(frozen=True)
class Totals:
    """What a game can neither gain nor lose, counted at its beginning."""

    cash: int
    certs: int
    tokens: int
    stocks: dict[str, int]
    trains: int

    @classmethod
    def of(cls, state: State, stock_of: Callable[[str], str]) -> Totals:
        """Count a position."""
        return cls(
            _cash(state), len(state.certs), len(state.tokens), _stocks(state, stock_of), len(state.trains)
        )


def _cash(state: State) -> int:
    purses = sum(p.cash for p in state.players.values()) + sum(c.cash for c in state.companies.values())
    return state.bank + purses


def _stocks(state: State, stock_of: Callable[[str], str]) -> dict[str, int]:
    laid = Counter(stock_of(tile) for tile, _ in state.tiles.values())
    return {tile: left + laid[tile] for tile, left in state.supply.items()}


def broken(
    view: View, totals: Totals, stock_of: Callable[[str], str], deeds: Deeds = _NOTHING_DONE
) -> str | None:
    """The first invariant, or law of what the action did, that does not hold, as a sentence, or None."""
    for check in (_money, _owners, _tokens, _presidents, _market, _one_decision):
        fault = check(view, totals)
        if fault:
            return fault
    board = view.board()
    if board.remember("stocks", lambda: _stocks(view.state, stock_of)) != totals.stocks:
        return "tiles of a kind, on the board and left, do not add up"
    fault = next((fault for check in view.title.invariants if (fault := check(view))), None)
    return fault or breach(view, deeds)


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
        owner = view.owner(company.id)
        if not company.floated or company.closed or owner not in view.state.players:
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
