"""`python -m bot.operate.catalogues [OTHER.de.po ...]`: catalogues brought up to date, and what they lack.

What is lacking is taken from the files named, each after its language (as of a merge: the other side's), and
from the same words elsewhere in the catalogue.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
from babel.messages import Catalog
from babel.messages.pofile import read_po
from discord import app_commands

from bot.operate import features
from bot.words.catalogue import LANGUAGES, SOURCE_LANGUAGE
from bot.words.extract import build_catalogue
from bot.words.update import update_catalogue


def main(files: Sequence[str]) -> None:
    """Update the translation catalogues, and print how many texts of each language are untranslated.

    New messages are added and unused ones dropped. ``files`` are paths of catalogues of other branches, from
    which missing translations are taken; their names end with the language, such as "other.de.po". Raises
    OSError if one cannot be read.
    """
    newest = build_catalogue(command_tree())
    for language in LANGUAGES:
        if language != SOURCE_LANGUAGE:
            other_catalogues = [
                _read_catalogue(name) for name in files if Path(name).name.endswith(f"{language}.po")
            ]
            missing = update_catalogue(language, newest, other_catalogues)
            print(f"{language}: {len(newest)} messages, {missing} without a translation")


def _read_catalogue(path: str) -> Catalog:
    """Return the translation catalogue in the `.po` file ``path``, such as one of another Git branch.

    Raises OSError if there is no such file.
    """
    with Path(path).open("rb") as file:
        return read_po(file)


def command_tree() -> app_commands.CommandTree[Any]:
    """Return a tree of all slash commands, whose texts the translation catalogues must contain.

    Its client never connects to Discord.
    """
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    features.register_commands(tree)
    return tree


if __name__ == "__main__":
    main(sys.argv[1:])
