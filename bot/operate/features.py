"""All features of the bot: their commands, and what registers itself when its module is imported."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from discord import app_commands

import bot.absence.buttons
import bot.absence.commands
import bot.absence.post
import bot.absence.votes
import bot.calls.buttons
import bot.calls.commands
import bot.calls.post
import bot.computers.driver
import bot.look.commands
import bot.look.first_steps
import bot.look.help
import bot.look.menus
import bot.look.pages
import bot.look.past
import bot.look.rule_pages
import bot.look.spectators
import bot.orders.commands
import bot.people.commands
import bot.people.server
import bot.table.commands
import bot.table.confirm
import bot.table.gm
import bot.table.opponents
import bot.table.place
import bot.table.post
import bot.turn.commands
import bot.turn.entry
import bot.turn.plan
import bot.turn.post
import bot.turn.undone_cards
import bot.votes.buttons
import bot.votes.post
import bot.votes.undo_vote
from bot.chat.table_option import add_table_options

COMMANDS: tuple[ModuleType, ...] = (
    bot.table.commands, bot.turn.entry, bot.turn.commands, bot.look.commands, bot.turn.plan,
    bot.calls.commands, bot.look.help, bot.table.gm, bot.people.server, bot.people.commands, bot.look.menus,
    bot.orders.commands, bot.table.place, bot.table.opponents, bot.absence.commands,
)  # fmt: skip
"""Modules with ``setup(tree)``; the last three add to groups of those before them."""


def register_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Register the slash commands of all features of the bot in a command tree.

    Those about one game then get the option `table`.
    """
    for module in COMMANDS:
        module.setup(tree)
    add_table_options(tree)
