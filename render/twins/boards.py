"""The board in words: what lies on each hex, what a picture of it marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.api.table import hex_name
from engine.board.board import Board
from engine.board.coords import sort_key
from engine.board.directions import SIDES
from engine.board.faces import CITY
from engine.core.display import Display
from engine.core.view import View
from engine.message import joined, say, word
from engine.routes.rules import RouteRules
from render.map.boards import board_with, check_count, crop_hexes
from render.map.sectors import sector_of, sectors_of
from render.pen.words import face_words, header, tiles_left, tint, track_words
from render.twins.seachart import chart_words

Marks = Mapping[str, Sequence[str]]


def marks_by_hex(view: View) -> Marks:
    """The words of all marks by their hex."""
    found: dict[str, list[str]] = {}
    for mark in view.policy(Display).marks(view):
        found.setdefault(mark.hex, []).append(mark.words)
    return found


def hex_words(view: View, coord: str) -> str:
    """One hex: "Redwood (D14): green tile 14; city to W, E; worth 30; station of M&R; 1 free circle"."""
    return say(
        "{hex_name}: {contents}",
        hex_name=hex_name(view, coord),
        contents=_contents(view, coord, marks_by_hex(view)),
    )


def _contents(view: View, coord: str, marks: Marks) -> str:
    board = view.board()
    face = board.face(coord)
    parts = [_ground(board, coord)]
    track, stops = track_words(board.hexmap.layout, face, board.hexmap.areas)
    said = [[words, *_stop_words(view, board, coord, i)] for i, words in enumerate(stops)]
    parts += track
    parts += said[0] if len(said) == 1 else [joined(", ", words) for words in said]
    parts += [say("label {label}", label=label) for label in face.labels]
    return joined("; ", [*parts, *_on_ground(view, board, coord, marks)])


def _on_ground(view: View, board: Board, coord: str, marks: Marks) -> list[str]:
    """Costs of the terrain, sides that are blocked, markers, what the chart says, marks."""
    spot = board.hexmap[coord]
    bare = coord not in board.laid
    parts = [_cost(view, kind, cost) for kind, cost in spot.terrain if bare]
    parts += [say("no track to {sides}", sides=_sides(board, coord))] if spot.impassable else []
    parts += [
        say("{marker} marker", marker=word(marker))
        for marker, place in sorted(view.state.markers.items())
        if place[0] == coord
    ]
    return [*parts, *chart_words(view, coord), *marks.get(coord, ())]


def _cost(view: View, kind: str, cost: int) -> str:
    """A terrain with what it costs."""
    return say("{terrain} {money}", terrain=word(kind), money=view.money(cost)) if cost else word(kind)


def _sides(board: Board, coord: str) -> str:
    """The sides over which no track may go."""
    names = SIDES[board.hexmap.layout]
    return joined(", ", (names[edge] for edge in board.hexmap[coord].impassable))


def _ground(board: Board, coord: str) -> str:
    tile = board.face(coord).tile
    colour = board.face(coord).colour
    return (
        say("{colour} tile {tile}", colour=tint(colour), tile=board.catalogue[tile].base)
        if tile
        else say("printed {tint}", tint=tint(colour))
        if colour != "white"
        else say("no tile")
    )


def _stop_words(view: View, board: Board, coord: str, index: int) -> list[str]:
    stop = board.stop(coord, index)
    found = []
    hidden = coord not in board.laid and index in board.hexmap[coord].drawing.hidden
    value = "" if hidden else _value_words(view, stop.revenue)
    if value:
        found.append(value)
    if stop.kind == CITY:
        here = list(board.companies_at(coord, index))
        kept = [c for c in board.reserved.get((coord, index), ()) if c not in here]
        free = board.slots(coord, index) - len(here) - len(kept)
        found += [say("station of {c}", c=c) for c in here] + [say("kept for {c}", c=c) for c in kept]
        found += [say("{count:free circle|free circles}", count=free)] if free > 0 else []
    return found


def _value_words(view: View, revenue: int | tuple[tuple[str, int], ...]) -> str:
    if isinstance(revenue, int):
        return say("worth {values}", values=revenue) if revenue else ""
    table, now = dict(revenue), view.policy(RouteRules).revenue_key(view)
    values = "/".join(str(table[keys[0]]) for keys in view.board().hexmap.revenue_steps)
    return (
        say("worth {values}, now {table}", values=values, table=table[now])
        if now in table
        else say("worth {values}", values=values)
    )


def _is_plain(board: Board, coord: str) -> bool:
    face = board.face(coord)
    return face.colour == "white" and not face.stops


def _listing(view: View, hexes: Collection[str], badges: Sequence[str], changed: Sequence[str]) -> list[str]:
    """The lines of a map; hexes of which the same is to be said, and nothing is marked, share one."""
    marks = marks_by_hex(view)
    numbers = {coord: say("{number}: ", number=number) for number, coord in enumerate(badges, 1)}
    said: dict[tuple[str, str], list[str]] = {}
    for coord in _shown(view, hexes, badges):
        number, mark = numbers.get(coord, ""), say(" (changed)") if coord in changed else ""
        words = _contents(view, coord, marks) + mark
        said.setdefault((number, words), []).append(hex_name(view, coord))
    lines = [
        say("- {number}{names}: {words}", number=number, names=joined(", ", names), words=words)
        for (number, words), names in said.items()
    ]
    return [*lines, *_blank(view, hexes, badges, marks)]


def _shown(view: View, coords: Iterable[str], marked: Sequence[str]) -> list[str]:
    """Numbered hexes first in their order, then the others by coordinate, blank ones left out."""
    board = view.board()
    rest = (c for c in coords if c not in marked and not _is_plain(board, c))
    return [*marked, *sorted(rest, key=sort_key)]


def _blank(view: View, coords: Iterable[str], marked: Sequence[str], marks: Marks) -> list[str]:
    """What is to be said of hexes without track and stops, one line for each thing: costs, marks, sides."""
    board = view.board()
    said: dict[str, list[str]] = {}
    for coord in sorted((c for c in coords if c not in marked and _is_plain(board, c)), key=sort_key):
        for words in _on_ground(view, board, coord, marks):
            said.setdefault(words, []).append(coord)
    return [
        say("- {words}: {hexes}", words=words, hexes=joined(", ", hexes)) for words, hexes in said.items()
    ]


def map_text(
    view: View, *, changed: Sequence[str] = (), badges: Sequence[str] = (), width: int | None = None
) -> str:
    """Every hex of the map that is not blank."""
    lines = _listing(view, view.board().hexmap.hexes, badges, changed)
    return joined("\n", [say("Map: {header}", header=header(view)), *lines])


def crop_text(
    view: View,
    *,
    hexes: Sequence[str] = (),
    company: str | None = None,
    sector: str | None = None,
    changed: Sequence[str] = (),
    badges: Sequence[str] = (),
    proposed: Sequence[str] = (),
    letter: str = "?",
) -> str:
    """The hexes that the crop is about."""
    wanted = crop_hexes(view, hexes, company, (*changed, *badges, *proposed), sector)
    about = say("Map around what {company} reaches", company=company) if company else say("Part of the map")
    about = say("Sector {sector_words}", sector_words=_sector_words(view, sector)) if sector else about
    lines = [*_proposal_lines(view, proposed, letter), *_listing(view, wanted, badges, changed)]
    return joined("\n", [say("{about}: {header}", about=about, header=header(view)), *lines])


def _proposal_lines(view: View, proposed: Sequence[str], letter: str) -> list[str]:
    """A line for each hex whose tile is only proposed, with the letter of the proposal."""
    return [
        say("Proposal {letter}: the tile on {hex_name}", letter=letter, hex_name=hex_name(view, coord))
        for coord in proposed
    ]


def _sector_words(view: View, letter: str) -> str:
    return say("{letter}, {name}", letter=letter, name=sector_of(view, letter).name)


def regions_text(view: View, *, hexes: Sequence[str] = ()) -> str:
    """Each sector with what has a name there; with ``hexes`` only those."""
    board = view.board()
    lines = []
    for sector in sectors_of(view):
        among = [coord for coord in sector.hexes if coord in hexes]
        named = among or [coord for coord in sector.hexes if board.hexmap.name_of(coord)]
        told = joined(", ", (hex_name(view, coord) for coord in (named if among or not hexes else ())))
        lines.append(
            say(
                "- {letter}: {name}: {told}",
                letter=sector.letter,
                name=sector.name,
                told=told or word("nothing"),
            )
        )
    return joined("\n", [say("Sectors of the map: {header}", header=header(view)), *lines])


def candidates_text(view: View, *, hex: str, lays: Sequence[tuple[str, int]], first: int = 1) -> str:
    """Each lay with its track and how many copies are left."""
    check_count(lays)
    board = view.board()
    lines = [say("Possible tiles on {hex_words}", hex_words=hex_words(view, hex))]
    for number, (tile, rotation) in enumerate(lays, first):
        face = board_with(board, hex, tile, rotation).face(hex)
        track = face_words(board.hexmap.layout, face)
        lines.append(
            say("- {number}: ", number=number)
            + joined(", ", [tiles_left(view, tile), tint(face.colour), track])
        )
    return joined("\n", lines)


# --- alt texts -------------------------------------------------------------------------------------


def map_alt(
    view: View, *, changed: Sequence[str] = (), badges: Sequence[str] = (), width: int | None = None
) -> str:
    """What the picture of the map shows, in a sentence or two."""
    laid = len(view.board().laid)
    return say(
        "Map of {header}. {plural} laid.{marks}",
        header=header(view),
        plural=say("{count:tile|tiles}", count=laid),
        marks=_marks(view, badges, changed),
    )


def crop_alt(
    view: View,
    *,
    hexes: Sequence[str] = (),
    company: str | None = None,
    sector: str | None = None,
    changed: Sequence[str] = (),
    badges: Sequence[str] = (),
    proposed: Sequence[str] = (),
    letter: str = "?",
) -> str:
    """What the crop shows."""
    about = (
        say("what {company} reaches", company=company)
        if company
        else joined(", ", (hex_name(view, c) for c in hexes)) or say("marked hexes")
    )
    if sector:
        about = say("sector {sector_words}", sector_words=_sector_words(view, sector))
    return say(
        "Map around {about}, phase {key}.{marks}",
        about=about,
        key=view.phase.key,
        marks=_marks(view, badges, changed, proposed),
    )


def regions_alt(view: View, *, hexes: Sequence[str] = ()) -> str:
    """How many sectors there are, and how many hexes are marked in them."""
    marked = (
        say(" Marked: {hex_name}.", hex_name=joined(", ", (hex_name(view, coord) for coord in hexes)))
        if hexes
        else ""
    )
    return say(
        "Overview of {header}. {plural}.{marked}",
        header=header(view),
        plural=say("{count:sector|sectors}", count=len(sectors_of(view))),
        marked=marked,
    )


def candidates_alt(view: View, *, hex: str, lays: Sequence[tuple[str, int]], first: int = 1) -> str:
    """Which tiles the sheet offers."""
    tiles = joined(", ", (say("{n} tile {tile}", n=n, tile=tile) for n, (tile, _) in enumerate(lays, first)))
    return say(
        "{plural} on {hex_name}: {tiles}",
        plural=say("{count:possible lay|possible lays}", count=len(lays)),
        hex_name=hex_name(view, hex),
        tiles=tiles,
    )


def _marks(view: View, badges: Sequence[str], changed: Sequence[str], proposed: Sequence[str] = ()) -> str:
    numbered = joined(
        ", ", (say("{n} {hex_name}", n=n, hex_name=hex_name(view, c)) for n, c in enumerate(badges, 1))
    )
    ringed = joined(", ", (hex_name(view, c) for c in changed))
    ghosts = joined(", ", (hex_name(view, c) for c in proposed))
    told = (
        say(" Proposed: {ghosts}.", ghosts=ghosts) if ghosts else "",
        say(" Changed: {ringed}.", ringed=ringed) if ringed else "",
        say(" Numbered: {numbered}.", numbered=numbered) if numbered else "",
    )
    return joined("", filter(None, told))
