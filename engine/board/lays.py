"""Which tiles may be laid where: one authority for checking a lay and for listing lays.

The general rules of the family: colours in order, yellow first; old track kept in the same directions; no
track off the map, into a blocked side or the blank side of a printed hex; the tile's stops fit the hex; the
company can get there. Not here: cost, how many lays a turn has, consent, and other rules of one title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.board.board import Board
from engine.board.coords import sort_key
from engine.board.directions import SIDES, track_sides
from engine.board.faces import CITY, JUNCTION, STOP, TOWN, Face, Segment, segment, stop_end
from engine.board.hexmap import Hex, HexMap
from engine.board.network import Reach
from engine.board.refusals import Refusal
from engine.board.tiles import Catalogue, Tile
from engine.message import AND, OR, joined, say, word

COLOUR_ORDER = ("white", "yellow", "green", "brown", "gray")
# What a lay needs: new track or a city of the tile on a route; any track of it on a route; nothing.
TRACK, HEX, NOTHING = "track", "hex", "nothing"
Supply = Mapping[str, int | None]


@dataclass(frozen=True)
class LayRules:
    """How a title restricts lays.

    colours: tile colours available now. lay_needs, upgrade_needs: what a first tile, and a tile that replaces
    another, needs on a route of the company: TRACK (new track or a city of the tile), HEX (any track of it)
    or NOTHING (no route at all). old_track: an upgrade that brings neither new track nor a city is legal
    with a route over track of the tile. order: colours from the bare hex on, none skipped. states: the
    states of tiles (those with a base of another id) that the title's box has.
    """

    colours: tuple[str, ...]
    lay_needs: str = TRACK
    upgrade_needs: str = TRACK
    old_track: bool = False
    order: tuple[str, ...] = COLOUR_ORDER
    states: frozenset[str] = frozenset()

    def in_box(self, tile: Tile, supply: Supply) -> bool:
        """Whether the title has this tile, whether or not a copy is left."""
        return tile.base in supply and (tile.id == tile.base or tile.id in self.states)

    def after(self, colour: str) -> str | None:
        """The colour of the tile that may replace this colour, None for the last one."""
        place = self.order.index(colour) + 1
        return self.order[place] if place < len(self.order) else None


@lru_cache(maxsize=1 << 16)
def stop_map(old: Face, new: Face) -> tuple[int, ...] | None:
    """For each stop of the old face the stop of the new one that takes its place, by kept track.

    A stop without track takes the first one of its kind that no other took. Several old stops may become
    one. None when some stop finds no place.
    """
    found: dict[int, int] = {}
    for index, stop in enumerate(old.stops):
        exits = set(old.stop_exits(index))
        if exits:
            fits = (i for i in new.indices(stop.kind) if exits <= set(new.stop_exits(i)))
            found[index] = next(fits, -1)
    for index, stop in enumerate(old.stops):
        if index not in found:
            places = new.indices(stop.kind)
            free = [i for i in places if i not in found.values()]
            found[index] = next(iter((*free, *places)), -1)
    mapped = tuple(found[index] for index in range(len(old.stops)))
    return None if -1 in mapped else mapped


@lru_cache(maxsize=1 << 16)
def kept_track(old: Face, new: Face, stops: tuple[int, ...]) -> frozenset[Segment] | None:
    """The pieces of the new face that stand for old track; None when an old piece has no counterpart.

    Two edges stay joined by the same piece or over a junction.
    """
    kept: set[Segment] = set()
    for piece in old.track:
        a, b = (end if end < STOP else stop_end(stops[end - STOP]) for end in piece)
        over = next((pair for pair in _ways(new, a, b) if set(pair) <= set(new.track)), None)
        if over is None:
            return None
        kept.update(over)
    return frozenset(kept)


def _ways(face: Face, a: int, b: int) -> Iterator[tuple[Segment, ...]]:
    if a == b:
        yield ()
    yield (segment(a, b),)
    if max(a, b) < STOP:
        for index in face.indices(JUNCTION):
            yield segment(a, stop_end(index)), segment(b, stop_end(index))


@dataclass(slots=True, eq=False)
class _Lay:
    """A lay under examination."""

    board: Board
    spot: Hex
    old: Face
    tile: Tile
    new: Face
    rules: LayRules
    supply: Supply
    reach: Reach | None

    def refuse(self, code: str, **params: object) -> Refusal:
        return Refusal(code, {"hex": self.spot.coord, "tile": self.tile.id, **params})

    def stations_on(self, new_stop: int, stops: tuple[int, ...]) -> list[str]:
        """Markers that come to lie on a stop of the new face."""
        coord = self.spot.coord
        olds = [old for old, new in enumerate(stops) if new == new_stop]
        return [company for old in olds for company in self.board.companies_at(coord, old)]

    def slots(self, new_stop: int) -> int:
        return self.new.stops[new_stop].slots + self.board.extra_slots.get((self.spot.coord, new_stop), 0)


def check_lay(
    board: Board,
    coord: str,
    tile: str,
    rotation: int,
    rules: LayRules,
    supply: Supply,
    reach: Reach | None,
) -> Refusal | None:
    """Why the tile may not be laid, or None when it may.

    supply: copies left by base id (None is unlimited; a tile that is not named is not in the game).
    reach: what the company reaches now (``network.reach``); None leaves the connection unchecked.
    """
    if coord not in board.hexmap:
        return Refusal("no_hex", {"hex": coord})
    if tile not in board.catalogue or not rules.in_box(board.catalogue[tile], supply):
        return Refusal("no_tile", {"hex": coord, "tile": tile})
    kind = board.catalogue[tile]
    spot, old = board.hexmap[coord], board.face(coord)
    if spot.fixed:
        return Refusal("fixed_hex", {"hex": coord, "tile": tile})
    if rotation not in range(6) or (kind.fixed_orientation and rotation):
        allowed = joined(", ", (str(turn) for turn in kind.rotations))
        return Refusal("bad_rotation", {"hex": coord, "tile": tile, "rotations": allowed})
    lay = _Lay(board, spot, old, kind, kind.face(rotation), rules, supply, reach)
    return _first(_TILE_CHECKS, lay) or _first(_TURN_CHECKS, lay) or _check_connection(lay)


def lays(
    board: Board,
    reach: Reach | None,
    rules: LayRules,
    supply: Supply,
    coords: Iterable[str] | None = None,
) -> Iterator[tuple[str, str, int]]:
    """Every legal lay as (coord, tile, rotation), in a fixed order; rotations that look alike only once.

    coords: the hexes to look at; when left out, those that a route leads to (all, without reach).
    """
    if coords is None:
        coords = board.hexmap.hexes if reach is None else reach.hexes
    for coord in sorted(coords, key=sort_key):
        spot = board.hexmap[coord]
        old = board.face(coord)
        colour = None if spot.fixed else rules.after(old.colour)
        if colour is None or colour not in rules.colours:
            continue
        for tile, rotation in _fitting(board.hexmap, board.catalogue, coord, old, colour):
            left = supply[tile.base] if rules.in_box(tile, supply) else 0
            if left is None or left > 0:
                turned = _Lay(board, spot, old, tile, tile.face(rotation), rules, supply, reach)
                if not _check_stations(turned) and _is_connected(turned):
                    yield coord, tile.id, rotation


@lru_cache(maxsize=1 << 14)
def _fitting(
    hexmap: HexMap, catalogue: Catalogue, coord: str, old: Face, colour: str
) -> tuple[tuple[Tile, int], ...]:
    """The tiles of a colour with the rotations that fit a hex, whatever lies elsewhere."""
    board, spot, rules = Board(hexmap, catalogue), hexmap[coord], LayRules((colour,))
    found = []
    for tile in catalogue.of_colour(colour):
        if _first(_HEX_CHECKS, _Lay(board, spot, old, tile, tile.drawing, rules, {}, None)):
            continue
        for rotation in tile.rotations:
            turned = _Lay(board, spot, old, tile, tile.face(rotation), rules, {}, None)
            if _keeps_track(turned) and not _check_sides(turned):
                found.append((tile, rotation))
    return tuple(found)


def connects(board: Board, lay: tuple[str, str, int], rules: LayRules, reach: Reach) -> bool:
    """Whether a lay keeps the old track and is connected as the title wants it to be."""
    coord, tile, rotation = lay
    kind = board.catalogue[tile]
    turned = _Lay(board, board.hexmap[coord], board.face(coord), kind, kind.face(rotation), rules, {}, reach)
    return _keeps_track(turned) and _is_connected(turned)


def _check_tile_hexes(lay: _Lay) -> Refusal | None:
    place = lay.board.hexmap.tile_hexes.get(lay.tile.id)
    if place is None or place.allows(lay.spot.coord):
        return None
    only = say("only on {only}", only=joined(", ", place.only)) if place.only is not None else ""
    return lay.refuse(
        "tile_not_here", where=only or say("anywhere but on {barred}", barred=joined(", ", place.barred))
    )


def _check_colour(lay: _Lay) -> Refusal | None:
    wanted = lay.rules.after(lay.old.colour)
    if wanted is None:
        return lay.refuse("no_further_colour", old=word(lay.old.colour))
    if lay.tile.colour != wanted:
        return lay.refuse("wrong_colour_order", old=word(lay.old.colour), wanted=word(wanted))
    if lay.tile.colour not in lay.rules.colours:
        colours = joined(", ", map(word, lay.rules.colours))
        return lay.refuse("colour_not_available", colour=word(lay.tile.colour), colours=colours)
    return None


def _check_supply(lay: _Lay) -> Refusal | None:
    left = lay.supply[lay.tile.base]
    return lay.refuse("no_tile_left") if left is not None and left <= 0 else None


def _check_label(lay: _Lay) -> Refusal | None:
    """A letter goes on its letter; a tile bound to some hexes is exempt there."""
    place = lay.board.hexmap.tile_hexes.get(lay.tile.id)
    if place is not None and place.only is not None:
        return None
    here, there = set(lay.spot.labels), set(lay.tile.labels)
    if here & there or not here | there:
        return None
    wanted = say("marked {sorted}", sorted=joined(OR, sorted(here))) if here else say("without a letter")
    return lay.refuse("label", wanted=wanted)


def _check_kind(lay: _Lay) -> Refusal | None:
    old, new = _kind(lay.old), _kind(lay.new)
    if old == new:
        return None
    has_city, towns = old
    parts = [say("a city")] if has_city else []
    parts += [say("{towns} towns", towns=towns) if towns > 1 else say("a town")] if towns else []
    return lay.refuse("wrong_kind", wanted=joined(AND, parts) or say("plain track"))


def _kind(face: Face) -> tuple[bool, int]:
    towns = sum(stop.size for stop in face.stops if stop.kind == TOWN)
    return any(stop.kind == CITY for stop in face.stops), towns


def _check_sides(lay: _Lay) -> Refusal | None:
    for edge in lay.new.exits:
        code = lay.board.hexmap.barrier(lay.spot.coord, edge)
        if code and edge not in lay.old.exits:
            side = SIDES[lay.board.hexmap.layout][edge]
            return lay.refuse(code, side=side, beyond=lay.spot.neighbours[edge])
    return None


def _check_track(lay: _Lay) -> Refusal | None:
    if _keeps_track(lay):
        return None
    return lay.refuse("track_not_kept", track=track_sides(lay.board.hexmap.layout, lay.old))


def _keeps_track(lay: _Lay) -> bool:
    stops = stop_map(lay.old, lay.new)
    return stops is not None and kept_track(lay.old, lay.new, stops) is not None


def _check_stations(lay: _Lay) -> Refusal | None:
    if not any(lay.board.companies_at(lay.spot.coord, index) for index in range(len(lay.old.stops))):
        return None
    stops = stop_map(lay.old, lay.new) or ()
    for index in lay.new.indices(CITY):
        stations = len(lay.stations_on(index, stops))
        if stations > lay.slots(index):
            return lay.refuse("slots_lost", stations=stations)
    return None


def _check_connection(lay: _Lay) -> Refusal | None:
    if _is_connected(lay):
        return None
    wanted = say("A route of the company must lead onto new track, or to a city, of the tile.")
    if _may_be_met(lay):
        wanted = say("A route of the company must lead to track of the tile.")
    return lay.refuse("not_connected", wanted=wanted)


def _is_connected(lay: _Lay) -> bool:
    """Whether a route of the company leads to the lay as the title wants it to."""
    if lay.reach is None or _needs(lay) == NOTHING:
        return True
    return (_met if _may_be_met(lay) else _gains)(lay, lay.reach)


def _may_be_met(lay: _Lay) -> bool:
    """Whether a route to any track of the tile is enough."""
    return _needs(lay) == HEX or (lay.rules.old_track and not _brings_track(lay))


def _needs(lay: _Lay) -> str:
    """What the title needs of this lay: a first tile on a bare hex, or an upgrade."""
    return lay.rules.lay_needs if lay.old.colour == lay.rules.order[0] else lay.rules.upgrade_needs


def _met(lay: _Lay, reach: Reach) -> bool:
    """Whether a route begins on the hex or comes over a side to which the new tile has track."""
    coord = lay.spot.coord
    starts = any(at == coord for at, _ in reach.starts)
    return starts or any((coord, edge) in reach.inbound for edge in lay.new.exits)


def _kept(lay: _Lay) -> tuple[tuple[int, ...], frozenset[Segment]]:
    """For each old stop the new one, and the pieces of the new face that stand for old track."""
    stops = stop_map(lay.old, lay.new) or ()
    return stops, kept_track(lay.old, lay.new, stops) or frozenset()


def _brings_track(lay: _Lay) -> bool:
    """Whether the new tile has new track or a city."""
    return bool(lay.new.indices(CITY)) or not set(lay.new.track) <= _kept(lay)[1]


def _gains(lay: _Lay, reach: Reach) -> bool:
    """Whether a route gets onto new track or to a city of the new tile."""
    stops, kept = _kept(lay)
    coord = lay.spot.coord
    ends = [stop_end(stops[index]) for at, index in sorted(reach.starts) if at == coord]
    ends += [edge for edge in lay.new.exits if (coord, edge) in reach.inbound]
    for end in ends:
        if end >= STOP and lay.new.stops[end - STOP].kind == CITY:
            return True
        for other in lay.new.ends_from(end):
            if segment(end, other) not in kept:
                return True
            if other >= STOP and other not in ends:
                ends.append(other)
    return False


_Check = Callable[[_Lay], Refusal | None]
_TILE_CHECKS: tuple[_Check, ...] = (
    _check_tile_hexes, _check_colour, _check_supply, _check_label, _check_kind,
)  # fmt: skip
_HEX_CHECKS: tuple[_Check, ...] = (_check_tile_hexes, _check_label, _check_kind)
_TURN_CHECKS: tuple[_Check, ...] = (_check_sides, _check_track, _check_stations)


def _first(checks: tuple[_Check, ...], lay: _Lay) -> Refusal | None:
    return next((refusal for check in checks if (refusal := check(lay))), None)


def town_additions(board: Board, coord: str) -> tuple[tuple[str, int], ...]:
    """States of the physical tile on the hex, as (tile, rotation), with one town more on a plain line.

    All other lines and towns stay as they are. Empty where no tile lies or no plain line is left.
    """
    laid = board.laid.get(coord)
    if laid is None:
        return ()
    old = board.face(coord)
    found = []
    for tile in board.catalogue.variants(board.catalogue[laid[0]].base):
        for rotation in tile.rotations:
            if _adds_a_town(old, tile.face(rotation)):
                found.append((tile.id, rotation))
    return tuple(found)


def _adds_a_town(old: Face, new: Face) -> bool:
    if len(new.stops) != len(old.stops) + 1 or new.exits != old.exits:
        return False
    old_towns, new_towns = _town_lines(old), _town_lines(new)
    old_plain, new_plain = set(old.track) - _at_stops(old), set(new.track) - _at_stops(new)
    return old_towns < new_towns and old_plain == new_plain | (new_towns - old_towns)


def _town_lines(face: Face) -> set[tuple[int, ...]]:
    return {face.stop_exits(index) for index in face.indices(TOWN)}


def _at_stops(face: Face) -> set[Segment]:
    return {piece for piece in face.track if piece[1] >= STOP}
