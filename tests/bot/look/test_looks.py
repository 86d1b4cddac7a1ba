"""The menus of what can be looked at: all of it is there, whatever its number."""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.chat.current_game import CurrentGame
from bot.chat.frame import Page
from bot.look import pages as looks
from bot.look import view_menus
from tests.bot.limits import check_page, text_of
from tests.bot.whole.test_limits import table
from tests.loopback.wire import walk
from tests.scenario import act
from tests.titles.g18oe.oe_late import stock
from tests.titles.g18oe.test_18oe_mergers import merging

SELECT = 3


def here_at(title: str) -> CurrentGame:
    return CurrentGame(*table(title), ("p1",))


def offered(page: Page) -> set[str]:
    """The values of all menus of a page."""
    assert page.view is not None
    menus = [part for part in walk(page.view.to_components()) if part["type"] == SELECT]
    return {option["value"] for menu in menus for option in menu["options"]}


def menus_showing(here: CurrentGame, shown: str) -> list[tuple[int, list[str]]]:
    """The component id of each menu under a view, and its selected values."""
    rows = [row.to_component_dict() for row in view_menus.game_view_menus(here, shown)]
    menus = [part for part in walk(rows) if part["type"] == SELECT]
    return [
        (menu["id"], [option["value"] for option in menu["options"] if option.get("default")])
        for menu in menus
    ]


def told_by(page: Page) -> str:
    assert isinstance(page.view, ui.LayoutView)
    return text_of(page.view)


def companies_of(here: CurrentGame) -> set[str]:
    return {f"company:{c.id}" for c in here.game.view.companies() if c.kind != "private"}


def test_every_company_is_found_in_parts_where_they_are_too_many_for_a_menu() -> None:
    here = here_at("18OE")
    page, seen = looks.overview_page(here), set[str]()
    while following := {value for value in offered(page) - seen if value.startswith("companies:")}:
        check_page(page)
        seen |= offered(page)
        page = looks.companies_page(here, int(following.pop().partition(":")[2]))
    seen |= offered(page)
    assert len(companies_of(here)) > 25
    assert {*view_menus.VIEW_LABELS, "player:p7", *companies_of(here)} <= seen


def test_a_company_that_merged_is_told_of_last_and_without_figures() -> None:
    game = stock(merging())
    here = replace(here_at("18OE"), game=game)
    assert "**B**: £" in told_by(looks.overview_page(here))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    told, ids = told_by(looks.overview_page(here)), [o.value for o in view_menus.company_options(here)]
    assert "**GWR**: £" in told
    assert "**B**: £" not in told
    assert ids.index("company:GWR") < ids.index("company:B")
    assert "**B**: Orange Scroll Surveyors" in looks._company_summary(game.view, "B")


def test_few_companies_stand_in_one_menu_with_the_rest() -> None:
    here = here_at("1889")
    assert len(view_menus.game_view_menus(here)) == 1
    assert {*view_menus.VIEW_LABELS, *companies_of(here)} <= offered(looks.overview_page(here))


def test_a_part_tells_of_its_companies_and_a_long_overview_ends_with_a_whole_line() -> None:
    here = here_at("18OE")
    view = looks.companies_page(here, 1).view
    assert view is not None
    [told] = [part["content"] for part in walk(view.to_components()) if "content" in part]
    assert "**KBS**: " in told
    told = looks.shorten_lines(["one", "two", "three"], 8, "choose one")
    assert told == "one\ntwo\n-# … 1 more lines; choose one"


def test_the_menus_under_a_view_show_it_and_nothing_else_as_selected() -> None:
    here, last = here_at("18OE"), view_menus.company_options(here_at("18OE"))[-1].value
    assert [values for _, values in menus_showing(here, "market")] == [["market"], []]
    assert [values for _, values in menus_showing(here, last)] == [[], [last]]
    assert [values for _, values in menus_showing(here, "")] == [[], []]
    assert [values for _, values in menus_showing(here_at("1889"), "company:AR")] == [["company:AR"]]


def test_no_menu_keeps_what_was_selected_in_it_on_an_earlier_page() -> None:
    here = here_at("18OE")
    ids = [found for shown in ("market", "map", "market") for found, _ in menus_showing(here, shown)]
    assert len(set(ids)) == len(ids) == 6
