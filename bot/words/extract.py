"""What has to be translated: the sentences of the code, the words of commands, all that the engine says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import discord
from babel.messages import Catalog
from discord import app_commands

from bot.words.commands import CHOICE, NAME, OPTION
from engine import TITLES, Title
from engine.api.stories import TEMPLATES

FUNCTIONS = {"t": (0,), "tn": (0, 1), "msg": (0,), "t_lazy": (0,)}
"""Which arguments are sentences."""

LABELS = {"Choice": (1,), "Field": (1,), "end_game": (0,)}
"""The engine's own, and which argument is a label."""

MESSAGES = ("say", "word")
"""Functions of the engine and the pictures whose first argument is a message."""

WORDS = (
    "white", "yellow", "green", "brown", "gray", "grey", "red", "blue",
    "junction", "corporation", "pay", "withhold", "ipo", "hotel", "mail",
    "N", "NE", "E", "SE", "S", "SW", "W", "NW",
)  # fmt: skip
"""Codes that are said as words, and that no list of a title has."""

ATTRIBUTES = ("label", "no_president")
"""Of the engine's classes: the name of a step, who has no president."""

ROOT = Path(__file__).parents[2]
TEMPLATE_FOLDERS = (ROOT / "engine", ROOT / "render")
"""Where sentences for players stand that know no language."""

ENGINE_REMARK = "engine"
"""The remark on what the engine and its pictures say."""

PREDICATE_REMARK = "predicate"
"""The remark on predicates, which stand behind the name of who did it."""

WORD = re.compile(r"[^\W\d_]{2,}")

MessageId = str | tuple[str, ...]


def build_catalogue(commands: app_commands.CommandTree[Any]) -> Catalog:
    """Return a translation catalogue of all texts to translate, without translations.

    They are those of the bot's code, of its slash commands (``commands``) and of the engine. The engine's
    texts, and predicates (sentences without their subject), have a comment that says so.
    """
    catalogue = Catalog(project="stationmaster", charset="utf-8", fuzzy=False)
    for message in translatable_bot_texts():
        catalogue.add(message, flags=_gettext_flags(message))
    for text, context in command_texts(commands):
        catalogue.add(text, context=context)
    for text in engine_texts():
        catalogue.add(text, flags=_gettext_flags(text), auto_comments=[ENGINE_REMARK])
    for text in predicate_templates():
        if text not in catalogue:
            catalogue.add(text, flags=_gettext_flags(text), auto_comments=[PREDICATE_REMARK])
    return catalogue


def _gettext_flags(message: MessageId) -> list[str]:
    """Return the gettext flags of a text to translate: "python-brace-format" if it has placeholders."""
    text = message if isinstance(message, str) else message[0]
    return ["python-brace-format"] if "{" in text else []


@cache
def translatable_bot_texts() -> tuple[MessageId, ...]:
    """Return the texts to translate in the source code of the bot, each once.

    A text with a plural form is a tuple of singular and plural.
    """
    return tuple(dict.fromkeys(_translatable_arguments(ROOT / "bot", FUNCTIONS)))


def _translatable_arguments(folder: Path, functions: Mapping[str, tuple[int, ...]]) -> Iterator[MessageId]:
    """Yield the texts to translate that are arguments of calls of these functions in the code of a folder.

    ``functions`` has the indexes of these arguments by function name. A text with a plural form is a tuple of
    both. Calls in which such an argument is not a literal string are left out.
    """
    for node in _translatable_source(folder)[0]:
        name = _called_name(node)
        if name in functions:
            arguments = [node.args[index] for index in functions[name] if index < len(node.args)]
            texts = [
                argument.value
                for argument in arguments
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            if texts and len(texts) == len(arguments):
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


def _called_name(call: ast.Call) -> str:
    """Return the name of a called function without the object before it, such as "t" for `words.t()`.

    Return "" if what is called has no name.
    """
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


@cache
def _translatable_source(folder: Path) -> tuple[Sequence[ast.Call], Sequence[str]]:
    """Return the calls and the class texts in the modules of a folder that are translated.

    The calls are those of functions such as `t` and `say`, in whose arguments the texts are. The class texts
    are the strings of class attributes such as `label`.
    """
    names = {*FUNCTIONS, *LABELS, *MESSAGES}
    calls: list[ast.Call] = []
    texts: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        for node in _syntax_nodes(path):
            if isinstance(node, ast.Call) and _called_name(node) in names:
                calls.append(node)
            elif isinstance(node, ast.ClassDef):
                texts += _texts_of_label_attributes(node)
    return calls, texts


def _syntax_nodes(path: Path) -> list[ast.AST]:
    """Return all nodes of a module's syntax tree, in which texts to translate are looked for.

    These are the nodes of `ast.walk`, but found twice as fast.
    """
    nodes: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    for node in nodes:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                nodes.append(value)
            elif isinstance(value, list):
                nodes += [item for item in value if isinstance(item, ast.AST)]
    return nodes


@cache
def engine_texts() -> tuple[str, ...]:
    """Return the engine's texts to translate, each once: templates of sentences, and fixed words."""
    return tuple(dict.fromkeys([*log_templates(), *engine_constant_texts(), *message_templates(), *WORDS]))


@cache
def message_templates() -> tuple[str, ...]:
    """Return the templates of messages of the engine and its pictures to translate, without duplicates.

    They are the first arguments of `say` and `word` in the source code. Templates with nothing but
    placeholders are left out.
    """
    calls = (node for folder in TEMPLATE_FOLDERS for node in _translatable_source(folder)[0] if node.args)
    arguments = (
        node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id in MESSAGES
    )
    texts = (
        node.value for node in arguments if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return tuple(dict.fromkeys(text for text in texts if has_words(text)))


def has_words(text: str) -> bool:
    """Return True if the template of a message has something to translate: two letters in a row.

    Names of its placeholders do not count, but texts in them, such as in ``{count:share|shares}``, do.
    """
    return WORD.search(re.sub(r"\{\w*:?([^{}]*)\}", r" \1 ", text)) is not None


def log_templates(titles: Iterable[str] = ()) -> list[str]:
    """Return the templates of the engine's log to translate, without duplicates: the common ones come first.

    The templates of the titles with these keys follow, () for those of every title. Raises KeyError for an
    unknown key.
    """
    title_templates = [line.text for key in titles or TITLES for line in TITLES[key].story.values()]
    return list(dict.fromkeys([*(line.text for line in TEMPLATES.values()), *title_templates]))


@cache
def predicate_templates() -> tuple[str, ...]:
    """Return the predicates of the engine's log to translate, without duplicates.

    A predicate is a sentence without its subject.
    """
    templates = [line for title in TITLES.values() for line in (*TEMPLATES.values(), *title.story.values())]
    return tuple(
        dict.fromkeys(text for line in templates for text in (line.predicate, line.plural_predicate) if text)
    )


@cache
def engine_constant_texts() -> tuple[str, ...]:
    """Return the constant texts of the engine to translate, without duplicates, with spaces for underscores.

    They are the labels of choices, fields, steps, options and reasons for the end of a game, and codes and
    texts in the data of titles.
    """
    texts = [str(text) for text in _translatable_arguments(ROOT / "engine", LABELS)]
    texts += _translatable_source(ROOT / "engine")[1]
    texts += [name for title in TITLES.values() for name in _step_names(title)]
    texts += [
        text
        for title in TITLES.values()
        for option in title.options
        for text in (option.label, *option.values.values())
    ]
    texts += [text for title in TITLES.values() for text in _translatable_codes_of_title(title)]
    scenario_titles = (scenario() for title in TITLES.values() for scenario in title.scenarios.values())
    texts += [
        text for title in (*TITLES.values(), *scenario_titles) for text in _translatable_texts_of_title(title)
    ]
    return tuple(dict.fromkeys(text.replace("_", " ") for text in texts))


def _translatable_texts_of_title(title: Title) -> Iterator[str]:
    """Yield the texts to translate in a title's data, sentence by sentence where phases have several.

    They are names of market zones, notes on phases, what passing means, tips, lessons, open rules questions
    and terms.
    """
    yield from title.data.market.zone_words.values()
    notes = (phase.notes for phase in title.data.phases.values() if phase.notes)
    yield from (sentence for note in notes for sentence in re.split(r"; |(?<=\.) ", note))
    yield from title.data.passing.values()
    yield from title.data.guide.values()
    yield from title.data.lessons.texts()
    yield from (text for reading in title.data.readings for text in (reading.topic, reading.reading))
    yield from (text for word in title.data.words for text in (word.word, *word.also, word.text))


def _translatable_codes_of_title(title: Title) -> Iterator[str]:
    """Yield the codes in a title's data that are translated: kinds of companies and of terrain.

    The kinds in train limits are among them.
    """
    yield from (spec.kind for spec in title.data.companies.values())
    yield from (kind for hex_ in title.rules.board.hexmap.hexes.values() for kind, _ in hex_.terrain)
    yield from (kind for phase in title.data.phases.values() for kind in phase.train_limit)


def _step_names(title: Title) -> Iterator[str]:
    """Yield the names of the steps of a title's rounds, to be translated, with underscores."""
    for round_policy in title.rounds.values():
        yield from (str(getattr(step, "name", step)) for step in getattr(round_policy, "steps", ()))


def _texts_of_label_attributes(definition: ast.ClassDef) -> Iterator[str]:
    """Yield the texts to translate in a class of the engine: literal values of attributes such as `label`."""
    for node in definition.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            if names[0] in ATTRIBUTES and isinstance(node.value.value, str):
                yield node.value.value


def command_texts(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str | None]]:
    """Yield the texts of all slash commands and context menus to translate: names, descriptions, choices.

    Each comes with its context in the catalogue: "name", "option" or "choice", None for a description.
    """
    for menu_type in (discord.AppCommandType.message, discord.AppCommandType.user):
        yield from ((menu.name, NAME) for menu in tree.get_commands(type=menu_type))
    for command in tree.walk_commands():
        yield from ((command.name, NAME), (command.description, None))
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            yield from ((option.display_name, OPTION), (str(option.description), None))
            yield from ((choice.name, CHOICE) for choice in option.choices)
