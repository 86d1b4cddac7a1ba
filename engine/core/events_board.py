"""What lies on the market and the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events_base import Event, put
from engine.core.state import Cell, Place, State


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    """A market token moves to the bottom of the stack in ``after``; ``rank`` was its place in ``before``."""

    company: str
    before: Cell | None
    after: Cell | None
    rank: int
    _cells: ClassVar[tuple[int, ...]] = (1, 2)

    def apply(self, state: State) -> None:
        if self.before is not None:
            state.market[self.before].remove(self.company)
        if self.after is not None:
            state.market.setdefault(self.after, []).append(self.company)
        state.companies[self.company].cell = self.after

    def revert(self, state: State) -> None:
        if self.after is not None:
            state.market[self.after].remove(self.company)
        if self.before is not None:
            state.market[self.before].insert(self.rank, self.company)
        state.companies[self.company].cell = self.before


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A tile comes to a hex from the supply; the one it replaces goes back. Stocks are by base tile."""

    hex: str
    tile: str
    rotation: int
    stock: str
    old_tile: str | None
    old_rotation: int
    old_stock: str | None

    def apply(self, state: State) -> None:
        state.tiles[self.hex] = (self.tile, self.rotation)
        state.supply[self.stock] -= 1
        if self.old_stock is not None:
            state.supply[self.old_stock] += 1
        state.board_version += 1

    def revert(self, state: State) -> None:
        if self.old_stock is not None:
            state.supply[self.old_stock] -= 1
        state.supply[self.stock] += 1
        if self.old_tile is None:
            del state.tiles[self.hex]
        else:
            state.tiles[self.hex] = (self.old_tile, self.old_rotation)
        state.board_version += 1


@dataclass(frozen=True, slots=True)
class TokenMoved(Event):
    """A station token is placed, moved with an upgrade, or comes back (``after`` None)."""

    token: str
    before: Place | None
    after: Place | None
    _cells: ClassVar[tuple[int, ...]] = (1, 2)

    def apply(self, state: State) -> None:
        state.tokens[self.token].place = self.after
        state.board_version += 1

    def revert(self, state: State) -> None:
        state.tokens[self.token].place = self.before
        state.board_version += 1


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """A marker that is no station (a bonus token, say) comes to a hex and stop, or leaves."""

    marker: str
    before: Place | None
    after: Place | None
    _cells: ClassVar[tuple[int, ...]] = (1, 2)

    def apply(self, state: State) -> None:
        put(state.markers, self.marker, self.after)
        state.board_version += 1

    def revert(self, state: State) -> None:
        put(state.markers, self.marker, self.before)
        state.board_version += 1
