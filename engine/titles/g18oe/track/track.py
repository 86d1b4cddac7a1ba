"""Track of 18OE: where a railroad builds, with how many tiles, and at what cost (11.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from engine.board import lays as board_lays
from engine.board.faces import CITY, TOWN
from engine.board.network import Reach
from engine.board.voyages import Voyage
from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.boards import BoardPolicy
from engine.rules.track import Lay, TrackPolicy, hex_name
from engine.steps.track import LAYS
from engine.steps.turns import turn_note
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.railroads.consent import HomeConsents
from engine.titles.g18oe.railroads.marks import BRANDT, brandt_hexes, controls
from engine.titles.g18oe.track import home_position, points, right_of_way
from engine.titles.g18oe.track.fees import are_known, dry_travels, key_of, outlined, travels, travels_at
from engine.titles.g18oe.track.patronage import fulfil, gain
from engine.titles.g18oe.track.points import is_early
from engine.titles.g18oe.track.rights import check_rights, terrain_cost

LATE = ("brown", "gray")
NEAR = 40
"""So many hexes around its tokens are looked at before all that the railroad reaches is searched."""


def _prices(view: View) -> Mapping[str, int]:
    return view.data.figures(Figures).tile_over_water


def voyage_of(view: View, company: str) -> Voyage:
    """Where the railroad gets to for its track, and the fees over water (11.1.3, 11.1.6)."""
    return travels(view, company, _prices(view))


def voyage_at(view: View, company: str, coord: str) -> Voyage:
    """The same as far as it matters for one hex."""
    return travels_at(view, company, _prices(view), coord)


def check_points(view: View, company: str, lay: Lay) -> Violation | None:
    """A tile uses up tile points, of which each turn has some (11.1)."""
    cost, left = points.cost_of(view, company, *lay[:2]), points.left(view, company, lay)
    if cost <= left or (left > 0 and is_early(view, lay[1])):
        return None
    text = say(
        "Tile {lay} on {hex_name} costs {cost} tile points; {company} has {left} left.",
        lay=lay[1],
        hex_name=hex_name(view, lay[0]),
        cost=cost,
        company=company,
        left=left,
    )
    return Violation("no_points", text, {"cost": cost, "left": left})


def usable_sides(view: View, coord: str) -> tuple[int, ...]:
    """The sides of a hex to which track may lead (11.1.3)."""
    hexmap = view.board().hexmap
    return tuple(edge for edge in range(6) if hexmap.barrier(coord, edge) is None)


def check_all_sides(view: View, lay: Lay) -> Violation | None:
    """Brown and gray tiles of double towns and grand cities, and gray ones of other cities, use all sides.

    The tiles of metropolises have the sides that they have (11.1.7).
    """
    coord, tile, rotation = lay
    face = view.board().catalogue[tile].face(rotation)
    labels = view.board().hexmap[coord].labels
    double = sum(stop.size for stop in face.stops if stop.kind == TOWN) > 1
    bound = LATE if double or labels else LATE[1:] if face.indices(CITY) else ()
    wanted = usable_sides(view, coord)
    if face.colour not in bound or face.exits == wanted:
        return None
    text = say(
        "A {colour} tile on {hex_name} has track to all its {len} usable sides.",
        colour=face.colour,
        hex_name=hex_name(view, coord),
        len=len(wanted),
    )
    return Violation("not_all_sides", text, {"sides": list(wanted)})


def may_build(view: View, company: str, lay: Lay) -> Violation | None:
    """Why a lay is forbidden whoever consents."""
    return _check_lay(view, company, lay) or _check_solvent(view, company, lay)


def _check_lay(view: View, company: str, lay: Lay) -> Violation | None:
    return (
        check_points(view, company, lay)
        or check_all_sides(view, lay)
        or right_of_way.check(view, company, lay)
        or right_of_way.check_own(view, company, lay)
    )


def allows_free(view: View, company: str, lay: Lay) -> Violation | None:
    """Why a lay is forbidden that costs nothing (14.9)."""
    return _check_lay(view, company, lay) or CONSENTS.check(view, company, lay[0])


def _check_solvent(view: View, company: str, lay: Lay) -> Violation | None:
    if not solvency.reserved_price(view, company):
        return None
    cost = terrain_cost(view, company, lay[0]) + water_fee(view, company, lay)
    return solvency.check(view, company, cost, gain(view, lay[0]))


def _dry_way(view: View, company: str, lay: Lay) -> Reach | None:
    """The ways by land to a lay that suffice for it, if they are found at once."""
    key = ("dry way", company, lay, *key_of(view, company))
    return view.board().remember(key, lambda: _find_dry_way(view, company, lay))


def _find_dry_way(view: View, company: str, lay: Lay) -> Reach | None:
    board, rules = view.board(), view.policy(BoardPolicy).lay_rules(view, company)
    ways = (found for coord, found in dry_travels(view, company) if coord == lay[0])
    return next((found for found in ways if board_lays.connects(board, lay, rules, found)), None)


def water_fee(view: View, company: str, lay: Lay) -> int:
    """The fee for a tile beyond the water: of the ways that lead to it the cheapest (11.1.6)."""
    if view.company(company).kind == NATIONAL:
        return 0
    known = are_known(view, company, _prices(view))
    if not known and _dry_way(view, company, lay):
        return 0
    ways = voyage_at(view, company, lay[0]).ways_to(lay[0])
    if len(ways) == 1:
        return ways[0][0]
    rules = view.policy(BoardPolicy).lay_rules(view, company)
    return next((fee for fee, found in ways if board_lays.connects(view.board(), lay, rules, found)), 0)


def _check_engineers(view: View, company: str, coord: str) -> Violation | None:
    """Track with a token of Brandt & Brandau is for railroads of their owner alone (14.9)."""
    if coord not in brandt_hexes(view) or controls(view, BRANDT, company):
        return None
    text = say(
        "{hex_name} has a token of Brandt & Brandau: pay for its removal first.",
        hex_name=hex_name(view, coord),
    )
    return Violation("engineers_track", text, {"hex": coord})


CONSENTS = HomeConsents(may_build)


class Track(TrackPolicy):
    """Where a railroad may build, and at what cost."""

    def found(self, view: View, company: str, first: bool) -> Reach:
        return voyage_of(view, company).whole

    def found_for(self, view: View, company: str, lay: Lay) -> Reach:
        """A way by land is enough to judge the lay; else all ways are searched."""
        return _dry_way(view, company, lay) or voyage_at(view, company, lay[0]).whole

    def around(self, view: View, company: str, first: bool) -> Reach:
        return outlined(view, company, _prices(view)).reach

    def found_at(self, view: View, company: str, coord: str) -> Reach:
        return voyage_at(view, company, coord).whole

    def near(self, view: View, company: str) -> Iterator[tuple[str, Reach]]:
        return islice(dry_travels(view, company), NEAR)

    def closed(self, view: View, company: str, coord: str) -> Violation | None:
        return check_rights(view, company, coord) or _check_engineers(view, company, coord)

    def cost(self, view: View, company: str, coord: str) -> int:
        return terrain_cost(view, company, coord)

    def fee(self, view: View, company: str, lay: Lay) -> int:
        return water_fee(view, company, lay)

    def reward(self, view: View, company: str, coord: str) -> int:
        """What its patronage tile pays (11.1.8)."""
        return gain(view, coord)

    def lays(self, view: View, company: str) -> int:
        """As many as there are tile points (11.1)."""
        done: list[object] = turn_note(view, LAYS, [])
        return len(done) + points.may_lay_more(view, company)

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        """The above, and the consent of the railroad whose home it is (11.1.9)."""
        return may_build(view, company, lay) or CONSENTS.check(view, company, lay[0])

    def begin(self, writer: PositionWriter, company: str, lay: Lay) -> None:
        """Whether there was another way than the right of way (11.1.9)."""
        right_of_way.remember(writer, company, lay)

    def laid(self, writer: PositionWriter, company: str, lay: Lay) -> None:
        """Patronage (11.1.8), and a home position in a metropolis (11.1.9)."""
        fulfil(writer, company, lay[0])
        home_position.ask_on(writer, lay[0])
