"""Components that a title names are checked when it is loaded, and options change limits by data."""

from dataclasses import replace

import pytest

from engine import TITLES, BadData
from engine.abilities import KINDS
from engine.data.loader import load_title
from engine.game import new_game
from engine.rules.limits import LimitRules
from engine.title import switch
from engine.titles.g1889.figures import Figures

TITLE = TITLES["1889"]


def test_a_tile_that_does_not_exist_is_refused():
    with pytest.raises(BadData, match="tiles: unknown key '5x'; nearest valid key: '5"):
        replace(TITLE, data=replace(TITLE.data, tiles={**TITLE.data.tiles, "5x": 1}))


def test_a_colour_of_tiles_that_does_not_exist_is_refused():
    first = next(iter(TITLE.data.phases.values()))
    phases = {**TITLE.data.phases, first.key: replace(first, tiles=("yelow",))}
    with pytest.raises(BadData, match="unknown key 'yelow'; nearest valid key: 'yellow'"):
        replace(TITLE, data=replace(TITLE.data, phases=phases))


@pytest.mark.parametrize(("value", "limit"), [("yes", 10), ("no", 14)])
def test_an_option_changes_the_certificate_limit_by_data(tmp_path, value, limit):
    folder = tmp_path / "data"
    folder.mkdir()
    for path in (TITLE.rules.board.folder / "data").glob("*.toml"):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    with (folder / "game.toml").open("a", encoding="utf-8") as game:
        game.write("\n[certificate_limit_with.tight]\n" + "".join(f"{n} = 10\n" for n in range(2, 7)))
    data = load_title(folder, Figures, KINDS)
    title = replace(TITLE, data=data, options=(*TITLE.options, switch("tight", "Fewer certificates")))
    game = new_game(title, ["Ann", "Ben", "Cleo", "Dan"], seed=1, options={"tight": value})
    assert LimitRules().certificate_limit(game.view) == limit
