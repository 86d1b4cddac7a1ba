"""Titles whose recorded games read some rules otherwise; the option `OPTION` says whose readings hold."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TypeVar

from engine.core.view import View
from engine.rules.setup import chosen

OPTION, RECORDED = "readings", "recorded"


@dataclass(frozen=True)
class TitleReadings:
    """The named readings of a title, which declares them as fields."""


R = TypeVar("R", bound=TitleReadings)


def opposite(readings: R, **more: int) -> R:
    """The readings in which all that is true or false is read the other way; ``more``: numbers."""
    now = {field.name: getattr(readings, field.name) for field in fields(readings)}
    turned = {name: not value for name, value in now.items() if isinstance(value, bool)}
    return replace(readings, **turned, **more)


def in_force(view: View, printed: R, recorded: R) -> R:
    """The readings that hold in a game, as chosen at its set-up."""
    return recorded if chosen(view, OPTION) == RECORDED else printed
