"""The components of a title as frozen records, read from its TOML files.

Every value is data that the rulebook prints (or a reconstruction that says so): prices and
revenues in the title's currency, percents of a company, counts of cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypeVar

from engine.core.actions import Json
from engine.message import joined, say

Cell = tuple[int, int]

F = TypeVar("F")


@dataclass(frozen=True)
class Ability:
    """A power as data: a kind (`engine.abilities`) is a subclass whose fields are its parameters."""

    kind: ClassVar[str]

    def idle(self) -> Collection[str]:
        """The parameters that have no effect with the present values of the others."""
        return ()


@dataclass(frozen=True, slots=True)
class CompanySpec:
    """A company as printed. ``shares`` are certificate percents, the president's first.

    ``id``: the letters by which it is known; players are p1, p2... ``kind``: private (one certificate, in the
    initial auction), minor (one certificate, runs trains), major (shares with a par and a market value), or a
    kind of the title's own, named in its ``kinds``. Colours are names such as red, or ``#rrggbb``. ``price``
    and ``revenue`` are those of a private. ``tokens``: what each station token costs to place, the home token
    first. ``home``: the hex, for code of the title; the home city stands in the map (`engine.board.hexmap`).
    ``number``: the order among those of a kind. ``extras``: what only rules of the title read, besides
    ``not_to_companies`` of a private and ``min_players`` (it is left out of games of fewer).

    ``trim_colour``: a second colour of its tokens, where the first alone does not tell it from another's.
    ``variants``: by the name of an option, the company as it is in a game with that option.
    """

    id: str
    name: str
    kind: str
    colour: str = "grey"
    text_colour: str = "white"
    trim_colour: str = ""
    home: str | None = None
    price: int = 0
    revenue: int = 0
    shares: tuple[int, ...] = (100,)
    tokens: tuple[int, ...] = ()
    number: int = 0
    abilities: tuple[Ability, ...] = ()
    extras: Mapping[str, Json] = field(default_factory=dict)
    variants: Mapping[str, CompanySpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrainSpec:
    """A kind of train. ``count`` None is unlimited; ``rusted_by`` is the kind whose first sale scraps it.

    ``reach``: how many stops it may serve; 99 where there is no limit.

    ``sold_from`` the phase from which the bank sells it beside the kinds before it. ``trade_in`` its price
    when a train of a kind is given in for it. ``values`` the key (of the map's revenue steps) under which it
    values stops, where that is not the phase's.
    """

    kind: str
    price: int
    count: int | None
    reach: int
    rusted_by: str | None = None
    sold_from: str | None = None
    trade_in: Mapping[str, int] = field(default_factory=dict)
    values: str | None = None
    extras: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PhaseSpec:
    """A phase: its first train, the tile colours, and the train limit by kind of company.

    ``tiles``: all colours that may be laid, those of earlier phases too. ``events``: what begins with it, by
    names: those of the title's `PhasePolicy` happen at once, others are asked for where a rule needs them.
    ``notes``: what it changes, for players.
    """

    key: str
    train: str
    tiles: tuple[str, ...]
    train_limit: Mapping[str, int]
    operating_rounds: int = 2
    events: tuple[str, ...] = ()
    notes: str = ""

    def __post_init__(self) -> None:
        parts = re.split(r"(; |(?<=\.) )", self.notes)
        object.__setattr__(self, "notes", joined("", [say(part) for part in parts if part]))


@dataclass(frozen=True)
class MarketSpec:
    """The share price chart: rows from the top, None where there is no space.

    ``shape`` says how it is printed: ``grid``, or ``zigzag`` for one row folded into two. ``zone_words``
    what a zone means, for people. ``dividend_bands``: a dividend of so many times the price at most moves
    it a space to the right for each time; the chart shows the amounts (0: it does not). ``uncounted`` zones:
    shares of a company there do not count against the certificate limit; ``unlimited`` ones: a player may
    hold any part of it; ``several`` ones: a purchase may be followed by more of the same company in one turn.
    In a file, ``""`` or 0 stands where a row of a grid has no space.
    """

    rows: tuple[tuple[int | None, ...], ...]
    par_cells: tuple[Cell, ...]
    zones: Mapping[Cell, str] = field(default_factory=dict)
    shape: str = "grid"
    zone_words: Mapping[str, str] = field(default_factory=dict)
    dividend_bands: int = 0
    uncounted: tuple[str, ...] = ()
    unlimited: tuple[str, ...] = ()
    several: tuple[str, ...] = ()

    @cached_property
    def pars(self) -> tuple[int, ...]:
        """The share prices at which a company may start, lowest first."""
        return tuple(sorted({self.value(cell) for cell in self.par_cells}))

    def par_cell(self, par: int | None) -> Cell | None:
        """The space where a company with a par starts; None for what is no par."""
        return next((cell for cell in self.par_cells if self.value(cell) == par), None)

    def value(self, cell: Cell) -> int:
        """The share price printed at (row, column)."""
        value = self.rows[cell[0]][cell[1]]
        if value is None:
            raise KeyError(cell)
        return value

    def has(self, cell: Cell) -> bool:
        """True when the chart has a space at (row, column)."""
        row, column = cell
        return (
            0 <= row < len(self.rows)
            and 0 <= column < len(self.rows[row])
            and self.rows[row][column] is not None
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """How a silence or contradiction of the sources is read: the question, the answer, and why.

    ``section`` is the one of the rules that leaves the question open.
    """

    topic: str
    reading: str
    reconstructed: bool = False
    section: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that only the rulebook explains, its other forms, and what it means, in a sentence or two."""

    word: str
    text: str
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("word", "text"):
            object.__setattr__(self, name, say(getattr(self, name)))
        object.__setattr__(self, "also", tuple(map(say, self.also)))


@dataclass(frozen=True, slots=True)
class Lessons:
    """What the tutorial of a title explains.

    ``steps``: by the step, one text for each move that a player has made there. ``choices``: by the kind of
    move, what a choice between two such moves is about. ``pictures``: by the step, what its picture shows.
    ``proposals``: by the kind of move, what a picture shows of one that is offered. ``skipped``: by the step,
    why it asked for nothing.
    ``learnt``: what a player knows after the first dividend, in Markdown.
    """

    steps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    learnt: tuple[str, ...] = ()
    proposals: Mapping[str, str] = field(default_factory=dict)
    skipped: Mapping[str, str] = field(default_factory=dict)

    def texts(self) -> Iterator[str]:
        """All texts."""
        yield from (text for texts in self.steps.values() for text in texts)
        yield from (*self.choices.values(), *self.pictures.values(), *self.learnt)
        yield from (*self.proposals.values(), *self.skipped.values())


@dataclass(frozen=True, slots=True)
class TitleData:
    """All components of one title."""

    key: str
    name: str
    currency: str
    bank: int
    min_players: int
    max_players: int
    starting_cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    companies: Mapping[str, CompanySpec]
    trains: Mapping[str, TrainSpec]
    phases: Mapping[str, PhaseSpec]
    market: MarketSpec
    tiles: Mapping[str, int]
    record: object
    """The figures of the title's rules (see `figures`)."""
    readings: tuple[Reading, ...] = ()
    certificate_limit_with: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """Other certificate limits, by the option of the game that brings them."""
    tile_states: frozenset[str] = frozenset()
    """Ids of tiles of the box with something put on them; the copies are counted by the plain tile."""
    kinds: tuple[str, ...] = ()
    """Kinds of company besides private, minor and major, and other keys of the train limits."""
    words: tuple[Word, ...] = ()
    passing: Mapping[str, str] = field(default_factory=dict)
    """What passing means, by the step in which somebody passes."""
    guide: Mapping[str, str] = field(default_factory=dict)
    """What a step is about and what most players do there, by the step."""
    lessons: Lessons = Lessons()
    _of_kind: dict[str, tuple[CompanySpec, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def figures(self, kind: type[F]) -> F:
        """The figures of a subject: ``data.figures(StockFigures)``; LookupError when the title has none."""
        if not isinstance(self.record, kind):
            raise LookupError(f"{self.key} has no {kind.__name__}")
        return self.record

    def in_box(self, tile: str) -> bool:
        """Whether the title has this tile, or this state of one."""
        return tile in self.tiles or tile in self.tile_states

    def of_kind(self, kind: str) -> tuple[CompanySpec, ...]:
        """The companies of a kind, by their number and then in the printed order."""
        found = self._of_kind.get(kind)
        if found is None:
            companies = (c for c in self.companies.values() if c.kind == kind)
            found = self._of_kind[kind] = tuple(sorted(companies, key=lambda c: c.number))
        return found
