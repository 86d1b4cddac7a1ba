"""Keeps pages of a turn within Discord's limit of components: excess buttons become a menu."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.frame import MAX_OPTIONS, ROW_WIDTH, PageBuilder
from bot.chat.menu import split_overflow_into_menu
from bot.chat.press import BotItem, Press, press_encoded_in
from bot.turn.session import button_names
from bot.words import t

MAX_COMPONENTS = 38
"""The maximum number of components on a page; Discord allows 40, and a hint may be added."""

MOVE_BUTTONS = (button_names.CHOOSE_COMPLETE_MOVE, button_names.BEGIN_MOVE)
"""The names of buttons that begin or make a move."""

MENU_COMPONENTS = 2
"""The number of components of a menu with its row."""

CONTAINER_COMPONENTS = 1
"""The number of components of the box around a page."""


def fit_to_discord_limit(builder: PageBuilder, press: Press) -> None:
    """Shorten a turn page that has more components than Discord allows; other pages are unchanged.

    First, the notes are joined into one text. Then move buttons that duplicate a menu entry are removed,
    except the first button of each row. If that is not enough, the last move buttons are replaced by one menu
    of at most 25 entries, with the custom id of ``press``. Buttons that end a step or turn, and buttons that
    every page has, stay.
    """
    if _count_components(builder) > MAX_COMPONENTS:
        builder.notes = ["\n".join(filter(None, builder.notes))]
    _remove_buttons_duplicated_by_menus(builder)
    excess = _count_components(builder) - MAX_COMPONENTS
    rows = builder.top_rows if any(map(_is_row_of_moves, builder.top_rows)) else builder.rows
    move_rows = [row for row in rows if _is_row_of_moves(row)]
    if excess <= 0 or not move_rows:
        return
    first_index, buttons = rows.index(move_rows[0]), [item for row in move_rows for item in row]
    shown_count = max(
        0, len(buttons) - max(excess + MENU_COMPONENTS, MENU_COMPONENTS), len(buttons) - MAX_OPTIONS
    )
    buttons_shown, menu = split_overflow_into_menu(buttons, shown_count, press, t("More choices…"))
    new_rows = PageBuilder()
    new_rows.add_buttons(buttons_shown)
    new_rows.rows += [menu] if menu else []
    rows_before = [row for row in rows[:first_index] if row not in move_rows]
    rows[:] = [*rows_before, *new_rows.rows, *(row for row in rows[first_index:] if row not in move_rows)]


def _remove_buttons_duplicated_by_menus(builder: PageBuilder) -> None:
    """Remove the last buttons whose kind of move has a menu on the turn page, until the page fits.

    The first button of each row stays. A page that fits is unchanged. If all these buttons are removed, the
    page may still not fit.
    """
    kinds_in_menus = {
        _move_kind(row[0]) for row in builder.all_rows() if isinstance(row[0].item, ui.Select)
    } - {""}
    for row in reversed(builder.all_rows()):
        for item in reversed(row[1:]):
            if _count_components(builder) <= MAX_COMPONENTS:
                return
            if isinstance(item.item, ui.Button) and _move_kind(item) in kinds_in_menus:
                row.remove(item)


def _move_kind(item: BotItem) -> str:
    """Return the kind of move that a button or menu of the turn page begins or makes; "" if none."""
    press = press_encoded_in(item)
    return press.arguments[0] if press.button_name in MOVE_BUTTONS else ""


def _is_row_of_moves(row: Sequence[BotItem]) -> bool:
    """Return True if a row of the turn page has only buttons of moves, none of which ends a step or turn."""
    presses = [press_encoded_in(item) for item in row]
    if not all(isinstance(item.item, ui.Button) for item in row):
        return False
    return all(
        press.button_name in MOVE_BUTTONS and press.arguments[0] not in ROUTINE_KINDS for press in presses
    )


def _count_components(builder: PageBuilder) -> int:
    """Return how many Discord components the turn page has, including its container and its rows."""
    rows = sum(1 + len(row) for row in builder.all_rows())
    return CONTAINER_COMPONENTS + len(builder.all_texts()) + 2 * len(builder.pictures) + rows


def max_value_buttons(move_kind_count: int) -> int:
    """Return how many buttons for likely values each kind of move may have on a turn page.

    It is 5 (the width of a Discord action row) for one or two kinds of moves, 3 for three or four, else 2.
    ``move_kind_count`` is the number of kinds of moves on the page.
    """
    return ROW_WIDTH if move_kind_count <= 2 else 3 if move_kind_count <= 4 else 2
