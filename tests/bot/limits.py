"""Discord's limits for anything the bot builds: an assertion that names the place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.chat.buttons import BUTTON_HANDLERS
from bot.chat.press import Press
from tests.loopback import limits
from tests.loopback.wire import V2, ApiError, walk

ENTRIES, NAME, DESCRIPTION, WHOLE = 25, 32, 100, 4000
BUTTON_LABEL, ALT_TEXT = 80, 256


def check_view(view: ui.LayoutView | ui.View, files: int = 0) -> None:
    """A view as a message: counts, lengths, unique ids, known buttons, no timeout."""
    assert view.timeout is None, "a view that times out leaves dead buttons"
    parts = view.to_components()
    flags = V2 if isinstance(view, ui.LayoutView) else 0
    _no_error(lambda: limits.check_message({"components": parts}, flags, files))
    for part in walk(parts):
        if "custom_id" in part:
            press = Press.parse(part["custom_id"])
            assert press is not None, f"{part['custom_id']} dies with a restart"
            assert press.button_name in BUTTON_HANDLERS, f"nobody handles {press.button_name}"
        assert part["type"] != 2 or len(part.get("label") or "") <= BUTTON_LABEL
        for item in part.get("items", ()):
            assert len(item.get("description") or "") <= ALT_TEXT


def check_page(page: Any) -> None:
    """A `bot.chat.frame.Page`: its view, and that each file is named by it."""
    if page.view is not None:
        check_view(page.view, len(page.files))
        media = str(page.view.to_components())
        assert all(f"attachment://{f.filename}" in media for f in page.files)
    else:
        assert 0 < len(page.text) <= 2000


def check_modal(modal: ui.Modal) -> None:
    """A modal: parts, title, fields."""
    _no_error(lambda: limits.check_modal(modal.to_dict()))


def check_command(command: Mapping[str, Any]) -> None:
    """A slash command in Discord's form (`Command.to_dict`): 25 entries a level, names, whole length."""
    _no_error(lambda: limits.check_commands([dict(command)]))
    _check_level(command, command["name"])
    assert _length(command) <= WHOLE, f"/{command['name']} has {_length(command)} characters"


def _check_level(entry: Mapping[str, Any], path: str) -> None:
    assert 1 <= len(entry["name"]) <= NAME, path
    assert 1 <= len(entry.get("description") or "-") <= DESCRIPTION, path
    options, choices = entry.get("options") or [], entry.get("choices") or []
    assert len(options) <= ENTRIES, f"{path} has {len(options)} entries"
    assert len(choices) <= ENTRIES, f"{path} has {len(choices)} choices"
    names = [o["name"] for o in options]
    assert len(set(names)) == len(names), f"{path} has a name twice"
    for option in options:
        _check_level(option, f"{path} {option['name']}")


def _length(entry: Mapping[str, Any]) -> int:
    """All names, descriptions and values of a command: Discord counts them together."""
    own = len(entry["name"]) + len(entry.get("description") or "")
    own += sum(len(str(c["name"])) + len(str(c["value"])) for c in entry.get("choices") or ())
    return own + sum(_length(option) for option in entry.get("options") or ())


def _no_error(check: Any) -> None:
    try:
        check()
    except ApiError as error:
        raise AssertionError(str(error)) from error


def refused_by(check: Any, *args: Any) -> bool:
    """Whether a check finds fault; to show that it can."""
    try:
        check(*args)
    except AssertionError:
        return True
    return False


def text_of(view: ui.LayoutView) -> str:
    """All text of a layout."""
    return "\n".join(i.content for i in view.walk_children() if isinstance(i, ui.TextDisplay))


def labels_of(view: ui.LayoutView | ui.View) -> list[str]:
    """The labels of all buttons."""
    found = [
        p.get("label") for p in walk(view.to_components()) if p["type"] == discord.ComponentType.button.value
    ]
    return [str(label) for label in found]
