"""What track would add to the best run of a company."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engine.core.actions import Action, Json
from engine.core.choices import Range
from engine.game import Game
from engine.routes.policy import Stop
from engine.routes.suggest import best_routes
from engine.steps.track import HEX, ROTATION, TILE

__all__ = ["RevenueGains", "revenue_gains_of_lays"]

LAY = (HEX.name, TILE.name, ROTATION.name)
Lay = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class RevenueGains:
    """How much more than now the acting company would run for after each lay, in the title's currency.

    - ``now`` the best run without a lay;
    - ``by_lay`` the gain of each lay (hex, tile, rotation) that was looked at;
    - ``whole`` whether these are all lays.
    """

    now: int
    by_lay: Mapping[Lay, int]
    whole: bool

    def best(self, coord: str) -> int | None:
        """The gain of the best lay on a hex; None when none of its lays was looked at."""
        return max((gain for (where, _, _), gain in self.by_lay.items() if where == coord), default=None)


def revenue_gains_of_lays(game: Game, player: str, kind: str, stop: Stop) -> RevenueGains:
    """What each lay of a kind of action would add to the best run, as far as ``stop`` allows.

    All hexes get their turn before any gets its second. A lay whose search is cut is left out.
    """
    waiting = game.waiting()
    if waiting is None or waiting.company is None or not game.view.trains(waiting.company):
        return RevenueGains(0, {}, False)
    now = best_routes(game.view, waiting.company, stop)
    found: dict[Lay, int] = {}
    whole = now.proven
    for lay in _in_turn(_lays(game, player, kind)):
        if not whole or stop():
            return RevenueGains(now.revenue, found, False)
        args = dict(zip(LAY, lay, strict=True))
        after = game.run_after(Action(kind, player, args), stop)
        if after is not None and after.proven:
            found[lay] = after.revenue - now.revenue
        else:
            whole = after is None
    return RevenueGains(now.revenue, found, whole)


def _in_turn(lays: Sequence[Sequence[Lay]]) -> Iterator[Lay]:
    for row in zip_longest(*lays):
        yield from (lay for lay in row if lay is not None)


def _lays(game: Game, player: str, kind: str) -> list[list[Lay]]:
    """The lays of each hex."""
    found = []
    for coord in _values(game, player, kind, LAY[0], {}):
        at = {LAY[0]: coord}
        tiles = _values(game, player, kind, LAY[1], at)
        turns = [_values(game, player, kind, LAY[2], {**at, LAY[1]: tile}) for tile in tiles]
        found.append([(coord, tile, turn) for tile, each in zip(tiles, turns, strict=True) for turn in each])
    return found


def _values(game: Game, player: str, kind: str, field: str, partial: Mapping[str, Json]) -> list[str]:
    options = game.options(player, kind, field, partial)
    return [] if isinstance(options, Range) else [option.value for option in options]
