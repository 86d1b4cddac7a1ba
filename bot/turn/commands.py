"""`/act`: every move as a slash command with autocompletion; it calls the same service as the buttons.

An incomplete command opens the private page of the turn at the field that is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.chat.completion import Completions, completions
from bot.chat.current_game import CurrentGame, current_game_info, find_started_game
from bot.chat.respond import Ack, Response, UserError, respond_to
from bot.chat.typed import ParseError, autocomplete_move, parse_move, resolve_names
from bot.turn.pages import best_runs
from bot.turn.pages.workspace import show_page, show_turn, show_turn_or_refusal
from bot.turn.session.draft import Draft, illegal_move_text, legal_move_of_kind, legal_moves_of_seat
from bot.turn.session.routes import route_text_of_train, trains_to_run
from bot.turn.session.session import TurnSession, load_session
from bot.turn.subcommands import (
    MOVE_SUBCOMMANDS,
    Subcommand,
    moves_without_subcommand,
    numbered_legal_values,
    option_completions,
    parse_move_options,
)
from bot.turn.undo_commands import ORIGIN_COMMAND, redo_command, restart_command, undo_command
from bot.words import t, translated
from bot.words.grammar import NamedItem, find_matches
from bot.work.typed_routes import find_typed_routes
from engine.api.moves import RUN
from engine.api.table import train_label

Interaction = discord.Interaction[Any]
Callback = Callable[..., Coroutine[Any, Any, None]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Completions]]
PARAMETERS = ("first", "second", "third")


async def open_session(response: Response) -> TurnSession | None:
    """Open the session of the user's turn page for a subcommand of `/act`, and return it.

    The game is that of the option ``table``, else of the channel. If Discord delivers a command again, its
    stored result is shown and None returned. Raises UserError if there is no such game, if it has not
    started, or if the user has no seat; BadLog if the game's log cannot be read.
    """
    info = await current_game_info(response)
    first_outcome = await response.bot.games.find_outcome(response.id)
    if first_outcome is not None:
        await show_turn(response, info.id, first_outcome)
        return None
    return await load_session(response, info.id)


async def submit_or_show_page(session: TurnSession, draft: Draft, *, is_value_typed: bool) -> None:
    """If the move ``draft`` of `/act` is complete, submit it; otherwise show the page for its next value.

    If the user typed no value (``is_value_typed`` is False), a complete move that has values is also only
    shown, to be confirmed; a move without values, such as a pass, is submitted.
    """
    session.set_draft(draft)
    if session.advance_to_next_field() is None and (is_value_typed or not session.current_draft.args):
        await submit_and_show_turn(session, session.current_draft)
    else:
        await show_page(session)


async def submit_and_show_turn(session: TurnSession, draft: Draft) -> None:
    """Submit the complete move ``draft`` from `/act`, and show the turn page after it.

    The moves in its ``moves_before`` are made first, all or none; in a trial, all of them are only planned.
    If a move is refused, an ephemeral message says why. Raises UserError if the game is gone or the user no
    longer has a seat.
    """
    await show_turn_or_refusal(
        session.response,
        session.info.id,
        await session.submit(draft, session.game.revision, origin=ORIGIN_COMMAND),
    )


# --- the subcommands of the table ------------------------------------------------------------------------


def build_move_command(name: str, subcommand: Subcommand) -> app_commands.Command[Any, ..., None]:
    """Build the command `/act` ``name`` from its description, with up to three options that autocomplete."""
    fields = list(subcommand.options)

    async def handle_subcommand(interaction: Interaction, **typed: str | None) -> None:
        """Handle a subcommand of `/act`: make the typed move, or show the page of its first missing value.

        ``typed`` are the texts by parameter ("first", …). If nothing was typed and all values were filled in
        as the only legal ones, the move is shown to be confirmed. The user gets an ephemeral error if no such
        move or a typed value is not legal, or if the user has no seat in a started game of the channel.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            session = await open_session(response)
            if session is not None:
                values = dict(zip(fields, (typed.get(parameter) for parameter in PARAMETERS), strict=False))
                draft = parse_move_options(session.game, session.seat, subcommand.kinds, values)
                await submit_or_show_page(session, draft, is_value_typed=any(typed.values()))

    callback = add_text_parameters(handle_subcommand, len(fields))
    options = {
        option_name: subcommand.options[field_name]
        for option_name, field_name in zip(PARAMETERS, fields, strict=False)
    }
    completions = {
        option_name: option_autocomplete_callback(subcommand, field_name)
        for option_name, field_name in zip(PARAMETERS, fields, strict=False)
    }
    return build_command(name, subcommand.description, callback, options, completions)


def add_text_parameters(callback: Callback, count: int) -> Callback:
    """Let discord.py see ``count`` optional text parameters in the callback of an `/act` command; return it.

    Their names are "first", "second" and "third"; ``count`` is at most 3.
    """
    parameter_kind = Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        Parameter(name, parameter_kind, default=None, annotation=str | None) for name in PARAMETERS[:count]
    ]
    signature = Signature([Parameter("interaction", parameter_kind), *parameters])
    callback.__signature__ = signature  # type: ignore[attr-defined]
    return callback


def build_command(
    name: str,
    description: str,
    callback: Callback,
    options: Mapping[str, tuple[str, str]],
    completions: Mapping[str, Any],
) -> app_commands.Command[Any, ..., None]:
    """Build a subcommand of `/act` from its callback, its options and their autocompletion.

    ``options`` (pairs of name and description) and ``completions`` (callbacks) have the same keys: the names
    of the parameters of ``callback``.
    """
    if options:
        names = {parameter: option_name for parameter, (option_name, _) in options.items()}
        descriptions = {parameter: option_text for parameter, (_, option_text) in options.items()}
        callback = app_commands.describe(**descriptions)(app_commands.rename(**names)(callback))
        callback = app_commands.autocomplete(**completions)(callback)
    return app_commands.Command(name=name, description=description, callback=callback)


def option_autocomplete_callback(subcommand: Subcommand, field_name: str) -> Completion:
    """Return the autocompletion callback of the option of `/act` for the field ``field_name`` of a move."""

    async def complete_option(interaction: Interaction, typed: str) -> Completions:
        """Return the legal values of this option that match ``typed``, given those typed for earlier options.

        At most 25 values are returned; [] if none match, or if the user has no seat in a started game of the
        channel. Raises BadLog if the game's log cannot be read.
        """
        current_game = await find_started_game(interaction)
        seat = seat_for_act_command(current_game)
        if current_game is None or seat is None:
            return []
        field_names = list(subcommand.options)
        earlier_values = {
            earlier: getattr(interaction.namespace, subcommand.options[earlier][0], None)
            for earlier in field_names[: field_names.index(field_name)]
        }
        options = numbered_legal_values(current_game.game, seat, subcommand.kinds, field_name, earlier_values)
        return completions(option_completions(options, field_name, typed))

    return complete_option


def seat_for_act_command(current_game: CurrentGame | None) -> str | None:
    """Return the id of the seat for which a user types `/act`; None without a seat or a game.

    It is the user's first seat that is to act, else the first. ``current_game`` is None if there is no game.
    """
    seats = () if current_game is None else (*current_game.own_seats_to_act, *current_game.own_seats)
    return next(iter(seats), None)


# --- runs ------------------------------------------------------------------------------------------


@app_commands.command(name="run", description="Run the trains: the routes of your page, else the best ones")
async def run_command(interaction: Interaction) -> None:
    """Handle `/act run`: run the trains on the routes that the user's turn page shows, else on the best.

    The turn page is shown after the run. The user gets an ephemeral error if no run is legal, if no route is
    found or the search fails, or if the user has no seat in a started game of the channel.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        session = await open_session(response)
        if session is None:
            return
        draft = _require_run_draft(session)
        route_sets = await best_runs.find_route_sets(session)
        routes = best_runs.shown_routes(draft, route_sets)
        if not routes:
            raise UserError(route_sets.failure or t("No route was found; /act pass runs no train."))
        await submit_and_show_turn(session, Draft(RUN, {"routes": routes}))


def _require_run_draft(session: TurnSession) -> Draft:
    """Return the draft of a run from the user's turn page, else a new draft of a run.

    Raises UserError if no run is legal.
    """
    if legal_move_of_kind(session.game, session.seat, RUN) is None:
        raise UserError(illegal_move_text(session.game, session.seat))
    return session.draft if session.draft is not None and session.draft.kind == RUN else Draft(RUN)


@app_commands.command(name="route", description="Set the route of one train by its stops; /act run runs it")
@app_commands.describe(
    train="Which train",
    path="The stops in order, with commas between; empty: it stands still; = and a train: joined to it",
)
async def route_command(interaction: Interaction, train: str, path: str = "") -> None:
    """Handle `/act route`: set one train's route by its stops, and show the page of the run; nothing is run.

    ``train`` is the id, label or kind of the train (the first of several), ``path`` its stops by coordinate
    or name ("Norwich, F20"), "" if it does not run, or "= 4" to combine it with train 4. The user gets an
    ephemeral error if no run is legal, the train is unknown, the route is impossible, or they have no seat.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        session = await load_session(response, (await current_game_info(response)).id)
        draft, company, view = _require_run_draft(session), session.company or "", session.view
        own_trains = {own_train.id: own_train for own_train in trains_to_run(view, company)}
        labels = {train_id: train_label(view, own_train) for train_id, own_train in own_trains.items()}
        named_trains = [
            NamedItem(train_id, label, (own_trains[train_id].kind,)) for train_id, label in labels.items()
        ]
        matches = find_matches(named_trains, train)
        if not matches:
            names = ", ".join(f"{label} ({train_id})" for train_id, label in labels.items())
            raise UserError(t("{company} may run: {names}.", company=company, names=names))
        shown_routes = best_runs.shown_routes(draft, await best_runs.find_route_sets(session))
        paths = {key: route_text_of_train(session.game, company, shown_routes, key) for key in own_trains}
        paths[matches[0].id] = path
        routes, problem = await find_typed_routes(response.bot.pool, session.game, company, paths)
        if problem:
            raise UserError(problem)
        session.set_draft(best_runs.with_chosen_routes(draft, routes))
        await show_page(session)


@route_command.autocomplete("train")
async def _complete_trains(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the train of `/act route` from those of the acting company; [] if no company acts."""
    current_game = await find_started_game(interaction)
    next_decision = current_game.game.waiting() if current_game else None
    if current_game is None or next_decision is None or next_decision.company is None:
        return []
    view = current_game.game.view
    own_trains = trains_to_run(view, next_decision.company)
    trains = [(f"{train_label(view, own_train)} ({own_train.id})", own_train.id) for own_train in own_trains]
    return completions(trains, typed)


# --- powers, and any move --------------------------------------------------------------------------


@app_commands.command(name="special", description="Use a power of a private company and the like")
@app_commands.describe(power="Which power", first="Its first choice", second="Its second choice")
async def special_command(
    interaction: Interaction, power: str, first: str | None = None, second: str | None = None
) -> None:
    """Handle `/act special`: make a move that has no subcommand, such as a private company's ability.

    ``power`` is the kind or label of the move. ``first`` and ``second`` are the values of its first two
    fields, as typed; if one is missing, the page that asks for it is shown. The user gets an ephemeral error
    if the move or a value is not legal, if ``power`` is ambiguous, or if they have no seat in a started game.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        session = await open_session(response)
        if session is None:
            return
        legal_moves = moves_without_subcommand(session.game, session.seat)
        matches = find_matches(
            (NamedItem(each.kind, each.label, (translated(each.label),)) for each in legal_moves), power
        )
        is_unique = len({match.name for match in matches}) == 1
        legal_move = next((each for each in legal_moves if is_unique and each.kind == matches[0].id), None)
        if legal_move is None:
            names = ", ".join(translated(each.label) for each in legal_moves)
            raise UserError(t("The powers open to you now: {names}.", names=names or t("none")))
        field_names = [move_field.name for move_field in legal_move.fields]
        typed_values = dict(zip(field_names, (first, second), strict=False))
        draft = parse_move_options(session.game, session.seat, (legal_move.kind,), typed_values)
        await submit_or_show_page(session, draft, is_value_typed=True)


@special_command.autocomplete("power")
async def _complete_powers(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the move of `/act special` from the legal moves without a subcommand.

    [] if the user has no seat in a started game of the channel. Raises BadLog if its log cannot be read.
    """
    current_game = await find_started_game(interaction)
    seat = seat_for_act_command(current_game)
    if current_game is None or seat is None:
        return []
    return completions(
        [(translated(move.label), move.kind) for move in moves_without_subcommand(current_game.game, seat)],
        typed,
    )


def _power_value_completion(index: int) -> Completion:
    """Return the autocompletion callback of `/act special` for the value of field ``index`` (from 0).

    The fields are those of the move typed as ``power``.
    """

    async def complete_option(interaction: Interaction, typed: str) -> Completions:
        """Return the legal values of field ``index`` of the typed move that match ``typed``.

        Values typed for earlier fields are taken into account. [] if none match, if the move is unknown or
        has no such field, or if the user has no seat in a started game of the channel. Raises BadLog if the
        game's log cannot be read.
        """
        current_game = await find_started_game(interaction)
        seat, namespace = seat_for_act_command(current_game), interaction.namespace
        kind = str(getattr(namespace, "power", ""))
        if current_game is None or seat is None:
            return []
        legal_move = legal_move_of_kind(current_game.game, seat, kind)
        if legal_move is None or len(legal_move.fields) <= index:
            return []
        names = [move_field.name for move_field in legal_move.fields]
        earlier_values = dict(
            zip(names, (getattr(namespace, "first", None), getattr(namespace, "second", None)), strict=False)
        )
        options = numbered_legal_values(current_game.game, seat, (kind,), names[index], earlier_values)
        return completions(option_completions(options, names[index], typed))

    return complete_option


special_command.autocomplete("first")(_power_value_completion(0))
special_command.autocomplete("second")(_power_value_completion(1))


@app_commands.command(name="choose", description="Any move in one line, completed step by step")
@app_commands.describe(move="Such as buy_share company=... source=...")
async def choose_command(interaction: Interaction, move: str) -> None:
    """Handle `/act choose`: make any move typed in one line, such as "buy_share company=M&R source=ipo".

    The user gets an ephemeral error if the line cannot be read, if the move is not legal, or if the user has
    no seat in a started game of the channel.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        session = await open_session(response)
        if session is None:
            return
        try:
            currency = session.game.title.data.currency
            kind, args = parse_move(move, legal_moves_of_seat(session.game, session.seat), currency)
        except ParseError as error:
            raise UserError(str(error)) from error
        legal_move = legal_move_of_kind(session.game, session.seat, kind)
        if legal_move is None:
            raise UserError(illegal_move_text(session.game, session.seat))
        args = resolve_names(session.game, session.seat, legal_move, args)
        await submit_and_show_turn(session, Draft(kind, args))


@choose_command.autocomplete("move")
async def _complete_moves(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the line of `/act choose`: first the kind of move, then its fields.

    [] if the user has no seat in a started game of the channel. Raises ParseError if a typed value cannot be
    read, and BadLog if the game's log cannot be read.
    """
    current_game = await find_started_game(interaction)
    seat = seat_for_act_command(current_game)
    if current_game is None or seat is None:
        return []
    return completions(autocomplete_move(current_game.game, seat, typed))


OTHER_COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    run_command, route_command, special_command, choose_command, undo_command, redo_command, restart_command,
)  # fmt: skip


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/act` with all its subcommands."""
    group = app_commands.Group(name="act", description="Your moves as typed commands", guild_only=True)
    for name, subcommand in MOVE_SUBCOMMANDS.items():
        group.add_command(build_move_command(name, subcommand))
    for other_command in OTHER_COMMANDS:
        group.add_command(other_command)
    tree.add_command(group)
