"""A message is told in the present language by its template; its plain values stay."""

from __future__ import annotations

import json

from bot.words import (
    msg,
    parse_stored_message,
    t_lazy,
    to_stored_message,
    translate_stored_text,
    translated,
    translated_into,
    using_language,
)
from engine import new_game
from engine.api.moves import outcome
from engine.board.directions import SIDES, directions
from engine.core.recorded import list_of, one_of
from engine.message import OR, capital, cut, in_words, joined, listed, say, unstopped, word
from render.pen.words import face_words


def german(text: str) -> str:
    return translated_into(text, "de")


def test_a_message_is_told_by_its_template() -> None:
    made = say("{company} has no train.", company="B&O")
    assert translated(made) == "B&O has no train."
    with using_language("de"):
        assert translated(made) == "B&O hat keine Lok."
    assert german(say("{company} has no train.", company=word("the bank"))) == "der Bank hat keine Lok."


def test_a_value_that_is_no_message_stays() -> None:
    assert german(say("{company} has no train.", company="Pass")) == "Pass hat keine Lok."
    assert german(word("Pass")) == "Passen"
    assert german(joined(" · ", ["Yellow Ridge", word("yellow")])) == "Yellow Ridge · gelb"


def test_a_list_has_its_joiners_from_the_catalogue() -> None:
    names = ["A", "B", word("the bank")]
    assert german(listed(names)) == "A, B und der Bank"
    assert german(listed(["A", "B"], OR)) == "A oder B"
    assert german(joined(OR, ["A", "B", "C"])) == "A oder B oder C"
    assert german(joined(" · ", ["A", word("Pass")])) == "A · Passen"
    assert german("A: " + word("Pass")) == "A: Passen"


def test_the_sides_to_which_track_leads_are_told_in_german() -> None:
    view = new_game("1889", ("Ann", "Ben"), seed=1).view
    board = view.board()
    layout, line, city = board.hexmap.layout, board.catalogue["8"].face(2), board.catalogue["57"].face(1)
    assert (directions(layout, line), german(directions(layout, line))) == ("NW-NE", "NW-NO")
    assert german(directions(layout, city)) == german(face_words(layout, city)) == "Stadt nach SW, NO"
    recorded = list_of(one_of(*SIDES[layout]))(view, "NE, SE")
    assert (recorded, german(recorded)) == ("NE, SE", "NO, SO")


def test_a_translation_has_the_shape_of_the_text() -> None:
    assert german(capital(word("the bank"))) == "Der Bank"
    assert german(unstopped(say("{company} has no train.", company="A"))) == "A hat keine Lok"
    assert german(cut(word("the bank"), 3)) == "der Bank"


def test_what_waits_in_the_queue_is_told_in_the_language_of_its_reader() -> None:
    to_stored_message = json.loads(
        json.dumps(t_lazy("{fault}", fault=say("{company} has no train.", company="A")).to_json())
    )
    assert translate_stored_text(to_stored_message) == "A has no train."
    with using_language("de"):
        assert translate_stored_text(to_stored_message) == "A hat keine Lok."


def test_a_refusal_waits_with_its_values() -> None:
    waiting = json.loads(json.dumps(t_lazy(say("{company} has no train.", company="A")).to_json()))
    assert translate_stored_text(waiting) == "A has no train."
    with using_language("de"):
        assert translate_stored_text(waiting) == "A hat keine Lok."


def test_a_stored_text_keeps_its_values_and_plain_text_stays() -> None:
    stored = parse_stored_message(
        json.loads(json.dumps(to_stored_message(say("{company} has no train.", company="A"))))
    )
    assert (stored, german(stored)) == ("A has no train.", "A hat keine Lok.")
    assert (parse_stored_message(to_stored_message("Pass")), german(parse_stored_message("Pass"))) == (
        "Pass",
        "Pass",
    )


def test_a_sentence_that_waits_with_fields_keeps_them() -> None:
    late = msg("{name} bid")
    waiting = json.loads(json.dumps(t_lazy(late, name="Pass").to_json()))
    assert waiting == {"text": "{name} bid", "fields": {"name": "Pass"}}
    with using_language("de"):
        assert translate_stored_text(waiting) == "Pass hat geboten"


def test_a_code_is_spelt_in_words() -> None:
    assert in_words("bank_broken") == "bank broken"
    assert german(in_words("bankruptcy")) == "Bankrott"
    assert [german(outcome(how)) for how in ("accepted", "lapsed", "of a version before")] == [
        "angenommen", "verfallen", "of a version before",
    ]  # fmt: skip
