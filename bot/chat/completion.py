"""Autocompletion of the options of slash commands: the choices that Discord proposes."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

Completions = list[app_commands.Choice[str]]
MAX_COMPLETIONS, MAX_LENGTH = 25, 100
"""The maximum number of choices in one list, and of characters in each label or value."""


def completions(pairs: Iterable[tuple[str, str]], typed: str = "") -> Completions:
    """Return autocomplete choices from those pairs of label and value that contain the typed text.

    They are for an option of a slash command. Case is ignored; an empty text matches all. At most 25 are
    returned, each label and value cut at 100 characters.
    """
    search = typed.strip().casefold()
    matches = [(label, value) for label, value in pairs if search in f"{value} {label}".casefold()]
    return [
        app_commands.Choice(name=label[:MAX_LENGTH], value=value[:MAX_LENGTH])
        for label, value in matches[:MAX_COMPLETIONS]
    ]
