"""What the engine says is found in the catalogues, whatever its values."""

from __future__ import annotations

import re
import time
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from bot.operate.gather import SPOKEN, engine
from bot.words import LANGUAGES, SOURCE, known, speaking
from bot.words.catalogue import wording
from bot.words.sentences import Pattern, Wording
from bot.words.templates import skeleton, templates
from engine import TITLES, Game, new_game
from engine.api.stories import TEMPLATES
from engine.api.table import position
from render.api import draw, twin
from tests.bot.engine_texts import Listener

OTHERS = [language for language in LANGUAGES if language != SOURCE]
ACTIONS = {"18OE": 60}
PRINTED = re.compile(r" port\b| - ")
"""Stops of a map with a word in their printed names, and runs of them."""


@cache
def heard(title: str) -> frozenset[str]:
    return frozenset(Listener(title, 3).listen(ACTIONS.get(title, 110)))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_that_the_engine_says_over_random_play_is_known(title: str) -> None:
    texts = heard(title)
    assert len(texts) > 150
    for language in OTHERS:
        said = wording(language)
        assert [text for text in texts if not said.knows(text) and not PRINTED.search(text)] == []


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_template_with_the_values_that_were_found_is_the_sentence_again(title: str) -> None:
    said, found = wording(OTHERS[0]), 0
    parts = {part for text in heard(title) for part in re.split("\n| · ", text)}
    for text in parts:
        one = said.find(text)
        if one is not None:
            found += 1
            assert Formatter().vformat(one.template, (), one.values) == text
    assert found > 80


def test_two_templates_are_never_the_same_but_for_the_names_of_their_places() -> None:
    texts = templates(SPOKEN)
    assert len({skeleton(text) for text in texts}) == len(texts)
    assert len(texts) > 1000


def test_no_sentence_is_taken_for_one_of_another_template() -> None:
    """Each template, its places filled with names, is found as itself."""
    said = wording(OTHERS[0])
    stories = {line.text for title in TITLES.values() for line in title.story.values()}
    stories |= {line.text for line in TEMPLATES.values()}
    wrong = []
    for text in set(engine()) - stories:
        if "{" in text and len(Pattern(text).words) > 2:
            filled = Formatter().vformat(text, (), Numbers())
            found = said.find(filled)
            if found is None or Pattern(found.template).literals != Pattern(text).literals:
                wrong.append((text, found))
    assert wrong == []


class Numbers(dict[str, str]):
    """Fills any place with a number, which each of them may hold."""

    def __missing__(self, name: str) -> str:
        return "40"


# --- how a sentence is found -----------------------------------------------------------------------


SAID = Wording(
    {
        "{company} has {money}.": "{company} hat {money}.",
        "{company} has no train.": "{company} hat keine Lok.",
        "Sell {company} {percent} %": "{company} {percent} % verkaufen",
        "{kind}-train": "{kind}-Lok",
        "{money} to {money2}": "{money} bis {money2}",
        "the bank": "die Bank",
        "Buy {what} of {owner}": "{what} von {owner} kaufen",
        " until phase {phase}": " bis Phase {phase}",
        "It is closed{until}.": "Sie ist geschlossen{until}.",
        "no bid yet": "noch kein Gebot",
        "({money} to {money2})": "({money} bis {money2})",
        " and ": " und ",
        " or ": " oder ",
    },
    ("Smith and Sons",),
)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("B&O has $40.", "B&O hat $40."),
        ("B&O has no train.", "B&O hat keine Lok."),
        ("Sell B&O 20 % · 2-train", "B&O 20 % verkaufen · 2-Lok"),
        ("Buy 3-train of the bank", "3-Lok von die Bank kaufen"),
        ("Buy 2-train, 3-train or 4-train of Ann", "2-Lok, 3-Lok oder 4-Lok von Ann kaufen"),
        ("2-train $1 to $40", "2-Lok $1 bis $40"),
        ("It is closed.", "Sie ist geschlossen."),
        ("It is closed until phase 3.", "Sie ist geschlossen bis Phase 3."),
        ("No bid yet. B&O has no train.", "Noch kein Gebot. B&O hat keine Lok."),
        ("Smith and Sons", "Smith and Sons"),
        ("Smith and Sons (no bid yet)", "Smith and Sons (noch kein Gebot)"),
        ("Smith and Sons ($1 to $2): 2-train", "Smith and Sons ($1 bis $2): 2-Lok"),
        ("Smith and Sons: B&O has no train.\nAnn and Ben", "Smith and Sons: B&O hat keine Lok.\nAnn und Ben"),
    ],
)
def test_a_sentence_is_said_with_its_values(english: str, german: str) -> None:
    assert SAID.say(english) == german


@pytest.mark.parametrize("text", ["nobody knows this", "Sell this and that", "B&O has a nobody."])
def test_what_is_left_in_english_is_seen(text: str) -> None:
    assert not SAID.knows(text)


def test_the_source_is_read_as_templates(tmp_path: Path) -> None:
    (tmp_path / "moves.py").write_text(
        'NOTE = "the end of a turn"\nNOTES = {NOTE: "a remark"}\n'
        'def refuse(view, left):\n    """Not for players."""\n'
        '    if left:\n        raise KeyError("for programmers only")\n'
        "    return Violation('x', f\"{view.company} has {view.money(left)}{' or more' if left else ''}.\")\n"
    )
    assert templates([tmp_path]) == ["{company} has {money}{words}.", " or more"]


def test_labels_are_known_in_the_language_of_the_task() -> None:
    assert known("Buy a share") == "Buy a share"
    with speaking("de"):
        assert known("Buy a share") == "Aktie kaufen"
        assert known("B&O has no further station token to place.") == (
            "B&O hat keinen weiteren Stationsmarker zu setzen."
        )
        assert known("That was nothing of the engine") == "That was nothing of the engine"
    assert "Buy a share" in engine()


def test_a_page_of_sentences_is_said_at_once() -> None:
    said = wording(OTHERS[0])
    texts = sorted(heard("1889"))[:200]
    for text in texts:
        said.say(text)
    began = time.perf_counter()
    for text in texts:
        said.say(text)
    assert time.perf_counter() - began < 0.02


# --- pictures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_picture_is_told_in_the_language_of_its_readers(title: str) -> None:
    state = position(played(title))
    company = next(iter(TITLES[title].data.of_kind("major") or TITLES[title].data.companies.values())).id
    english = twin(title, state, "company", company=company)
    for language in OTHERS:
        said = wording(language)
        assert twin(title, state, "company", company=company, words=said.say) != english
        for view in ("order", "trains"):
            german = twin(title, state, view, words=said.say)
            assert re.search(r"\b(the|of|and|not|by|left|runs|acts)\b", german) is None, german
    assert twin(title, state, "company", company=company) == english


@pytest.mark.parametrize("view", ["map", "regions", "market", "crop"])
def test_what_a_picture_is_called_is_in_the_language_too(view: str) -> None:
    words: dict[str, Any] = {"hexes": ["M28"]} if view in ("crop", "regions") else {}
    said = draw("18OE", position(new_game("18OE", ["Ann", "Ben"], seed=1)), view, words=say_german, **words)
    told = said.alt.replace("On the Rails of the Orient Express", "")
    english = re.search(
        r"\b(the|of|tiles|Overview|sectors|Marked|Numbered|around|reaches|phase|empty)\b", told
    )
    assert english is None, told


def test_the_words_of_a_picture_are_those_of_its_reader() -> None:
    state = position(played("1889"))
    english, german = (draw("1889", state, "trains", **words) for words in ({}, {"words": say_german}))
    assert english.png != german.png
    assert german.alt.startswith("Loks und Phasen")
    assert draw("1889", state, "trains").alt == english.alt


def say_german(text: str) -> str:
    return wording("de").say(text)


@cache
def played(title: str) -> Game:
    found = Listener(title, 3)
    found.listen(12)
    return found.game


@pytest.mark.parametrize("text", ["company: pays " * 300, "A hex costs. " * 300])
def test_what_is_made_to_be_ambiguous_stays_as_it_is(text: str) -> None:
    with speaking("de"):
        assert known(text) == text
        assert known("Pass") != "Pass"
