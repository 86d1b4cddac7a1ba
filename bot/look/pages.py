"""Views of a game in private: the map, the market and the others, as a picture or in words."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.cards.charts import rounds_as_json
from bot.cards.maps import is_map_too_large
from bot.cards.round_state import COMPANIES_VIEW, ROUND_STATE_VIEW, company_runs_param, last_runs_param
from bot.cards.sets import SET_VIEW, operating_set_param
from bot.cards.texts import card_heading, company_line, game_state_line, player_line
from bot.chat.bounds import InvalidInput, read_whole_number
from bot.chat.buttons import button_handler
from bot.chat.current_game import CurrentGame, started_game_of_press
from bot.chat.frame import Page, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button
from bot.chat.respond import Response
from bot.look.view_menus import (
    CHART_VIEW,
    company_menu_page,
    company_options,
    game_view_menu,
    game_view_menus,
    is_floated_and_independent,
    sector_options,
    view_menu_values,
)
from bot.turn.session import button_names
from bot.words import msg, t
from engine import View
from engine.api.sets import last_set

MAP_VIEWS, COMPANY_VIEW = ("map", "crop"), "company"
MAX_TEXT, MAX_LIST = 3500, 1600
"""The maximum number of characters of a page in words, and of each of two lists on one page."""

BUSY_TEXT = msg(
    "The bot is busy, and this view was not ready in time. Ask for it again in a minute, or choose another."
)


async def picture_page(response: Response, current_game: CurrentGame, view_name: str, **params: Any) -> Page:
    """Build the page of `/show` with a picture of a view, such as the map; with its text if drawing fails.

    ``view_name`` is the name of a view (a kind of picture) in `render.api`, ``params`` are its parameters:
    the view "company" requires ``company``, a company's id. Under a large map is a menu of its sectors. A
    large map without ``params`` is drawn as an overview of the sectors.
    """
    menu_value = _view_menu_value(view_name, params)
    params = await _with_params_from_log(current_game, view_name, params)
    is_large_map = view_name in MAP_VIEWS and is_map_too_large(current_game.game.view)
    drawn_view = "regions" if is_large_map and view_name == "map" and not params else view_name
    picture = await response.bot.pictures.draw(current_game.info.id, current_game.game, drawn_view, **params)
    if picture is None:
        note = t("-# The picture was not ready in time; here it is in words.")
        return await _build_text_page(response, current_game, view_name, params, menu_value, note)
    is_whole_map = "changed" in params
    controls = _map_controls(current_game, menu_value, is_whole_map=is_whole_map) if is_large_map else []
    return Page(
        build_layout(*picture_galleries([picture]), *controls, *game_view_menus(current_game, menu_value)),
        [picture.to_discord_file()],
    )


async def _with_params_from_log(
    current_game: CurrentGame, view_name: str, params: dict[str, Any]
) -> dict[str, Any]:
    """Return the parameters of a picture for `/show`, with those added that are taken from the log.

    These are the ``rounds`` of a chart, the last set of operating rounds (``told``) and the last runs of
    companies. Given parameters are not replaced. The view "company" must have ``company`` (its id).
    """
    if view_name == CHART_VIEW and "rounds" not in params:
        return {**params, "rounds": await rounds_as_json(current_game.game)}
    if view_name == SET_VIEW and "told" not in params:
        return {**params, "told": operating_set_param(last_set(current_game.game))}
    if view_name == COMPANY_VIEW and "runs" not in params:
        return {**params, **company_runs_param(current_game.game, params["company"])}
    return (
        {**last_runs_param(current_game.game), **params}
        if view_name in (ROUND_STATE_VIEW, COMPANIES_VIEW)
        else params
    )


def _map_controls(
    current_game: CurrentGame, shown_value: str, *, is_whole_map: bool
) -> list[ui.ActionRow[Any]]:
    """Return the rows under a large map in `/show map`: a menu of its sectors, and [Whole map].

    ``shown_value`` is the value of the view on the page, as in `game_view_menus`. The button is left out if
    the picture is the whole map already (``is_whole_map``).
    """
    whole_map_press = Press(current_game.info.id, current_game.revision, "whole_map")
    sectors = sector_options(current_game)
    menu = game_view_menu(current_game, sectors, t("Part of the map"), shown_value, "part")
    whole_map_button = button(whole_map_press, t("Whole map"))
    return [action_row(menu), *([] if is_whole_map else [action_row(whole_map_button)])]


async def text_page(response: Response, current_game: CurrentGame, view_name: str, **params: Any) -> Page:
    """Return the page of `/show` with a view of the game as text, cut to 3500 characters.

    ``view_name`` and ``params`` are as in `picture_page`. If the text cannot be made or takes too long, the
    page says so; it has a button to try again if the view is in the page's menus.
    """
    menu_value = _view_menu_value(view_name, params)
    params = await _with_params_from_log(current_game, view_name, params)
    return await _build_text_page(response, current_game, view_name, params, menu_value)


async def _build_text_page(
    response: Response,
    current_game: CurrentGame,
    view_name: str,
    params: dict[str, Any],
    menu_value: str,
    note: str = "",
) -> Page:
    """Return the page of `/show` that shows a view as text.

    ``note`` says above it why the picture is missing ("": no note). ``menu_value`` is the view's value in the
    menus of views; if they have it, and the picture or the text is missing, [Try again] shows the view again.
    """
    text = await response.bot.pictures.describe(current_game.game, view_name, **params)
    body = shorten_lines(escape(text).splitlines())
    texts = [note, body] if body else [t(BUSY_TEXT)]
    rows = game_view_menus(current_game, menu_value if body else "")
    if (note or not body) and menu_value in view_menu_values(current_game):
        press = Press(current_game.info.id, current_game.revision, "look_again", menu_value)
        rows = [action_row(button(press, t("Try again"))), *rows]
    return Page(build_layout(*texts, *rows))


def _view_menu_value(view_name: str, params: dict[str, Any]) -> str:
    """Return the value that a view has in the menus of views, such as "market" or "player:p1".

    Returns "" for parameters that no entry of these menus has. Whether a menu of the current game has the
    value is not checked; `view_menu_values` has all values.
    """
    if view_name == "crop" and params.keys() == {"sector"}:
        return f"part:{params['sector']}"
    key = f"{view_name}:{params[view_name]}" if params.keys() == {view_name} else ""
    return key if params else view_name


def shorten_lines(lines: list[str], max_characters: int = MAX_TEXT, instruction: str = "") -> str:
    """Return as one text the first lines of a view that fit in ``max_characters``.

    If some do not fit, one more line, which does not count towards the limit, says how many are left out, and
    how to see them (``instruction``; "" means the command for a part of the map).
    """
    fitting_lines = lines
    while sum(map(len, fitting_lines)) + len(fitting_lines) > max_characters:
        fitting_lines = fitting_lines[:-1]
    if len(fitting_lines) == len(lines):
        return "\n".join(lines)
    instruction = instruction or t("look at a part: `/show map around:`")
    remark = t("-# … {count} more lines; {way}", count=len(lines) - len(fitting_lines), way=instruction)
    return "\n".join([*fitting_lines, remark])


def overview_page(current_game: CurrentGame) -> Page:
    """Build the overview page, which [More] on a card opens: a line for each company and each player.

    Companies have a line once they have floated, until another company owns them. The menus of views follow.
    Members with a seat also get buttons, such as [Offers].
    """
    view, scores = current_game.game.view, current_game.game.scores()
    companies = [
        company_line(view, company.id)
        for company in view.companies()
        if is_floated_and_independent(view, company.id)
    ]
    players = [player_line(view, current_game.info, seat, scores.get(seat)) for seat in view.seats]
    title_line = card_heading(current_game.info, current_game.game, mention=False)
    header = f"### {title_line}\n{game_state_line(current_game.info, current_game.game)}"
    buttons = action_row(*_player_buttons(current_game)) if current_game.own_seats else ""
    lists = [shorten_lines(lines, MAX_LIST, t("choose one below")) for lines in (players, companies)]
    return Page(build_layout(header, *lists, buttons, *game_view_menus(current_game)))


def _player_buttons(current_game: CurrentGame) -> list[BotItem]:
    """Return a player's buttons on the page of [More]: offers, reminder or nudge, standing orders, pings.

    The reminder is for a player who is to act, the nudge for others while the game is running and waits for a
    member: computer players are not nudged.
    """
    game_id, revision = current_game.info.id, current_game.revision
    next_decision = current_game.game.waiting()
    seats_to_act = next_decision.players if next_decision is not None else ()
    buttons = [button(Press(game_id, revision, button_names.SHOW_OFFERS), t("Offers"))]
    if current_game.own_seats_to_act:
        buttons.append(button(Press(game_id, revision, "snooze_own"), t("Remind me later")))
    elif current_game.info.status == "running" and any(map(current_game.info.user_id_playing, seats_to_act)):
        buttons.append(button(Press(game_id, revision, "nudge"), t("Nudge")))
    buttons.append(button(Press(game_id, revision, button_names.SHOW_ORDERS), t("Auto…")))
    return [*buttons, button(Press(game_id, revision, "r_panel"), t("My pings"))]


def companies_page(current_game: CurrentGame, company_page: int) -> Page:
    """Return the page with the figures of the companies on a page (from 0) of the menu "Company…"."""
    view = current_game.game.view
    entries = company_menu_page(company_options(current_game), company_page)
    ids = [option.value.removeprefix("company:") for option in entries if option.value.startswith("company:")]
    return Page(
        build_layout(
            shorten_lines([_company_summary(view, company) for company in ids]),
            *game_view_menus(current_game, company_page=company_page),
        )
    )


def _company_summary(view: View, company: str) -> str:
    """Return a company's line on the page of companies: its figures, once it has floated, or its name."""
    if is_floated_and_independent(view, company):
        return company_line(view, company)
    return f"**{escape(company)}**: {escape(view.spec(company).name)}"


@button_handler("look")
async def _show_selected_menu_value(response: Response, press: Press) -> None:
    """Handle the menus of views, such as "Look at…": show the selected view, or a page of the companies.

    ``press.value`` is one of `view_menu_values`, or "companies:" and the number of the page (from 0). Raises
    UserError if the game is gone or has not started, and InvalidInput if the menus have no such value now.
    """
    current_game = await started_game_of_press(response, press)
    kind, has_page, key = press.value.partition(":")
    if kind == "companies" and has_page:
        await response.show(companies_page(current_game, read_whole_number(key)))
        return
    press.require_value(view_menu_values(current_game))
    await _show_view_of_menu_value(response, current_game, press.value)


@button_handler("look_again")
async def _show_view_again(response: Response, press: Press) -> None:
    """Handle [Try again] under a view of `/show` whose picture or text was not ready in time: show it again.

    ``press.argument_text`` is one of `view_menu_values`. Raises UserError if the game is gone or has not
    started, and InvalidInput if the menus have no such value now.
    """
    current_game = await started_game_of_press(response, press)
    if press.argument_text not in view_menu_values(current_game):
        raise InvalidInput(press.argument_text)
    await _show_view_of_menu_value(response, current_game, press.argument_text)


async def _show_view_of_menu_value(response: Response, current_game: CurrentGame, value: str) -> None:
    """Show the view with this value in the menus of views: "market", "player:p1", "part:A" (a sector) …"""
    kind, _, key = value.partition(":")
    if kind == "part":
        await response.show(await picture_page(response, current_game, "crop", sector=key))
        return
    await response.show(await picture_page(response, current_game, kind, **({kind: key} if key else {})))


@button_handler("map")
@button_handler("market")
async def _show_map_or_market(response: Response, press: Press) -> None:
    """Handle [Map] and [Market] on a card: show a picture of the map or the stock market to the member alone.

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
    """Handle [More] on a card: show the overview page of companies and players to the member alone.

    Raises UserError if the game is gone or has not started.
    """
    await response.show(overview_page(await started_game_of_press(response, press)))
