"""Writes on a hex: its name, values, letters, cost, tile number and coordinate, each where nothing else is.

What finds no room is made smaller, down to what can still be read; what then finds none is left out. The text
twin tells all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.message import say
from render.map.cache import PLANS
from render.map.marks import paint_markers, paint_marks
from render.map.names import TALL, Sign, find_name, put_name, ways
from render.map.scene import HexArt
from render.map.spots import Spots
from render.map.values import (
    Value,
    count_values,
    find_values,
    paint_apart,
    paint_figures,
    put_values,
    unsaid_values,
)
from render.pen.geometry import Point
from render.pen.pen import Pen
from render.pen.text import Face
from render.pen.theme import FAINT, INK, MOUNTAIN, WATER, Colour, readable, seen

_LABEL, _LABEL_LEAST = 0.36, 0.2
_COST, _SMALL, _COORD = 0.2, 0.14, 0.17
_FOOT = (0.0, 0.66)
"""Where a cost stands that finds no room."""
_WIDEST = 1.3
"""How wide a cost may be in a place that has no room for it."""
_ORDERS = (
    ("values", "letters", "name"),
    ("letters", "name", "values"),
    ("name", "values", "letters"),
)
"""What finds its room first."""
_COSTLY = tuple(("costs", *order) for order in _ORDERS)
"""The same where costs have no room after all that."""
_GOOD = 3.0
"""A plan with so little harm is taken at once."""
_PIPS = {"yellow": 1, "green": 2, "brown": 3, "gray": 4}
_PIPS_WIDE, _PIP_STEP = 0.05, 0.08


def write(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """All writing, the most important first: each finds its room among what is there."""
    rest = paint_figures(pen, art, spots)
    paint_markers(pen, art, spots)
    costs = _said(pen, art, ground, spots)
    paint_apart(pen, spots, rest)
    paint_marks(pen, art, spots)
    for price in costs or _find_costs(pen, art, spots):
        _cost(pen, price, ground)
    _coordinate(pen, art, ground, spots)
    _tile_number(pen, art, ground, spots)


# --- name, values and letters ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the tile with its place, and how large it is (1.0: as usual)."""

    text: str
    at: Point
    high: float


@dataclass(frozen=True, slots=True)
class Price:
    """What a first tile costs, with its place; its sign is above it (form 0), beside it (1) or left out (2).

    forced: whether it stands over other things, for there is no room.
    """

    kind: str
    text: str
    at: Point
    form: int
    high: float
    forced: bool = False


@dataclass
class _Plan:
    """Where name, values and letters of a hex stand, its costs if they come before others.

    taken: what is taken on the hex then, as `Spots.packed`.
    """

    values: list[Value] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    sign: Sign | None = None
    costs: list[Price] = field(default_factory=list)
    taken: bytes = b""

    def harm(self, art: HexArt, values: int) -> float:
        """What is missing, cut or small: 0 when nothing is."""
        found = 100.0 * (values - len(self.values)) + 60.0 * len(self.unsaid_letters(art))
        found += 80.0 * sum(price.forced for price in self.costs)
        found += sum(10 * max(0.0, 1 - value.scale) + (4 if value.plate else 0) for value in self.values)
        found += sum(
            5 * max(0.0, 1 - letter.high / _LABEL) for letter in self.letters if len(letter.text) < 3
        )
        if art.name and self.sign is None:
            return found + 40
        return found + (self.sign.harm(art.name) if self.sign is not None else 0.0)

    def unsaid_letters(self, art: HexArt) -> list[str]:
        """The letters of the tile that have no place, in words."""
        placed = {letter.text for letter in self.letters}
        return [
            say("label {label}", label=label) for label in art.face.labels if label not in (*placed, art.name)
        ]


def _said(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> list[Price]:
    """Write name, values and letters in the order in which all of them find the best room.

    Returns the places of the costs, where they find none but before the others.
    """
    best = _plan(pen, art, spots)
    spots.unpack(best.taken)
    put_values(pen, best.values)
    for letter in best.letters:
        face: Face = "narrow" if len(letter.text) > 2 else "bold"
        pen.letters(letter.at, letter.text, letter.high, readable(INK, ground), face=face, halo=ground)
    put_name(pen, art.name, best.sign, readable(INK, ground), ground)
    pen.unsaid.others.extend([*unsaid_values(art, best.values), *best.unsaid_letters(art)])
    return best.costs


def _plan(pen: Pen, art: HexArt, spots: Spots) -> _Plan:
    """The best plan for a hex; kept, because no theme changes it."""
    key = (art, pen.unit, pen.least)
    found: _Plan | None = PLANS.get(key)
    if found is None:
        found = _best_plan(pen, art, spots, _ORDERS)
        trial = spots.copy()
        trial.unpack(found.taken)
        if any(price.forced for price in _find_costs(pen, art, trial)):
            found = _best_plan(pen, art, spots, _COSTLY)
        PLANS[key] = found
    return found


def _best_plan(pen: Pen, art: HexArt, spots: Spots, orders: Iterable[Sequence[str]]) -> _Plan:
    """The plan with the least harm; the first that does nearly none."""
    plans = []
    for order in orders:
        plan, trial = _Plan(), spots.copy()
        for kind in order:
            _PLANNERS[kind](pen, art, plan, trial)
        plan.taken = trial.packed()
        plans.append((plan.harm(art, count_values(art)), plan))
        if plans[-1][0] < _GOOD:
            break
    return min(plans, key=lambda plan: plan[0])[1]


def _plan_values(pen: Pen, art: HexArt, plan: _Plan, spots: Spots) -> None:
    plan.values = find_values(pen, art, spots)


def _plan_name(pen: Pen, art: HexArt, plan: _Plan, spots: Spots) -> None:
    if art.name:
        plan.sign = find_name(pen, spots, ways(art.name, pen.least))


def _plan_letters(pen: Pen, art: HexArt, plan: _Plan, spots: Spots) -> None:
    """A long label that is the hex's name says nothing new."""
    for label in art.face.labels:
        letter = _letter(pen, label, spots) if label != art.name else None
        plan.letters += [letter] if letter is not None else []


def _plan_costs(pen: Pen, art: HexArt, plan: _Plan, spots: Spots) -> None:
    plan.costs = _find_costs(pen, art, spots)


_PLANNERS: dict[str, Callable[[Pen, HexArt, _Plan, Spots], None]] = {
    "values": _plan_values,
    "name": _plan_name,
    "letters": _plan_letters,
    "costs": _plan_costs,
}


def _letter(pen: Pen, label: str, spots: Spots) -> Letter | None:
    sizes = (0.2,) if len(label) > 2 else (_LABEL, 0.3, 0.25, _LABEL_LEAST)
    face: Face = "narrow" if len(label) > 2 else "bold"
    for high in dict.fromkeys(max(size, pen.least) for size in sizes):
        at = spots.place_box(pen.width(label, high, face), high * TALL)
        if at is not None:
            return Letter(label, at, high)
    return None


# --- costs -----------------------------------------------------------------------------------------


def _find_costs(pen: Pen, art: HexArt, spots: Spots) -> list[Price]:
    """A place for each cost of a first tile, which is taken.

    A cost is left out only where letters are so large that it would reach into the next hexes.
    """
    texts = [(kind, f"{art.currency}{cost}" if cost else "") for kind, cost in art.cost]
    if pen.least > _COST:
        texts = [(kind, text) for kind, text in texts if pen.width(text, pen.least, "narrow") < _WIDEST]
    return [_price(pen, kind, text, spots) for kind, text in texts]


def _price(pen: Pen, kind: str, text: str, spots: Spots) -> Price:
    """A cost in the first form that has room, high or small."""
    usual, small = max(_COST, pen.least), max(_SMALL, pen.least)
    for high in dict.fromkeys((usual, small)):
        wide = pen.width(text, high, "narrow")
        sizes = ((max(wide, 0.36), 0.2 + high), (wide + 0.42, max(high, 0.2)), (wide, high))
        for form, size in enumerate(sizes):
            at = spots.place_box(*size)
            if at is not None:
                return Price(kind, text, at, form, high)
    spots.take_box(_FOOT, pen.width(text, small, "narrow"), small)
    return Price(kind, text, _FOOT, 2, small, forced=True)


def _cost(pen: Pen, price: Price, ground: Colour) -> None:
    """Write a cost with its sign."""
    (x, y), high = price.at, price.high
    wide = pen.width(price.text, high, "narrow")
    if price.form < 2:
        _terrain(pen, (x, y - high / 2) if price.form == 0 else (x - wide / 2 - 0.02, y), price.kind, ground)
    place = ((x, y + 0.1), (x + 0.21, y), price.at)[price.form]
    pen.letters(place, price.text, high, readable(INK, ground), face="narrow", halo=ground)


def _terrain(pen: Pen, at: Point, kind: str, ground: Colour) -> None:
    x, y = at
    if kind == "water":
        for dy in (-0.05, 0.04):
            wave = [
                (x + dx, y + dy + (0.03 if i % 2 else -0.03))
                for i, dx in enumerate((-0.18, -0.09, 0, 0.09, 0.18))
            ]
            pen.line(wave, seen(WATER, ground), 0.04)
    elif kind in ("mountain", "hill", "rough"):
        pen.polygon(((x - 0.17, y + 0.08), (x, y - 0.12), (x + 0.17, y + 0.08)), seen(MOUNTAIN, ground))
    else:
        pen.letters(at, kind, max(_SMALL, pen.least), readable(INK, ground), room=0.5)


# --- small print -----------------------------------------------------------------------------------


def _tile_number(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """The tile's number, and pips for its colour: one for yellow to four for grey.
    The number is left out where there is no room for it.
    """
    pips = _PIPS.get(art.face.colour, 0)
    if not pips:
        return
    text = "" if art.face.tile is None else f"#{art.face.tile}"
    high = max(_SMALL, pen.least)
    for shown in (text, ""):
        wide = pen.width(shown, high) if shown else 0.0
        room = wide + pips * _PIP_STEP + 0.04
        at = spots.place_box(room, high * 0.9)
        if at is not None:
            _number(pen, at, shown, (wide, high, room), pips, ground)
            return


def _number(
    pen: Pen, at: Point, text: str, size: tuple[float, float, float], pips: int, ground: Colour
) -> None:
    wide, high, room = size
    left, ink = at[0] - room / 2 + 0.005, readable(INK, ground)
    if text:
        pen.letters((left + wide / 2, at[1]), text, high, ink, halo=ground)
    for i in range(pips):
        pen.box((left + wide + 0.06 + i * _PIP_STEP, at[1]), _PIPS_WIDE, 0.11, ink)


def _coordinate(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    if not art.coord:
        return
    high = max(_COORD, pen.least)
    at = spots.place_box(pen.width(art.coord, high), high * TALL)
    if at is not None:
        pen.letters(at, art.coord, high, readable(FAINT, ground), halo=ground)
