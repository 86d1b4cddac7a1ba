"""One grammar of what is typed: its examples hold, and all rooms read by it."""

from __future__ import annotations

import doctest

import pytest

from bot.chat.named import require_id
from bot.chat.typed import parse_move
from bot.local.written import parse_command
from bot.turn.choosing.lists import matching_options
from bot.words import grammar
from bot.words.grammar import NamedItem, find_matches, parse_amount
from engine import Option


def test_the_examples_hold() -> None:
    found = doctest.testmod(grammar)
    assert (found.failed, found.attempted > 12) == (0, True)


@pytest.mark.parametrize("text", ["", "-3", "1.5", "١٢", "1" * 9, "£", "12 13"])
def test_what_is_no_amount(text: str) -> None:
    assert parse_amount(text, "£") is None


def test_what_fits_first_counts() -> None:
    trains = [NamedItem("a1", "3 train", number=1), NamedItem("a2", "4 train", number=3)]
    assert [thing.id for thing in find_matches(trains, "3")] == ["a2"]
    assert [thing.id for thing in find_matches(trains, "train")] == ["a1", "a2"]


PLACES = {"D14": "Norwich (D14)", "E2": "Ely (E2)", "E12": "New Ely (E12)"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [("d14", "D14"), ("Norw", "D14"), ("Ely (E2)", "E2"), ("new", "E12"), ("NEW ELY", "E12")],
)
def test_commands_and_pages_read_a_thing_alike(text: str, meant: str) -> None:
    options = [(i, Option(coord, name)) for i, (coord, name) in enumerate(PLACES.items(), 1)]
    assert require_id(text, PLACES) == meant
    assert [option.value for _, option in matching_options(options, text)] == [meant]


def test_written_commands_and_moves_in_a_line_read_parts_alike() -> None:
    entry = {
        "invocation": "plan tile",
        "options": [
            {"name": name, "description": "", "type": "string", "required": True, "choices": []}
            for name in ("where", "tile")
        ],
    }
    lines = (
        "where: Bury St Edmunds tile: 57 2",
        "where=Bury St Edmunds tile=57 2",
        'where="Bury St Edmunds" tile=57 2',
    )
    for line in lines:
        assert parse_command(f"/plan tile {line}", [entry], {})[1] == {
            "where": "Bury St Edmunds",
            "tile": "57 2",
        }
        assert parse_move(f"lay {line}", [])[1] == {"where": "Bury St Edmunds", "tile": "57 2"}
