"""A message is a text that knows its template and its values."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable

import pytest

from engine import new_game
from engine.core.recorded import made_as
from engine.message import OR, Message, capital, cut, fill, joined, listed, say, unstopped, word


def made_of(template: str, **values: object) -> Message:
    """What `say` makes."""
    made = say(template, **values)
    assert isinstance(made, Message)
    return made


def test_a_message_is_its_english_text() -> None:
    made = say("{company} pays {amount}.", company="B&O", amount="$10")
    assert made == "B&O pays $10."
    assert json.dumps({"text": made}) == '{"text": "B&O pays $10."}'
    assert "B&O pays $10." in {made}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copy_knows_as_much(copied: Callable[[Message], Message]) -> None:
    made = copied(made_of("{company} pays {amount}.", company=word("the bank"), amount="$10"))
    assert (made, made.template) == ("the bank pays $10.", "{company} pays {amount}.")
    assert made.values["company"].template == "the bank"


def test_what_is_kept_as_json_knows_as_much() -> None:
    made = made_of("{company} pays {amount}.", company=word("the bank"), amount=listed(["A", "B"]))
    again = Message.from_json(json.loads(json.dumps(made.to_json())))
    assert (again, again.template, again.values) == (made, made.template, made.values)
    assert again.values["company"].template == "the bank"


@pytest.mark.parametrize(("count", "text"), [(1, "A sells 1 share"), (3, "A sells 3 shares")])
def test_a_number_comes_with_what_it_counts(count: int, text: str) -> None:
    assert say("{company} sells {count:share|shares}", company="A", count=count) == text


def test_a_list_is_one_text() -> None:
    assert [listed(["A", "B", "C"][:count]) for count in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert listed(["A", "B"], OR) == "A or B"
    assert joined(" · ", []) == ""


def test_names_alone_make_a_plain_text() -> None:
    assert type(joined(", ", ["A", "B"])) is str
    assert isinstance(joined(", ", ["A", word("Pass")]), Message)


def test_texts_are_put_together() -> None:
    for made, place in ((made_of("Pass") + "!", "p0"), ("A: " + made_of("Pass"), "p1")):
        assert isinstance(made, Message)
        assert made.values[place].template == "Pass"


def test_a_text_is_shaped() -> None:
    made = say("the bank pays {amount}.", amount="$1")
    shaped = (capital(made), cut(made, 3), unstopped(made))
    assert shaped == ("The bank pays $1.", "the", "the bank pays $1")
    assert {each.template for each in shaped if isinstance(each, Message)} == {"the bank pays {amount}."}
    assert (capital("a"), unstopped("a."), cut("abc", 2)) == ("A", "a", "ab")


def test_a_value_that_ends_with_a_full_stop_brings_that_of_the_sentence():
    assert say("{company} lays track with {private}.", company="AR", private="Hochberg Co.") == (
        "AR lays track with Hochberg Co."
    )
    assert say("{private} pays.", private="Hochberg Co.") == "Hochberg Co. pays."
    assert say("More: {rest}.", rest="and so on..") == "More: and so on..."


@pytest.mark.parametrize(
    "train", ["E-train", "8-train", "8+8", "11-train", "18-train", "express", "Orient", "H"]
)
def test_an_stands_before_the_sound_of_a_vowel(train: str) -> None:
    made = say("A {train} for a {train}", train=train)
    assert made == f"An {train} for an {train}"


@pytest.mark.parametrize(
    "train", ["3-train", "D", "TGV", "10H", "110", "180", "U-train", "2-train", "Pullman"]
)
def test_a_stands_before_other_sounds(train: str) -> None:
    assert say("A {train} for a {train}", train=train) == f"A {train} for a {train}"


def test_an_article_of_another_language_stays() -> None:
    assert fill("il y a {train}", {"train": "E"}, lambda count: int(count > 1)) == "il y a E"


@pytest.mark.parametrize("article", ["a", "an"])
def test_what_was_recorded_with_either_article_is_read(article: str) -> None:
    read = made_as("{company} buys a {train}.")
    game = new_game("18EZ", ["Ann", "Ben"], seed=1)
    found = read(game.view, f"B&O buys {article} E-train.")
    assert isinstance(found, Message)
    assert (found, found.values["train"]) == ("B&O buys an E-train.", "E-train")
