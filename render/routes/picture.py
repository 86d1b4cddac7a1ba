"""Routes over the map: a colour, a dash and a letter for each train, and a legend with what each earns.

A run that has a name of its own lies on a band of gold and has a strip of its stops.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from PIL import Image, ImageDraw

from engine import Json, View
from engine.board.board import Board
from engine.board.chart import NO_CHART, Chart
from engine.board.faces import CITY, OFFBOARD, TOWN, Face
from engine.core.state import Place
from engine.message import say
from engine.routes.paths import is_zone
from engine.routes.policy import Route, stops_of
from render.cards.doc import Chip
from render.cards.page import MARGIN, SMALL, TEXT, Page, item_width
from render.cards.page import WIDE as PAGE_WIDE
from render.map.boards import crop_frame
from render.map.mosaic import board_picture
from render.map.overlays import Lines, dashes, stamp
from render.map.phone import BESIDE, least
from render.map.scene import Scene, scene_of
from render.map.stops import circle_radius, slot_points, slot_radius
from render.map.tiles import figure_boxes
from render.pen.geometry import Frame, Point, stop_points
from render.pen.speech import said
from render.pen.text import put, wrap
from render.pen.theme import DEEP, INK, THEMES, WHITE, now
from render.routes.crossings import counted, zones_used
from render.routes.runlines import line_width, run_lines
from render.routes.strip import GOLD, strip_picture
from render.routes.told import DrawnRun, bonus_runs, notes_on, runs_of

_FADE = 0.42
_SMOOTH = 2
# A picture of routes that would be wider than this has smaller hexes.
_MOST_WIDE = 2000
# Letters of a stamp, in radii.
_STAMPED = 1.15
# The radius of a town.
_DOT = 0.15


def routes_picture(view: View, *, company: str, routes: Json, theme: str = "standard") -> Image.Image:
    """The runs on the part of the map they use, over a legend."""
    scene = scene_of(view)
    runs = runs_of(view, company, routes)
    used = [coord for run in runs for coord in _used(scene, run.route)]
    used += [coord for coord, _ in view.stations(company)] if not used or not scene.chart.seas else []
    wanted = list(dict.fromkeys(used)) or list(scene.board.hexmap.hexes)
    frame, page, coords = crop_frame(scene, wanted, _MOST_WIDE)
    plain = board_picture(scene, frame, page, THEMES[theme], coords, lettered=True, least=least(page[0]))
    image = Image.blend(plain, Image.new("RGB", plain.size, now().paper), _FADE)
    named = bonus_runs(view, company, routes)
    _gild(image, frame, scene, [runs[one.index] for one in named])
    draw_runs(image, frame, scene.board, runs, scene.chart)
    visited = {place for run in runs for place in stops_of(view, run.route)}
    image.paste(plain, (0, 0), stops_mask(frame, scene, visited, image.size))
    numbered = _numbers(image, frame, scene, runs)
    _letters(image, frame, scene, runs, [*_circles(frame, scene, visited), *numbered])
    legend = _legend(view, company, runs, notes_on(view, company, routes), min(PAGE_WIDE, image.width))
    for one in named:
        strip = strip_picture(view, company, runs[one.index], one)
        image = _over(image, _widened(strip, image.width))
    return _over(image, _widened(legend, image.width))


def _used(scene: Scene, route: Route) -> list[str]:
    """The hexes of a run, those on its way over the sea too."""
    ashore = [piece[0] for piece in route.path if not is_zone(piece)]
    ways = zones_used(scene.chart, scene.board.hexmap, route.path).values()
    return [*ashore, *(coord for way in ways for coord in way)]


def draw_runs(
    image: Image.Image, frame: Frame, board: Board, runs: Sequence[DrawnRun], chart: Chart = NO_CHART
) -> None:
    """The lines of all runs over pale casings, side by side where they share track."""
    lines = run_lines(frame, board, [run.route for run in runs], chart)
    wide = line_width(frame)
    over = Lines(image)
    over.draw([line for line in lines if line], WHITE, wide * 1.9)
    for run, line in zip(runs, lines, strict=True):
        pattern = [length * wide * 1.6 for length in run.dash]
        over.draw(list(dashes(line, pattern)) if line else [], run.colour, wide)


def _gild(image: Image.Image, frame: Frame, scene: Scene, runs: Sequence[DrawnRun]) -> None:
    """A broad band of gold under the lines of runs that have a name."""
    lines = run_lines(frame, scene.board, [run.route for run in runs], scene.chart)
    for colour, wide in ((INK, 4.4), (GOLD, 3.8)):
        Lines(image).draw([line for line in lines if line], colour, line_width(frame) * wide)


def stops_mask(frame: Frame, scene: Scene, places: Collection[Place], page: tuple[int, int]) -> Image.Image:
    """Where stops are shown upon the lines: token circles, dots, tables of values."""
    cover = Image.new("L", (page[0] * _SMOOTH, page[1] * _SMOOTH), 0)
    pen = ImageDraw.Draw(cover)
    for coord, index in sorted(_shown(scene.board, places)):
        face = scene.board.face(coord)
        at = stop_points(scene.layout, face)[index]
        slots, taken = scene.board.slots(coord, index), bool(scene.board.companies_at(coord, index))
        high = least(page[0]) / frame.size
        circle = circle_radius(slots, len(face.indices(CITY)), high, taken=taken)
        for inner, radius in _discs(face, index, at, slots, circle):
            x, y = (v * _SMOOTH for v in frame.point(coord, inner))
            r = radius * frame.size * _SMOOTH
            pen.ellipse((x - r, y - r, x + r, y + r), 255)
        if face.stops[index].kind == OFFBOARD:
            for middle, box in figure_boxes(scene.art(coord, lettered=True), frame.size, least(page[0])):
                x, y = (v * _SMOOTH for v in frame.point(coord, middle))
                half, up = (v * frame.size * _SMOOTH / 2 for v in box)
                pen.rectangle((x - half, y - up, x + half, y + up), 255)
    return cover.reduce(_SMOOTH)


def _shown(board: Board, places: Collection[Place]) -> set[Place]:
    """The places with each area's table of values where it stands, not on the other hexes of the area."""
    groups = {board.stop(*place).group for place in places} - {None}
    tables = {
        (coord, i)
        for coord, spot in board.hexmap.hexes.items()
        for i, stop in enumerate(spot.face.stops)
        if stop.group in groups and i not in spot.drawing.hidden
    }
    return tables | {(c, i) for c, i in places if c in board.laid or i not in board.hexmap[c].drawing.hidden}


def _discs(face: Face, index: int, at: Point, slots: int, radius: float) -> list[tuple[Point, float]]:
    kind = face.stops[index].kind
    if kind == CITY:
        return [(at, radius), *((point, radius + 0.04) for point in slot_points(at, slots, radius))]
    return [(at, _DOT)] if kind == TOWN else []


def _circles(frame: Frame, scene: Scene, places: Collection[Place]) -> list[Point]:
    """The centres of the token circles of stops."""
    found = []
    for coord, index in sorted(places):
        face, slots = scene.board.face(coord), scene.board.slots(coord, index)
        if face.stops[index].kind == CITY:
            at = stop_points(scene.layout, face)[index]
            points = slot_points(at, slots, slot_radius(slots, len(face.indices(CITY))))
            found += [frame.point(coord, point) for point in points]
    return found


def _numbers(image: Image.Image, frame: Frame, scene: Scene, runs: Sequence[DrawnRun]) -> list[Point]:
    """What sea zones and ferries on the way count, each on the line; returns where."""
    found: dict[str, int] = {}
    for run in runs:
        found |= counted(scene.chart, scene.board.hexmap, run.route.path)
    for coord, number in sorted(found.items()):
        text = f"-{number}" if number else "0"
        radius = _stamped(image, frame.size * 0.19)
        stamp(image, _within(image, frame.at(coord), radius), text, radius, WHITE, DEEP)
    return [frame.at(coord) for coord in found]


def _stamped(image: Image.Image, radius: float) -> int:
    """The radius in px of a disc whose letters can be read."""
    return max(round(radius), math.ceil(least(image.width, BESIDE) / _STAMPED))


def _letters(
    image: Image.Image, frame: Frame, scene: Scene, runs: Sequence[DrawnRun], circles: Sequence[Point]
) -> None:
    """Each run's letter on its line near both ends, clear of the stops; at the second if it has room."""
    taken = list(circles)
    lines = run_lines(frame, scene.board, [run.route for run in runs], scene.chart)
    for run, line in zip(runs, lines, strict=True):
        radius = _stamped(image, frame.size * 0.2)
        room = max(0.42 * frame.size, 2.0 * radius)
        for end in (line, line[::-1]) if line else ():
            at = _free(end, taken, 0.62 * frame.size, room)
            if end is not line and any(math.dist(at, other) < room for other in taken):
                continue
            taken.append(at)
            stamp(image, _within(image, at, radius), run.letter, radius, run.colour, WHITE)


def _within(image: Image.Image, at: Point, radius: int) -> Point:
    """A point moved so far into the picture that a disc around it is whole."""
    edge = radius + 1
    return min(max(at[0], edge), image.width - edge), min(max(at[1], edge), image.height - edge)


def _free(line: Sequence[Point], taken: Sequence[Point], clear: float, room: float) -> Point:
    """The first point of a line so far from its start, and from the letters that stand there already."""
    beyond = [p for p in line if math.dist(p, line[0]) >= clear] or [line[-1]]
    return next((p for p in beyond if all(math.dist(p, other) >= room for other in taken)), beyond[0])


def _legend(
    view: View, company: str, runs: Sequence[DrawnRun], notes: Sequence[str], wide: int
) -> Image.Image:
    page = Page(wide)
    page.y = 6
    for run in runs:
        _legend_row(page, view, run)
    total = said(
        say("{company}: {money} in all", company=company, money=view.money(sum(run.revenue for run in runs)))
    )
    page.room(50)
    put(page.draw, (wide - MARGIN, page.y + 22), total, TEXT + 5, now().ink, "bold", anchor="rm")
    page.y += 44
    for line in (part for note in notes for part in wrap(said(note), wide - 2 * MARGIN, SMALL)):
        page.room(32)
        put(page.draw, (MARGIN, page.y + 14), line, SMALL, now().ink, anchor="lm")
        page.y += 32
    return page.finished()


def _legend_row(page: Page, view: View, run: DrawnRun) -> None:
    left = MARGIN + 150
    chip = Chip(run.kind)
    text_left = left + item_width(chip, "plain") + 14
    lines = wrap(said(run.way or say("no run")), page.wide - text_left - 150, TEXT)
    high = 36 * len(lines) + 12
    page.room(high)
    middle = page.y + 22
    ends = [(MARGIN + 18.0, middle), (MARGIN + 130.0, middle)]
    Lines(page.image).draw(list(dashes(ends, [d * 15 for d in run.dash])), run.colour, 10)
    stamp(page.image, (MARGIN + 18, middle), run.letter, _stamped(page.image, 18), run.colour, WHITE)
    page.chip(chip, (left, middle))
    for i, line in enumerate(lines):
        put(page.draw, (text_left, middle + 36 * i), line, TEXT, now().ink, anchor="lm")
    put(
        page.draw,
        (page.wide - MARGIN, middle),
        view.money(run.revenue),
        TEXT + 3,
        now().ink,
        "bold",
        anchor="rm",
    )
    page.y += high


def _widened(legend: Image.Image, wide: int) -> Image.Image:
    """The legend as large as the picture above it: both are shrunk to the same screen."""
    if wide <= legend.width:
        return legend
    high = round(legend.height * wide / legend.width)
    return legend.resize((wide, high), Image.Resampling.LANCZOS)


def _over(top: Image.Image, below: Image.Image) -> Image.Image:
    image = Image.new("RGB", (top.width, top.height + below.height), now().paper)
    image.paste(top, (0, 0))
    image.paste(below, (0, top.height))
    return image
