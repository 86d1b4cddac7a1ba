"""The private parts of other libraries: in one module each, and as they are in the pinned version."""

from __future__ import annotations

import ast
import inspect
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord import _settlement
from simcord.preview import _component_projection, _markdown, _messages, _pages, _queries, _server, _snapshot

import bot
from bot.local.simcord_internals import HANDLER_NAMES

BOT = Path(bot.__file__).parent
MODULES = ("chat/discord_internals.py", "local/simcord_internals.py")
PINNED = {"discord.py": "2.7.1", "simcord": "3.2.1"}

FUNCTIONS: dict[Any, str] = {
    app_commands.CommandTree._call: "self interaction",
    simcord.Env._settle_internal: "self timeout idle dispatch _deadline",
    simcord.Env._bot_scope: "self",
    simcord.Env._register_dispatch_observer: "self observer",
    simcord.Env._settlement_state: "self",
    _settlement._run_due_virtual_callbacks: "self deadline",
    simcord.Preview._action: "self context_id body",
    simcord.Preview._publish: "self page reason",
    simcord.Preview._publish_message_pages: "self reason",
    simcord.Preview._advance_presentation_time: "self",
    simcord.Preview._redact_page_receipts: "self page",
    simcord.Preview._clear_page_assets: "self page",
    simcord.Preview._reset_queries: "page",
    simcord.Preview._initial_target: "self viewer channel_id",
    _markdown.markdown_tokens: "value profile context",
    **{getattr(_server.PreviewServer, name): "self request" for name in HANDLER_NAMES},
}
PAGE = {"id", "viewer", "channel_id", "target_id", "window_end_id", "modal", "modal_handle", "generation"}


@pytest.mark.parametrize("library", PINNED)
def test_the_version_is_the_one_that_was_read(library: str) -> None:
    """Who takes a newer one reads what has become of the private parts, and writes its number here."""
    assert version(library) == PINNED[library]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__qualname__)
def test_a_private_function_takes_what_it_is_given(function: Any) -> None:
    assert " ".join(inspect.signature(function).parameters) == FUNCTIONS[function]


async def test_discord_py_holds_what_is_replaced() -> None:
    state = discord.Client(intents=discord.Intents.none())._connection
    assert callable(state.parsers["INTERACTION_CREATE"])
    assert type(state._view_store._dynamic_items) is dict

    @app_commands.command(name="one", description="one")
    async def one(interaction: discord.Interaction[Any], table: str) -> None: ...

    assert list(one._params) == ["table"]
    assert inspect.iscoroutinefunction(one._callback)


def test_simcord_holds_what_is_replaced() -> None:
    assert {field.name for field in fields(_pages._Page)} >= PAGE
    for module in (_component_projection, _messages, _queries, _snapshot):
        held = module.markdown_tokens  # where a local chat was opened before: `bot.local.memory` around it
        assert getattr(held, "args", (held,))[0] is _markdown.markdown_tokens
    for owner, names in (
        (simcord.Env, ("_real_advance_task", "_work")),
        (simcord.Preview, ("_pages", "_action_page", "_server")),
    ):
        source = inspect.getsource(owner.__init__)
        assert [name for name in names if f"self.{name}" not in source] == []


def test_nobody_else_touches_them() -> None:
    private = set().union(*(_touched((BOT / name).read_text()) for name in MODULES))
    assert {"_params", "_view_store", "_settle_internal", "_pages"} <= private
    others = [path for path in BOT.rglob("*.py") if str(path.relative_to(BOT)) not in MODULES]
    found = {str(path.relative_to(BOT)): _touched(path.read_text()) & private for path in others}
    assert {path: names for path, names in found.items() if names} == {}


def _touched(source: str) -> set[str]:
    """Private names that are looked up in anything but the object itself, and private modules imported."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                found.add(node.attr)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("simcord", "discord")):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            found |= {name for name in names if name.startswith("_")}
    return found
