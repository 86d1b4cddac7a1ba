"""Everything that the bot says is in the catalogues, and each of them is complete."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import discord
import pytest
from babel.messages import Message
from discord import app_commands

from bot.operate.catalogues import command_tree
from bot.words import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    language_of,
    t,
    t_lazy,
    tn,
    translate_stored_text,
    using_language,
)
from bot.words.catalogue import read_catalogue
from bot.words.commands import NAME, OPTION, CommandTranslator, translate_command_text
from bot.words.extract import (
    build_catalogue,
    command_texts,
    engine_texts,
    log_templates,
    translatable_bot_texts,
)
from engine import TITLES
from engine.api.stories import TEMPLATES
from tests.bot.literals import BOT, bypassing, fields, files, said, tree_of, unsaid
from tests.bot.literals import sentences as sentences_of

OTHERS = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
UNFINISHED: set[str] = set()
"""Titles whose own stories are not translated yet."""


def entries(language: str) -> dict[tuple[str | None, Any], Message]:
    return {(m.context, m.id): m for m in read_catalogue(language) if m.id}


def wanted() -> set[tuple[str | None, Any]]:
    """What each catalogue must hold; of unfinished titles it may."""
    unfinished = {line.text for key in UNFINISHED for line in TITLES[key].story.values()}
    return {(m.context, m.id) for m in build_catalogue(command_tree()) if m.id and m.id not in unfinished}


def counted(text: str) -> list[str]:
    """What its numbers count, one and many."""
    return [spec for _, _, spec, _ in Formatter().parse(text) if spec]


def texts_of(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def gaps(language: str, ids: set[tuple[str | None, Any]]) -> list[str]:
    """What a catalogue lacks, or has without a translation."""
    found = entries(language)
    return sorted(str(key) for key in ids if key not in found or not all(texts_of(found[key])))


def test_german_is_one_of_the_languages() -> None:
    assert "de" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_lacks_nothing_and_holds_nothing_that_is_gone(language: str) -> None:
    found, ids = entries(language), wanted()
    assert gaps(language, ids) == [], "python -m bot.operate.catalogues brings them in"
    assert found.keys() <= {(m.context, m.id) for m in build_catalogue(command_tree())}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_sentence(language: str) -> None:
    for (_, key), message in entries(language).items():
        ids = [key] if isinstance(key, str) else list(key)
        for text in texts_of(message):
            assert fields(text) == fields(ids[-1]), key
            assert text.count("**") == ids[-1].count("**"), key
            assert text.startswith("-# ") == ids[-1].startswith("-# "), key


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_engine_says_stays_a_sentence_or_a_label(language: str) -> None:
    """Pages tell a remark that is a sentence from one for menus by its full stop."""
    found = entries(language)
    for text in engine_texts():
        [translated] = texts_of(found[None, text])
        assert translated.endswith(".") == text.endswith("."), text
        assert (translated.startswith(" "), translated.endswith(" ")) == (text[0] == " ", text[-1] == " ")


@pytest.mark.parametrize("language", OTHERS)
def test_a_translated_story_counts_one_and_many(language: str) -> None:
    found, forms = entries(language), read_catalogue(language).num_plurals
    for text in log_templates():
        [translated] = texts_of(found[None, text])
        assert len(counted(text)) == len(counted(translated)), text
        assert all(spec.count("|") == forms - 1 for spec in counted(translated)), text


def test_a_certificate_has_one_name_in_german() -> None:
    leads = re.compile(r"(director|president)'s certificates?")
    for (_, key), message in entries("de").items():
        text = leads.sub("", key if isinstance(key, str) else " ".join(key))
        if re.search(r"\bcertificates?\b", text, re.IGNORECASE):
            assert all("zertifikat" in each.casefold() for each in texts_of(message)), key


@pytest.mark.parametrize("phrase", ["in force"])
def test_no_text_has_a_phrase_that_readers_stopped_at(phrase: str) -> None:
    assert [key for _, key in wanted() if phrase in str(key)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_without_a_translation_is_found(language: str) -> None:
    """The check above can fail: for a sentence that no catalogue has, and for one that counts."""
    new = {(None, "{company} has no sense of humour."), (None, ("{count} joke", "{count} jokes"))}
    assert gaps(language, wanted() | new) == sorted(map(str, new))


# --- nothing passes the catalogues by --------------------------------------------------------------


def places(path: Path, found: Iterable[tuple[int, str]]) -> list[str]:
    """What was found in a module of the bot, with where it stands."""
    return [f"{path.relative_to(BOT)}:{line} {text}" for line, text in found]


def test_no_sentence_for_people_passes_the_catalogues_by() -> None:
    assert [place for path in files() for place in places(path, bypassing(tree_of(path)))] == []


def test_a_sentence_is_whole_and_gets_all_its_fields() -> None:
    for path, call in ((module, call) for module in files() for call in said(tree_of(module))):
        for sentence in sentences_of(call):
            where, name = f"{path}:{call.lineno}", getattr(call.func, "id", "")
            assert not isinstance(sentence, ast.JoinedStr | ast.BinOp), where
            if isinstance(sentence, ast.Constant) and name != "msg":
                given = {k.arg for k in call.keywords} | ({"count"} if name == "tn" else set())
                assert fields(str(sentence.value)) <= given, where


def test_a_sentence_that_is_kept_is_said_in_the_end() -> None:
    assert [place for path in files() for place in places(path, unsaid(path))] == []


def test_what_passes_by_is_seen() -> None:
    code = 'log.info("all is well")\nraise UserError("No seat.")\nbutton(x, f"Take {n} turns")\nt("A b")\n'
    assert [line for line, _ in bypassing(ast.parse(code))] == [2, 3]
    assert [line for line, _ in bypassing(ast.parse('label("Join")'))] == [1]


# --- commands --------------------------------------------------------------------------------------


CHAT = discord.AppCommandType.chat_input


def paths(language: str) -> set[str]:
    """All commands as a member of that language sees them."""
    found = set()
    for command in command_tree().walk_commands():
        names = command.qualified_name.split()
        found.add(" ".join(translate_command_text(n, language, NAME) or n for n in names))
    return found


def siblings() -> Iterator[tuple[str, list[str]]]:
    """The names that must differ, with their context: of the commands of a group, of the options of one."""
    tree = command_tree()
    yield NAME, [c.name for c in tree.get_commands(type=CHAT)]
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Group):
            yield NAME, [c.name for c in command.commands]
        else:
            yield OPTION, [o.display_name for o in command.parameters]


@pytest.mark.parametrize("language", OTHERS)
def test_names_of_commands_are_such_as_discord_takes(language: str) -> None:
    for context, names in siblings():
        shown = [translate_command_text(n, language, context) or n for n in names]
        assert [n for n, count in Counter(shown).items() if count > 1] == []
        assert [n for n in shown if not re.fullmatch(r"[-_\w]{1,32}", n) or n != n.lower()] == []
    for text, place in command_texts(command_tree()):
        assert len(translate_command_text(text, language, place) or text) <= 100, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_is_not_too_long_in_any_language(language: str) -> None:
    for command in command_tree().get_commands(type=CHAT):
        alone = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
        alone.add_command(command)
        length = sum(
            len(translate_command_text(text, language, context) or text)
            for text, context in command_texts(alone)
        )
        assert length < 4000, command.name


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_names_commands_as_they_are_called_there(language: str) -> None:
    known = paths(language) | {"go", "game new", "help"}  # the local chat takes them as they are in English
    spoken = set(translatable_bot_texts())
    for (_, key), message in entries(language).items():
        for text in texts_of(message) if key in spoken else ():
            for first, second in re.findall(r"(?<![\w<])/([^\W\d][\w-]*)(?: ([^\W\d][\w-]*))?", text):
                assert first in known or f"{first} {second}" in known, text


async def test_discord_gets_the_words_of_the_catalogues() -> None:
    [game] = [c for c in command_tree().get_commands(type=CHAT) if c.name == "game"]
    raw = await game.get_translated_payload(command_tree(), CommandTranslator())
    assert raw["name_localizations"] == {"de": "spiel"}
    new = next(o for o in raw["options"] if o["name"] == "new")
    assert new["name_localizations"] == {"de": "neu"}
    order = next(o for o in new["options"] if o["name"] == "order")
    assert {c["name"]: c.get("name_localizations") for c in order["choices"]}["random"] == {"de": "ausgelost"}


# --- speaking --------------------------------------------------------------------------------------


def test_a_sentence_is_said_in_the_language_of_the_task() -> None:
    kept = t_lazy("gave the seat of {old} to {name}", old="Ann", name="{Ben}")
    assert str(kept) == "gave the seat of Ann to {Ben}"
    with using_language("de"):
        assert t("Join") == "Mitspielen"
        assert translate_stored_text(kept.to_json()) == "hat den Platz von Ann an {Ben} gegeben"
        assert translate_stored_text({"text": "of before {catalogues}"}) == "of before {catalogues}"
        assert tn("take back {count} move", "take back {count} moves", 2) == "2 Schritte zurücknehmen"
    assert t("Join") == "Join"


@pytest.mark.parametrize(("locale", "name"), [("de", "de"), ("en-US", "en"), ("fr", "en"), (None, "en")])
def test_a_locale_without_a_catalogue_is_answered_in_english(locale: str | None, name: str) -> None:
    assert language_of(locale) == name


def test_the_words_of_the_engine_are_gathered() -> None:
    assert "Buy a share" in engine_texts()
    assert TEMPLATES["undone"].text in log_templates()


def test_workers_need_no_catalogue_no_database_and_no_discord() -> None:
    code = "import sys, bot.work.pictures, bot.work.searches\n"
    code += "print(sorted({'babel', 'sqlalchemy', 'discord', 'prometheus_client'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
