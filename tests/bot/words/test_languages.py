"""Another language takes one file beside `de.po`: it is found, spoken, offered, brought up to date."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.chat.locale import LANGUAGE_NAMES

TOP = Path(__file__).parents[3]

POLISH = """
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Join"
msgstr "Dołącz"

msgid "Pass"
msgstr "Pas"

msgid "{company} has no train."
msgstr "{company} nie ma pociągu."

msgid "take back {count} move"
msgid_plural "take back {count} moves"
msgstr[0] "cofnij {count} ruch"
msgstr[1] "cofnij {count} ruchy"
msgstr[2] "cofnij {count} ruchów"

msgid "No shares of {company} are left: {count:share|shares} of {holder} go."
msgstr "Nie ma akcji {company}: przepada {count:akcja|akcje|akcji} {holder}."
"""

SPEAKS = """
from bot.chat.locale import LANGUAGE_NAMES
from bot.words import language_of, t, tn, translated, using_language
from engine.message import joined, say, word
lost = "No shares of {company} are left: {count:share|shares} of {holder} go."
with using_language(language_of("pl")):
    print(LANGUAGE_NAMES["pl"], t("Join"), translated(word("Pass")), t("Leave"), sep=" | ")
    print(translated(say("{company} has no train.", company=joined("/", ["A", word("Pass")]))))
    print(" | ".join(tn("take back {count} move", "take back {count} moves", n) for n in (1, 3, 5)))
    print(" | ".join(translated(say(lost, company="A", count=n, holder="Ann")) for n in (1, 3, 5)))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The bot in a folder of its own, its modules compiled, with a third language."""
    shutil.copytree(TOP / "bot", tmp_path / "bot")
    for name in ("engine", "render"):
        (tmp_path / name).symlink_to(TOP / name)
    (tmp_path / "bot" / "words" / "pl.po").write_text(POLISH, "utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=env, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout


def test_each_language_is_called_what_it_calls_itself() -> None:
    assert {"en": "English", "de": "Deutsch"}.items() <= LANGUAGE_NAMES.items()


@pytest.mark.slow(seconds=3)
def test_a_third_language_is_one_file(copy: Path) -> None:
    assert run(copy, "-c", SPEAKS).splitlines() == [
        "Polski | Dołącz | Pas | Leave",
        "A/Pas nie ma pociągu.",
        "cofnij 1 ruch | cofnij 3 ruchy | cofnij 5 ruchów",
        "Nie ma akcji A: przepada 1 akcja Ann. | Nie ma akcji A: przepada 3 akcje Ann. | "
        "Nie ma akcji A: przepada 5 akcji Ann.",
    ]


@pytest.mark.slow(seconds=3)
def test_what_a_catalogue_lacks_is_counted_and_brought_in(copy: Path) -> None:
    source = copy / "bot" / "words" / "grammar.py"
    source.write_text(source.read_text("utf-8") + '\ndef new() -> str:\n    return msg("Today.")\n', "utf-8")
    german, polish = run(copy, "-m", "bot.operate.catalogues").splitlines()
    assert german.startswith("de: ")
    assert german.endswith(" messages, 1 without a translation")
    total, missing = (int(word) for word in polish.split() if word.isdigit())
    assert total - missing == 5
    assert 'msgid "Today."' in (copy / "bot" / "words" / "pl.po").read_text("utf-8")
