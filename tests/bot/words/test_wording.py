"""Whatever the engine and its pictures say is a message, and each of its templates is in the catalogues."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from bot.words import LANGUAGES, SOURCE_LANGUAGE, translated, translated_into, using_language
from bot.words.extract import engine_texts
from engine import TITLES, Game, new_game
from engine.api.stories import story
from engine.api.table import position
from engine.message import Message, say, word
from render.api import VIEWS, draw, twin
from render.map.sectors import sectors_of
from tests.bot.engine_texts import Listener, bare, lacking

OTHERS = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
ACTIONS = {"18OE": 60}
LETTERS = (
    "__format__", "__getitem__", "join", "lower", "partition", "removeprefix", "removesuffix", "replace",
    "rpartition", "split", "splitlines", "strip", "title", "upper",
)  # fmt: skip
"""What makes a plain text of a message, which no language can translate any more."""

german = partial(translated_into, language="de")


@cache
def heard(title: str) -> frozenset[str]:
    return frozenset(Listener(title, 3).listen(ACTIONS.get(title, 110)))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_that_the_engine_says_over_random_play_is_translated(title: str) -> None:
    texts = heard(title)
    assert sum(isinstance(text, Message) for text in texts) > 150
    assert [text for text in texts if bare(title, text)] == []
    for language in OTHERS:
        assert {part for text in texts for part in lacking(text, language)} == set()


@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_that_pictures_and_the_log_say_is_translated(title: str) -> None:
    texts = set(spoken(played(title, 40)))
    assert sum(isinstance(text, Message) for text in texts) > 50
    assert [text for text in texts if bare(title, text)] == []
    for language in OTHERS:
        assert {part for text in texts for part in lacking(text, language)} == set()


def spoken(game: Game) -> Iterator[str]:
    """What the texts of pictures and the log are put together from."""
    found = list[str]()

    def hear(text: str) -> str:
        found.append(text)
        return str(text)

    own: dict[str, dict[str, Any]] = {
        "company": {"company": next(iter(game.state.companies))},
        "player": {"player": game.state.seats[0]},
    }
    for view in VIEWS:
        if view not in ("chart", "candidates", "routes", "crop"):
            twin(game.title.key, position(game), view, words=hear, **own.get(view, {}))
    for record in game.log:
        story(game.view, record, hear)
    return iter(found)


def test_a_template_without_a_translation_is_found() -> None:
    train = say("{kind}-train", kind="4")
    assert list(lacking(train, "de")) == []
    assert list(lacking(say("{company} has no sense of humour.", company="B&O"), "de")) == [
        "{company} has no sense of humour."
    ]
    assert list(lacking(say("{a} · {b}", a=train, b=word("nonsense")), "de")) == ["nonsense"]


def test_a_bare_text_is_found() -> None:
    assert bare("1889", "It has no train.") == "has no train"
    assert bare("1889", say("It has no train.")) == ""
    assert bare("1889", "Takamatsu E-Railroad (TR)") == ""


# --- a message stays one ---------------------------------------------------------------------------


@pytest.fixture
def spelled(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The places where the engine and the pictures make plain text of messages."""
    found = set[str]()
    for name in LETTERS:
        monkeypatch.setattr(Message, name, _noting(getattr(str, name), found), raising=False)
    return found


def _noting(method: Callable[..., Any], found: set[str]) -> Callable[..., Any]:
    def noting(self: Message, *given: Any) -> Any:
        caller = sys._getframe(1)
        path = Path(caller.f_code.co_filename)
        if {"engine", "render"} & set(path.parts) and path.name != "message.py" and "tests" not in path.parts:
            found.add(f"{path.name}:{caller.f_lineno}")
        return method(self, *given)

    return noting


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_message_is_taken_for_its_letters(title: str, spelled: set[str]) -> None:
    listener = Listener(title, 5)
    listener.listen(ACTIONS.get(title, 80))
    list(spoken(listener.game))
    assert spelled == set()


def test_a_message_in_a_plain_text_is_seen(spelled: set[str]) -> None:
    code = compile("f'{text} and more'", "/engine/somewhere.py", "eval")
    eval(code, {"text": say("the bank")})
    assert spelled == {"somewhere.py:1"}


# --- in the language of the task -------------------------------------------------------------------


def test_labels_are_known_in_the_language_of_the_task() -> None:
    label = say("Buy a share")
    assert translated(label) == "Buy a share"
    with using_language("de"):
        assert translated(label) == "Aktie kaufen"
        assert translated("Buy a share") == "Buy a share"
    assert "Buy a share" in engine_texts()


# --- pictures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_picture_is_told_in_the_language_of_its_readers(title: str) -> None:
    state = position(played(title))
    company = next(iter(TITLES[title].data.of_kind("major") or TITLES[title].data.companies.values())).id
    english = twin(title, state, "company", company=company)
    assert twin(title, state, "company", company=company, words=german) != english
    for view in ("order", "trains"):
        told = twin(title, state, view, words=german)
        assert re.search(r"\b(the|of|and|not|by|left|runs|acts)\b", told) is None, told
    assert twin(title, state, "company", company=company) == english


@pytest.mark.parametrize("view", ["map", "regions", "market", "crop"])
def test_what_a_picture_is_called_is_in_the_language_too(view: str) -> None:
    words: dict[str, Any] = {"hexes": ["M28"]} if view in ("crop", "regions") else {}
    said = draw("18OE", position(new_game("18OE", ["Ann", "Ben"], seed=1)), view, words=german, **words)
    told = said.alt.replace("On the Rails of the Orient Express", "")
    english = re.search(
        r"\b(the|of|tiles|Overview|sectors|Marked|Numbered|around|reaches|phase|empty)\b", told
    )
    assert english is None, told


def test_the_words_of_a_picture_are_those_of_its_reader() -> None:
    state = position(played("1889"))
    english, other = (draw("1889", state, "trains", **words) for words in ({}, {"words": german}))
    assert english.png != other.png
    assert other.alt.startswith("Loks und Phasen")
    assert draw("1889", state, "trains").alt == english.alt


def test_a_part_of_a_large_map_is_called_by_its_direction_in_the_language_too() -> None:
    names = {part.letter: german(part.name) for part in sectors_of(new_game("18OE", ["A", "B"], seed=1).view)}
    assert (names["A"], names["H"]) == ("Celtic Sea Nord", "Vereinigtes Königreich Süd")


@cache
def played(title: str, actions: int = 12) -> Game:
    found = Listener(title, 3)
    found.listen(actions)
    return found.game
