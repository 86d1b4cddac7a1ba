"""Figures of the rules by subject, as the shared code reads them.

A title's own record inherits those of the subjects that it has and adds what is its own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class StockFigures:
    """Of shares: limits and what floats a company in percent; its capital as a multiple of the par price."""

    holding_limit: int
    pool_limit: int
    float_percent: int
    capital_factor: int


@dataclass(frozen=True, kw_only=True)
class InitialAuctionFigures:
    """Of an initial auction: its items in order, and bids on them."""

    auction_items: tuple[str, ...]
    first_bid_over_price: int
    bid_step: int
    bid_multiple: int = 1
    price_drop: int = 0
    """By how much the price falls when all pass."""


@dataclass(frozen=True, kw_only=True)
class PrivateSaleFigures:
    """Of sales of privates to companies: the price as a factor of the printed one."""

    private_sale_min_factor: float
    private_sale_max_factor: float
