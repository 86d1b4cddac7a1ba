"""A log that was stored is told in another language as the one that was just written."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.words import translated_into
from engine import TITLES, Game
from engine.api.stories import Said, lines
from engine.core.log import Record
from engine.core.recorded import Reader, either, like, list_of, made_as, names, one_of, places, players
from engine.core.view import View
from engine.message import Message, say
from tests.walks import Walk

TRAIN = made_as(say("{kind}-train"))


def german(text: str) -> str:
    return translated_into(text, "de") if isinstance(text, Message) else text


def played(title: str, seed: int, actions: int = 250) -> Game:
    names = [f"P{i}" for i in range(max(3, TITLES[title].data.min_players))]
    return Walk(title, names, seed).go_on(actions)


def stored(record: Record) -> Record:
    """The record with its texts plain."""
    return replace(
        record,
        events=tuple(
            replace(e, params=json.loads(json.dumps(e.params))) if isinstance(e, Said) else e
            for e in record.events
        ),
    )


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_stored_log_is_told_as_a_fresh_one(title: str) -> None:
    game = played(title, 1)
    told = 0
    for record in game.log:
        fresh = lines(game.view, record, german)
        told += fresh != lines(game.view, record)
        assert lines(game.view, stored(record), german) == fresh
    assert told > 20


@pytest.mark.parametrize(
    ("reader", "text", "said"),
    [
        (one_of(say("the bank")), "the bank", "der Bank"),
        (one_of(say("the bank")), "the banker", "the banker"),
        (TRAIN, "2+1-train", "2+1-Lok"),
        (TRAIN, "2-trainer", "2-trainer"),
        (list_of(TRAIN), "2-train, 3-train", "2-Lok, 3-Lok"),
        (list_of(TRAIN), "2-train", "2-Lok"),
        (either(one_of(say("the bank")), TRAIN), "4-train", "4-Lok"),
        (names, "A, B and C", "A, B und C"),
        (names, "A", "A"),
        (places, "Ely (D6) and Ham and Egg (C5)", "Ely (D6) und Ham and Egg (C5)"),
        (places, "Ham and Egg (C5)", "Ham and Egg (C5)"),
        (players, "P1 and P2", "P1 und P2"),
        (players, "P1 and nobody", "P1 and nobody"),
        (like(say("{kind}-train", kind="5")), "6-train", "6-Lok"),
        (like("a name"), "6-train", "6-train"),
    ],
)
def test_a_recorded_text_is_read_back(view: View, reader: Reader, text: str, said: str) -> None:
    read = reader(view, text)
    assert read == text
    assert german(read) == said


@pytest.fixture(scope="module")
def view() -> View:
    return played("1889", 7, 0).view
