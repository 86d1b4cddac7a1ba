"""Powers of private companies as data: kinds with parameters, which a title names in its TOML.

Each kind is a frozen record of its parameters (`engine.abilities.power`) with its text for players, its move
and its check. A title passes `KINDS` to the loader, takes the moves it needs, and writes code only for a
power that no other has.
"""

from __future__ import annotations

from engine.abilities.blocked import BlockedHex
from engine.abilities.bonus import RevenueBonus
from engine.abilities.granted_lay import GrantedLay
from engine.abilities.owner_lay import OwnerLay
from engine.abilities.power import Power
from engine.abilities.privates import ClosesWith, StaysOpen
from engine.abilities.shares import Exchange, Share
from engine.abilities.station import GrantedToken
from engine.abilities.terrain import TerrainDiscount
from engine.abilities.train_limit import TrainLimit

KINDS: tuple[type[Power], ...] = (
    RevenueBonus,
    GrantedLay,
    GrantedToken,
    OwnerLay,
    BlockedHex,
    TerrainDiscount,
    TrainLimit,
    Share,
    Exchange,
    ClosesWith,
    StaysOpen,
)
