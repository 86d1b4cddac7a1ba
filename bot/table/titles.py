"""Titles as people type and choose them."""

from __future__ import annotations

from dataclasses import astuple

from bot.chat.completion import Completions, completions
from bot.chat.respond import UserError
from bot.words import t
from engine import TITLES


def title_named(typed: str) -> str:
    """Return the key of a typed title. Raises UserError."""
    found = next((key for key in TITLES if key.lower() == typed.strip().lower()), None)
    if found is None:
        raise UserError(t("These games can be played: {names}.", names=", ".join(TITLES)))
    return found


def complete_titles(typed: str) -> Completions:
    """Return the autocomplete choices: titles with their numbers of players."""
    told = [
        (t("{name}: {least} to {most} players", name=name, least=least, most=most), key)
        for key, name, least, most in map(astuple, TITLES.listed())
    ]
    return completions(told, typed)
