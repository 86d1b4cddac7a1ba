"""Powers of private companies as data: kinds with parameters, which a title names in its TOML.

Each kind is a frozen record of its parameters (`engine.abilities.power`) with its text for players, its move
and its check. A title passes `KINDS` to the loader. A power in its data acts without further code: its
`MOVES` and `WATCHES` are added to the title, unless the title has a move of that class in its steps or among
its ``moves_at_any_time``. A title writes code only for a power that no other has: a subclass of `Power` or
`TurnPower`, passed to the loader after `KINDS`, and a `PowerMove` that names it in ``uses``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from engine.abilities.blocked import BlockedHex
from engine.abilities.bonus import PlaceBonus, RevenueBonus
from engine.abilities.granted_lay import GrantedLay, LayGranted
from engine.abilities.owner_lay import LayOwn, OwnerLay, watch_sales
from engine.abilities.power import Power, PowerMove
from engine.abilities.privates import ClosesWith, StaysOpen, watch_first_trains
from engine.abilities.shares import Exchange, ExchangePrivate, Share
from engine.abilities.station import GrantedToken, PlaceGranted
from engine.abilities.terrain import TerrainDiscount, watch_discount
from engine.abilities.train_limit import TrainLimit, UsePrivate
from engine.core.rounds import Move
from engine.core.writer import PositionWriter
from engine.data.schema import TitleData

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
MOVES: tuple[PowerMove, ...] = (
    PlaceBonus(),
    LayGranted(),
    PlaceGranted(),
    LayOwn(),
    UsePrivate(),
    ExchangePrivate(),
)
"""The moves by which powers of these kinds are used."""
WATCHES: Mapping[type[Power], Callable[[PositionWriter], None]] = {
    ClosesWith: watch_first_trains,
    OwnerLay: watch_sales,
    TerrainDiscount: watch_discount,
}
"""What follows each action by itself where the data have a power of the kind; a second call does nothing."""


def powers(data: TitleData) -> list[tuple[str, Power]]:
    """Each company's id with each of its powers, those of variants too, in printed order."""
    specs = [each for spec in data.companies.values() for each in (spec, *spec.variants.values())]
    return [(spec.id, power) for spec in specs for power in spec.abilities if isinstance(power, Power)]


def use_of(power: Power, moves: Iterable[Move]) -> PowerMove | None:
    """The first of some moves by which a power is used."""
    return next((m for m in moves if isinstance(m, PowerMove) and isinstance(power, m.uses)), None)


def missing_moves(data: TitleData, moves: Collection[Move]) -> list[PowerMove]:
    """The shared moves of powers in the data that a title with these moves lacks."""
    used = [power for _, power in powers(data) if power.is_used() and use_of(power, moves) is None]
    found = (use_of(power, MOVES) for power in used)
    return [move for move in dict.fromkeys(found) if move is not None]


def watches(data: TitleData) -> list[Callable[[PositionWriter], None]]:
    """What follows each action by itself, by the powers in the data."""
    kinds = {type(power) for _, power in powers(data)}
    return [watch for kind, watch in WATCHES.items() if kind in kinds]
