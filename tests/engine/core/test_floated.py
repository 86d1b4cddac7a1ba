"""One event for a float in every title: told once, read back as it was, laws of companies ask about it."""

from __future__ import annotations

import pytest

from engine import Game, Record, new_game
from engine.checks.random_play import RandomPlayer
from engine.core.events import CompanyChanged, Floated, Said, from_json
from engine.core.laws import Deeds
from engine.core.story import lines

WAYS = {"floats", "starts with", "is formed of", "opens with"}
"""How the sentence of a float goes, in each title's words."""


def test_its_wire_form_is_the_company_alone() -> None:
    event = Floated.of("LY")
    assert event.to_json() == ["Floated", "LY"]
    assert from_json(["Floated", "LY"]) == event
    assert Deeds([event]).kinds == {Floated, CompanyChanged}


@pytest.mark.parametrize("title", ["18EZ", "1862", "1826", "1889", "18OE"])
def test_each_float_is_one_event_and_one_sentence(title: str) -> None:
    game = new_game(title, ("Ann", "Ben", "Cy"), seed=5)
    dice = RandomPlayer(game.title, 5)
    while game.waiting() is not None and not floats(game):
        game.submit(dice.action(game))
    [record] = floats(game)
    told = [line for line in lines(game.view, record) if any(way in line for way in WAYS)]
    began = [event.company for event in record.events if isinstance(event, Floated)]
    assert len(told) == len(began)
    assert all(game.state.companies[company].floated for company in began)
    events = [event for each in game.log for event in each.events]
    assert not any(type(e) is CompanyChanged and e.name == "floated" for e in events)
    assert not any(isinstance(e, Said) and e.key == "company_floats" for e in events)


def floats(game: Game) -> list[Record]:
    """The records in which a company floats."""
    return [r for r in game.log if any(isinstance(e, Floated) for e in r.events)]
