"""Completions for the options of slash commands, in the form that Discord takes."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

Hints = list[app_commands.Choice[str]]
MAX_HINTS, MAX_LENGTH = 25, 100
"""Completions in one list, and characters of each label or value."""


def hints(pairs: Iterable[tuple[str, str]], typed: str = "") -> Hints:
    """Completions from pairs of label and value: those that contain the typed text, at most `MAX_HINTS`."""
    wanted = typed.strip().casefold()
    matches = [(label, value) for label, value in pairs if wanted in f"{value} {label}".casefold()]
    return [
        app_commands.Choice(name=label[:MAX_LENGTH], value=value[:MAX_LENGTH])
        for label, value in matches[:MAX_HINTS]
    ]
