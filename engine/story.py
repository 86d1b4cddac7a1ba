"""The log in sentences: one or more lines for each record, from templates by key."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Json
from engine.events import Event, GameEnded, PhaseBegan, Said
from engine.log import Record
from engine.view import View

MONEY = frozenset({"money", "amount", "price", "cash", "value", "before", "par", "cost", "revenue"})
"""Names of parameters that are amounts of money."""

TEMPLATES: dict[str, str] = {}
"""Shared templates by key, filled by `tell` at import of the steps that use them."""


def tell(**templates: str) -> None:
    """Register the templates of a step; a key is registered once.

    A number that is counted names what it counts, one and many: ``{count:share|shares}``.
    """
    for key, text in templates.items():
        if TEMPLATES.setdefault(key, text) != text:
            raise ValueError(f"two templates for {key}")


tell(
    undone="{by} took back everything after move {to}.",
    redone="{by} did move {to} again.",
    corrected="{by} corrected the position: {note}",
    phase="Phase {phase} begins.",
    over="The game is over: {reason}.",
)


def lines(view: View, record: Record) -> list[str]:
    """The sentences of a record, players by name and money with the title's sign."""
    by = view.name(record.by)
    if record.kind == "undo":
        return [TEMPLATES["undone"].format(by=by, to=record.to)]
    if record.kind == "redo":
        return [TEMPLATES["redone"].format(by=by, to=record.to)]
    told = [TEMPLATES["corrected"].format(by=by, note=record.note)] if record.kind == "correction" else []
    return told + [text for event in record.events if (text := sentence(view, event))]


def sentence(view: View, event: Event) -> str | None:
    """One event as a sentence, or None when it tells nothing of its own."""
    if isinstance(event, Said):
        return _fill(view, event.key, event.params)
    if isinstance(event, PhaseBegan) and event.before:
        return _fill(view, "phase", {"phase": event.after})
    if isinstance(event, GameEnded):
        return _fill(view, "over", {"reason": event.reason.replace("_", " ")})
    return None


def _fill(view: View, key: str, params: Mapping[str, Json]) -> str:
    template = view.title.story.get(key) or TEMPLATES[key]
    return template.format(**{k: _shown(view, k, v) for k, v in params.items()})


def _shown(view: View, name: str, value: Json) -> Json:
    if isinstance(value, str):
        return view.name(value)
    if isinstance(value, int):
        return f"{view.data.currency}{value}" if name in MONEY else _Count(value)
    return value


class _Count(int):
    """A number that is written with what it counts."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return super().__format__(spec)
        one, many = spec.split("|")
        return f"{int(self)} {one if self == 1 else many}"
