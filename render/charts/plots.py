"""Charts of the course of a game by round: worth, income and certificates, share prices, trains in use.

A chart is 800 px wide, its smallest type 26 px: 11 px where a phone shows it 347 px wide; it is as high as
its names need. Each line ends in its name; lines differ in colour, in dashes and in their marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

from engine import Json, View
from render.charts.courses import TITLES, TRAINS, Line, amount, lines_of, shown_rounds
from render.pen.speech import said, written
from render.pen.text import FONTS, shorten, width
from render.pen.theme import Colour, mix, now, readable

_WIDE, _HIGH, _DPI = 800, 600, 100
_TYPE = 26
_DASHES = ("-", "--", "-.", (0, (1, 1)))
_MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
_DIGIT = 16
"""How wide a figure is, in px."""
_ROW, _AROUND = 31, 150
"""How high a row of the trains or the name of a line is, and what is above and below a chart, in px."""
_STEPS = 8
"""Marks on a line, about."""
_NAME, _ROUND = 14, 18
"""Characters of a name and of a round on a chart."""
_LEFT, _ROWS, _RIGHT = 0.16, 0.13, 0.95
"""Where the axes begin, and where the rows of the trains begin and end, as shares of the width."""
_MARGIN = 0.02
"""What is left free beside the lines, as a share of the axes."""
_GAP = 14
"""Between two texts and beside a name, in px."""


def chart_picture(
    view: View, *, chart: str, rounds: Sequence[Mapping[str, Json]], theme: str = ""
) -> Image.Image:
    """One of `render.charts.courses.CHARTS`; ``rounds``: `engine.api.course.Round` as JSON."""
    shown = shown_rounds(chart, rounds)
    lines = lines_of(view, chart, shown)
    rows = len(lines) if chart == TRAINS else sum(line.values[-1] is not None for line in lines)
    high = max(_HIGH, _ROW * rows + _AROUND)
    figure = Figure(figsize=(_WIDE / _DPI, high / _DPI), dpi=_DPI, facecolor=_hex(now().paper))
    left = _left(lines) if chart == TRAINS else _LEFT
    across = _RIGHT - left if chart == TRAINS else _across(lines)
    box = (left, 78 / high, across, 1 - _AROUND / high)
    axes = figure.add_axes(box, facecolor=_hex(now().paper))
    if chart == TRAINS:
        _bars(axes, lines, across * _WIDE)
    else:
        for number, line in enumerate(lines):
            _draw(axes, number, line)
    _frame(axes, view, chart, [said(r["title"]) for r in shown], across * _WIDE)
    if chart == TRAINS:
        _kinds(axes, lines)
    else:
        _name(axes, lines, high - _AROUND)
    stream = BytesIO()
    figure.savefig(stream, format="png")
    return Image.open(stream).convert("RGB")


def _across(lines: Sequence[Line]) -> float:
    """How wide the axes are, as a share of the width: what the names beside the lines leave."""
    names = max((width(short(line.name, _NAME), _TYPE, "narrow") for line in lines), default=0)
    return 1 - _LEFT - (names + 2 * _GAP) / _WIDE


def _left(lines: Sequence[Line]) -> float:
    """Where the rows of the trains begin, as a share of the width: after the kinds beside them."""
    names = max((width(short(line.name, _NAME), _TYPE, "narrow") for line in lines), default=0)
    return max(_ROWS, (names + 2 * _GAP) / _WIDE)


def _draw(axes: Axes, number: int, line: Line) -> None:
    values = [float("nan") if value is None else value for value in line.values]
    colour, few = _hex(_seen(line.colour)), max(1, len(line.values) // _STEPS)
    axes.plot(
        range(len(values)), values, color=colour, linewidth=3.5,
        linestyle=_DASHES[number % len(_DASHES)], marker=_MARKS[number % len(_MARKS)], markersize=9,
        markevery=few,
    )  # fmt: skip


def _bars(axes: Axes, lines: Sequence[Line], room: float) -> None:
    """The life of each kind as a bar in a row of its own, with how many there are; ``room``: px of a row."""
    most = max((value or 0 for line in lines for value in line.values), default=1)
    rounds = max((len(line.values) for line in lines), default=1)
    for row, line in enumerate(lines):
        for start, stretch, value in _stretches(line.values):
            shade = mix(now().paper, _seen(line.colour), 0.3 + 0.6 * value / most)
            axes.barh(row, stretch, left=start - 0.5, height=0.84, color=_hex(shade), linewidth=0)
            if stretch * room / rounds >= _DIGIT * len(str(value)) + 4:
                axes.text(
                    start - 0.5 + 4 * rounds / room, row, str(value), va="center_baseline",
                    color=_hex(readable(now().ink, shade)), font=_font("DejaVuSansCondensed-Bold.ttf", _TYPE),
                )  # fmt: skip
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_xlim(-0.5, rounds - 0.5)


def _stretches(values: Sequence[int | None]) -> Iterator[tuple[int, int, int]]:
    """Where a number of trains begins, for how many rounds it stays, and the number."""
    start = 0
    for value, group in groupby(values):
        long = len(list(group))
        if value:
            yield start, long, value
        start += long


def _kinds(axes: Axes, lines: Sequence[Line]) -> None:
    """The kinds of train beside their rows."""
    axes.grid(visible=False)
    axes.set_yticks(range(len(lines)), [short(line.name, _NAME) for line in lines])
    for label in axes.get_yticklabels():
        label.set_fontproperties(_font("DejaVuSansCondensed-Bold.ttf", _TYPE))
    axes.get_xticklabels()[-1].set_horizontalalignment("right")


def _frame(axes: Axes, view: View, chart: str, titles: Sequence[str], room: float) -> None:
    """The title, the scales and the names of some rounds; the axes are ``room`` px wide."""
    small = _font("DejaVuSansCondensed-Bold.ttf", _TYPE)
    axes.set_title(
        said(TITLES[chart]),
        loc="left",
        color=_hex(now().ink),
        font=_font("DejaVuSans-Bold.ttf", _TYPE + 4),
        pad=12,
    )
    axes.grid(axis="y", color=_hex(mix(now().paper, now().faint, 0.3)), linewidth=1)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    named = sorted({0, (len(titles) - 1) // 2, len(titles) - 1})
    rows = chart == TRAINS
    middle = (named[1] + rows / 2) / (len(titles) - 1 + rows) if len(named) > 2 else 0.5
    places = [-0.5, *named[1:]] if rows else named
    axes.set_xticks(places, named_apart([brief(titles[i]) for i in named], room, middle))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: written(amount(view, chart, round(value)))))
    axes.tick_params(length=0, colors=_hex(now().ink))
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(small)
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    if chart != TRAINS:
        last = max(1, len(titles) - 1)
        axes.set_xlim(-_MARGIN * last, (1 + _MARGIN) * last)


def named_apart(names: Sequence[str], room: float, at: float = 0.5) -> list[str]:
    """The names of the first, the middle and the last round, cut so that none runs into another.

    Where the first is too long, what stands in brackets is left out of it first.
    The first begins at the left end of ``room`` px, the others are centred on a share of it and on its end.
    """
    if len(names) < 3:
        return list(names)
    first, middle, last = names
    middle = shorten(middle, room / 3, _TYPE, "narrow")
    beside = room * (at - _MARGIN) - width(middle, _TYPE, "narrow") / 2 - _GAP
    first = first if width(first, _TYPE, "narrow") <= beside else first.partition(" (")[0]
    return [shorten(first, beside, _TYPE, "narrow"), middle, last]


def brief(title: str) -> str:
    """The name of a round, without what stands in brackets where it is long."""
    return short(title if len(title) <= _ROUND else title.partition(" (")[0], _ROUND)


def short(text: str, most: int) -> str:
    """A name, or its beginning with a sign that it goes on."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _name(axes: Axes, lines: Sequence[Line], tall: int) -> None:
    """The name of each line at its end, none on another; the axes are ``tall`` px high."""
    low, high = axes.get_ylim()
    room = (high - low) * _TYPE * 1.15 / tall
    early = [line for line in lines if line.values[-1] is None]
    _name_early(axes, early, _across(lines) * _WIDE, tall)
    ends = sorted((line.values[-1], i) for i, line in enumerate(lines) if line.values[-1] is not None)
    places = _apart([value for value, _ in ends], room, low, high)
    for (_, i), place in zip(ends, places, strict=True):
        name = short(lines[i].name, _NAME)
        axes.text(
            1 + _GAP / (_across(lines) * _WIDE), (place - low) / (high - low), name,
            transform=axes.transAxes, va="center",
            color=_hex(_seen(lines[i].colour)), font=_font("DejaVuSansCondensed-Bold.ttf", _TYPE),
        )  # fmt: skip


def _name_early(axes: Axes, lines: Sequence[Line], room: float, tall: int) -> None:
    """The names of lines that end before the chart does, near their ends; the axes have this size in px."""
    (first, last), (low, high) = axes.get_xlim(), axes.get_ylim()
    ends = []
    for line in lines:
        at = max(i for i, value in enumerate(line.values) if value is not None)
        right = (at - first) / (last - first) * room + _GAP / 2
        up = (float(line.values[at] or 0) - low) / (high - low) * tall + _TYPE / 2
        ends.append((right, up, width(short(line.name, _NAME), _TYPE, "narrow")))
    for line, (left, middle) in zip(lines, beside(ends, room, tall), strict=True):
        axes.text(
            left / room, middle / tall, short(line.name, _NAME), transform=axes.transAxes, va="center",
            color=_hex(_seen(line.colour)), font=_font("DejaVuSansCondensed-Bold.ttf", _TYPE),
            path_effects=[Stroke(linewidth=5, foreground=_hex(now().paper)), Normal()],
        )  # fmt: skip


def beside(ends: Sequence[tuple[float, float, float]], room: float, tall: float) -> list[tuple[float, float]]:
    """Places for names near ends of lines, none on another while there is room: left end and middle, in px.

    ends: for each where it would begin, its middle, and how wide it is.
    """
    places: list[tuple[float, float]] = []
    for left, middle, wide in ends:
        begin = max(0.0, min(left, room - wide))
        heights = (
            middle + sign * step * _TYPE / 2 for step in range(round(2 * tall / _TYPE)) for sign in (1, -1)
        )
        inside = [y for y in heights if _TYPE / 2 <= y <= tall - _TYPE / 2]
        taken = [(x, y, w) for (x, y), (_, _, w) in zip(places, ends, strict=False)]
        free = (y for y in inside if all(_clear((begin, y, wide), other) for other in taken))
        places.append((begin, next(free, middle)))
    return places


def _clear(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether two names, each with its left end, its middle and its width, do not touch."""
    apart = abs(one[1] - other[1]) >= _TYPE
    return apart or one[0] >= other[0] + other[2] + 4 or other[0] >= one[0] + one[2] + 4


def _apart(wanted: Sequence[float], room: float, low: float, high: float) -> list[float]:
    """Places for values that rise, at least ``room`` from each other, within the chart where that can be."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + room if places else low))
    top = high
    for i in range(len(places) - 1, -1, -1):
        places[i] = min(places[i], top)
        top = places[i] - room
    return places


def _seen(colour: Colour) -> Colour:
    """A colour that is seen as a line on the page."""
    light = (colour[0] * 3 + colour[1] * 6 + colour[2]) / 10
    if now().dark:
        return mix(colour, now().ink, 0.5) if light < 110 else colour
    return mix(colour, now().ink, 0.45) if light > 170 else colour


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _font(file: str, px: float) -> FontProperties:
    return FontProperties(fname=str(FONTS / file), size=px * 72 / _DPI)
