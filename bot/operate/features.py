"""The slash commands, a module each; a module has ``setup(tree)`` and registers its verbs at import."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from discord import app_commands

from bot.absence import buttons as presses
from bot.absence import commands as absence
from bot.absence import post as absence_post
from bot.calls import buttons as panel
from bot.calls import commands as remind
from bot.calls import post
from bot.chat.at_table import take_tables
from bot.look import commands as show
from bot.look import help, menus, past
from bot.look import pages as looks
from bot.look import spectators as posting
from bot.orders import commands as auto
from bot.people import commands as me
from bot.people import server
from bot.table import commands as lobby
from bot.table import confirm, gm, place
from bot.turn import commands as act
from bot.turn import entry as turn
from bot.turn import plan

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
