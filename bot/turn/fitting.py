"""Pages of a turn within Discord's limit of components: buttons that are too many become a menu."""

from __future__ import annotations

from discord import ui

from bot.chat.frame import MAX_OPTIONS, ROW_WIDTH, Sheet
from bot.chat.menu import with_overflow
from bot.chat.press import ENTRY, GameItem, Press
from bot.words import t

MOST = 38
"""Components on a page; Discord takes 40, and a hint may be added."""

KEPT = 2
"""The rows at the end of a page that stay: what ends a step, and what every page has."""

BOX = 1
"""The box around a page."""


def fit(sheet: Sheet, press: Press) -> None:
    """Put the last of the choices' buttons into a menu if a page has too many; the last two rows stay.

    ``press`` is what the menu sends, of the verb `ENTRY`.
    """
    assert press.verb == ENTRY
    over = _count(sheet) - MOST
    if over <= 0 or not sheet.rows:
        return
    rows, last = sheet.rows[:-KEPT], sheet.rows[-KEPT:]
    buttons = [item for row in rows if _is_buttons(row) for item in row]
    freed = over + 2  # the menu and its row
    keep = max(0, len(buttons) - max(freed, 2))
    keep = max(keep, len(buttons) - MAX_OPTIONS)
    shown, menu = with_overflow(buttons, keep, press, t("More choices…"))
    sheet.rows = []
    sheet.add_buttons(shown)
    sheet.rows += [row for row in rows if not _is_buttons(row)]
    sheet.rows += [menu] if menu else []
    sheet.rows += last


def _is_buttons(row: list[GameItem]) -> bool:
    return all(isinstance(item.item, ui.Button) for item in row)


def _count(sheet: Sheet) -> int:
    """Return how many components a page has."""
    rows = sum(1 + len(row) for row in sheet.rows)
    return BOX + len([text for text in sheet.texts if text]) + 2 * len(sheet.pictures) + rows


def likely_room(choices: int) -> int:
    """Return how many likely ways of each choice have a button on a page with so many choices."""
    return ROW_WIDTH if choices <= 2 else 3 if choices <= 4 else 2
