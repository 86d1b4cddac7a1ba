"""What a picture of a board shows, hex by hex, as values: two hexes with equal `HexArt` look the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.board.board import Board
from engine.board.chart import NO_CHART, Chart
from engine.board.coords import Layout
from engine.board.faces import CITY, Face
from engine.board.hexmap import Drawing, Place
from engine.core.display import Display
from engine.core.view import View
from engine.routes.rules import RouteRules
from render.map.seas import NO_SETTING, Setting, settings
from render.pen.theme import Colour, colour, now, readable
from render.pen.vision import patterns

NO_DRAWING = Drawing()
DOTS = 4
"""The most dots of a pattern."""


@dataclass(frozen=True)
class Badge:
    """A company as it looks on tokens: letters, ground, letter colour, and a second colour of the token.

    pattern: 0 is plain; others have as many dots at the rim, more than `DOTS` a ring, too (`split`).
    """

    letters: str
    ground: Colour
    ink: Colour
    trim: Colour | None = None
    pattern: int = 0

    def split(self) -> tuple[int, bool]:
        """The dots of the pattern, and whether it has a ring."""
        return self.pattern % (DOTS + 1), self.pattern > DOTS


@dataclass(frozen=True)
class Slot:
    """A token circle: the company's badge (None: empty), and whether it is only kept for it.

    under: badges of more companies for which the same circle is kept.
    """

    badge: Badge | None = None
    kept: bool = False
    under: tuple[Badge, ...] = ()


@dataclass(frozen=True)
class Figure:
    """One value of an off-board area: money, the colour of its step, whether it counts now."""

    value: int
    tint: str
    now: bool


@dataclass(frozen=True)
class Sign:
    """A mark of the title (`engine.core.display`): its kind, and the badge of the company it is about."""

    kind: str
    badge: Badge | None = None
    text: str = ""
    tint: str = ""
    shape: str = ""
    edge: int | None = None


@dataclass(frozen=True)
class HexArt:
    """All that is drawn on one hex. slots, figures and markers are by stop; number is that of its badge."""

    layout: Layout
    face: Face
    name: str = ""
    coord: str = ""
    cost: tuple[tuple[str, int], ...] = ()
    currency: str = ""
    blocked: tuple[int, ...] = ()
    drawing: Drawing = NO_DRAWING
    slots: tuple[tuple[Slot, ...], ...] = ()
    figures: tuple[tuple[Figure, ...], ...] = ()
    markers: tuple[tuple[int, str], ...] = ()
    signs: tuple[Sign, ...] = ()
    number: int | None = None
    setting: Setting = NO_SETTING


@dataclass(frozen=True)
class Scene:
    """A board with the looks of its companies: everything that `HexArt`s are made from.

    now: the key under which stops are valued at the moment. tints: the colour name of each such key.
    numbers: the badge of each numbered hex. signs: the marks of the title by hex. chart: zones and water.
    """

    board: Board
    badges: Mapping[str, Badge] = field(default_factory=dict)
    markers: Mapping[str, Place] = field(default_factory=dict)
    now: str | None = None
    tints: Mapping[str, str] = field(default_factory=dict)
    currency: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    signs: Mapping[str, tuple[Sign, ...]] = field(default_factory=dict)
    chart: Chart = NO_CHART

    @property
    def layout(self) -> Layout:
        """Of the map."""
        return self.board.hexmap.layout

    def badge(self, company: str) -> Badge:
        """How a company looks; plain letters for one that is not known."""
        return self.badges.get(company) or Badge(company, (90, 90, 96), (255, 255, 255))

    def art(self, coord: str, *, lettered: bool = False) -> HexArt:
        """What is on a hex now; ``lettered`` writes its coordinate on it, but not on empty open sea."""
        spot, face = self.board.hexmap[coord], self.board.face(coord)
        bare = coord not in self.board.laid
        face = self._numbered(face)
        count = len(face.stops)
        setting = settings(self.chart, self.board.hexmap).get(coord, NO_SETTING)
        return HexArt(
            layout=self.layout,
            face=face,
            name=self._name(coord),
            coord=coord if lettered and not (setting.open_sea and not face.track) else "",
            cost=spot.terrain if bare else (),
            currency=self.currency,
            blocked=spot.impassable,
            drawing=spot.drawing if bare else NO_DRAWING,
            slots=tuple(self._slots(coord, i) for i in range(count)),
            figures=tuple(self._figures(face, i) for i in range(count)),
            markers=self._markers(coord),
            signs=self.signs.get(coord, ()),
            number=self.numbers.get(coord),
            setting=setting,
        )

    def _name(self, coord: str) -> str:
        """The name of a hex; of an area only where its values stand, or where it has circles."""
        spot = self.board.hexmap[coord]
        shown = any(s.kind == CITY or i not in spot.drawing.hidden for i, s in enumerate(spot.face.stops))
        return spot.name or (self.board.hexmap.name_of(coord) or "" if shown else "")

    def _numbered(self, face: Face) -> Face:
        """The face with the number that is printed on the tile."""
        printed = None if face.tile is None else self.board.catalogue[face.tile].base
        return face if printed == face.tile else replace(face, tile=printed)

    def _markers(self, coord: str) -> tuple[tuple[int, str], ...]:
        return tuple(
            (place[1], marker[:1].upper())
            for marker, place in sorted(self.markers.items())
            if place[0] == coord
        )

    def _slots(self, coord: str, index: int) -> tuple[Slot, ...]:
        board = self.board
        if board.stop(coord, index).kind != CITY:
            return ()
        here = board.companies_at(coord, index)
        kept = [c for c in board.reserved.get((coord, index), ()) if c not in here]
        filled = [Slot(self.badge(c)) for c in here]
        room = max(board.slots(coord, index) - len(filled), 1 if kept else 0)
        filled += [self._kept(kept[i::room]) for i in range(min(room, len(kept)))]
        empty = board.slots(coord, index) - len(filled)
        return (*filled, *(Slot() for _ in range(empty)))

    def _kept(self, companies: Sequence[str]) -> Slot:
        """A circle that is kept for these companies, whoever comes first."""
        first, *more = (self.badge(company) for company in companies)
        return Slot(first, kept=True, under=tuple(more))

    def _figures(self, face: Face, index: int) -> tuple[Figure, ...]:
        revenue = face.stops[index].revenue
        if isinstance(revenue, int):
            return ()
        table = dict(revenue)
        steps = self.board.hexmap.revenue_steps
        return tuple(
            Figure(table[keys[0]], self.tints.get(keys[0], keys[0]), self.now in keys) for keys in steps
        )


def scene_of(view: View, badges: Sequence[str] = ()) -> Scene:
    """The scene of a position; ``badges`` are hexes to number 1, 2..."""
    tints = {phase.key: phase.tiles[-1] for phase in view.data.phases.values() if phase.tiles}
    looks = {company: company_badge(view, company) for company in view.state.companies}
    return Scene(
        board=view.board(),
        badges=looks,
        markers=view.state.markers,
        now=view.policy(RouteRules).revenue_key(view),
        tints=tints,
        currency=view.data.currency,
        numbers={coord: number for number, coord in enumerate(badges, 1)},
        signs=_signs(view, looks),
        chart=view.policy(Display).chart(view),
    )


def _signs(view: View, looks: Mapping[str, Badge]) -> dict[str, tuple[Sign, ...]]:
    found: dict[str, tuple[Sign, ...]] = {}
    for mark in view.policy(Display).marks(view):
        sign = Sign(mark.kind, looks.get(mark.company), mark.text, mark.tint, mark.shape, mark.edge)
        found[mark.hex] = (*found.get(mark.hex, ()), sign)
    return found


def company_badge(view: View, company: str) -> Badge:
    """How a company looks. The letters keep the printed colour only where it can be read."""
    spec = view.spec(company)
    ground = colour(spec.colour)
    trim = colour(spec.trim_colour) if spec.trim_colour else None
    pattern = _pattern(view, company) if now().patterned else 0
    return Badge(spec.id, ground, readable(colour(spec.text_colour), ground), trim, pattern)


def _pattern(view: View, company: str) -> int:
    """The pattern that tells a company from others that some eyes take for it."""
    specs = view.data.companies
    shown = [c for c, spec in specs.items() if spec.tokens or len(spec.shares) > 1]
    if company not in shown:
        return 0
    return patterns(tuple(colour(specs[c].colour) for c in shown))[shown.index(company)]
