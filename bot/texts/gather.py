"""What has to be translated: the sentences of the code, the words of the commands, the engine's stories."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import discord
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from discord import app_commands

from bot import cogs
from bot.texts.translator import CHOICE, NAME
from engine import TITLES
from engine.face.stories import TEMPLATES

FUNCTIONS: dict[str, Any] = {"t": (1,), "tn": (1, 2), "msg": (1,), "later": (1,)}
"""Whose first arguments are sentences."""

LABELS: dict[str, Any] = {"Choice": (2,), "Field": (2,)}
"""The engine's own, whose second argument is a label."""

ROOT = Path(__file__).parents[2]
Message = str | tuple[str, ...]


def template() -> Catalog:
    """Everything, without translations."""
    made = Catalog(project="stationmaster", charset="utf-8", fuzzy=False)
    for message in sentences():
        made.add(message, flags=_flags(message))
    for text, context in words_of(commands()):
        made.add(text, context=context)
    for text in [*stories(), *labels()]:
        made.add(text, flags=_flags(text))
    return made


def _flags(message: Message) -> list[str]:
    text = message if isinstance(message, str) else message[0]
    return ["python-brace-format"] if "{" in text else []


def sentences() -> list[Message]:
    """What the bot says."""
    found = extract_from_dir(ROOT / "bot", [("**.py", "python")], keywords=FUNCTIONS)
    return list(dict.fromkeys(message for _, _, message, _, _ in found))


def stories(titles: Iterable[str] = ()) -> list[str]:
    """The templates of the engine's log: those of all titles, then those of some (default: of each)."""
    own = [line.text for key in titles or TITLES for line in TITLES[key].story.values()]
    return list(dict.fromkeys([*(line.text for line in TEMPLATES.values()), *own]))


def labels() -> list[str]:
    """The engine's labels that are fixed: of choices, of their fields, of steps."""
    found = extract_from_dir(ROOT / "engine", [("**.py", "python")], keywords=LABELS)
    said = [str(message) for _, _, message, _, _ in found]
    return list(dict.fromkeys([*said, *_of_steps()]))


def _of_steps() -> Iterator[str]:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield from _label_of(node)


def _label_of(made: ast.ClassDef) -> Iterator[str]:
    for node in made.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            if names == ["label"] and isinstance(node.value.value, str):
                yield node.value.value


def commands() -> app_commands.CommandTree[Any]:
    """All commands, of no bot."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    cogs.register(tree)
    return tree


def words_of(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str | None]]:
    """Names (with their context), descriptions and choices of all commands."""
    for command in tree.walk_commands():
        yield from _named(command.name, command.description)
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            yield from _named(option.display_name, str(option.description))
            yield from ((choice.name, CHOICE) for choice in option.choices)


def _named(name: str, description: str) -> Iterator[tuple[str, str | None]]:
    yield name, NAME
    yield description, None
