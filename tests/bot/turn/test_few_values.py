"""Values that all have buttons need no menu beside them; what a menu has besides, its placeholder says."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.chat.frame import PRIMARY, SECONDARY
from bot.turn.choosing.chooser import repeats_verb
from bot.turn.choosing.ways import complete_moves_of
from bot.turn.pages import workspace
from bot.turn.session import words
from bot.turn.session.draft import Draft, legal_move_of_kind
from bot.words import using_language
from engine import Action, Game
from tests.bot.scenes import FIVE
from tests.bot.turn.test_chooser import session_of
from tests.bot.turn.test_labels import NoGains
from tests.bot.turn.test_scenes_18oe import parred
from tests.titles.g18ez.test_18ez_powers import owner
from tests.titles.g1862.mergers import hold
from tests.titles.g1889.shikoku import Shikoku

THREE = FIVE[:3]


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    async def none(*_: Any) -> None: ...

    monkeypatch.setattr(workspace, "search_revenue_gains", none)


def tosa(*more_tokens: str) -> Game:
    """The TR lays track about its home, and about other tokens."""
    scenario = Shikoku(*THREE).company("TR", 65, p1=50).money({"TR": 500})
    for coord in more_tokens:
        scenario.token("TR", coord)
    return scenario.turn("TR", "track").game()


async def controls_of(game: Game) -> tuple[list[ui.Button[Any]], list[ui.Select[Any]]]:
    """The buttons and menus of the first page of Ann."""
    view = (await workspace.build_first_page(session_of(game, "p1", NoGains()))).build().view
    assert view is not None
    items = [getattr(child, "item", child) for child in view.walk_children()]
    return [i for i in items if isinstance(i, ui.Button)], [i for i in items if isinstance(i, ui.Select)]


async def test_few_hexes_have_buttons_with_prices_and_no_menu() -> None:
    buttons, menus = await controls_of(tosa())
    assert [item.label for item in buttons[:4]] == [
        "1 · E8", "2 · F7 · ¥80", "3 · G8 · ¥80", "4 · Nangoku (G10)",
    ]  # fmt: skip
    assert menus == []


async def test_a_menu_beside_buttons_says_that_it_has_all_hexes() -> None:
    buttons, [menu] = await controls_of(tosa("E2", "K8"))
    assert menu.placeholder == f"Lay track: all {len(menu.options)}"
    labels = [str(item.label) for item in buttons[:4]]
    assert [label[0] for label in labels] == ["1", "2", "3", "4"]
    assert len(menu.options) > len(labels)
    assert all(label.startswith(option.label) for label, option in zip(labels, menu.options, strict=False))


async def test_a_move_beside_the_main_one_is_not_blue() -> None:
    buttons, _ = await controls_of(owner("MRTA", "dividend").earned(40).game())
    styles = {str(item.label).partition(":")[0]: item.style for item in buttons}
    assert styles["Pay $40"] == styles["Lay a tile on Metropolis"] == SECONDARY
    buttons, _ = await controls_of(owner("MRTA", "track").game())
    assert {str(item.label).partition(":")[0] for item in buttons if item.style == PRIMARY} == set()


def test_a_verb_before_a_colon_is_found_in_german() -> None:
    with using_language("de"):
        assert repeats_verb("Kaufen", "Für F20 kaufen: Ponts et Chaussées (Bridge)")
        assert not repeats_verb("Kaufen", "Ponts et Chaussées (Bridge)")


async def test_a_move_is_previewed_once_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    session, previewed = session_of(tosa(), "p1", NoGains()), list[str]()
    real = Game.preview

    def counted(game: Game, action: Any) -> Any:
        previewed.append(action.kind)
        return real(game, action)

    monkeypatch.setattr(Game, "preview", counted)
    assert session.preview(Draft("skip")) is session.preview(Draft("skip"))
    assert session.preview(Draft("pass")) is None
    assert previewed == ["skip", "pass"]


def test_shares_of_a_company_that_leaves_the_chart_are_not_counted() -> None:
    game = hold(p1=(60, 60), step="acquire")
    effect = words.effect_line(game, Action("acquire", "p1", {"company": "I&B", "survivor": "N&E"}))
    assert "I&B £54 → none" in effect
    assert "I&B: " not in effect


def test_an_expansion_names_the_regional_on_each_button() -> None:
    session = session_of(parred(), "p1", NoGains())
    choice = legal_move_of_kind(session.game, "p1", "expand")
    assert choice is not None
    assert [move.label for move in complete_moves_of(session, choice)] == [
        "Expand GWR after buying a share at £60",
        "Expand GWR at once",
    ]
