"""The menus of views of a game, such as "Look at…", under the views of `/show` and [More]."""

from __future__ import annotations

import secrets
from typing import Any

import discord
from discord import ui

from bot.cards.charts import CHARTS
from bot.cards.maps import is_map_too_large
from bot.cards.round_state import COMPANIES_VIEW, ROUND_STATE_VIEW
from bot.chat.current_game import CurrentGame
from bot.chat.frame import MAX_OPTIONS, action_row
from bot.chat.press import BotItem, Press, select_menu
from bot.words import msg, t, translated
from engine import View
from render.map.sectors import sectors_of

CHART_VIEW = "chart"
FIRST_MENU_ID = 1000
"""The lowest component id of a menu; Discord numbers the other components of a message from 1."""
SHORT_CHARTS = list(CHARTS.items())[:3]
"""The charts of the menu, which has little room; `/show chart` has all."""
COMPANIES_ON_PAGE = MAX_OPTIONS - 1
"""The number of companies on a page of the menu "Company…"; its last entry leads to another page."""

VIEW_LABELS = {
    ROUND_STATE_VIEW: msg("At stake"),
    COMPANIES_VIEW: msg("Companies"),
    "map": msg("Map"),
    "market": msg("Market"),
    "trains": msg("Trains"),
    "order": msg("Order of play"),
    "tiles": msg("Tiles left"),
    "privates": msg("Private companies"),
}


def game_view_menus(
    current_game: CurrentGame, shown_value: str = "", company_page: int = 0
) -> list[ui.ActionRow[Any]]:
    """Return the rows with the menu "Look at…" of all views of the game, companies included.

    ``shown_value`` is the value, as in `view_menu_values`, of the view on the page; its entry is selected. If
    it is "" or in no menu, no entry is. If the menu would have more than 25 entries, the companies are in a
    second menu, "Company…". If they are more than 25, it has several pages: the one with the company that is
    shown, else ``company_page``, from 0, taken modulo the number of pages.
    """
    views, companies = _view_options(current_game), company_options(current_game)
    if len(views) + len(companies) <= MAX_OPTIONS:
        return [action_row(game_view_menu(current_game, [*views, *companies], t("Look at…"), shown_value))]
    values = [option.value for option in companies]
    if shown_value in values:
        company_page = values.index(shown_value) // COMPANIES_ON_PAGE
    entries = company_menu_page(companies, company_page)
    return [
        action_row(game_view_menu(current_game, views, t("Look at…"), shown_value)),
        action_row(game_view_menu(current_game, entries, t("Company…"), shown_value, "companies")),
    ]


def view_menu_values(current_game: CurrentGame) -> set[str]:
    """Return the values of all entries in the menus of views (`/show`, [More]) that show a view.

    Examples are "map", "chart:worth", "player:p1", "company:PRR" and "part:A" (a sector of a large map).
    Entries that lead to another page of the menu of companies are left out.
    """
    return {
        option.value
        for option in (
            *_view_options(current_game),
            *company_options(current_game),
            *sector_options(current_game),
        )
    }


def game_view_menu(
    current_game: CurrentGame,
    entries: list[discord.SelectOption],
    placeholder: str,
    shown_value: str,
    menu_name: str = "",
) -> BotItem:
    """Return a select menu; an entry selected in it is shown as a view of the game.

    The entry with ``shown_value`` is selected, if there is one. ``menu_name`` makes the custom ids of a
    page's menus unique. The component id is random: under the same id, a chat client keeps the entry that
    the member selected on an earlier page, and does not send it when it is selected again.
    """
    for entry in entries:
        entry.default = entry.value == shown_value
    return select_menu(
        Press(current_game.info.id, current_game.revision, "look", menu_name),
        entries,
        placeholder=placeholder,
        component_id=FIRST_MENU_ID + secrets.randbelow(2**31 - FIRST_MENU_ID),
    )


def _view_options(current_game: CurrentGame) -> list[discord.SelectOption]:
    """Return the entries of the menu "Look at…" for views, three charts and players, without companies."""
    view = current_game.game.view
    views = [discord.SelectOption(label=t(label), value=key) for key, label in VIEW_LABELS.items()]
    views += [
        discord.SelectOption(label=t(label), value=f"{CHART_VIEW}:{key}") for key, label in SHORT_CHARTS
    ]
    return views + [
        discord.SelectOption(label=t("Player {name}", name=view.name(seat))[:100], value=f"player:{seat}")
        for seat in view.seats
    ]


def company_options(current_game: CurrentGame) -> list[discord.SelectOption]:
    """Return the entries of the menu "Look at…" for companies, without private ones.

    Companies that have floated and that no other company owns come first.
    """
    companies = [company for company in current_game.game.view.companies() if company.kind != "private"]
    return [
        discord.SelectOption(
            label=t("Company {name}", name=company.id)[:100],
            value=f"company:{company.id}"[:100],
            description=current_game.game.view.spec(company.id).name[:100],
        )
        for company in sorted(
            companies, key=lambda company: not is_floated_and_independent(current_game.game.view, company.id)
        )
    ]


def company_menu_page(entries: list[discord.SelectOption], page_index: int) -> list[discord.SelectOption]:
    """Return the entries of one page (from 0) of the menu of companies to view, at most 25.

    The last entry leads to the next page, or from the last page to the first. If all entries fit in one menu,
    they are returned unchanged.
    """
    if len(entries) <= MAX_OPTIONS:
        return entries
    starts = range(0, len(entries), COMPANIES_ON_PAGE)
    pages = [entries[start : start + COMPANIES_ON_PAGE] for start in starts]
    next_index = (page_index + 1) % len(pages)
    label = t("More companies ({part} of {parts})…", part=next_index + 1, parts=len(pages))
    return [
        *pages[page_index % len(pages)],
        discord.SelectOption(label=label, value=f"companies:{next_index}"),
    ]


def sector_options(current_game: CurrentGame) -> list[discord.SelectOption]:
    """Return the entries for a large map's sectors in the menu of `/show map`; [] if the map is not large."""
    if not is_map_too_large(current_game.game.view):
        return []
    return [
        discord.SelectOption(
            label=f"{sector.letter} · {translated(sector.name)}"[:100], value=f"part:{sector.letter}"
        )
        for sector in sectors_of(current_game.game.view)
    ]


def is_floated_and_independent(view: View, company: str) -> bool:
    """Return True if a company has floated and no other company owns it, so that pages show its figures."""
    return view.company(company).floated and view.owner(company) not in view.state.companies
