"""A scenario is a title of its own that a table chooses by an option; who reads a game sees it."""

from dataclasses import replace

import pytest

import engine
from engine.api.table import position
from engine.api.table import view_of as table_view
from engine.core.errors import Refused
from engine.core.state import to_json
from engine.game import load_game, new_game
from engine.title import SCENARIO, SetupOption
from render.api import view_of as drawn_view
from tests import toy


class Table(toy.Table):
    """As the toy's, and the position knows the options, as with every other title."""

    def position(self, data, names, options):
        state = super().position(data, names, options)
        state.notes["options"] = dict(options)
        return state


WHOLE = replace(toy.TITLE, setup_rules=Table("count"))
SMALL = replace(WHOLE, data=replace(toy.TITLE.data, name="Small toy", bank=77, max_players=2))
OPTION = SetupOption(SCENARIO, "Scenario", {"whole": "whole", "small": "small"}, "whole")
TITLE = replace(WHOLE, options=(*toy.TITLE.options, OPTION), scenarios={"small": lambda: SMALL})


def start(players=2, **options):
    return new_game(TITLE, ["Ann", "Ben", "Cy"][:players], seed=1, options=options)


def test_the_option_chooses_the_title():
    assert TITLE.played({SCENARIO: "small"}) is SMALL
    assert TITLE.played({SCENARIO: "whole"}) is TITLE
    assert TITLE.played({}) is TITLE
    assert TITLE.played({"length": "small"}) is TITLE


def test_a_game_is_played_by_it():
    game = start(scenario="small")
    assert game.title is SMALL
    assert game.view.data.name == "Small toy"
    assert start().title is TITLE
    assert start().view.data.name == toy.TITLE.data.name


def test_its_number_of_players_counts():
    with pytest.raises(Refused, match="Small toy is for 2 to 2 players"):
        start(3, scenario="small")
    assert len(start(3).state.seats) == 3


def test_an_unknown_scenario_is_refused():
    with pytest.raises(Refused, match="no option scenario=other"):
        start(scenario="other")


def test_a_stored_game_is_loaded_by_it():
    game = start(scenario="small")
    assert load_game(TITLE, game.setup, game.log).title is SMALL


def test_whoever_reads_a_position_sees_it(monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", TITLE)
    for options, name in (({"scenario": "small"}, "Small toy"), ({}, toy.TITLE.data.name)):
        game = start(**options)
        assert "options" in game.state.notes
        assert table_view("TOY", position(game)).data.name == name
        assert drawn_view("TOY", to_json(game.state)).data.name == name
