"""Views of a game in private: the map, the market and the others, as a picture or in words."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.cards.charts import CHARTS, rounds_of
from bot.cards.maps import is_large
from bot.cards.sets import SET, set_param
from bot.cards.stake import COMPANIES, STAKE, last_runs_param
from bot.chat.bounds import read_whole
from bot.chat.buttons import verb
from bot.chat.current_table import CurrentTable, game_pressed
from bot.chat.figures import company_line, heading, plain, player_line, table_line
from bot.chat.frame import MAX_OPTIONS, gallery, layout, row
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Answer, Page
from bot.words import known, msg, t
from engine import View
from engine.api.sets import last_set
from render.map.sectors import sectors_of

MAPS, CHART = ("map", "crop"), "chart"
SHORT_CHARTS = list(CHARTS.items())[:3]
"""The charts of the menu, which has little room; `/show chart` has all."""
MAX_TEXT, MAX_LIST = 3500, 1600
"""Characters of a page in words, and of each of two lists on one page."""

VIEWS = {
    STAKE: msg("At stake"),
    COMPANIES: msg("Companies"),
    "map": msg("Map"),
    "market": msg("Market"),
    "trains": msg("Trains"),
    "order": msg("Order of play"),
    "tiles": msg("Tiles left"),
    "privates": msg("Private companies"),
}


async def picture_page(answer: Answer, here: CurrentTable, view: str, **params: Any) -> Page:
    """A view of `render.api` as a page with its picture, or in words when it cannot be drawn.

    A large map is shown as an overview with a menu of its parts.
    """
    params = await _complete_params(here, view, params)
    on_map = view in MAPS and is_large(here.game.view)
    drawn_view = "regions" if on_map and view == "map" and not params else view
    picture = await answer.bot.pictures.draw(here.info.id, here.game, drawn_view, **params)
    if picture is None:
        return await text_page(answer, here, view, **params)
    parts = _map_controls(here) if on_map else []
    return Page(layout(*gallery([picture]), *parts, *view_menus(here)), [picture.file()])


async def _complete_params(here: CurrentTable, view: str, params: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a view, completed with what only the log knows, such as last runs."""
    if view == CHART and "rounds" not in params:
        return {**params, "rounds": await rounds_of(here.game)}
    if view == SET and "told" not in params:
        return {**params, "told": set_param(last_set(here.game))}
    return {**last_runs_param(here.game), **params} if view in (STAKE, COMPANIES) else params


def _map_controls(here: CurrentTable) -> list[ui.ActionRow[Any]]:
    """A menu with the parts of a large map, and a button for the whole."""
    whole = Press(here.info.id, here.rev, "whole_map")
    menu = _menu(here, _sector_options(here), t("Part of the map"), "part")
    return [row(menu), row(button(whole, t("Whole map")))]


def _sector_options(here: CurrentTable) -> list[discord.SelectOption]:
    """The menu entries of a large map's parts; none for a small map."""
    if not is_large(here.game.view):
        return []
    return [
        discord.SelectOption(
            label=f"{sector.letter} · {known(sector.name)}"[:100], value=f"part:{sector.letter}"
        )
        for sector in sectors_of(here.game.view)
    ]


async def text_page(answer: Answer, here: CurrentTable, view: str, **params: Any) -> Page:
    """A view as a page in words."""
    params = await _complete_params(here, view, params)
    text = await answer.bot.pictures.twin(here.game, view, **params)
    body = shorten_lines(plain(text).splitlines())
    return Page(layout(body or t("This view cannot be shown at the moment."), *view_menus(here)))


def shorten_lines(lines: list[str], most: int = MAX_TEXT, way: str = "") -> str:
    """The first lines of a text that fit in `most` characters.

    A last line counts the others and tells the way to them; the default is the command for a part of the map.
    """
    fitting_lines = lines
    while sum(map(len, fitting_lines)) + len(fitting_lines) > most:
        fitting_lines = fitting_lines[:-1]
    if len(fitting_lines) == len(lines):
        return "\n".join(lines)
    way = way or t("look at a part: `/show map around:`")
    note = t("-# … {count} more lines; {way}", count=len(lines) - len(fitting_lines), way=way)
    return "\n".join([*fitting_lines, note])


def overview(here: CurrentTable) -> Page:
    """The figures of all companies and players, with menus of the other views."""
    view, scores = here.game.view, here.game.scores()
    companies = [company_line(view, c.id) for c in view.companies() if _is_active(view, c.id)]
    players = [player_line(view, here.info, seat, scores.get(seat)) for seat in view.seats]
    head = f"### {heading(here.info, here.game, mention=False)}\n{table_line(here.info, here.game)}"
    buttons = row(*_player_buttons(here)) if here.seats else ""
    hint = t("choose one below")
    lists = shorten_lines(players, MAX_LIST, hint), shorten_lines(companies, MAX_LIST, hint)
    return Page(layout(head, *lists, buttons, *view_menus(here)))


def _is_active(view: View, company: str) -> bool:
    """Whether a company has floated and is not part of another one after a merger."""
    return view.company(company).floated and view.owner(company) not in view.state.companies


def _player_buttons(here: CurrentTable) -> list[GameItem]:
    """A player's buttons besides the turn: offers, reminders, standing orders and a nudge."""
    game_id, rev = here.info.id, here.rev
    buttons = [button(Press(game_id, rev, "w_more"), t("Offers"))]
    if here.to_act:
        buttons.append(button(Press(game_id, rev, "snooze_own"), t("Remind me later")))
    elif here.info.status == "running":
        buttons.append(button(Press(game_id, rev, "nudge"), t("Nudge")))
    buttons.append(button(Press(game_id, rev, "w_auto"), t("Auto…")))
    return [*buttons, button(Press(game_id, rev, "r_panel"), t("My pings"))]


def view_menus(here: CurrentTable, part: int = 0) -> list[ui.ActionRow[Any]]:
    """The menus of all views; companies have a menu of their own, in parts, when there are too many."""
    views, companies = _view_options(here), _company_options(here)
    if len(views) + len(companies) <= MAX_OPTIONS:
        return [row(_menu(here, [*views, *companies], t("Look at…")))]
    company_part = _option_part(companies, part)
    return [
        row(_menu(here, views, t("Look at…"))),
        row(_menu(here, company_part, t("Company…"), "companies")),
    ]


def menu_values(here: CurrentTable) -> set[str]:
    """The values that the menus of views can send."""
    return {
        option.value for option in (*_view_options(here), *_company_options(here), *_sector_options(here))
    }


def _menu(
    here: CurrentTable, entries: list[discord.SelectOption], placeholder: str, menu_name: str = ""
) -> GameItem:
    """A menu of views with a placeholder."""
    return select(Press(here.info.id, here.rev, "look", menu_name), entries, placeholder=placeholder)


def _view_options(here: CurrentTable) -> list[discord.SelectOption]:
    """The menu entries of the views, charts and players."""
    view = here.game.view
    views = [discord.SelectOption(label=t(label), value=key) for key, label in VIEWS.items()]
    views += [discord.SelectOption(label=t(label), value=f"{CHART}:{key}") for key, label in SHORT_CHARTS]
    return views + [
        discord.SelectOption(label=t("Player {name}", name=view.name(seat))[:100], value=f"player:{seat}")
        for seat in view.seats
    ]


def _company_options(here: CurrentTable) -> list[discord.SelectOption]:
    """The menu entries of the companies, active ones first."""
    companies = [c for c in here.game.view.companies() if c.kind != "private"]
    return [
        discord.SelectOption(
            label=t("Company {name}", name=c.id)[:100],
            value=f"company:{c.id}"[:100],
            description=here.game.view.spec(c.id).name[:100],
        )
        for c in sorted(companies, key=lambda c: not _is_active(here.game.view, c.id))
    ]


def _option_part(entries: list[discord.SelectOption], part: int) -> list[discord.SelectOption]:
    """One part of a long menu of companies, with an entry that leads to the next part."""
    if len(entries) <= MAX_OPTIONS:
        return entries
    parts = [entries[i : i + MAX_OPTIONS - 1] for i in range(0, len(entries), MAX_OPTIONS - 1)]
    next_part = (part + 1) % len(parts)
    label = t("More companies ({part} of {parts})…", part=next_part + 1, parts=len(parts))
    return [
        *parts[part % len(parts)],
        discord.SelectOption(label=label, value=f"companies:{next_part}"),
    ]


def companies_page(here: CurrentTable, part: int) -> Page:
    """A page with the figures of one part of the companies, and menus."""
    view = here.game.view
    entries = _option_part(_company_options(here), part)
    ids = [o.value.removeprefix("company:") for o in entries if o.value.startswith("company:")]
    return Page(layout(shorten_lines([_company_summary(view, c) for c in ids]), *view_menus(here, part)))


def _company_summary(view: View, company: str) -> str:
    """The figures of an active company; the name of any other."""
    if _is_active(view, company):
        return company_line(view, company)
    return f"**{plain(company)}**: {plain(view.spec(company).name)}"


@verb("look")
async def _show_chosen(answer: Answer, press: Press) -> None:
    """Show the view that was chosen in a menu; raises Unreadable when the menus have no such view."""
    here = await game_pressed(answer, press)
    kind, _, key = press.value.partition(":")
    if kind == "companies":
        await answer.show(companies_page(here, read_whole(key)))
        return
    press.require_value(menu_values(here))
    if kind == "part":
        await answer.show(await picture_page(answer, here, "crop", sector=key))
        return
    await answer.show(await picture_page(answer, here, kind, **({kind: key} if key else {})))


@verb("map")
@verb("market")
async def _show_view(answer: Answer, press: Press) -> None:
    """Show the map or the market."""
    await answer.show(await picture_page(answer, await game_pressed(answer, press), press.verb))


@verb("whole_map")
async def _show_whole_map(answer: Answer, press: Press) -> None:
    """Show the whole of a large map; the member zooms into the picture."""
    here = await game_pressed(answer, press)
    await answer.show(await picture_page(answer, here, "map", changed=[]))


@verb("more")
async def _show_overview(answer: Answer, press: Press) -> None:
    await answer.show(overview(await game_pressed(answer, press)))
