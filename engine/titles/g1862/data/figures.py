"""The figures of 1862 (``data/game.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.data.figures import StockFigures


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """Companies dealt for phases A, B and C; ``additional`` ones for A by players."""

    A: int
    B: int
    C: int
    additional: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Figures(StockFigures):
    """Besides those of shares: Parliament, charters and markers, trains, the deal."""

    bid_step: int
    charter_pars: tuple[int, ...]
    extra_shares: int
    fine_factor: int
    charter_markers: int
    charter_marker_cost: int
    markers_min: int
    marker_cost: int
    warranty_cost: int
    warranties_max: int
    opening_parliaments: int
    final_operations: int
    deal: Dealt
    permits: Mapping[str, Mapping[str, int]]
    train_counts: Mapping[str, Mapping[str, int]]
    simple_train_limit: Mapping[str, int]
