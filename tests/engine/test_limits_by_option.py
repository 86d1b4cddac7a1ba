"""An option of the game brings other components by data."""

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


def written(place, more):
    """The folder of the title's data with more at the end of game.toml."""
    folder = place / "data"
    folder.mkdir()
    for path in (TITLE.rules.board.folder / "data").glob("*.toml"):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    with (folder / "game.toml").open("a", encoding="utf-8") as game:
        game.write(f"\n{more}")
    return folder


@pytest.mark.parametrize(("value", "limit"), [("yes", 10), ("no", 14)])
def test_an_option_changes_the_certificate_limit_by_data(tmp_path, value, limit):
    limits = "".join(f"{n} = 10\n" for n in range(2, 7))
    data = load_title(written(tmp_path, f"[certificate_limit_with.tight]\n{limits}"), Figures, KINDS)
    title = replace(TITLE, data=data, options=(*TITLE.options, switch("tight", "Fewer certificates")))
    game = new_game(title, ["Ann", "Ben", "Cleo", "Dan"], seed=1, options={"tight": value})
    assert LimitRules().certificate_limit(game.view) == limit


def test_limits_for_a_part_of_the_players_are_refused(tmp_path):
    with pytest.raises(BadData, match="certificate_limit_with: tight: no limit for 2 players"):
        load_title(written(tmp_path, "[certificate_limit_with.tight]\n4 = 10\n"), Figures, KINDS)
