"""The one-line notation of faces, shared by tile and map data.

``"green city:30:2 0134-s0 label:Y"``: a colour (white when left out), then words in any order:

* ``city:REVENUE:SLOTS`` (slots 1 when left out), ``town:REVENUE`` (``town:10:2`` is one dot for two towns),
  ``offboard:REVENUE:GROUP``, ``junction``. Stops are numbered s0, s1... in the order written. Revenue is 0
  when left out; ``40/60/80`` gives one figure for each revenue step of the map. ``@3`` after a stop is a
  drawing hint: near edge 3, for example to show track that passes beside a city (``city:10@3 14-s0 1-4``).
* ``0-3`` track between two edges, ``0-s0`` from an edge to a stop, ``s0-s1`` between stops; several edges
  before the dash each get a segment: ``0134-s0``.
* ``label:Y`` a letter (repeat the word for several), ``fixed`` never rotated, ``base:20`` a state of the
  physical tile 20, whose copies it uses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board.faces import (
    CITY,
    JUNCTION,
    KINDS,
    OFFBOARD,
    STOP,
    TOWN,
    End,
    Face,
    Revenue,
    Stop,
    end_name,
    track_of,
)

COLOURS = ("white", "yellow", "green", "brown", "gray", "red", "blue")
_TRACK = re.compile(r"([0-5]+|s[0-9])-([0-5]|s[0-9])")
Steps = Sequence[Sequence[str]]


class NotationError(ValueError):
    """A face that cannot be read; the text names the entry and the word."""


@dataclass
class Parsed:
    """A face and the words that only tiles use."""

    face: Face
    base: str | None = None
    fixed: bool = False


@dataclass
class _Words:
    name: str
    steps: Steps
    stops: list[Stop] = field(default_factory=list)
    segments: list[tuple[End, End]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    base: str | None = None
    fixed: bool = False

    def fail(self, word: str, why: str) -> NotationError:
        return NotationError(f"{self.name}: cannot read {word!r}: {why}")


def parse_face(name: str, text: str, steps: Steps = ()) -> Parsed:
    """Read one line of notation; ``steps`` are the revenue steps (lists of keys) that ``40/60`` refers to.

    Raises NotationError that names the entry and the bad word.
    """
    words = text.split()
    colour = words.pop(0) if words and words[0] in COLOURS else "white"
    read = _Words(name, steps)
    for word in words:
        _read_word(read, word)
    _check_ends(read, text)
    face = Face(colour, tuple(read.stops), track_of(read.segments), tuple(read.labels))
    return Parsed(face, read.base, read.fixed)


def _read_word(read: _Words, word: str) -> None:
    head, _, rest = word.partition(":")
    if word == "fixed":
        read.fixed = True
    elif head == "label" and rest:
        read.labels.append(rest)
    elif head == "base" and rest:
        read.base = rest
    elif head.partition("@")[0] in KINDS:
        read.stops.append(_read_stop(read, word))
    elif found := _TRACK.fullmatch(word):
        read.segments += _read_track(read, word, *found.groups())
    else:
        raise read.fail(word, "expected a stop, track such as 0-s0, label:X, base:ID or fixed")


def _read_stop(read: _Words, word: str) -> Stop:
    body, at, place = word.partition("@")
    kind, *fields = body.split(":")
    if at and not re.fullmatch("[0-5]", place):
        raise read.fail(word, "the drawing hint after @ is an edge 0-5")
    drawn_at = int(place) if at else None
    if len(fields) > (0 if kind == JUNCTION else 2):
        raise read.fail(word, "too many parts")
    revenue = _read_revenue(read, word, fields[0]) if fields else 0
    last = fields[1] if len(fields) == 2 else None
    if kind == OFFBOARD:
        return Stop(kind, revenue, group=last, drawn_at=drawn_at)
    if last is not None and not re.fullmatch("[1-9]", last):
        raise read.fail(word, "the last part is a number from 1 to 9")
    number = int(last or 1)
    if kind == CITY:
        return Stop(kind, revenue, slots=number, drawn_at=drawn_at)
    return Stop(kind, revenue, size=number if kind == TOWN else 1, drawn_at=drawn_at)


def _read_revenue(read: _Words, word: str, text: str) -> Revenue:
    if not re.fullmatch(r"[0-9]+(/[0-9]+)*", text):
        raise read.fail(word, "revenue is a whole number, or several with / between")
    figures = [int(part) for part in text.split("/")]
    if len(figures) == 1:
        return figures[0]
    if len(figures) != len(read.steps):
        raise read.fail(word, f"{len(figures)} revenue figures, but {len(read.steps)} revenue steps")
    return tuple((key, figure) for keys, figure in zip(read.steps, figures, strict=True) for key in keys)


def _read_track(read: _Words, word: str, left: str, right: str) -> list[tuple[End, End]]:
    starts = [_end(left)] if left.startswith("s") else [int(edge) for edge in left]
    pieces = [(start, _end(right)) for start in starts]
    if any(a == b for a, b in pieces) or len(set(starts)) != len(starts):
        raise read.fail(word, "track joins two different ends, each once")
    return pieces


def _end(text: str) -> End:
    return STOP + int(text[1:]) if text.startswith("s") else int(text)


def _check_ends(read: _Words, text: str) -> None:
    for piece in read.segments:
        for end in piece:
            if end >= STOP + len(read.stops):
                raise read.fail(end_name(end), f"there are only {len(read.stops)} stops in {text!r}")
    if len(set(track_of(read.segments))) != len(read.segments):
        raise NotationError(f"{read.name}: a segment is given twice in {text!r}")
