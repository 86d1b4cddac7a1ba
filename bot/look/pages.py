"""Views of a game in private: the map, the market and the others, as a picture or in words."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.cards.charts import CHARTS, rounds_as_json
from bot.cards.maps import is_large
from bot.cards.round_state import COMPANIES_VIEW, ROUND_STATE_VIEW, company_runs_param, last_runs_param
from bot.cards.sets import SET_VIEW, operating_set_param
from bot.cards.texts import company_line, heading, player_line, table_line
from bot.chat.bounds import InvalidInput, read_whole_number
from bot.chat.buttons import button_handler
from bot.chat.current_game import CurrentGame, started_game_of_press
from bot.chat.frame import MAX_OPTIONS, Page, gallery, layout, row
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button, select
from bot.chat.respond import Response
from bot.turn.session import button_names
from bot.words import msg, t, translated
from engine import View
from engine.api.sets import last_set
from render.map.sectors import sectors_of

MAP_VIEWS, CHART_VIEW, COMPANY_VIEW = ("map", "crop"), "chart", "company"
SHORT_CHARTS = list(CHARTS.items())[:3]
"""The charts of the menu, which has little room; `/show chart` has all."""
MAX_TEXT, MAX_LIST = 3500, 1600
"""Characters of a page in words, and of each of two lists on one page."""

BUSY_TEXT = msg(
    "The bot is busy, and this view was not ready in time. Ask for it again in a minute, or choose another."
)

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


async def picture_page(response: Response, current_game: CurrentGame, view: str, **params: Any) -> Page:
    """Build the page of `/show` with a picture of a view, such as the map; with its text if drawing fails.

    ``view`` is a view of `render.api`, ``params`` are its parameters ("company" needs ``company``). Under a
    large map is a menu of its parts. A large map without ``params`` is drawn as an overview of these parts.
    """
    menu_value = _menu_value(view, params)
    params = await _add_params_from_log(current_game, view, params)
    is_large_map = view in MAP_VIEWS and is_large(current_game.game.view)
    drawn_view = "regions" if is_large_map and view == "map" and not params else view
    picture = await response.bot.pictures.draw(current_game.info.id, current_game.game, drawn_view, **params)
    if picture is None:
        note = t("-# The picture was not ready in time; here it is in words.")
        return await _build_text_page(response, current_game, view, params, menu_value, note)
    controls = _map_controls(current_game, is_whole_map="changed" in params) if is_large_map else []
    return Page(
        layout(*gallery([picture]), *controls, *game_view_menus(current_game)), [picture.to_discord_file()]
    )


async def _add_params_from_log(
    current_game: CurrentGame, view: str, params: dict[str, Any]
) -> dict[str, Any]:
    """Return the parameters of a picture for `/show`, with those added that are taken from the log.

    These are the ``rounds`` of a chart, the last set of operating rounds (``told``) and the last runs of
    companies. Given parameters are not replaced. The view "company" must have ``company`` (its id).
    """
    if view == CHART_VIEW and "rounds" not in params:
        return {**params, "rounds": await rounds_as_json(current_game.game)}
    if view == SET_VIEW and "told" not in params:
        return {**params, "told": operating_set_param(last_set(current_game.game))}
    if view == COMPANY_VIEW and "runs" not in params:
        return {**params, **company_runs_param(current_game.game, params["company"])}
    return (
        {**last_runs_param(current_game.game), **params}
        if view in (ROUND_STATE_VIEW, COMPANIES_VIEW)
        else params
    )


def _map_controls(current_game: CurrentGame, *, is_whole_map: bool) -> list[ui.ActionRow[Any]]:
    """Return the rows under a large map in `/show map`: a menu with its parts, and [Whole map].

    The button is left out where the picture is the whole map already (``is_whole_map``).
    """
    whole_map_press = Press(current_game.info.id, current_game.revision, "whole_map")
    menu = _game_view_menu(current_game, _sector_options(current_game), t("Part of the map"), "part")
    return [row(menu), *([] if is_whole_map else [row(button(whole_map_press, t("Whole map")))])]


def _sector_options(current_game: CurrentGame) -> list[discord.SelectOption]:
    """Return the entries for a large map's parts in the menu of `/show map`; [] if the map is not large."""
    if not is_large(current_game.game.view):
        return []
    return [
        discord.SelectOption(
            label=f"{sector.letter} · {translated(sector.name)}"[:100], value=f"part:{sector.letter}"
        )
        for sector in sectors_of(current_game.game.view)
    ]


async def text_page(response: Response, current_game: CurrentGame, view: str, **params: Any) -> Page:
    """Return the page of `/show` with a view of the game as text, cut to 3500 characters.

    ``view`` and ``params`` are as in `picture_page`. If the text fails or is late, a sentence on the page
    says so, and a button tries again if the menus of views have this view.
    """
    menu_value = _menu_value(view, params)
    return await _build_text_page(
        response, current_game, view, await _add_params_from_log(current_game, view, params), menu_value
    )


async def _build_text_page(
    response: Response,
    current_game: CurrentGame,
    view: str,
    params: dict[str, Any],
    menu_value: str,
    note: str = "",
) -> Page:
    """Return the page of `/show` with a view as text, under a note ("": none) on its missing picture.

    ``menu_value`` is the view in the menus of views. If the picture or the text is missing, [Try again] shows
    this view, provided that the menus have it.
    """
    text = await response.bot.pictures.describe(current_game.game, view, **params)
    body = shorten_lines(escape(text).splitlines())
    texts = [note, body] if body else [t(BUSY_TEXT)]
    rows = game_view_menus(current_game)
    if (note or not body) and menu_value in menu_values(current_game):
        press = Press(current_game.info.id, current_game.revision, "look_again", menu_value)
        rows = [row(button(press, t("Try again"))), *rows]
    return Page(layout(*texts, *rows))


def _menu_value(view: str, params: dict[str, Any]) -> str:
    """Return the value for a view in the menus of views, such as "market" or "player:p1" (`menu_values`).

    "" if the parameters are none that a menu gives.
    """
    if view == "crop" and params.keys() == {"sector"}:
        return f"part:{params['sector']}"
    key = f"{view}:{params[view]}" if params.keys() == {view} else ""
    return key if params else view


def shorten_lines(lines: list[str], maximum: int = MAX_TEXT, hint: str = "") -> str:
    """Return as one text the first lines of a view that fit in ``maximum`` characters.

    If some do not fit, a last line, beyond the maximum, counts them and says with ``hint`` how to see them.
    The hint "" becomes the command for a part of the map.
    """
    fitting_lines = lines
    while sum(map(len, fitting_lines)) + len(fitting_lines) > maximum:
        fitting_lines = fitting_lines[:-1]
    if len(fitting_lines) == len(lines):
        return "\n".join(lines)
    hint = hint or t("look at a part: `/show map around:`")
    remark = t("-# … {count} more lines; {way}", count=len(lines) - len(fitting_lines), way=hint)
    return "\n".join([*fitting_lines, remark])


def overview_page(current_game: CurrentGame) -> Page:
    """Build the page of [More]: the figures of active companies and of all players, and menus of views.

    A company is active once it has floated, until another company owns it. Members with a seat also get
    buttons, such as [Offers].
    """
    view, scores = current_game.game.view, current_game.game.scores()
    companies = [
        company_line(view, company.id) for company in view.companies() if _is_active_company(view, company.id)
    ]
    players = [player_line(view, current_game.info, seat, scores.get(seat)) for seat in view.seats]
    title_line = heading(current_game.info, current_game.game, mention=False)
    header = f"### {title_line}\n{table_line(current_game.info, current_game.game)}"
    buttons = row(*_player_buttons(current_game)) if current_game.own_seats else ""
    hint = t("choose one below")
    lists = shorten_lines(players, MAX_LIST, hint), shorten_lines(companies, MAX_LIST, hint)
    return Page(layout(header, *lists, buttons, *game_view_menus(current_game)))


def _is_active_company(view: View, company: str) -> bool:
    """Return True if a company has floated and no other company owns it, so that pages show its figures."""
    return view.company(company).floated and view.owner(company) not in view.state.companies


def _player_buttons(current_game: CurrentGame) -> list[BotItem]:
    """Return a player's buttons on the page of [More]: offers, reminder or nudge, standing orders, pings.

    The reminder is for a player who is to act, the nudge for others while the game is running.
    """
    game_id, revision = current_game.info.id, current_game.revision
    buttons = [button(Press(game_id, revision, button_names.SHOW_OFFERS), t("Offers"))]
    if current_game.own_seats_to_act:
        buttons.append(button(Press(game_id, revision, "snooze_own"), t("Remind me later")))
    elif current_game.info.status == "running":
        buttons.append(button(Press(game_id, revision, "nudge"), t("Nudge")))
    buttons.append(button(Press(game_id, revision, button_names.SHOW_ORDERS), t("Auto…")))
    return [*buttons, button(Press(game_id, revision, "r_panel"), t("My pings"))]


def game_view_menus(current_game: CurrentGame, part: int = 0) -> list[ui.ActionRow[Any]]:
    """Return the rows with the menu "Look at…" of all views of the game, companies included.

    If that menu would have more than 25 entries, a second menu "Company…" has those of companies. It shows
    one part of the companies if they are more than 25: ``part``, counted from 0; after the last part the
    first follows again. Otherwise ``part`` has no effect.
    """
    views, companies = _view_options(current_game), _company_options(current_game)
    if len(views) + len(companies) <= MAX_OPTIONS:
        return [row(_game_view_menu(current_game, [*views, *companies], t("Look at…")))]
    company_part = _menu_part(companies, part)
    return [
        row(_game_view_menu(current_game, views, t("Look at…"))),
        row(_game_view_menu(current_game, company_part, t("Company…"), "companies")),
    ]


def menu_values(current_game: CurrentGame) -> set[str]:
    """Return the values that the select menus of views (`/show`, [More]) can send: "view" or "view:key".

    Such are "map", "chart:worth", "player:p1", "company:…" and "part:…" (of a large map). Values that only
    lead to another part of the menu of companies are left out.
    """
    return {
        option.value
        for option in (
            *_view_options(current_game),
            *_company_options(current_game),
            *_sector_options(current_game),
        )
    }


def _game_view_menu(
    current_game: CurrentGame, entries: list[discord.SelectOption], placeholder: str, menu_name: str = ""
) -> BotItem:
    """Return a select menu; an entry selected in it is shown as a view of the game.

    ``menu_name`` keeps the custom ids of a page's menus apart.
    """
    return select(
        Press(current_game.info.id, current_game.revision, "look", menu_name),
        entries,
        placeholder=placeholder,
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


def _company_options(current_game: CurrentGame) -> list[discord.SelectOption]:
    """Return the entries of the menu "Look at…" for companies, without private ones; active ones first."""
    companies = [company for company in current_game.game.view.companies() if company.kind != "private"]
    return [
        discord.SelectOption(
            label=t("Company {name}", name=company.id)[:100],
            value=f"company:{company.id}"[:100],
            description=current_game.game.view.spec(company.id).name[:100],
        )
        for company in sorted(
            companies, key=lambda company: not _is_active_company(current_game.game.view, company.id)
        )
    ]


def _menu_part(entries: list[discord.SelectOption], part: int) -> list[discord.SelectOption]:
    """Return the entries of one part (counted from 0) of the menu of companies to view, at most 25.

    The last entry leads to the next part, or from the last part to the first. If all entries fit in one menu,
    they are returned unchanged.
    """
    if len(entries) <= MAX_OPTIONS:
        return entries
    parts = [entries[index : index + MAX_OPTIONS - 1] for index in range(0, len(entries), MAX_OPTIONS - 1)]
    next_part = (part + 1) % len(parts)
    label = t("More companies ({part} of {parts})…", part=next_part + 1, parts=len(parts))
    return [
        *parts[part % len(parts)],
        discord.SelectOption(label=label, value=f"companies:{next_part}"),
    ]


def companies_page(current_game: CurrentGame, part: int) -> Page:
    """Return the page with the figures of the companies in a part (from 0) of the menu "Company…"."""
    view = current_game.game.view
    entries = _menu_part(_company_options(current_game), part)
    ids = [option.value.removeprefix("company:") for option in entries if option.value.startswith("company:")]
    return Page(
        layout(
            shorten_lines([_company_summary(view, company) for company in ids]),
            *game_view_menus(current_game, part),
        )
    )


def _company_summary(view: View, company: str) -> str:
    """Return a company's line on the page of companies: its figures if it is active, else its name."""
    if _is_active_company(view, company):
        return company_line(view, company)
    return f"**{escape(company)}**: {escape(view.spec(company).name)}"


@button_handler("look")
async def _show_selected_view(response: Response, press: Press) -> None:
    """Handle the menus of views, such as "Look at…": show the selected view or part of the companies.

    ``press.value`` is one of `menu_values`, or "companies:" and the number of the part (from 0). Raises
    UserError if the game is gone or has not started, and InvalidInput if the menus have no such value now.
    """
    current_game = await started_game_of_press(response, press)
    kind, _, key = press.value.partition(":")
    if kind == "companies":
        await response.show(companies_page(current_game, read_whole_number(key)))
        return
    press.require_value(menu_values(current_game))
    await _show_view_of_menu_value(response, current_game, press.value)


@button_handler("look_again")
async def _show_view_again(response: Response, press: Press) -> None:
    """Handle [Try again] under a view of `/show` whose picture or text was late: show this view.

    ``press.arg`` is one of `menu_values`. Raises UserError if the game is gone or has not started, and
    InvalidInput if the menus have no such value now.
    """
    current_game = await started_game_of_press(response, press)
    if press.arg not in menu_values(current_game):
        raise InvalidInput(press.arg)
    await _show_view_of_menu_value(response, current_game, press.arg)


async def _show_view_of_menu_value(response: Response, current_game: CurrentGame, value: str) -> None:
    """Show the view with this value in the menus of views, such as "market", "player:p1" or "part:A"."""
    kind, _, key = value.partition(":")
    if kind == "part":
        await response.show(await picture_page(response, current_game, "crop", sector=key))
        return
    await response.show(await picture_page(response, current_game, kind, **({kind: key} if key else {})))


@button_handler("map")
@button_handler("market")
async def _show_view(response: Response, press: Press) -> None:
    """Handle [Map] and [Market] on a card: show the picture of this view in private.

    Raises UserError if the game is gone or has not started.
    """
    await response.show(
        await picture_page(response, await started_game_of_press(response, press), press.button_name)
    )


@button_handler("whole_map")
async def _show_whole_map(response: Response, press: Press) -> None:
    """Handle [Whole map] under `/show map`: show a large map whole in one picture, not as an overview.

    Raises UserError if the game is gone or has not started.
    """
    current_game = await started_game_of_press(response, press)
    await response.show(await picture_page(response, current_game, "map", changed=[]))


@button_handler("more")
async def _show_overview(response: Response, press: Press) -> None:
    """Handle [More] on a card: show in private the figures of active companies and of all players.

    Raises UserError if the game is gone or has not started.
    """
    await response.show(overview_page(await started_game_of_press(response, press)))
