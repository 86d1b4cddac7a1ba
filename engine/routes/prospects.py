"""What a best run depends on, and whether a run that was found may be shown.

A search may take seconds, and most turns change nothing that it looks at: `basis` is equal for two positions
in which a company's best run is the same. `verified` keeps only sets that the plain rules accept at the
revenue that the search claims. `lay_gains` says what track would add to a run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest

from engine.core.actions import Action, Json
from engine.core.choices import Range
from engine.core.view import View
from engine.game import Game
from engine.routes.policy import RouteSet, Stop, check_routes, policy_of, revenue, subsidy
from engine.routes.suggest import best_routes
from engine.steps.run import LAST_ROUTES
from engine.steps.track import HEX, ROTATION, TILE

LAY = (HEX.name, TILE.name, ROTATION.name)
Lay = tuple[str, str, str]


def basis(view: View, company: str) -> str:
    """A fingerprint of all that the routes of a company and their revenue depend on.

    Equal for positions with the same track, station and other markers, phase, trains of the company (and how
    they run now), powers and what the title notes of the company. Money, shares, prices and whose turn it is
    are no part of it, except who presides over what.
    """
    text = json.dumps(_depends(view, company), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _depends(view: View, company: str) -> Json:
    state, policy = view.state, policy_of(view)
    own = {k: v for k, v in view.company(company).data.items() if k != LAST_ROUTES}
    return {
        "title": view.data.key,
        "company": company,
        "own": own,
        "phase": state.phase,
        "tiles": {coord: list(laid) for coord, laid in state.tiles.items()},
        "stations": sorted([t.company, *t.place] for t in state.tokens.values() if t.place is not None),
        "markers": {name: list(place) for name, place in state.markers.items()},
        "trains": [[t.id, t.kind, t.data, _manner(view, t.id)] for t in view.trains(company)],
        "owners": {c.id: view.owner(c.id) for c in state.companies.values() if not c.closed},
        "bonuses": sorted([*place, amount] for place, amount in policy.bonuses(view, company).items()),
    }


def _manner(view: View, train: str) -> Json:
    manner = policy_of(view).manner(view, train)
    return [_ordered(getattr(manner, part.name)) for part in fields(manner)]


def _ordered(value: Json) -> Json:
    """The same with its sets as lists in order."""
    if isinstance(value, frozenset):
        return sorted(value)
    return [_ordered(part) for part in value] if isinstance(value, tuple) else value


def verified(
    view: View, company: str, sets: Sequence[RouteSet]
) -> tuple[tuple[RouteSet, ...], tuple[str, ...]]:
    """The sets that the plain rules accept at the revenue claimed, and a sentence for each of the others.

    What is left when a set fails is no longer proven to be the best.
    """
    judged = [(found, fault_of(view, company, found)) for found in sets]
    faults = tuple(fault for _, fault in judged if fault)
    good = (found for found, fault in judged if not fault)
    return tuple(replace(found, proven=found.proven and not faults) for found in good), faults


def fault_of(view: View, company: str, found: RouteSet) -> str:
    """Why the plain rules disagree with a set of the search; empty when they do not."""
    refusal = check_routes(view, company, found.routes)
    if refusal is not None:
        return f"The search offers routes of {company} that are refused ({refusal.code}): {refusal.text}"
    claimed = found.revenue, found.subsidy
    earned = revenue(view, company, found.routes), subsidy(view, company, found.routes)
    if earned != claimed:
        return f"The search claims {claimed} for routes of {company} that earn {earned}."
    return ""


@dataclass(frozen=True, slots=True)
class Gains:
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


def lay_gains(game: Game, player: str, kind: str, stop: Stop) -> Gains:
    """What each lay of a kind of action would add to the best run, as far as ``stop`` allows.

    All hexes get their turn before any gets its second. A lay whose search is cut is left out.
    """
    waiting = game.waiting()
    if waiting is None or waiting.company is None or not game.view.trains(waiting.company):
        return Gains(0, {}, False)
    now = best_routes(game.view, waiting.company, stop)
    found: dict[Lay, int] = {}
    whole = now.proven
    for lay in _in_turn(_lays(game, player, kind)):
        if not whole or stop():
            return Gains(now.revenue, found, False)
        args = dict(zip(LAY, lay, strict=True))
        after = game.run_after(Action(kind, player, args), stop)
        if after is not None and after.proven:
            found[lay] = after.revenue - now.revenue
        else:
            whole = after is None
    return Gains(now.revenue, found, whole)


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
