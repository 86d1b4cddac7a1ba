"""What an event is: a reversible fact with a wire form ``[name, field, field, ...]``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from typing import Any, ClassVar

from engine.core.actions import Json
from engine.core.errors import BadLog
from engine.core.state import Cursor, Offer, Pending, State, record_to_json

KINDS: dict[str, type[Event]] = {}


class Event(ABC):
    """A reversible fact. Subclasses are frozen dataclasses of JSON values and small records."""

    __slots__ = ()
    _cells: ClassVar[tuple[int, ...]] = ()
    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        KINDS[cls.__name__] = cls

    @abstractmethod
    def apply(self, state: State) -> None:
        """Write the fact into the state."""

    @abstractmethod
    def revert(self, state: State) -> None:
        """Take the fact back: the state is as it was before apply."""

    def to_json(self) -> list[Json]:
        """The wire form."""
        return [type(self).__name__, *(_wire(getattr(self, name)) for name in _field_names(type(self)))]

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        """Build the event from the values of its wire form."""
        for i in cls._cells:
            if isinstance(values[i], list):
                values[i] = tuple(values[i])
        return cls(*values)


def from_json(raw: Json) -> Event:
    """Read the wire form; raises BadLog for an unknown name or wrong fields."""
    try:
        return KINDS[raw[0]].read(list(raw[1:]))
    except (KeyError, TypeError, IndexError) as error:
        raise BadLog(f"not an event: {raw!r:.80}") from error


def _field_names(cls: type[Event]) -> tuple[str, ...]:
    if not cls._names:
        cls._names = tuple(f.name for f in fields(cls))  # type: ignore[arg-type]
    return cls._names


def _wire(value: Any) -> Json:
    if isinstance(value, tuple):
        return [_wire(v) for v in value]
    if isinstance(value, (Cursor, Pending, Offer)):
        return record_to_json(value)
    return value


def put(cells: dict[str, Any], key: str, value: Any) -> None:
    """Set an entry; None removes it."""
    if value is None:
        cells.pop(key, None)
    else:
        cells[key] = value
