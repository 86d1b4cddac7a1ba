"""The law of the messages finds what was neither posted nor waits to be sent."""

import json
import sqlite3

import pytest

from engine import Action, new_game
from engine.core.state import Offer
from tests.drills.owed import missing_messages

TABLES = """
CREATE TABLE game (id, status); CREATE TABLE seat (game, seat, computer);
CREATE TABLE card (game, kind, rev); CREATE TABLE outbox (game, kind, payload);
"""


@pytest.fixture
def db():
    with sqlite3.connect(":memory:") as made:
        made.executescript(TABLES)
        made.execute("INSERT INTO game VALUES (1, 'running')")
        made.executemany("INSERT INTO seat VALUES (1, ?, ?)", [("p1", ""), ("p2", ""), ("p3", "easy")])
        yield made
    made.close()


def auction():
    """A game of 1889 whose auction begins."""
    return new_game("1889", ("Ann", "Ben", "Cy"), seed=1)


def put(db, kind, payload):
    db.execute("INSERT INTO outbox VALUES (1, ?, ?)", (kind, json.dumps(payload)))


def test_the_card_of_a_turn_is_posted_or_waits(db):
    game = auction()
    assert list(missing_messages(db, 1, game)) == ["game 1: the card of its turn is missing"]
    put(db, "turn_card", {"rev": 1})
    assert list(missing_messages(db, 1, game)) == []


def test_a_card_of_an_earlier_turn_is_not_that_of_now(db):
    game = auction()
    db.execute("INSERT INTO card VALUES (1, 'turn', ?)", (len(game.log),))
    assert list(missing_messages(db, 1, game)) == []
    game.submit(Action("pass", "p2", {}))
    db.execute("UPDATE seat SET computer = ''")
    assert list(missing_messages(db, 1, game)) == ["game 1: the card of its turn is missing"]


@pytest.mark.parametrize(("seat", "status"), [("p2", "running"), ("p9", "ended")])
def test_no_card_is_owed_to_a_computer_or_after_the_end(db, seat, status):
    db.execute("UPDATE game SET status = ?", (status,))
    db.execute("UPDATE seat SET computer = 'easy' WHERE seat = ?", (seat,))
    assert list(missing_messages(db, 1, auction())) == []


@pytest.mark.parametrize(("to", "told"), [("p1", ["game 1: the message of offer 1 is missing"]), ("p3", [])])
def test_an_offer_to_a_person_has_a_message_or_one_waits(db, to, told):
    game = auction()
    game.state.offers["1"] = Offer("1", "train", "p2", to, 100)
    put(db, "turn_card", {"rev": 1})
    assert list(missing_messages(db, 1, game)) == told
    put(db, "offer", {"offer": "1"})
    assert list(missing_messages(db, 1, game)) == []
