"""`/plan`: tiles, station markers and trains tried out on a private copy of the game, and the best runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.cards.texts import company_name
from bot.chat.buttons import button_handler
from bot.chat.completion import Completions
from bot.chat.current_game import CurrentGame, find_started_game, require_current_game, started_game_of_press
from bot.chat.frame import Page, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape
from bot.chat.named import autocomplete_labels, hex_labels, id_or_text, require_hex, require_id
from bot.chat.press import BotItem, Press, button, select_menu
from bot.chat.respond import Ack, Response, UserError, respond_to
from bot.games import stored_games
from bot.turn.pages.workspace import show_page
from bot.turn.plan_labels import plannable_companies, tile_lay_labels, train_labels
from bot.turn.session.routes import route_lines
from bot.turn.session.session import load_session
from bot.turn.session.trial import Trial, state_id
from bot.words import msg, t
from bot.work.pictures import DrawnPicture
from bot.work.searches import best_route_sets
from engine import Game
from engine.api.plans import (
    TILE,
    TOKEN,
    TRAIN,
    Part,
    apply_plan,
    open_places,
    plan_part_text,
)
from engine.api.table import hex_name

MAX_PARTS = 20
"""The maximum number of parts of a plan."""

Interaction = discord.Interaction[Any]
EMPTY_PLAN_TEXT = msg(
    "You plan nothing yet. Add with `/plan tile`, `/plan token` and `/plan train`; only you see it."
)


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A member's private `/plan`: its tiles, tokens and trains (``parts``: `Part`), and the game with them.

    ``part_problems`` says for each part why it is impossible (None: it is possible).
    """

    current_game: CurrentGame
    parts: tuple[Part, ...]
    game: Game
    part_problems: tuple[str | None, ...]


async def load_plan(games: Any, current_game: CurrentGame, user_id: int) -> PlannedGame:
    """Load a user's `/plan` of a game, and apply it to a copy of the game.

    The plan has no parts if none is stored for the user.
    """
    parts = tuple(tuple(part) for part in await stored_games.find_plan(games, current_game.info.id, user_id))
    return PlannedGame(current_game, parts, *apply_plan(current_game.game, parts))


class PlanCommands(
    app_commands.Group,
    name="plan",
    description="What if? Tiles, markers and trains just for you",
    guild_only=True,
):
    """The subcommands of `/plan`; each shows an ephemeral error if the channel has no started game."""

    @app_commands.command(description="Your plan and the best runs in it")
    @app_commands.describe(company="Whose best run to draw")
    async def show(self, interaction: Interaction, company: str | None = None) -> None:
        """Handle `/plan show`: show the user's plan, with the best run of ``company`` (id or name).

        An unknown company gets an ephemeral error. Without ``company``, no run is shown.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            planned_game = await _require_plan(response)
            company_id = require_id(company, plannable_companies(planned_game.game)) if company else None
            await response.show(await plan_page(response, planned_game, company_id))

    @app_commands.command(description="Lay a tile in your plan; phase, cost and turn do not matter")
    @app_commands.describe(where="A city or coordinate", tile="The tile and its direction")
    async def tile(self, interaction: Interaction, where: str, tile: str) -> None:
        """Handle `/plan tile`: add the lay of ``tile`` (number and rotation: "8 3") on a hex to the plan.

        ``where`` is the hex as typed. The user gets an ephemeral error if the tile lay is impossible, if the
        plan is full, or if the hex or the tile is unknown.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            planned_game = await _require_plan(response)
            game = planned_game.current_game.game
            coord = require_hex(game, where)
            number, _, rotation = id_or_text(tile, tile_lay_labels(game, coord)).partition(" ")
            if not (rotation.isascii() and rotation.isdigit() and len(rotation) == 1):
                raise UserError(t("Take the tile and its direction from the list."))
            await _add_plan_part(response, planned_game, (TILE, coord, number, int(rotation)))

    @app_commands.command(description="Place a station marker in your plan")
    @app_commands.describe(company="Whose marker", where="A city or coordinate")
    async def token(self, interaction: Interaction, company: str, where: str) -> None:
        """Handle `/plan token`: add a station token of ``company`` (id or name) to the user's plan.

        ``where`` is a typed hex, or an autocompleted value "COORDINATE|CITY NUMBER". The user gets an
        ephemeral error if the token is impossible there, if the plan is full, or if the company or the hex is
        unknown.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            planned_game = await _require_plan(response)
            owner = require_id(company, plannable_companies(planned_game.current_game.game))
            coord, city_number = where.partition("|")[::2]
            coord = coord if city_number else require_hex(planned_game.current_game.game, where)
            places = open_places(planned_game.game.view, owner)
            cities = [city for city in places if city[0] == coord]
            matching_cities = [city for city in cities if not city_number or str(city[1]) == city_number]
            place = matching_cities[0] if matching_cities else (coord, 0)
            await _add_plan_part(response, planned_game, (TOKEN, owner, *place))

    @app_commands.command(description="Give a company a train in your plan")
    @app_commands.describe(company="Who runs it", train="The train")
    async def train(self, interaction: Interaction, company: str, train: str) -> None:
        """Handle `/plan train`: give a company a train in the user's plan, and show its best run.

        ``company`` and ``train`` are ids or labels. If one is unknown or the plan is full, the user gets an
        ephemeral error.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            planned_game = await _require_plan(response)
            owner = require_id(company, plannable_companies(planned_game.current_game.game))
            kind = require_id(train, train_labels(planned_game.game, owner))
            await _add_plan_part(response, planned_game, (TRAIN, owner, kind), owner)

    @app_commands.command(description="Try out a turn on its pages; nothing is done before you confirm it")
    @app_commands.describe(company="Whose turn; without it your own")
    async def turn(self, interaction: Interaction, company: str | None = None) -> None:
        """Handle `/plan turn`: show the page on which the user tries out a turn on a copy of the game.

        It is the turn of ``company`` (id or name). Without ``company``, it is the current turn if the user is
        to act, else the user's own next turn. The user gets an ephemeral error if the company is unknown, if
        its turn cannot be tried out now, or if the user has no seat in a started game of the channel.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            current_game = await require_current_game(response)
            session = await load_session(response, current_game.info.id)
            acting_company = session.company if session.is_to_act else None
            companies = plannable_companies(current_game.game)
            chosen_company = require_id(company, companies) if company else acting_company or ""
            is_later_turn = not session.is_to_act or (session.company or "") != chosen_company
            if not session.try_out(Trial(chosen_company, is_later_turn=is_later_turn)):
                raise UserError(t("This turn cannot be tried out now."))
            await show_page(session)

    @app_commands.command(description="Begin your plan anew")
    async def clear(self, interaction: Interaction) -> None:
        """Handle `/plan clear`: delete the user's plan and show it without parts."""
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await _store_and_show_plan(response, await require_current_game(response), ())

    @tile.autocomplete("where")
    async def _complete_hexes(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the hex of `/plan tile` from all hexes of the map; [] without a started game."""
        planned_game = await _find_plan(interaction)
        return autocomplete_labels(hex_labels(planned_game.game) if planned_game else {}, typed)

    @tile.autocomplete("tile")
    async def _complete_tiles(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the tile and rotation of `/plan tile` for the hex typed as ``where``.

        [] without a started game, or if the hex is unknown.
        """
        planned_game = await _find_plan(interaction)
        if planned_game is None:
            return []
        try:
            coord = require_hex(planned_game.game, str(getattr(interaction.namespace, "where", "")))
        except UserError:
            return []
        return autocomplete_labels(tile_lay_labels(planned_game.game, coord), typed)

    @show.autocomplete("company")
    @turn.autocomplete("company")
    @token.autocomplete("company")
    @train.autocomplete("company")
    async def _complete_companies(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the company of a `/plan` command from those with tokens; [] without a started game."""
        planned_game = await _find_plan(interaction)
        return autocomplete_labels(plannable_companies(planned_game.game) if planned_game else {}, typed)

    @token.autocomplete("where")
    async def _complete_cities(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete ``where`` of `/plan token` from the cities in which the company can place a token.

        [] without a started game, or if the company is unknown.
        """
        planned_game = await _find_plan(interaction)
        company = str(getattr(interaction.namespace, "company", ""))
        if planned_game is None or company not in planned_game.game.state.companies:
            return []
        view = planned_game.game.view
        labels = {
            f"{coord}|{city_number}": hex_name(view, coord)
            for coord, city_number in open_places(view, company)
        }
        return autocomplete_labels(labels, typed)

    @train.autocomplete("train")
    async def _complete_trains(self, interaction: Interaction, typed: str) -> Completions:
        """Autocomplete the train of `/plan train` for the typed company; [] without a started game."""
        planned_game = await _find_plan(interaction)
        company = str(getattr(interaction.namespace, "company", ""))
        return autocomplete_labels(train_labels(planned_game.game, company) if planned_game else {}, typed)


async def _require_plan(response: Response) -> PlannedGame:
    """Return the user's plan for a command of `/plan`; raises UserError (no started game) or BadLog."""
    return await load_plan(response.bot.games, await require_current_game(response), response.user.id)


async def _find_plan(interaction: Interaction) -> PlannedGame | None:
    """Load the user's `/plan` to autocomplete a command; None if there is no started game.

    May raise BadLog.
    """
    current_game, user_id = await find_started_game(interaction), interaction.user.id
    return await load_plan(interaction.client.games, current_game, user_id) if current_game else None


async def _add_plan_part(
    response: Response, planned_game: PlannedGame, part: Part, company: str | None = None
) -> None:
    """Add ``part`` (a tile lay, station token or train) to the user's stored `/plan`, and show the plan.

    If a ``company`` is given, its best run is shown, too. Raises UserError if the part is impossible or the
    plan is full (20 parts).
    """
    if len(planned_game.parts) >= MAX_PARTS:
        raise UserError(t("A plan has at most {most} parts; take some back first.", most=MAX_PARTS))
    problem = apply_plan(planned_game.game, [part])[1][0]
    if problem:
        raise UserError(escape(problem))
    await _store_and_show_plan(response, planned_game.current_game, (*planned_game.parts, part), company)


async def _store_and_show_plan(
    response: Response, current_game: CurrentGame, parts: tuple[Part, ...], company: str | None = None
) -> None:
    """Store ``parts`` as the user's `/plan` and show it, with the best run of ``company`` if given."""
    await stored_games.store_plan(
        response.bot.games, current_game.info.id, response.user.id, [list(part) for part in parts]
    )
    planned_game = await load_plan(response.bot.games, current_game, response.user.id)
    await response.show(await plan_page(response, planned_game, company))


# --- the page --------------------------------------------------------------------------------------


async def plan_page(response: Response, planned_game: PlannedGame, company: str | None = None) -> Page:
    """Build the page of a `/plan`: its planned parts with their problems, a picture and buttons.

    If ``company`` is given, the page also shows the company's best run in the plan.
    """
    current_game, lines = planned_game.current_game, [t("## Your plan")]
    parts = zip(planned_game.parts, planned_game.part_problems, strict=True)
    for number, (part, problem) in enumerate(parts, 1):
        text = f"{number}. {escape(plan_part_text(current_game.game.view, part))}"
        lines.append(text + (f" ⚠ {escape(problem)}" if problem else ""))
    lines += [] if planned_game.parts else [t(EMPTY_PLAN_TEXT)]
    routes, run_lines = await _find_best_run(response, planned_game, company) if company else ([], [])
    picture = await _plan_picture(response, planned_game, company, routes)
    pictures = [picture] if picture else []
    rows = [action_row(*items) for items in _control_rows(planned_game)]
    view = build_layout("\n".join(lines + run_lines)[:3500], *picture_galleries(pictures), *rows)
    return Page(view, [each.to_discord_file() for each in pictures])


async def _plan_picture(
    response: Response, planned_game: PlannedGame, company: str | None, routes: list[Any]
) -> DrawnPicture | None:
    """Draw a `/plan`: the ``routes`` (JSON) of a company, else the planned hexes, else the whole map.

    None if it cannot be drawn.
    """
    cache_key, draw = state_id(planned_game.game), response.bot.pictures.draw
    if routes:
        return await draw(cache_key, planned_game.game, "routes", company=company, routes=routes)
    if hexes := _planned_hexes(planned_game):
        return await draw(cache_key, planned_game.game, "crop", hexes=hexes)
    return await draw(cache_key, planned_game.game, "map")


def _planned_hexes(planned_game: PlannedGame) -> list[str]:
    """Return the coordinates of the hexes on the map for which a `/plan` has tiles or tokens."""
    coords = [part[1] if part[0] == TILE else part[2] for part in planned_game.parts if part[0] != TRAIN]
    return [coord for coord in coords if coord in planned_game.game.view.board().hexmap]


async def _find_best_run(
    response: Response, planned_game: PlannedGame, company: str
) -> tuple[list[Any], list[str]]:
    """Return a company's best routes in a `/plan` (JSON; [] without a run), and lines of text on them.

    The first line has the revenue in the plan and in the game as it is, the last line says whether the
    routes are proven to be the best in the plan, or why the search for them failed.
    """
    pool, game_id = response.bot.pool, planned_game.current_game.info.id
    current_sets = await best_route_sets(pool, game_id, planned_game.current_game.game, company)
    planned_sets = await best_route_sets(pool, game_id, planned_game.game, company)
    routes = list(planned_sets.sets[0][1]) if planned_sets.sets else []
    revenues = [
        planned_game.game.view.money(route_sets.sets[0][0] if route_sets.sets else 0)
        for route_sets in (planned_sets, current_sets)
    ]
    headline = t(
        "**Best run of {company}: {earned}** (now {before})",
        company=escape(company), earned=revenues[0], before=revenues[1],
    )  # fmt: skip
    lines = [headline, *route_lines(planned_game.game, company, routes)]
    return routes, [*lines, f"-# {planned_sets.proof_sentence}"]


def _control_rows(planned_game: PlannedGame) -> list[list[BotItem]]:
    """Return the rows of controls under a `/plan`: a menu of companies with trains, and a row of two buttons.

    The menu has at most 25 companies; there is no menu if no company has trains. The buttons are [Take back
    the last], which removes the last part of the plan, and [Clear]; a plan without parts has no buttons.
    """
    view, info = planned_game.game.view, planned_game.current_game.info
    revision, parts = planned_game.current_game.revision, planned_game.parts
    companies = [company for company in plannable_companies(planned_game.game) if view.trains(company)][:25]
    options = [
        discord.SelectOption(label=company_name(view, company)[:100], value=company) for company in companies
    ]
    run_menu = select_menu(Press(info.id, revision, "plan_run"), options, placeholder=t("Best run of…"))
    back_button = button(Press(info.id, revision, "plan_back", str(len(parts))), t("Take back the last"))
    buttons = [back_button, button(Press(info.id, revision, "plan_clear"), t("Clear"))] if parts else []
    return [items for items in ([run_menu] if options else [], buttons) if items]


@button_handler("plan_run")
async def _show_best_run(response: Response, press: Press) -> None:
    """Handle the menu "Best run of…": show the `/plan` with the best run of the company `press.value`.

    Raises UserError if the game is gone or has not started, or if the company has no station tokens; BadLog
    if the game's log cannot be read.
    """
    planned_game = await load_plan(
        response.bot.games, await started_game_of_press(response, press), response.user.id
    )
    company = require_id(press.value, plannable_companies(planned_game.game))
    await response.show(await plan_page(response, planned_game, company))


@button_handler("plan_back")
async def _remove_last_part(response: Response, press: Press) -> None:
    """Handle [Take back the last]: remove the last part of the user's `/plan`, and show the plan.

    The press carries how many parts the plan had when the button was shown; if it has another number now,
    nothing is removed. Raises UserError if the game is gone or has not started, InvalidInput if the press has
    no number, and BadLog if the game's log cannot be read.
    """
    current_game = await started_game_of_press(response, press)
    planned_game = await load_plan(response.bot.games, current_game, response.user.id)
    is_current = press.number_argument() == len(planned_game.parts)
    parts = planned_game.parts[:-1] if is_current else planned_game.parts
    await _store_and_show_plan(response, current_game, parts)


@button_handler("plan_clear")
async def _clear_plan(response: Response, press: Press) -> None:
    """Handle [Clear]: delete the user's `/plan`, and show it without parts.

    Raises UserError if the game is gone or has not started, and BadLog if its log cannot be read.
    """
    await _store_and_show_plan(response, await started_game_of_press(response, press), ())


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/plan`."""
    tree.add_command(PlanCommands())
