"""Titles that members type in slash commands, and their autocompletion."""

from __future__ import annotations

from dataclasses import astuple

from bot.chat.completion import Completions, completions
from bot.chat.respond import UserError
from bot.words import t
from engine import TITLES


def require_title(typed: str) -> str:
    """Return the key of the title that a user typed in `/game new` or `/game solo`, ignoring case.

    Raises UserError if there is no such title.
    """
    title = next((key for key in TITLES if key.lower() == typed.strip().lower()), None)
    if title is None:
        raise UserError(t("These games can be played: {names}.", names=", ".join(TITLES)))
    return title


def autocomplete_titles(typed: str) -> Completions:
    """Return the autocomplete choices for a title in `/game new` or `/game solo`.

    Each label has the title's name and numbers of players. Only those that contain the typed text are
    returned.
    """
    labels = [
        (t("{name}: {least} to {most} players", name=name, least=min_players, most=max_players), key)
        for key, name, min_players, max_players in map(astuple, TITLES.listed())
    ]
    return completions(labels, typed)
