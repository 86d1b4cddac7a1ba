"""What the page of a run shows when the search had no time to prove its answer."""

from __future__ import annotations

import pytest

from bot.searches import Sets
from bot.ui.runs import best
from engine import Game
from tests.bot.test_chooser import desk_of
from tests.scenario import act
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe
from tests.titles.g18oe.test_18oe_running import on, turn


def before_the_next_run() -> Game:
    """The railroad, which has run for 60, is about to run once more."""
    game = turn(Europe("2").line(*ANDALUSIA).token_at("AC8").card("4"))
    act(game, "p1", "run", routes=on(game, *ANDALUSIA))
    last = game.view.company(US).data
    again = Europe("2").line(*ANDALUSIA).token_at("AC8").card("4")
    again.state.companies[US].data.update(last)
    return turn(again)


@pytest.mark.parametrize(
    ("proven", "found", "shown"), [(False, 30, [60, 30]), (False, 60, [60]), (True, 30, [30])]
)
async def test_the_run_of_last_time_comes_first_where_a_cut_search_knows_less(
    monkeypatch: pytest.MonkeyPatch, proven: bool, found: int, shown: list[int]
) -> None:
    game = before_the_next_run()
    hexes = ANDALUSIA[:2] if found == 30 else ANDALUSIA

    async def search(*_: object) -> Sets:
        return Sets(((found, tuple(on(game, *hexes))),), proven, 200)

    monkeypatch.setattr(best, "best_sets", search)
    sets = (await best.sets_of(desk_of(game, "p1"))).sets
    assert [earned for earned, _ in sets] == shown
