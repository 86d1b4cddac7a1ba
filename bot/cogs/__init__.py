"""The slash commands, a module each; a module has ``setup(tree)`` and registers its verbs at import."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from discord import app_commands

from bot.cogs import act, auto, gm, help, lobby, place, plan, show, turn
from bot.cogs.at_table import take_tables
from bot.ui import confirm, looks

PRESSES = (confirm, looks)
"""Modules of verbs that belong to no command."""

MODULES: tuple[ModuleType, ...] = (lobby, turn, act, show, plan, help, gm, place, auto)


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Put all commands into the tree."""
    for module in MODULES:
        module.setup(tree)
    take_tables(tree)
