"""The figures of 1826 (``data/game.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.data.figures import InitialAuctionFigures, PrivateSaleFigures, StockFigures


@dataclass(frozen=True, kw_only=True)
class Figures(StockFigures, InitialAuctionFigures, PrivateSaleFigures):
    """Besides shares and the initial auction: tokens, loans and bonds, and trains that are counted."""

    holding_limit_two_players: int
    tokens: Mapping[str, int]
    token_cost: int
    several_tokens: tuple[str, ...]
    loan: int
    loan_interest: int
    loan_limit: int
    bond_price: int
    bond_count: int
    bond_interest: int
    half_rounding: int
    plain_yellow: tuple[str, ...]
    ten_hours: Mapping[str, int]
    e_reach: tuple[int, ...]
    e_reach_late: int
