"""Options that a title got after a game was opened: the game keeps to their defaults."""

import copy
from dataclasses import replace

import pytest

from engine import TITLES, import_game
from engine.checks.random_play import RandomPlayer, play
from engine.checks.rejudge import forgery_reason, rejudge
from engine.core.log import Record, Setup
from engine.game import load_game
from engine.rules.setup import OPTIONS, chosen
from engine.title import SCENARIO, SetupOption

LATER = SetupOption("later", "Added later", {"old": "as before", "new": "otherwise"}, "old")
OPTIONAL = [(key, option.key) for key, title in TITLES.items() for option in title.options]


def export(title, moves=25):
    game = play(title, max(3, title.data.min_players), 7, {}, limit=moves).game
    return copy.deepcopy(game.to_json())


def without(title, option):
    """An export from before the option."""
    raw = export(title)
    for options in (raw["genesis"]["options"], raw["genesis"]["state"]["notes"][OPTIONS]):
        del options[option]
    if not raw["genesis"]["options"]:
        del raw["genesis"]["state"]["notes"][OPTIONS]
    records = [Record.from_json(record) for record in raw["records"]]
    return raw | {"digest": load_game(title, Setup.from_json(raw["genesis"]), records).digest()}


@pytest.mark.parametrize("key", TITLES)
def test_an_export_of_before_is_opened_with_an_option_added(key, monkeypatch):
    raw = export(TITLES[key])
    title = replace(TITLES[key], options=(*TITLES[key].options, LATER))
    monkeypatch.setitem(TITLES, key, title)
    game = import_game(raw)
    assert chosen(game.view, "later") == "old"
    assert forgery_reason(game) is None
    assert rejudge(game) == []


@pytest.mark.parametrize(("key", "option"), OPTIONAL)
def test_a_game_from_before_an_option_goes_on_with_its_default(key, option):
    title = TITLES[key]
    game = import_game(without(title, option))
    assert chosen(game.view, option) == title.defaults[option]
    assert forgery_reason(game) is None
    assert rejudge(game) == []
    dice, before = RandomPlayer(title, 3), game.revision
    for _ in range(40):
        game.submit(dice.action(game))
    assert game.revision == before + 40


def test_another_first_position_is_still_no_game_of_the_title():
    raw = without(TITLES["1862"], "markers")
    raw["genesis"]["state"]["bank"] += 1
    records = [Record.from_json(record) for record in raw["records"]]
    assert forgery_reason(load_game(TITLES["1862"], Setup.from_json(raw["genesis"]), records)) is not None


def test_what_no_option_of_the_title_is_called_is_an_error():
    game = play(TITLES["18EZ"], 3, 1, {}, limit=1).game
    with pytest.raises(KeyError):
        chosen(game.view, SCENARIO)
