"""The figures of 18OE (``data/game.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.data.figures import InitialAuctionFigures, StockFigures

Amounts = Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class OrientExpress:
    """The run between Constantinople and one of the western ends (12)."""

    terminus: str
    west: tuple[str, ...]
    bonus: Amounts
    combine: tuple[int, ...]
    moves: int


@dataclass(frozen=True, kw_only=True)
class MinorFigures:
    """What the minors bring (15); ``early`` and ``late`` of a power that grows with the phase."""

    tile_points: Amounts
    city_bonus: Amounts
    discount: Amounts
    sea_reduction: Amounts
    train_discount: int
    mail: Amounts
    more_stops: Amounts
    free_pullman_phase: str


@dataclass(frozen=True, kw_only=True)
class PrivateFigures:
    """What the privates bring (14)."""

    lumber: Amounts
    lumber_terrain: int
    brandt_tokens: int
    brandt_per_round: int
    brandt_removal: Amounts
    swift_phase: str


@dataclass(frozen=True, kw_only=True)
class Figures(StockFigures, InitialAuctionFigures):
    """Besides shares and the initial auction: set-up, railroads formed, track, tokens, water, trains."""

    remainder_cash: int
    cash_without_concessions: Amounts
    auction_rows: tuple[int, ...]
    minor_treasury: int
    over_limit_factor: int
    regional_pars: tuple[int, ...]
    major_pars: tuple[int, ...]
    regional_percents: tuple[int, ...]
    major_percents: tuple[int, ...]
    charter_tokens: Amounts
    regional_floor: int
    metropolis_labels: tuple[str, ...]
    starred_chits: int
    tile_points: Amounts
    lay_points: Amounts
    metropolis_factor: int
    tile_over_water: Amounts
    token_over_water: Amounts
    transfer_fee: Amounts
    port_authority: Amounts
    port_reduction: Amounts
    pullman: Amounts
    level_eight_after: int
    abandoned_minor: int
    unlinked: Amounts
    white_ferry_phase: str
    orient_express: OrientExpress
    minors: MinorFigures
    privates: PrivateFigures
