"""The slash commands, a module each; a module has ``setup(tree)`` and registers its verbs at import."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from discord import app_commands

from bot.absence import post as absence_post
from bot.absence import presses
from bot.cogs import absence, act, auto, gm, help, lobby, me, menus, place, plan, remind, server, show, turn
from bot.cogs.at_table import take_tables
from bot.people import past, posting
from bot.reminders import panel, post
from bot.ui import confirm, looks

PRESSES = (confirm, looks, presses, panel, past, posting)
"""Modules of verbs, and of what the outbox posts, that belong to no command."""

POSTS = (post, absence_post)
"""Modules that post rows of the outbox."""

MODULES: tuple[ModuleType, ...] = (
    lobby,
    turn,
    act,
    show,
    plan,
    remind,
    help,
    gm,
    server,
    me,
    menus,
    auto,
    place,
    absence,
)
"""`place` and `absence` come after the groups to which they add."""


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Put all commands into the tree."""
    for module in MODULES:
        module.setup(tree)
    take_tables(tree)
