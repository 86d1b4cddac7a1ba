"""The overview of a large map: its sectors with letters and names, and what is where, without small print."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from PIL import Image, ImageDraw

from engine.board.faces import CITY, OFFBOARD
from engine.core.view import View
from engine.message import say
from render.map.boards import with_bar
from render.map.mosaic import frame_for
from render.map.overlays import Lines
from render.map.scene import Scene, scene_of
from render.map.seas import NO_SETTING, settings
from render.map.sectors import Sector, sectors_of
from render.pen.geometry import Frame, Point, corners
from render.pen.speech import said
from render.pen.text import fit, put, width
from render.pen.theme import BADGE, BLACK, FAINT, INK, RING, THEMES, WHITE, Colour, Theme, mix
from render.pen.words import round_name

WIDE = 1200
_SMOOTH = 2
_LETTER, _NAME, _LEAST = 62, 38, 33
_HALF, _NEAR = 0.5, (-1, 0, 1)
"""How far the places are apart that a label may have, in sides of a hex; which there are around each hex."""
Box = tuple[float, float, float, float]
Disc = tuple[Point, float, Colour, float]
"""What marks a stop: its middle, radius, colour, and how wide its dark rim is, in px."""


def regions_picture(view: View, *, hexes: Sequence[str] = (), theme: str = "standard") -> Image.Image:
    """The whole map as an overview, cut into sectors; ``hexes`` get a ring and are counted by sector."""
    scene, look = scene_of(view), THEMES[theme]
    wanted = [scene.board.hexmap[coord].coord for coord in hexes]
    frame, page = frame_for(scene, WIDE)
    large = Frame(frame.layout, frame.size * _SMOOTH, frame.left * _SMOOTH, frame.top * _SMOOTH)
    image = Image.new("RGB", (page[0] * _SMOOTH, page[1] * _SMOOTH), look.sea)
    draw = ImageDraw.Draw(image)
    sectors = sectors_of(view)
    _grounds(draw, large, scene, look)
    _borders(draw, large, scene)
    for disc in _stops(large, scene):
        _disc(draw, *disc)
    _cuts(draw, large, scene, sectors)
    image = image.reduce(_SMOOTH)
    taken = [_around(at, radius) for at, radius, _, _ in _stops(frame, scene)]
    for sector in sectors:
        _label(image, frame, sector, wanted if hexes else None, taken)
    for coord in wanted:
        _ring(image, frame, coord)
    return with_bar(
        image,
        say(
            "{name} · {round_name} · phase {key}",
            name=view.data.name,
            round_name=round_name(view),
            key=view.phase.key,
        ),
        large=True,
    )


def _ring(image: Image.Image, frame: Frame, coord: str) -> None:
    """A ring on a hex, over all words."""
    (x, y), radius = frame.at(coord), frame.size * 0.62
    angles = [math.tau * i / 24 for i in range(26)]
    line = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    Lines(image).draw([line], RING, frame.size * 0.26)


# --- the ground ------------------------------------------------------------------------------------


def _grounds(draw: ImageDraw.ImageDraw, frame: Frame, scene: Scene, look: Theme) -> None:
    marked = settings(scene.chart, scene.board.hexmap)
    for coord in scene.board.hexmap.hexes:
        colour = scene.board.face(coord).colour
        southern = colour == "blue" and marked.get(coord, NO_SETTING).southern
        ground = look.hexes["teal" if southern else colour]
        line = mix(ground, INK, 0.06 if colour == "blue" else 0.16)
        draw.polygon(_outline(frame, coord), ground, line)


def _outline(frame: Frame, coord: str) -> list[Point]:
    return [frame.point(coord, corner) for corner in corners(frame.layout)]


def _side(frame: Frame, coord: str, edge: int) -> list[Point]:
    points = corners(frame.layout)
    return [frame.point(coord, points[edge]), frame.point(coord, points[(edge + 1) % 6])]


def _borders(draw: ImageDraw.ImageDraw, frame: Frame, scene: Scene) -> None:
    """Sea zones apart by white lines, zones on land by dark ones."""
    for coord, setting in settings(scene.chart, scene.board.hexmap).items():
        for edge in setting.dashes:
            draw.line(_side(frame, coord, edge), WHITE, 6)
        for edge in setting.limits:
            draw.line(_side(frame, coord, edge), FAINT, 6)
        for part in setting.cuts:
            ends = [part.start] if part.end is None else [part.start, part.end]
            line = [frame.point(coord, corners(frame.layout)[corner]) for corner in ends]
            draw.line([*line, frame.at(coord)] if part.end is None else line, FAINT, 6)


def _stops(frame: Frame, scene: Scene) -> Iterator[Disc]:
    """Cities as circles, with a dot of the colour of each station."""
    for coord in scene.board.hexmap.hexes:
        stops = scene.board.face(coord).stops
        at = frame.at(coord)
        here = [c for i in range(len(stops)) for c in scene.board.companies_at(coord, i)]
        if any(stop.kind == CITY for stop in stops) and not here:
            yield at, frame.size * 0.42, WHITE, frame.size * 0.12
        elif not here and any(stop.kind == OFFBOARD for stop in stops):
            yield at, frame.size * 0.3, BLACK, 0
        yield from _stations(frame.size, at, [scene.badge(company).ground for company in here])


def _stations(size: float, at: Point, colours: Sequence[Colour]) -> Iterator[Disc]:
    """A dot for each station of a hex, in rows, all of them inside it."""
    columns = math.ceil(math.sqrt(len(colours)))
    radius = 0.62 if len(colours) == 1 else 0.8 / max(1, columns)
    rows = -(-len(colours) // max(1, columns))
    for i, colour in enumerate(colours):
        row, column = divmod(i, columns)
        wide = min(columns, len(colours) - row * columns)
        x = at[0] + (column - (wide - 1) / 2) * 2 * radius * size
        y = at[1] + (row - (rows - 1) / 2) * 2 * radius * size
        yield (x, y), radius * size, colour, size * min(0.12, radius / 4)


def _disc(draw: ImageDraw.ImageDraw, at: Point, radius: float, fill: Colour, line: float = 0) -> None:
    draw.ellipse(_around(at, radius), fill, BLACK if line else None, round(line))


def _around(at: Point, radius: float) -> Box:
    return at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius


# --- the sectors -----------------------------------------------------------------------------------


def _cuts(draw: ImageDraw.ImageDraw, frame: Frame, scene: Scene, sectors: Sequence[Sector]) -> None:
    """Thick lines between sectors."""
    where = {coord: sector.letter for sector in sectors for coord in sector.hexes}
    sides = list(_between(frame, scene, where))
    for colour, wide in ((WHITE, 14), (BADGE, 8)):
        for side in sides:
            draw.line(side, colour, wide)
            for end in side:
                _disc(draw, end, wide / 2, colour)


def _between(frame: Frame, scene: Scene, where: Mapping[str, str]) -> Iterator[list[Point]]:
    for coord, spot in scene.board.hexmap.hexes.items():
        for edge in range(3):
            other = spot.neighbours[edge]
            if other is not None and where[other] != where[coord]:
                yield _side(frame, coord, edge)


def _label(
    image: Image.Image, frame: Frame, sector: Sector, wanted: Collection[str] | None, taken: list[Box]
) -> None:
    """The letter of a sector over its name, and how many of the hexes that are wanted lie in it."""
    xs = [frame.at(coord)[0] for coord in sector.hexes]
    room = max(xs) - min(xs)
    lines = _lines(said(sector.name), room)
    count = None if wanted is None else len(set(wanted) & set(sector.hexes))
    if count:
        lines.append(
            said(say("{count} hex", count=count) if count == 1 else say("{reach} hexes", reach=count))
        )
    sizes = [fit(line, room, _NAME - 4, "narrow", least=_LEAST) for line in lines]
    across = max(width(line, size, "narrow") for line, size in zip(lines, sizes, strict=True))
    at = _place(image, frame, sector, (across, _LETTER + _NAME * len(lines)), taken)
    draw, top = ImageDraw.Draw(image), at[1] - (_LETTER + _NAME * len(lines)) / 2
    ink = FAINT if count == 0 else BADGE
    put(draw, (at[0], top + _LETTER / 2), sector.letter, _LETTER, ink, "bold", halo=(6, WHITE))
    for i, (line, size) in enumerate(zip(lines, sizes, strict=True)):
        put(draw, (at[0], top + _LETTER + _NAME * (i + 0.5)), line, size, ink, "narrow", halo=(5, WHITE))


def _place(
    image: Image.Image, frame: Frame, sector: Sector, size: tuple[float, float], taken: list[Box]
) -> Point:
    """The middle of a label: the place nearest to the middle of its sector that hides nothing, or the least,
    of what is taken; it is taken, too.
    """
    points = [frame.at(coord) for coord in sector.hexes]
    left, top, right, low = _hull(points)
    middle = (left + right) / 2, (top + low) / 2
    step = frame.size * _HALF
    places = {(x + dx * step, y + dy * step) for x, y in points for dx in _NEAR for dy in _NEAR}
    spare = _spread(
        middle, (max(0, right - left - size[0]) + 4 * step, max(0, low - top - size[1]) + 4 * step)
    )
    inside = [
        at for at in places if _is_in(spare, (*at, *at)) and _is_in((0, 0, *image.size), _spread(at, size))
    ]
    inside = [middle, *sorted(inside, key=lambda at: (math.dist(at, middle), at))]
    reach = (left - size[0], top - size[1], right + size[0], low + size[1])
    near = [box for box in taken if _hidden(reach, [box])]
    free = (at for at in inside if not _hidden(_spread(at, size), near))
    found = next(free, None) or min(inside, key=lambda at: _hidden(_spread(at, size), near))
    taken.append(_spread(found, size))
    return found


def _hull(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _spread(at: Point, size: tuple[float, float]) -> Box:
    return at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2


def _is_in(room: Box, box: Box) -> bool:
    return box[0] >= room[0] and box[1] >= room[1] and box[2] <= room[2] and box[3] <= room[3]


def _hidden(box: Box, taken: Iterable[Box]) -> int:
    """How many square px of what is taken lie under a box."""
    found = 0.0
    for other in taken:
        wide = min(box[2], other[2]) - max(box[0], other[0])
        high = min(box[3], other[3]) - max(box[1], other[1])
        found += max(0.0, wide) * max(0.0, high)
    return round(found)


def _lines(name: str, room: float) -> list[str]:
    """A name in as many lines as it takes to fit its sector, broken at spaces and hyphens."""
    lines: list[str] = []
    for part in name.replace("-", "- ").split(" "):
        gap = "" if lines and lines[-1].endswith("-") else " "
        longer = lines[-1] + gap + part if lines else part
        if lines and width(longer, _LEAST, "narrow") <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
