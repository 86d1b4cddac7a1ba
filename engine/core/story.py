"""The log in sentences: one or more lines for each record, from templates by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from engine.core.actions import Json
from engine.core.events import Event, GameEnded, PhaseBegan, Said
from engine.core.log import Record
from engine.core.view import View

MONEY = frozenset({"money", "amount", "price", "cash", "value", "before", "par", "cost", "fee", "revenue"})
"""Names of parameters that are amounts of money."""


class Rank(IntEnum):
    """What a line is about; where there is room for few lines, those of the lower number come first."""

    TABLE = 0
    """Moves taken back or put back, a position corrected by hand."""
    ENDING = 1
    FORMATION = 2
    MERGER = 3
    BANKRUPTCY = 4
    PHASE = 5
    RUST = 6
    """Also all else that is lost to a phase: discarded trains, closed privates."""
    PRESIDENT = 7
    FLOAT = 8
    DIVIDEND = 9
    DEAL = 10
    """Shares, trains, privates, loans that change hands."""
    LAY = 11
    """Tiles and tokens."""
    DETAIL = 12


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the story and what it is about."""

    text: str
    rank: Rank = Rank.DETAIL


class Stories(dict[str, Line]):
    """Templates by key, each with its rank: the shared ones, and those of a title (`engine.title.Title`).

    A number that is counted names what it counts, one and many: ``{count:share|shares}``.
    """

    def tell(self, rank: Rank = Rank.DETAIL, /, **templates: str) -> None:
        """Add templates of one rank; a key is added once."""
        for key, text in templates.items():
            if self.setdefault(key, Line(text, rank)) != Line(text, rank):
                raise ValueError(f"two templates for {key}")


TEMPLATES = Stories()
"""What every title may tell, filled at import of the steps and rules that do."""
tell = TEMPLATES.tell


tell(
    Rank.TABLE,
    undone="{by} took back everything after move {to}.",
    redone="{by} did move {to} again.",
    corrected="{by} corrected the position: {note}",
)
tell(Rank.PHASE, phase="Phase {phase} begins.")
tell(Rank.ENDING, over="The game is over: {reason}.")

_OF_THE_TABLE = {"undo": "undone", "redo": "redone", "correction": "corrected"}
"""The template of a record that is no move."""


Words = Callable[[str], str]
"""A template in another language, or as it is."""


def lines(view: View, record: Record, words: Words = str) -> list[str]:
    """The sentences of a record, players by name and money with the title's sign."""
    return [line.text for line in story(view, record, words)]


def story(view: View, record: Record, words: Words = str) -> list[Line]:
    """The same with the rank of each."""
    found = [_line(view, event, words) for event in record.events]
    told = [line for line in found if line is not None]
    key = _OF_THE_TABLE.get(record.kind)
    if key is None:
        return _noted(told, words(record.note) if record.note else "")
    text = words(TEMPLATES[key].text).format(by=view.name(record.by), to=record.to, note=record.note)
    return [Line(text, TEMPLATES[key].rank), *told]


def _noted(told: list[Line], note: str) -> list[Line]:
    """The lines of a move; its note stands behind the first."""
    if not told or not note:
        return told
    return [Line(f"{told[0].text} ({note})", told[0].rank), *told[1:]]


def sentence(view: View, event: Event, words: Words = str) -> str | None:
    """One event as a sentence, or None when it tells nothing of its own."""
    line = _line(view, event, words)
    return None if line is None else line.text


def _line(view: View, event: Event, words: Words) -> Line | None:
    if isinstance(event, Said):
        return _fill(view, event.key, event.params, words)
    if isinstance(event, PhaseBegan) and event.before:
        return _fill(view, "phase", {"phase": event.after}, words)
    if isinstance(event, GameEnded):
        return _fill(view, "over", {"reason": words(event.reason.replace("_", " "))}, words)
    return None


def _fill(view: View, key: str, params: Mapping[str, Json], words: Words) -> Line:
    template = view.policy(Stories).get(key) or TEMPLATES[key]
    text = words(template.text).format(**{k: _shown(view, k, v, words) for k, v in params.items()})
    return Line(text, template.rank)


def _shown(view: View, name: str, value: Json, words: Words) -> Json:
    if isinstance(value, str):
        return view.name(value) if value in view.state.players else words(view.name(value))
    if isinstance(value, int):
        return view.money(value) if name in MONEY else _Count(value)
    return value


class _Count(int):
    """A number that is written with what it counts."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return super().__format__(spec)
        one, many = spec.split("|")
        return f"{int(self)} {one if self == 1 else many}"
