"""What has to be translated: the sentences of the code, the words of commands, all that the engine says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import discord
from babel.messages import Catalog
from discord import app_commands

from bot.operate import features
from bot.words.commands import CHOICE, NAME, OPTION
from engine import TITLES, Title
from engine.api.stories import TEMPLATES

FUNCTIONS = {"t": (0,), "tn": (0, 1), "msg": (0,), "later": (0,)}
"""Which arguments are sentences."""

LABELS = {"Choice": (1,), "Field": (1,), "end_game": (0,)}
"""The engine's own, and which argument is a label."""

WORDS = (
    "white", "yellow", "green", "brown", "gray", "grey", "red", "blue",
    "junction", "corporation", "pay", "withhold", "ipo", "hotel", "mail",
)  # fmt: skip
"""Codes that are said as words, and that no list of a title has."""

ATTRIBUTES = ("label", "unled")
"""Of the engine's classes: the name of a step, who has no president."""

ROOT = Path(__file__).parents[2]
SPOKEN = (ROOT / "engine", ROOT / "render")
"""Where sentences for players stand that know no language."""

ENGINE = "engine"
"""The remark on what the engine and its pictures say."""

CLAUSE = "clause"
"""The remark on its clauses, which stand behind the name of who did it."""

WORD = re.compile(r"[^\W\d_]{2,}")

Message = str | tuple[str, ...]


def template() -> Catalog:
    """Everything, without translations."""
    made = Catalog(project="stationmaster", charset="utf-8", fuzzy=False)
    for message in sentences():
        made.add(message, flags=_flags(message))
    for text, context in words_of(commands()):
        made.add(text, context=context)
    for text in engine():
        made.add(text, flags=_flags(text), auto_comments=[ENGINE])
    for text in clauses():
        if text not in made:
            made.add(text, flags=_flags(text), auto_comments=[CLAUSE])
    return made


def _flags(message: Message) -> list[str]:
    text = message if isinstance(message, str) else message[0]
    return ["python-brace-format"] if "{" in text else []


@cache
def sentences() -> tuple[Message, ...]:
    """What the bot says."""
    return tuple(dict.fromkeys(_literals(ROOT / "bot", FUNCTIONS)))


def _literals(folder: Path, functions: Mapping[str, tuple[int, ...]]) -> Iterator[Message]:
    """What stands in the code as an argument of these functions."""
    for node in _nodes(folder):
        name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in functions:
            wanted = [node.args[i] for i in functions[name] if i < len(node.args)]
            texts = [a.value for a in wanted if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if texts and len(texts) == len(wanted):
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


def _nodes(folder: Path) -> Iterator[ast.AST]:
    for path in sorted(folder.rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


@cache
def engine() -> tuple[str, ...]:
    """All that the engine says: the templates of its sentences and its fixed words."""
    return tuple(dict.fromkeys([*stories(), *labels(), *said(), *WORDS]))


@cache
def said() -> tuple[str, ...]:
    """The templates of messages: what stands in the source as the argument of `say` or `word`."""
    calls = (n for folder in SPOKEN for n in _nodes(folder) if isinstance(n, ast.Call) and n.args)
    made = (n.args[0] for n in calls if isinstance(n.func, ast.Name) and n.func.id in ("say", "word"))
    texts = (n.value for n in made if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return tuple(dict.fromkeys(text for text in texts if has_words(text)))


def has_words(text: str) -> bool:
    """Whether there is anything to translate beside its places."""
    return WORD.search(re.sub(r"\{\w*:?([^{}]*)\}", r" \1 ", text)) is not None


def stories(titles: Iterable[str] = ()) -> list[str]:
    """The templates of the engine's log: those of all titles, then those of some (default: of each)."""
    own = [line.text for key in titles or TITLES for line in TITLES[key].story.values()]
    return list(dict.fromkeys([*(line.text for line in TEMPLATES.values()), *own]))


@cache
def clauses() -> tuple[str, ...]:
    """What the engine says on the line of an actor's turn; its few words are looked for in no other text."""
    told = [line for title in TITLES.values() for line in (*TEMPLATES.values(), *title.story.values())]
    return tuple(dict.fromkeys(text for line in told for text in (line.short, line.several) if text))


@cache
def labels() -> tuple[str, ...]:
    """The engine's words that are fixed: labels of choices, fields and steps, ends, the options of tables."""
    said = [str(text) for text in _literals(ROOT / "engine", LABELS)]
    said += [text for node in _nodes(ROOT / "engine") for text in _attributes(node)]
    said += [name for title in TITLES.values() for name in _steps(title)]
    said += [
        text for title in TITLES.values() for o in title.options for text in (o.label, *o.values.values())
    ]
    said += [text for title in TITLES.values() for text in _codes(title)]
    played = (make() for title in TITLES.values() for make in title.scenarios.values())
    said += [text for title in (*TITLES.values(), *played) for text in _printed(title)]
    return tuple(dict.fromkeys(text.replace("_", " ") for text in said))


def _printed(title: Title) -> Iterator[str]:
    """What its data say of zones of the market, of phases, of passing, and of its words."""
    yield from title.data.market.zone_words.values()
    notes = (phase.notes for phase in title.data.phases.values() if phase.notes)
    yield from (sentence for note in notes for sentence in re.split(r"; |(?<=\.) ", note))
    yield from title.data.passing.values()
    yield from title.data.guide.values()
    yield from (text for word in title.data.words for text in (word.word, *word.also, word.text))


def _codes(title: Title) -> Iterator[str]:
    """The codes of its data that are said as words: kinds of company and terrain, who has a train limit."""
    yield from (spec.kind for spec in title.data.companies.values())
    yield from (kind for spot in title.rules.board.hexmap.hexes.values() for kind, _ in spot.terrain)
    yield from (kind for phase in title.data.phases.values() for kind in phase.train_limit)


def _steps(title: Title) -> Iterator[str]:
    for made in title.rounds.values():
        yield from (str(getattr(step, "name", step)) for step in getattr(made, "steps", ()))


def _attributes(definition: ast.AST) -> Iterator[str]:
    """Yield the texts of a class that stand in attributes to be translated."""
    for node in definition.body if isinstance(definition, ast.ClassDef) else ():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            if names[0] in ATTRIBUTES and isinstance(node.value.value, str):
                yield node.value.value


def commands() -> app_commands.CommandTree[Any]:
    """All commands, of no bot."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    features.register(tree)
    return tree


def words_of(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str | None]]:
    """Names (with their context), descriptions and choices of all commands, and the names of menus."""
    for kind in (discord.AppCommandType.message, discord.AppCommandType.user):
        yield from ((menu.name, NAME) for menu in tree.get_commands(type=kind))
    for command in tree.walk_commands():
        yield from ((command.name, NAME), (command.description, None))
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            yield from ((option.display_name, OPTION), (str(option.description), None))
            yield from ((choice.name, CHOICE) for choice in option.choices)
