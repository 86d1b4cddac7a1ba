"""The board in words: what lies on each hex, what a picture of it marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.board.board import Board
from engine.board.coords import sort_key
from engine.board.faces import CITY
from engine.state import Place
from engine.view import View
from render.boards import board_with, check_count, crop_hexes
from render.words import header, hex_name, money, plural, tiles_left, tint, track_words


def hex_words(view: View, coord: str, board: Board | None = None) -> str:
    """One hex: "Redwood (D14): green tile 14, city to W, E; worth 30; M&R; room for 1 more"."""
    board = board or view.board()
    face, spot = board.face(coord), board.hexmap[coord]
    parts = [_ground(board, coord)]
    if face.track or face.stops:
        parts.append(track_words(board.hexmap.layout, face))
    parts += [f"label {label}" for label in face.labels]
    parts += [words for i in range(len(face.stops)) for words in _stop_words(view, board, coord, i)]
    if coord not in board.laid:
        parts += [f"{kind} {money(view, cost)}" for kind, cost in spot.terrain]
    parts += [words for words, place in _markers(view) if place[0] == coord]
    return f"{hex_name(view, coord)}: {'; '.join(parts)}"


def _markers(view: View) -> list[tuple[str, Place]]:
    named = {f"{marker} marker": place for marker, place in view.state.markers.items()}
    return sorted({**named, **view.title.marks(view)}.items())


def _ground(board: Board, coord: str) -> str:
    tile = board.face(coord).tile
    colour = board.face(coord).colour
    return (
        f"{tint(colour)} tile {tile}"
        if tile
        else f"printed {tint(colour)}"
        if colour != "white"
        else "no tile"
    )


def _stop_words(view: View, board: Board, coord: str, index: int) -> list[str]:
    stop = board.stop(coord, index)
    found = []
    value = _value_words(view, stop.revenue)
    if value:
        found.append(value)
    if stop.kind == CITY:
        here = list(board.companies_at(coord, index))
        kept = [c for c in board.reserved.get((coord, index), ()) if c not in here]
        free = board.slots(coord, index) - len(here) - len(kept)
        found += [f"station of {c}" for c in here] + [f"kept for {c}" for c in kept]
        found += [f"{plural(free, 'free circle')}"] if free > 0 else []
    return found


def _value_words(view: View, revenue: int | tuple[tuple[str, int], ...]) -> str:
    if isinstance(revenue, int):
        return f"worth {revenue}" if revenue else ""
    table, policy = dict(revenue), view.title.rules.routes
    now = policy.revenue_key(view) if policy is not None else None
    values = "/".join(str(table[keys[0]]) for keys in view.board().hexmap.revenue_steps)
    return f"worth {values}, now {table[now]}" if now in table else f"worth {values}"


def _is_plain(board: Board, coord: str) -> bool:
    face = board.face(coord)
    return face.colour == "white" and not face.stops


def _listing(view: View, coords: Iterable[str], badges: Sequence[str], changed: Sequence[str]) -> list[str]:
    numbers = {coord: number for number, coord in enumerate(badges, 1)}
    lines = []
    for coord in coords:
        number = f"{numbers[coord]}: " if coord in numbers else ""
        mark = " (changed)" if coord in changed else ""
        lines.append(f"- {number}{hex_words(view, coord)}{mark}")
    return lines


def _shown(view: View, coords: Iterable[str], marked: Sequence[str]) -> list[str]:
    """Numbered hexes first in their order, then the others by coordinate, blank ones left out."""
    board = view.board()
    rest = (c for c in coords if c not in marked and not _is_plain(board, c))
    return [*marked, *sorted(rest, key=sort_key)]


def map_text(view: View, *, changed: Sequence[str] = (), badges: Sequence[str] = (), width: int = 0) -> str:
    """Every hex of the map that is not blank."""
    coords = _shown(view, view.board().hexmap.hexes, badges)
    return "\n".join([f"Map: {header(view)}", *_listing(view, coords, badges, changed)])


def crop_text(
    view: View,
    *,
    hexes: Sequence[str] = (),
    company: str | None = None,
    changed: Sequence[str] = (),
    badges: Sequence[str] = (),
) -> str:
    """The hexes that the crop is about."""
    wanted = crop_hexes(view, hexes, company, (*changed, *badges))
    about = f"Map around what {company} reaches" if company else "Part of the map"
    coords = _shown(view, wanted, badges)
    return "\n".join([f"{about}: {header(view)}", *_listing(view, coords, badges, changed)])


def candidates_text(view: View, *, hex: str, lays: Sequence[tuple[str, int]], first: int = 1) -> str:
    """Each lay with its track and how many copies are left."""
    check_count(lays)
    board = view.board()
    lines = [f"Possible tiles on {hex_words(view, hex)}"]
    for number, (tile, rotation) in enumerate(lays, first):
        face = board_with(board, hex, tile, rotation).face(hex)
        track = track_words(board.hexmap.layout, face)
        lines.append(f"- {number}: {tiles_left(view, tile)}, {tint(face.colour)}, {track}")
    return "\n".join(lines)


# --- alt texts -------------------------------------------------------------------------------------


def map_alt(view: View, *, changed: Sequence[str] = (), badges: Sequence[str] = (), width: int = 0) -> str:
    """What the picture of the map shows, in a sentence or two."""
    laid = len(view.board().laid)
    return f"Map of {header(view)}. {plural(laid, 'tile')} laid.{_marks(view, badges, changed)}"


def crop_alt(
    view: View,
    *,
    hexes: Sequence[str] = (),
    company: str | None = None,
    changed: Sequence[str] = (),
    badges: Sequence[str] = (),
) -> str:
    """What the crop shows."""
    about = (
        f"what {company} reaches"
        if company
        else ", ".join(hex_name(view, c) for c in hexes) or "marked hexes"
    )
    return f"Map around {about}, phase {view.phase.key}.{_marks(view, badges, changed)}"


def candidates_alt(view: View, *, hex: str, lays: Sequence[tuple[str, int]], first: int = 1) -> str:
    """Which tiles the sheet offers."""
    tiles = ", ".join(f"{n} tile {tile}" for n, (tile, _) in enumerate(lays, first))
    return f"{plural(len(lays), 'possible lay')} on {hex_name(view, hex)}: {tiles}"


def _marks(view: View, badges: Sequence[str], changed: Sequence[str]) -> str:
    numbered = ", ".join(f"{n} {hex_name(view, c)}" for n, c in enumerate(badges, 1))
    ringed = ", ".join(hex_name(view, c) for c in changed)
    return (f" Changed: {ringed}." if ringed else "") + (f" Numbered: {numbered}." if numbered else "")
