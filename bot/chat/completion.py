"""What autocompletion offers, as Discord takes it."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

Hints = list[app_commands.Choice[str]]
MOST, LENGTH = 25, 100
"""Values at once, and characters of each."""


def hints(found: Iterable[tuple[str, str]], typed: str = "") -> Hints:
    """Labels with their values, those that hold what is typed."""
    wanted = typed.strip().casefold()
    fits = [(label, value) for label, value in found if wanted in f"{value} {label}".casefold()]
    return [app_commands.Choice(name=label[:LENGTH], value=value[:LENGTH]) for label, value in fits[:MOST]]
