"""The slash commands, a module each; a module has ``setup(tree)`` and registers its verbs at import."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from discord import app_commands

from bot.cogs import act, auto, gm, help, lobby, me, place, plan, server, show, turn
from bot.cogs.at_table import take_tables
from bot.people import past, posting
from bot.ui import confirm, looks

PRESSES = (confirm, looks, past, posting)
"""Modules of verbs, and of what the outbox posts, that belong to no command."""

MODULES: tuple[ModuleType, ...] = (lobby, turn, act, show, plan, help, gm, place, server, me, auto)


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Put all commands into the tree."""
    for module in MODULES:
        module.setup(tree)
    take_tables(tree)
