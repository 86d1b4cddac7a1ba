"""Laying track: what a company may lay now, what it pays, and the lay itself.

The general rules of tiles are in `engine.board.lays`; here is what a company adds to them: where its
routes begin, which hexes are open to it, the cost. Money is in the title's currency.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.board import lays as board_lays
from engine.board import refusals as board_refusals
from engine.board.board import Board
from engine.board.coords import sort_key
from engine.board.directions import track_sides
from engine.board.lays import LayRules, check_lay, stop_map
from engine.board.network import Reach, reach, ways_in
from engine.core.actions import Json
from engine.core.errors import Violation
from engine.core.events import Event, MarkerMoved, Said, TileLaid
from engine.core.state import BANK, Place
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say
from engine.rules.boards import BoardPolicy
from engine.rules.costs import check_cost


def turned(view: View, events: Sequence[Event], at: int) -> Said | None:
    """What is told of a lay, with the sides to which its track leads as ``track``."""
    said, laid = events[at], [event for event in events[:at] if isinstance(event, TileLaid)]
    if not isinstance(said, Said):
        return None
    track = ""
    if laid and laid[-1].tile in view.board().catalogue:
        board = view.board()
        face = board.catalogue[laid[-1].tile].face(laid[-1].rotation)
        track = say(", turned to {sides}", sides=track_sides(board.hexmap.layout, face))
    return Said(said.key, {**said.params, "track": track})


tell(
    Rank.LAY,
    tile_laid=Told(
        "{company} lays tile {tile} on {where}{track}.",
        "#{tile} on {where}",
        kind=EventKind.TILE,
        retold=turned,
    ),
    tile_paid=Told(
        "{company} lays tile {tile} on {where}{track} at a cost of {cost}.",
        "#{tile} on {where} at a cost of {cost}",
        kind=EventKind.TILE,
        retold=turned,
    ),
    tile_laid_by=Told(
        "{company} lays tile {tile} on {where}{track} with {private}.",
        "#{tile} on {where} with {private}",
        kind=EventKind.TILE,
        retold=turned,
    ),
    tile_paid_by=Told(
        "{company} lays tile {tile} on {where}{track} with {private} at a cost of {cost}.",
        "#{tile} on {where} with {private} at a cost of {cost}",
        kind=EventKind.TILE,
        retold=turned,
    ),
)

Lay = tuple[str, str, int]


def terrain(view: View, coord: str) -> int:
    """What the terrain of a hex costs: under its first tile, or under each."""
    board = view.board()
    spot = board.hexmap[coord]
    first = coord not in board.laid if spot.over_track else is_bare(board, coord)
    return spot.terrain_cost if spot.every_tile or first else 0


Allows = Callable[[View, str, Lay], Violation | None]


class TrackPolicy:
    """How a title reads "lay or upgrade track", beyond `BoardPolicy.lay_rules`. It overrides what differs."""

    def only(self, view: View, company: str) -> Sequence[str] | None:
        """The hexes to which the company is bound now (None: no bound).

        Routes to them need not be traced: they are its home.
        """
        return None

    def starts(self, view: View, company: str, first: bool) -> Sequence[Place]:
        """Where routes to a first tile or to an upgrade begin."""
        return view.stations(company)

    def found(self, view: View, company: str, first: bool) -> Reach:
        """What the company reaches, for a first tile or for an upgrade."""
        return reach(view.board(), company, self.starts(view, company, first))

    def found_for(self, view: View, company: str, lay: Lay) -> Reach:
        """What the company reaches, as far as it matters for one lay."""
        board, rules, supply = view.board(), _rules(view, company), view.state.supply
        starts = self.starts(view, company, is_bare(board, lay[0]))
        ways = (found for coord, found in ways_in(board, company, starts) if coord == lay[0])
        enough = (found for found in ways if check_lay(board, *lay, rules, supply, found) is None)
        return next(enough, None) or self.found_at(view, company, lay[0])

    def around(self, view: View, company: str, first: bool) -> Reach:
        """All that the company reaches, and perhaps more, found faster."""
        return self.found(view, company, first)

    def found_at(self, view: View, company: str, coord: str) -> Reach:
        """What the company reaches, as far as it matters for one hex."""
        return self.found(view, company, is_bare(view.board(), coord))

    def near(self, view: View, company: str) -> Iterable[tuple[str, Reach]]:
        """Hexes that the company reaches without a fee and that are found at once, with the ways in."""
        board = view.board()
        begin = {first: frozenset(self.starts(view, company, first)) for first in (True, False)}
        for starts in dict.fromkeys(begin.values()):
            ways = ways_in(board, company, starts)
            yield from ((coord, found) for coord, found in ways if begin[is_bare(board, coord)] == starts)

    def closed(self, view: View, company: str, coord: str) -> Violation | None:
        """Why the title closes a hex to the company, whatever it would lay there; None for an open one."""
        return None

    def cost(self, view: View, company: str, coord: str) -> int:
        """What a lay on a hex costs the treasury."""
        return terrain(view, coord)

    def fee(self, view: View, company: str, lay: Lay) -> int:
        """What the way to a legal lay costs the treasury beyond that."""
        return 0

    def reward(self, view: View, company: str, coord: str) -> int:
        """What a lay on a hex brings the treasury at once."""
        return 0

    def lays(self, view: View, company: str) -> int:
        """Lays and upgrades in one turn: one."""
        return 1

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        """Why the title forbids an otherwise legal lay now, or None."""
        return None

    def granted(self, view: View, player: str) -> bool:
        """Whether a power lets the player make a lay of this turn where no route leads."""
        return False

    def must(self, view: View, company: str) -> bool:
        """Whether the company may not decline to lay now."""
        return False

    def begin(self, writer: PositionWriter, company: str, lay: Lay) -> None:
        """What is to be written before a lay of the company is counted and paid."""

    def laid(self, writer: PositionWriter, company: str, lay: Lay) -> None:
        """What a lay of the company brings about by itself."""


def policy_of(view: View) -> TrackPolicy:
    """The title's rules of laying track."""
    return view.policy(TrackPolicy)


def is_bare(board: Board, coord: str) -> bool:
    """Whether no track lies on the hex: its first tile is still to come."""
    return board.face(coord).colour == board_lays.COLOUR_ORDER[0]


def hex_name(view: View, coord: str) -> str:
    """A hex for people: "Redwood (D14)", or the coordinate alone."""
    name = view.board().hexmap.name_of(coord)
    return say("{name} ({coord})", name=name, coord=coord) if name else coord


def _rules(view: View, company: str) -> LayRules:
    return view.policy(BoardPolicy).lay_rules(view, company)


def check(
    view: View,
    company: str,
    lay: Lay,
    connected: bool = True,
    allows: Allows | None = None,
    free: bool = False,
) -> Violation | None:
    """Why the company may not lay this tile now, or None.

    ``connected`` False leaves out the route to the hex (a power that grants the hex). ``allows`` stands in
    for the policy's (a lay that somebody else may permit). ``free``: the hex costs nothing.
    """
    coord, tile, rotation = lay
    policy, board = policy_of(view), view.board()
    only = policy.only(view, company)
    if only is not None and coord not in only:
        names = joined(OR, (hex_name(view, c) for c in only))
        return Violation(
            "home_first",
            say("{company} lays its first tile on its home, {names}.", company=company, names=names),
            {"hexes": list(only)},
        )
    closed = policy.closed(view, company, coord) if coord in board.hexmap else None
    if closed is not None:
        return closed
    found = None
    if connected and only is None and coord in board.hexmap:
        found = policy.found_for(view, company, lay)
    refused = check_lay(board, coord, tile, rotation, _rules(view, company), view.state.supply, found)
    if refused is not None:
        return Violation(refused.code, refused.text, refused.params)
    forbidden = (allows or policy.allows)(view, company, lay)
    if forbidden is not None:
        return forbidden
    cost = 0 if free else policy.cost(view, company, coord)
    cost += policy.fee(view, company, lay) if found else 0
    return check_cost(view, company, cost, say("The lay costs {money}; {company} has {money2}."))


def legal_lays(
    view: View, company: str, coords: Sequence[str] | None = None, allows: Allows | None = None
) -> Iterator[Lay]:
    """Every lay that `check` allows, of all hexes or of ``coords``, sorted by hex, tile and rotation."""
    policy, board = policy_of(view), view.board()
    only = policy.only(view, company)
    around = {
        first: None if only is not None else policy.around(view, company, first) for first in (True, False)
    }
    wanted = set(only if only is not None else (c for r in around.values() if r for c in r.hexes))
    for coord in sorted(wanted if coords is None else wanted & set(coords), key=sort_key):
        left = view.cash(company) - policy.cost(view, company, coord)
        if left >= 0 and policy.closed(view, company, coord) is None:
            reached = around[is_bare(board, coord)]
            yield from _lays_on(view, company, coord, reached, left, allows or policy.allows)


def _lays_on(
    view: View, company: str, coord: str, around: Reach | None, left: int, permits: Allows
) -> Iterator[Lay]:
    """The lays on one hex that the company may make for what is left (``around`` None: at home)."""
    policy, board, rules = policy_of(view), view.board(), _rules(view, company)
    lays = board_lays.lays(board, around, rules, view.state.supply, [coord])
    allowed = [lay for lay in lays if permits(view, company, lay) is None]
    if around is None or not allowed:
        yield from allowed
        return
    found = policy.found_at(view, company, coord)
    for lay in allowed:
        connected = found is around or board_lays.connects(board, lay, rules, found)
        if connected and policy.fee(view, company, lay) <= left:
            yield lay


def any_lay(view: View, company: str) -> bool:
    """Whether `check` allows any lay; hexes at hand are looked at before all is searched."""
    policy, board = policy_of(view), view.board()
    rules, supply = _rules(view, company), view.state.supply
    for coord, found in policy.near(view, company) if policy.only(view, company) is None else ():
        if policy.closed(view, company, coord) or policy.cost(view, company, coord) > view.cash(company):
            continue
        if any(
            policy.allows(view, company, lay) is None
            for lay in board_lays.lays(board, found, rules, supply, [coord])
        ):
            return True
    return next(legal_lays(view, company), None) is not None


def within_reach(view: View, company: str) -> list[str]:
    """The hexes where the company might lay, sorted: those to which it is bound, else all within reach."""
    policy = policy_of(view)
    only = policy.only(view, company)
    found = [policy.around(view, company, first).hexes for first in (True, False)] if only is None else [only]
    spots = view.board().hexmap
    return sorted({c for coords in found for c in coords if c in spots and not spots[c].fixed}, key=sort_key)


def natural_lay(view: View, company: str, coord: str) -> Lay:
    """A legal lay on a hex; without one that which `check` refuses last, as players would try it."""
    lay = next(legal_lays(view, company, [coord]), None)
    if lay is not None:
        return lay
    rules, colour = _rules(view, company), view.board().face(coord).colour
    wanted = rules.after(colour) if colour in rules.order else None
    tiles = [
        t.id for t in view.board().catalogue.values() if t.colour == wanted and t.base in view.state.supply
    ]
    tries = (each for tile in tiles for each in _attempts(view, company, coord, tile))
    return max(tries, key=lambda found: found[1], default=((coord, next(iter(view.state.supply)), 0), 0))[0]


def natural_lay_of(view: View, company: str, tile: str) -> Lay:
    """The same of a tile, on the hexes that the company reaches."""
    found = next((lay for lay in legal_lays(view, company) if lay[1] == tile), None)
    if found is not None:
        return found
    rules, colour, board = _rules(view, company), view.board().catalogue[tile].colour, view.board()
    before = {old for old in rules.order if rules.after(old) == colour}
    near = within_reach(view, company)
    fit = [coord for coord in near if board.face(coord).colour in before]
    coords = fit or [c for c in board.hexmap.hexes if board.face(c).colour in before][:1] or near
    tries = (each for coord in coords for each in _attempts(view, company, coord, tile))
    return max(
        tries, key=lambda found: found[1], default=((next(iter(view.board().hexmap.hexes)), tile, 0), 0)
    )[0]


def _attempts(view: View, company: str, coord: str, tile: str) -> Iterator[tuple[Lay, int]]:
    """A tile on a hex in each direction, with how far it comes through `check`, a connection apart."""
    known = list(board_refusals.TEXTS)
    for rotation in range(6):
        refused = check(view, company, (coord, tile, rotation), connected=False)
        code = "" if refused is None else refused.code
        yield (coord, tile, rotation), known.index(code) if code in known else len(known) + (not code)
        if code in board_refusals.WHATEVER_SIDE:
            break


def granted_lays(view: View, company: str, coord: str, free: bool = False) -> Iterator[Lay]:
    """Every lay on one hex that `check` allows without a route to it; ``free``: at no cost."""
    policy = policy_of(view)
    only = policy.only(view, company)
    open_ = (only is None or coord in only) and policy.closed(view, company, coord) is None
    if open_ and (free or policy.cost(view, company, coord) <= view.cash(company)):
        lays = board_lays.lays(view.board(), None, _rules(view, company), view.state.supply, [coord])
        yield from (lay for lay in lays if policy.allows(view, company, lay) is None)


def perform(writer: PositionWriter, company: str, lay: Lay, private: str = "", free: bool = False) -> None:
    """Lay a tile that was checked: pay, swap tiles, move station tokens and markers to the new stops.

    ``private``: whose power lays it; ``free``: it pays nothing for the hex.
    """
    (coord, tile, _), policy = lay, policy_of(writer)
    cost = (0 if free else policy.cost(writer, company, coord)) + policy.fee(writer, company, lay)
    where = hex_name(writer, coord)
    writer.pay(company, BANK, cost, "track")
    put_tile(writer, lay)
    told: dict[str, Json] = {"company": company, "tile": tile, "where": where}
    told |= {"private": private} if private else {}
    by = "_by" if private else ""
    if cost:
        writer.say("tile_paid" + by, **told, cost=cost)
    else:
        writer.say("tile_laid" + by, **told)
    policy.laid(writer, company, lay)


def put_tile(writer: PositionWriter, lay: Lay) -> None:
    """Put a tile on a hex; the one it replaces goes back to the supply."""
    coord, tile, rotation = lay
    board, stock_of = writer.board(), writer.policy(BoardPolicy).stock_of
    new = board.catalogue[tile].face(rotation)
    stops = stop_map(board.face(coord), new) or ()
    before, turned = writer.state.tiles.get(coord, (None, 0))
    old_stock = None if before is None else stock_of(before)
    writer.emit(TileLaid(coord, tile, rotation, stock_of(tile), before, turned, old_stock))
    for token in writer.state.tokens.values():
        if token.place is not None and token.place[0] == coord:
            writer.place_token(token.id, (coord, stops[token.place[1]]))
    for marker, place in sorted(writer.state.markers.items()):
        on_stop = place[0] == coord and place[1] < len(stops)
        moved = (coord, stops[place[1]]) if on_stop else place
        if moved != place:
            writer.emit(MarkerMoved(marker, place, moved))
