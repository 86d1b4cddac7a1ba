"""Run pages have few buttons, the rest in a menu; what is large or cannot be mended stands apart."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.chat.frame import DANGER, PageBuilder
from bot.chat.menu import split_overflow_into_menu
from bot.chat.press import (
    OVERFLOW_MENU,
    Press,
    button,
    option_value_of_button,
    press_encoded_in,
    resolve_overflow_press,
    select_menu,
)
from bot.turn.choosing import chooser, controls, fitting
from bot.turn.choosing.numbered_hexes import NumberedHexes, select_numbered_hexes
from bot.turn.pages import best_runs
from bot.turn.session.draft import Draft
from bot.work.pool import Pool
from engine import Choice, Range, new_game
from tests.bot.playing import come_to, offers
from tests.bot.tables import Table
from tests.bot.turn.test_chooser import session_of
from tests.bot.turn.test_workspace import page_of
from tests.titles.g18oe.test_18oe_powers import turn_of

BUTTONS = [button(Press(7, 9, "w_back", f"x.{i}"), f"Number {i}") for i in range(8)]


def test_buttons_beyond_the_first_are_entries_that_mean_the_same_press() -> None:
    shown, [menu] = split_overflow_into_menu(BUTTONS, 6, Press(7, 9, OVERFLOW_MENU), "More")
    assert shown == BUTTONS[:6]
    assert isinstance(menu.item, discord.ui.Select)
    assert [option.label for option in menu.item.options] == ["Number 6", "Number 7"]
    for option, item in zip(menu.item.options, BUTTONS[6:], strict=True):
        assert resolve_overflow_press(Press(7, 9, OVERFLOW_MENU, "", (option.value,))) == press_encoded_in(
            item
        )


def test_few_buttons_need_no_menu() -> None:
    assert split_overflow_into_menu(BUTTONS[:6], 6, Press(7, 9, OVERFLOW_MENU), "More") == (BUTTONS[:6], [])


@pytest.mark.parametrize("value", ["", "w_back", f"{OVERFLOW_MENU}:x"])
def test_what_is_no_entry_means_nothing_else(value: str) -> None:
    press = Press(7, 9, OVERFLOW_MENU, "", (value,))
    assert resolve_overflow_press(press) == press
    assert resolve_overflow_press(Press(7, 9, "w_back", "x.1")) == Press(7, 9, "w_back", "x.1")
    assert option_value_of_button(Press(7, 9, "w_back", "x.1")) == "w_back:x.1"


async def test_a_run_page_has_at_most_six_buttons_and_all_else_in_a_menu(table: Table) -> None:
    await come_to(table, 3, lambda g: offers("run")(g) and bool(g.suggest_routes()))
    member, page = await page_of(table)
    buttons = [c for c in page.message.components if c not in page.message.selects]
    assert (
        len([one for one in buttons if one.label not in ("What would you do?", "The rule")])
        <= best_runs.MAX_BUTTONS
    )
    assert buttons[0].label.startswith("Run ")
    [menu] = [c for c in page.message.selects if f":{OVERFLOW_MENU}:" in c.custom_id]
    assert {"Auto…", "Refresh"} <= {option["label"] for option in menu.options}
    await member.click(page, "Auto…")
    assert "Standing orders" in page.text


def test_all_of_ones_cash_is_no_button_and_is_asked_for_once_more() -> None:
    wide, narrow = Range(10, 500, 5, (10, 15, 500)), Range(1, 3)
    assert chooser.amounts_for_buttons(wide) == [10, 15]
    assert chooser.amounts_for_buttons(narrow) == [1, 3]
    assert chooser.is_maximum_of_many(wide, 500)
    assert not chooser.is_maximum_of_many(wide, 495)
    assert not chooser.is_maximum_of_many(narrow, 3)
    session = session_of(new_game("18EZ", ["Ann", "Ben", "Cy"], seed=5), "")
    session.seat = session.game.view.seats[0]
    assert chooser.uses_maximum_amount(session, Draft("bid", {"item": "MIT", "price": 600}))
    assert not chooser.uses_maximum_amount(session, Draft("bid", {"item": "MIT", "price": 595}))


def test_what_cannot_be_mended_stands_in_a_row_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(new_game("18EZ", ["Ann", "Ben", "Cy"], seed=5), "p1")
    plain = Choice("one", "One")
    kinds = [plain, replace(plain, kind="two", label="Two", danger=True), replace(plain, kind="three")]
    sheet = PageBuilder()
    controls.add_legal_moves(session, sheet, kinds, NumberedHexes("", ()))
    assert [[press_encoded_in(item).argument_text for item in row] for row in sheet.rows] == [
        ["one", "three"],
        ["two"],
    ]
    [[item]] = sheet.rows[1:]
    assert isinstance(item.item, discord.ui.Button)
    assert item.item.style == DANGER


def test_hexes_of_a_token_that_cannot_be_mended_have_red_buttons() -> None:
    session, builder = session_of(turn_of("SHTC", "token"), "p1", Pool(1, processes=False)), PageBuilder()
    choices = [
        replace(choice, seldom=False) for choice in session.decision_moves() if choice.kind == "star_harbor"
    ]
    controls.add_legal_moves(session, builder, choices, select_numbered_hexes(session, choices))
    items = [item.item for row in builder.rows for item in row]
    styles = [item.style for item in items if isinstance(item, discord.ui.Button)]
    assert len(styles) > 1
    assert set(styles) == {DANGER}


def test_a_full_page_leaves_out_the_buttons_that_a_menu_has() -> None:
    menu = select_menu(Press(7, 9, "w_do", "buy"), [discord.SelectOption(label="LNWR", value="0")])
    bought = [button(Press(7, 9, "w_do", f"buy.{i}"), f"Buy {i}") for i in range(10)]
    others = [button(Press(7, 9, "w_pick", f"float.{i}"), f"Float {i}") for i in range(15)]
    builder = PageBuilder(texts=["text"])
    builder.add_buttons(bought)
    builder.rows.append([menu])
    builder.add_buttons(others)
    builder.texts += ["text"] * 5
    fitting.fit_to_discord_limit(builder, Press(7, 9, OVERFLOW_MENU))
    labels = [
        item.item.label for row in builder.rows for item in row if isinstance(item.item, discord.ui.Button)
    ]
    assert labels[0] == "Buy 0"
    assert [label for label in labels if str(label).startswith("Float")] == [f"Float {i}" for i in range(15)]
    assert "Buy 9" not in labels
    assert [row[0] for row in builder.rows if isinstance(row[0].item, discord.ui.Select)] == [menu]


def test_a_full_page_joins_its_notes_before_buttons_become_a_menu() -> None:
    builder = PageBuilder(texts=["text"], notes=[f"-# {number}" for number in range(9)])
    builder.add_buttons(button(Press(7, 9, "w_do", f"buy.{i}"), f"Buy {i}") for i in range(25))
    fitting.fit_to_discord_limit(builder, Press(7, 9, OVERFLOW_MENU))
    assert builder.notes == ["\n".join(f"-# {number}" for number in range(9))]
    assert [len(row) for row in builder.rows] == [5] * 5
