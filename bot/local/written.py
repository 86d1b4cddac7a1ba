"""Slash commands that a member wrote out and sent as a message: `/game new title: ... name: Tuesday`.

They are parsed against the commands that the page offers, so they can do nothing that its picker cannot. The
words of commands, options and choices may be those of any language of the bot, as on Discord.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bot.words import LANGUAGES, msg, t
from bot.words.commands import CHOICE, NAME, OPTION, translate_command_text
from bot.words.grammar import Label, find_labels, split_typed_move, unquoted

Entry = Mapping[str, Any]
"""A command of the page: `invocation`, `options` (each with name, description, type, required, choices)."""

WITH_OPTIONS = msg("`/{command}` has options that begin with their names and a colon. {usage}")
NO_OPTIONS = msg("`/{command}` has no options. {usage}")
WORD_PATTERN = re.compile(r"\S+")


class CommandError(Exception):
    """The text is not a valid command; the message tells the member how to write it."""


def parse_command(
    text: str, entries: Sequence[Entry], member_ids: Mapping[str, str]
) -> tuple[Entry, dict[str, Any]]:
    """Parse a slash command that was sent as a message of the local chat.

    Return the entry of the command and the values of its options by name. ``entries`` are the commands of the
    browser page, ``member_ids`` the members' ids by name. Raises CommandError if the command is unknown, or
    an option is unknown, missing or wrong.
    """
    entry, options_text = _find_command(text.strip().removeprefix("/"), entries)
    options_by_name = {str(declared_option["name"]): declared_option for declared_option in entry["options"]}
    texts = dict(_option_texts(entry, options_text))
    for name, option in options_by_name.items():
        if option["required"] and not texts.get(name):
            raise CommandError(
                t(
                    "`{name}` is missing ({option}). {usage}",
                    name=name,
                    option=option["description"],
                    usage=usage(entry),
                )
            )
    return entry, {
        name: _parse_option_value(options_by_name[name], value, member_ids) for name, value in texts.items()
    }


def usage(entry: Entry) -> str:
    """Return a sentence on how to write out a slash command in the local chat, with all its options.

    Those that may be left out stand in brackets.
    """
    if not entry["options"]:
        return t("Write `/{command}` alone.", command=entry["invocation"])
    options = [
        f"{option['name']}: …" if option["required"] else f"[{option['name']}: …]"
        for option in entry["options"]
    ]
    has_optional = not all(option["required"] for option in entry["options"])
    example = " ".join([f"/{entry['invocation']}", *options])
    if has_optional:
        return t("Write `{written}`; what is in brackets may be left out.", written=example)
    return t("Write `{written}`.", written=example)


def _find_command(text: str, entries: Sequence[Entry]) -> tuple[Entry, str]:
    """Return the slash command with which a message of the local chat begins, and the rest of the message.

    ``text`` has no slash in front. Of several commands, it is the one with the longest name. Raises
    CommandError if there is none.
    """
    words = list(WORD_PATTERN.finditer(text))
    by_name = _commands_by_name(entries)
    for count in range(len(words), 0, -1):
        entry = by_name.get(" ".join(word[0].lower() for word in words[:count]))
        if entry is not None:
            return entry, text[words[count - 1].end() :].strip()
    raise CommandError(_unknown_command_text([word[0].lower() for word in words], list(by_name)))


def _commands_by_name(entries: Sequence[Entry]) -> dict[str, Entry]:
    """Return the local chat's commands by their full names ("game new") in all languages of the bot.

    If an English name is the same as one in another language, the English one counts.
    """
    names = [str(entry["invocation"]) for entry in entries]
    return {
        " ".join(_translate_word(part, language, NAME) for part in name.split()): entry
        for language in reversed(LANGUAGES)
        for name, entry in zip(names, entries, strict=True)
    }


def _translate_word(word: str, language: str, context: str) -> str:
    """Return the translation of a word of a slash command typed in the local chat, in lower case.

    A word without a translation stays English. ``context`` is the kind of word: `NAME`, `OPTION` or `CHOICE`.
    """
    return (translate_command_text(word, language, context) or word).lower()


def _english_option_names(entry: Entry) -> dict[str, str]:
    """Return the English names of the options of a local chat's command, by their names in all languages."""
    names = [str(option["name"]) for option in entry["options"]]
    return {
        _translate_word(name, language, OPTION): name for language in reversed(LANGUAGES) for name in names
    }


def _unknown_command_text(words: Sequence[str], command_names: Sequence[str]) -> str:
    """Return the error text for an unknown written command of the local chat.

    It lists the subcommands, or up to three commands that are most like it, if there are any. ``words`` are
    those typed, ``command_names`` all commands.
    """
    typed = " ".join(words[:2])
    subcommands = [
        command_name for command_name in command_names if words and command_name.split()[0] == words[0]
    ]
    if subcommands and len(words) == 1:
        return t(
            "`/{typed}` has more than one command: {listed}.", typed=typed, listed=_join_commands(subcommands)
        )
    similar = (
        get_close_matches(typed, command_names, 3, 0.8)
        or subcommands
        or get_close_matches(typed, command_names, 3)
    )
    if not similar:
        return t("There is no command `/{typed}`; type `/` alone for the list of all commands.", typed=typed)
    return t(
        "There is no command `/{typed}`; there is {listed}.", typed=typed, listed=_join_commands(similar)
    )


def _join_commands(names: Sequence[str]) -> str:
    """Return the names of slash commands, for an answer to a written one, as Markdown with commas between."""
    return ", ".join(f"`/{name}`" for name in names)


def _option_texts(entry: Entry, options_text: str) -> Iterator[tuple[str, str]]:
    """Yield the options of a slash command written in the local chat: each one's English name and its text.

    ``options_text`` is what follows the command; "" gives nothing. Raises CommandError if it does not begin
    with an option, or has an unknown one.
    """
    option_labels = list(_option_labels(entry, options_text))
    if options_text and (not option_labels or option_labels[0].start > 0):
        template = WITH_OPTIONS if entry["options"] else NO_OPTIONS
        raise CommandError(t(template, command=entry["invocation"], usage=usage(entry)))
    names = _english_option_names(entry)
    yield from (
        (names[name.lower()], unquoted(value))
        for name, value in split_typed_move(options_text, option_labels)
    )


def _option_labels(entry: Entry, options_text: str) -> Iterator[Label]:
    """Yield the labels (name and colon) of options in a slash command written in the local chat.

    ``options_text`` is what follows the command. Raises CommandError for an unknown label that comes first or
    is much like an option; any other colon belongs to a value.
    """
    names = _english_option_names(entry)
    for label in find_labels(options_text):
        name = label.name.lower()
        if name in names:
            yield label
        elif label.start == 0 or (label.has_space and get_close_matches(name, names, 1, 0.75)):
            raise CommandError(
                t(
                    "`/{command}` has no option `{label}`. {usage}",
                    command=entry["invocation"],
                    label=label.name,
                    usage=usage(entry),
                )
            )


def _parse_option_value(option: Entry, text: str, member_ids: Mapping[str, str]) -> Any:
    """Return the value of an option written in the local chat, as the browser page sends it to SimCord.

    A user (name or mention) becomes his id as text and a choice its value; anything else stays text. Raises
    CommandError if the text does not fit, and always for an attachment.
    """
    option_type, name = option["type"], option["name"]
    if option["choices"]:
        return _choice_value(option, text)
    if option_type == "user":
        member_name = text.removeprefix("<").removesuffix(">").removeprefix("@").casefold()
        member_id = next(
            (
                user_id
                for member, user_id in member_ids.items()
                if member_name in (member.casefold(), user_id)
            ),
            None,
        )
        if member_id is None:
            raise CommandError(
                t("`{name}` is one of the members here: {names}.", name=name, names=", ".join(member_ids))
            )
        return member_id
    if option_type == "integer" and not re.fullmatch(r"-?\d{1,9}", text):
        raise CommandError(
            t("`{name}` is a whole number in digits, not “{text}”.", name=name, text=text[:40])
        )
    if option_type == "attachment":
        raise CommandError(
            t("`{name}` is a file: type `/` and pick the command there, then choose the file.", name=name)
        )
    return text


def _choice_value(option: Entry, text: str) -> Any:
    """Return the value of an option's choice that ``text`` names, by the choice's name or value.

    ``text`` was typed in the local chat. Raises CommandError, which lists the choices, if no choice fits.
    """
    for choice in option["choices"]:
        translated_names = {_translate_word(str(choice["name"]), language, CHOICE) for language in LANGUAGES}
        if text.lower() in {*translated_names, str(choice["value"]).lower()}:
            return choice["value"]
    names = ", ".join(str(choice["name"]) for choice in option["choices"])
    raise CommandError(t("`{option}` can be: {names}.", option=option["name"], names=names))
