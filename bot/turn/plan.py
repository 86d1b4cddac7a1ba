"""`/plan`: tiles, station markers and trains tried out on a private copy of the game, and the best runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.chat.buttons import verb
from bot.chat.completion import Hints
from bot.chat.current_table import CurrentTable, game_here, game_pressed, peek
from bot.chat.figures import company_name, plain
from bot.chat.frame import gallery, layout, row
from bot.chat.named import hex_labels, id_or_text, label_hints, require_hex, require_id
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Ack, Answer, Page, UserError, answering
from bot.games import shelf
from bot.turn.rehearsal import Plan
from bot.turn.routes import route_lines
from bot.turn.session import session_for
from bot.turn.workspace import show
from bot.words import msg, t
from bot.work.pictures import Drawn
from bot.work.searches import best_sets
from engine import Game
from engine.api.table import directions, hex_name, train_label
from engine.plans import TILE, TOKEN, TRAIN, Part, lays_on, open_places, planned, told, trains_to_plan

MAX_PARTS = 20
"""The most parts of a plan."""

Interaction = discord.Interaction[Any]
EMPTY = msg("You plan nothing yet. Add with `/plan tile`, `/plan token` and `/plan train`; only you see it.")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A member's plan: its parts, and the game with them.

    ``faults`` says for each part why it is impossible (None: it is possible).
    """

    here: CurrentTable
    parts: tuple[Part, ...]
    game: Game
    faults: tuple[str | None, ...]


async def sketch_of(games: Any, here: CurrentTable, user: int) -> Sketch:
    """Load a user's plan for a game and apply it to a copy."""
    parts = tuple(tuple(part) for part in await shelf.plan(games, here.info.id, user))
    return Sketch(here, parts, *planned(here.game, parts))


class PlanCommands(
    app_commands.Group,
    name="plan",
    description="What if? Tiles, markers and trains just for you",
    guild_only=True,
):
    """The commands of a member's private plan."""

    @app_commands.command(description="Your plan and the best runs in it")
    @app_commands.describe(company="Whose best run to draw")
    async def show(self, interaction: Interaction, company: str | None = None) -> None:
        """Show the plan, and the best run of a company in it."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            sketch = await sketch_of(answer.bot.games, await game_here(answer), answer.user.id)
            chosen = require_id(company, _companies(sketch.game)) if company else None
            await answer.show(await plan_page(answer, sketch, chosen))

    @app_commands.command(description="Lay a tile in your plan; phase, cost and turn do not matter")
    @app_commands.describe(where="A city or coordinate", tile="The tile and its direction")
    async def tile(self, interaction: Interaction, where: str, tile: str) -> None:
        """Add a tile to the plan."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            coord = require_hex(here.game, where)
            number, _, turn = id_or_text(tile, _tiles_on(here.game, coord)).partition(" ")
            if not (turn.isascii() and turn.isdigit() and len(turn) == 1):
                raise UserError(t("Take the tile and its direction from the list."))
            await _add_part(
                answer,
                await sketch_of(answer.bot.games, here, answer.user.id),
                (TILE, coord, number, int(turn)),
            )

    @app_commands.command(description="Place a station marker in your plan")
    @app_commands.describe(company="Whose marker", where="A city or coordinate")
    async def token(self, interaction: Interaction, company: str, where: str) -> None:
        """Add a station marker to the plan."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            sketch = await sketch_of(answer.bot.games, here, answer.user.id)
            owner = require_id(company, _companies(here.game))
            coord, stop = where.partition("|")[::2]
            coord = coord if stop else require_hex(here.game, where)
            found = [p for p in open_places(sketch.game.view, owner) if p[0] == coord]
            wanted = [p for p in found if not stop or str(p[1]) == stop]
            place = wanted[0] if wanted else (coord, 0)
            await _add_part(answer, sketch, (TOKEN, owner, *place))

    @app_commands.command(description="Give a company a train in your plan")
    @app_commands.describe(company="Who runs it", train="The train")
    async def train(self, interaction: Interaction, company: str, train: str) -> None:
        """Add a train to the plan."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            sketch = await sketch_of(answer.bot.games, here, answer.user.id)
            owner = require_id(company, _companies(here.game))
            await _add_part(
                answer, sketch, (TRAIN, owner, require_id(train, _trains(sketch.game, owner))), owner
            )

    @app_commands.command(description="Rehearse a turn by its pages; nothing is done before you confirm it")
    @app_commands.describe(company="Whose turn; without it your own")
    async def turn(self, interaction: Interaction, company: str | None = None) -> None:
        """Show the page on which a turn is rehearsed; raises UserError if it cannot be."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            here = await game_here(answer)
            session = await session_for(answer, here.info.id)
            acting = session.company if session.on_turn else None
            chosen = require_id(company, _companies(here.game)) if company else acting or ""
            ahead = not session.on_turn or (session.company or "") != chosen
            if not session.rehearse(Plan(chosen, ahead=ahead)):
                raise UserError(t("This turn cannot be rehearsed now."))
            await show(session)

    @app_commands.command(description="Begin your plan anew")
    async def clear(self, interaction: Interaction) -> None:
        """Delete the plan."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            await _save_and_show(answer, await game_here(answer), ())

    @tile.autocomplete("where")
    async def _where(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the hex: all hexes of the map."""
        sketch = await _peek_sketch(interaction)
        return label_hints(hex_labels(sketch.game) if sketch else {}, typed)

    @tile.autocomplete("tile")
    async def _tiles(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the tile and its rotation for the hex typed before."""
        sketch = await _peek_sketch(interaction)
        if sketch is None:
            return []
        try:
            coord = require_hex(sketch.game, str(getattr(interaction.namespace, "where", "")))
        except UserError:
            return []
        return label_hints(_tiles_on(sketch.game, coord), typed)

    @show.autocomplete("company")
    @turn.autocomplete("company")
    @token.autocomplete("company")
    @train.autocomplete("company")
    async def _company(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the company: those that have station markers."""
        sketch = await _peek_sketch(interaction)
        return label_hints(_companies(sketch.game) if sketch else {}, typed)

    @token.autocomplete("where")
    async def _circles(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the city where the company can place a marker."""
        sketch, company = await _peek_sketch(interaction), str(getattr(interaction.namespace, "company", ""))
        if sketch is None or company not in sketch.game.state.companies:
            return []
        view = sketch.game.view
        found = {f"{coord}|{stop}": hex_name(view, coord) for coord, stop in open_places(view, company)}
        return label_hints(found, typed)

    @train.autocomplete("train")
    async def _sorts(self, interaction: Interaction, typed: str) -> Hints:
        """Complete the train: those that the company could have."""
        sketch, company = await _peek_sketch(interaction), str(getattr(interaction.namespace, "company", ""))
        return label_hints(_trains(sketch.game, company) if sketch else {}, typed)


async def _peek_sketch(interaction: Interaction) -> Sketch | None:
    """Return the user's plan for autocompletion; None if this channel has no running game."""
    here = await peek(interaction)
    return await sketch_of(interaction.client.games, here, interaction.user.id) if here else None


def _companies(game: Game) -> dict[str, str]:
    """Return the names of companies with station markers, by id."""
    view = game.view
    return {c.id: company_name(view, c.id) for c in view.companies() if view.tokens(c.id)}


def _trains(game: Game, company: str) -> dict[str, str]:
    """Return the labels of the trains that a company could have in a plan, by id."""
    return {t.id: train_label(game.view, t) for t in trains_to_plan(game.view, company)}


def _tiles_on(game: Game, coord: str) -> dict[str, str]:
    """Return the possible lays on a hex, keyed "tile rotation", with their track in words."""
    board = game.view.board()
    layout = board.hexmap.layout
    return {
        f"{tile} {turn}": t(
            "Tile {tile} · {directions}",
            tile=tile,
            directions=directions(layout, board.catalogue[tile].face(turn)),
        )
        for _, tile, turn in lays_on(game.view, coord)
    }


async def _add_part(answer: Answer, sketch: Sketch, part: Part, company: str | None = None) -> None:
    """Add a part to the plan and show it; raises UserError if the part is impossible or the plan full."""
    if len(sketch.parts) >= MAX_PARTS:
        raise UserError(t("A plan has at most {most} parts; take some back first.", most=MAX_PARTS))
    fault = planned(sketch.game, [part])[1][0]
    if fault:
        raise UserError(plain(fault))
    await _save_and_show(answer, sketch.here, (*sketch.parts, part), company)


async def _save_and_show(
    answer: Answer, here: CurrentTable, parts: tuple[Part, ...], company: str | None = None
) -> None:
    """Save the parts of the plan, and show it."""
    await shelf.put_plan(answer.bot.games, here.info.id, answer.user.id, [list(part) for part in parts])
    sketch = await sketch_of(answer.bot.games, here, answer.user.id)
    await answer.show(await plan_page(answer, sketch, company))


# --- the page --------------------------------------------------------------------------------------


async def plan_page(answer: Answer, sketch: Sketch, company: str | None = None) -> Page:
    """Build the page of a plan: its parts, the best run of a company in it, and buttons."""
    here, lines = sketch.here, [t("## Your plan")]
    for number, (part, fault) in enumerate(zip(sketch.parts, sketch.faults, strict=True), 1):
        lines.append(
            f"{number}. {plain(told(here.game.view, part))}" + (f" ⚠ {plain(fault)}" if fault else "")
        )
    lines += [] if sketch.parts else [t(EMPTY)]
    routes, run_lines = await _best_run(answer, sketch, company) if company else ([], [])
    drawn = await _picture(answer, sketch, company, routes)
    lines += run_lines
    pictures = [drawn] if drawn else []
    items = [*gallery(pictures), *(row(*items) for items in _menu_rows(sketch))]
    return Page(layout("\n".join(lines)[:3500], *items), [d.file() for d in pictures])


async def _picture(answer: Answer, sketch: Sketch, company: str | None, routes: list[Any]) -> Drawn | None:
    """Draw the routes, otherwise the planned hexes; cached by the digest of the planned position."""
    mark, draw = -int(sketch.game.digest(), 16), answer.bot.pictures.draw
    if routes:
        return await draw(mark, sketch.game, "routes", company=company, routes=routes)
    if hexes := _hexes(sketch):
        return await draw(mark, sketch.game, "crop", hexes=hexes)
    return await draw(mark, sketch.game, "map")


def _hexes(sketch: Sketch) -> list[str]:
    """Return the hexes of the planned tiles and markers."""
    found = [part[1] if part[0] == TILE else part[2] for part in sketch.parts if part[0] != TRAIN]
    return [coord for coord in found if coord in sketch.game.view.board().hexmap]


async def _best_run(answer: Answer, sketch: Sketch, company: str) -> tuple[list[Any], list[str]]:
    """Return a company's best routes in the plan, and lines that compare them with the game's."""
    pool, game_id = answer.bot.pool, sketch.here.info.id
    now = await best_sets(pool, game_id, sketch.here.game, company)
    then = await best_sets(pool, game_id, sketch.game, company)
    routes = list(then.sets[0][1]) if then.sets else []
    earned = [sketch.game.view.money(found.sets[0][0] if found.sets else 0) for found in (then, now)]
    lines = [
        t(
            "**Best run of {company}: {earned}** (now {before})",
            company=plain(company),
            earned=earned[0],
            before=earned[1],
        )
    ]
    lines += route_lines(sketch.game, company, routes)
    return routes, [*lines, f"-# {then.sureness}"]


def _menu_rows(sketch: Sketch) -> list[list[GameItem]]:
    """Return the menu of companies to run, and the buttons that shorten the plan."""
    here, view = sketch.here, sketch.game.view
    running = [c for c in _companies(sketch.game) if view.trains(c)][:25]
    options = [discord.SelectOption(label=company_name(view, c)[:100], value=c) for c in running]
    rows: list[list[GameItem]] = []
    if options:
        rows.append(
            [select(Press(here.info.id, here.rev, "plan_run"), options, placeholder=t("Best run of…"))]
        )
    if sketch.parts:
        back = button(
            Press(here.info.id, here.rev, "plan_back", str(len(sketch.parts))), t("Take back the last")
        )
        rows.append([back, button(Press(here.info.id, here.rev, "plan_clear"), t("Clear"))])
    return rows


@verb("plan_run")
async def _run(answer: Answer, press: Press) -> None:
    """Show the plan with the best run of the chosen company."""
    sketch = await sketch_of(answer.bot.games, await game_pressed(answer, press), answer.user.id)
    await answer.show(await plan_page(answer, sketch, require_id(press.value, _companies(sketch.game))))


@verb("plan_back")
async def _back(answer: Answer, press: Press) -> None:
    """Remove the last part of the plan, unless it was removed by an earlier press."""
    here = await game_pressed(answer, press)
    sketch = await sketch_of(answer.bot.games, here, answer.user.id)
    known = press.number() == len(sketch.parts)
    await _save_and_show(answer, here, sketch.parts[:-1] if known else sketch.parts)


@verb("plan_clear")
async def _clear(answer: Answer, press: Press) -> None:
    """Delete the plan."""
    await _save_and_show(answer, await game_pressed(answer, press), ())


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands."""
    tree.add_command(PlanCommands())
