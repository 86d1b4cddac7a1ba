"""`/act`: every move as a slash command with autocompletion; it calls the same service as the buttons.

An incomplete command opens the workspace at the field that is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.chat.completion import Completions, completions
from bot.chat.current_game import CurrentGame, current_game_info, find_started_game
from bot.chat.respond import Ack, Answer, UserError, answering
from bot.chat.typed import ParseError, complete_move, parse_move, resolve_names
from bot.turn.pages import best_runs
from bot.turn.pages.workspace import show_page, show_turn, show_turn_or_refusal
from bot.turn.session.draft import Draft, choice_of, choices_of, illegal_move_text
from bot.turn.session.routes import trains_to_run, typed_route_of_train
from bot.turn.session.session import TurnSession, session_for
from bot.turn.subcommands import (
    MOVE_SUBCOMMANDS,
    Subcommand,
    option_completions,
    options_for_typing,
    parse_values,
    unlisted_choices,
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


async def open_session(answer: Answer) -> TurnSession | None:
    """Open the user's turn in this channel's game for a subcommand of `/act`, and return its session.

    If Discord delivers a command again, its stored result is shown and None returned. Raises UserError if the
    channel has no game, if it has not started, or if the user has no seat.
    """
    info = await current_game_info(answer)
    first_outcome = await answer.bot.games.stored_outcome(answer.id)
    if first_outcome is not None:
        await show_turn(answer, info.id, first_outcome)
        return None
    return await session_for(answer, info.id)


async def submit_or_show(session: TurnSession, draft: Draft, has_input: bool) -> None:
    """Make the move typed in `/act` if it is complete, else show the turn page that asks for more.

    ``has_input``: the user typed a value. Without it, a complete move that has values is not made, but its
    page is shown, to be confirmed; a move without values, such as a pass, is made.
    """
    session.set_draft(draft)
    if session.advance_to_next_field() is None and (has_input or not session.current_draft.args):
        await submit_and_show(session, session.current_draft)
    else:
        await show_page(session)


async def submit_and_show(session: TurnSession, draft: Draft) -> None:
    """Make the move of a complete draft and show the turn after it.

    The moves in its ``moves_before`` are made first, all or none; in a rehearsal all of them are only
    planned. If a move is refused, a private message says why.
    """
    await show_turn_or_refusal(
        session.answer,
        session.info.id,
        await session.submit(draft, session.game.revision, origin=ORIGIN_COMMAND),
    )


# --- the subcommands of the table ------------------------------------------------------------------------


def move_command(name: str, subcommand: Subcommand) -> app_commands.Command[Any, ..., None]:
    """Build the subcommand ``name`` of `/act`, with up to three text options that autocomplete."""
    fields = list(subcommand.options)

    async def handle_subcommand(interaction: Interaction, **typed: str | None) -> None:
        """Handle a subcommand of `/act`: make the typed move, or show the page of its first missing value.

        A move whose only legal values were filled in, as nothing was typed, is shown to be confirmed. The
        user is told if a value is not legal, or if he has no seat in a started game of the channel.
        """
        async with answering(interaction, Ack.PRIVATE) as answer:
            session = await open_session(answer)
            if session is not None:
                values = dict(zip(fields, (typed.get(parameter) for parameter in PARAMETERS), strict=False))
                await submit_or_show(
                    session,
                    parse_values(session.game, session.seat, subcommand.kinds, values),
                    any(typed.values()),
                )

    callback = with_parameters(handle_subcommand, len(fields))
    options = {
        option_name: subcommand.options[field_name]
        for option_name, field_name in zip(PARAMETERS, fields, strict=False)
    }
    completions = {
        option_name: option_completion(subcommand, field_name)
        for option_name, field_name in zip(PARAMETERS, fields, strict=False)
    }
    return build_command(name, subcommand.description, callback, options, completions)


def with_parameters(callback: Callback, count: int) -> Callback:
    """Give the callback of an `/act` command ``count`` optional text parameters for discord.py; return it.

    Their names are "first", "second" and "third"; there can be no more.
    """
    kind = Parameter.POSITIONAL_OR_KEYWORD
    texts = [Parameter(name, kind, default=None, annotation=str | None) for name in PARAMETERS[:count]]
    callback.__signature__ = Signature([Parameter("interaction", kind), *texts])  # type: ignore[attr-defined]
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
        callback = app_commands.rename(**{parameter: label for parameter, (label, _) in options.items()})(
            callback
        )
        callback = app_commands.describe(
            **{parameter: option_text for parameter, (_, option_text) in options.items()}
        )(callback)
        callback = app_commands.autocomplete(**completions)(callback)
    return app_commands.Command(name=name, description=description, callback=callback)


def option_completion(subcommand: Subcommand, name: str) -> Completion:
    """Return the autocompletion callback of the option for field ``name`` of a subcommand of `/act`."""

    async def complete_option(interaction: Interaction, typed: str) -> Completions:
        """Return the legal values of this option that match ``typed``, given those typed for earlier options.

        [] if none match, or if the user has no seat in a started game.
        """
        current_game = await find_started_game(interaction)
        seat = seat_of(current_game)
        if current_game is None or seat is None:
            return []
        earlier = list(subcommand.options)[: list(subcommand.options).index(name)]
        earlier_values = {
            field_name: getattr(interaction.namespace, subcommand.options[field_name][0], None)
            for field_name in earlier
        }
        options = options_for_typing(current_game.game, seat, subcommand.kinds, name, earlier_values)
        return completions(option_completions(options, name, typed))

    return complete_option


def seat_of(current_game: CurrentGame | None) -> str | None:
    """Return the seat for which a user types `/act`: one that is to act, else the first of his seats.

    None if he has no seat, or if there is no game (``current_game`` is None).
    """
    return (
        next(iter([*current_game.seats_to_act, *current_game.own_seats]), None)
        if current_game is not None
        else None
    )


# --- runs ------------------------------------------------------------------------------------------


@app_commands.command(name="run", description="Run the trains: the routes of your page, else the best ones")
async def run_command(interaction: Interaction) -> None:
    """Handle `/act run`: run the trains on the routes that the user's turn page shows, else on the best.

    Shows the turn after it. The user is told if no run is legal, if no route is found, or if he has no seat
    in a started game of the channel.
    """
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await open_session(answer)
        if session is None:
            return
        draft = _begun_or_new_run(session)
        route_sets = await best_runs.find_route_sets(session)
        routes = best_runs.shown_routes(draft, route_sets)
        if not routes:
            raise UserError(route_sets.failure or t("No route was found; /act pass runs no train."))
        await submit_and_show(session, Draft(RUN, {"routes": routes}))


def _begun_or_new_run(session: TurnSession) -> Draft:
    """Return the run that the user has begun on his turn page, else a new draft.

    Raises UserError if no run is legal.
    """
    if choice_of(session.game, session.seat, RUN) is None:
        raise UserError(illegal_move_text(session.game, session.seat))
    return session.draft if session.draft is not None and session.draft.kind == RUN else Draft(RUN)


@app_commands.command(name="route", description="Set the route of one train by its stops; /act run runs it")
@app_commands.describe(
    train="Which train",
    path="The stops in order, with commas between; empty: it stands still; = and a train: joined to it",
)
async def route_command(interaction: Interaction, train: str, path: str = "") -> None:
    """Handle `/act route`: set one train's route by its stops, and show the page of the run; nothing is run.

    The user is told if no run is legal, if the train is unknown or the route impossible, or if he has no seat
    in a started game of the channel.
    """
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await session_for(answer, (await current_game_info(answer)).id)
        draft, company = _begun_or_new_run(session), session.company or ""
        own_trains = {own_train.id: own_train for own_train in trains_to_run(session.view, company)}
        labels = {own_id: train_label(session.view, own_train) for own_id, own_train in own_trains.items()}
        named_trains = [
            NamedItem(own_id, label, (own_trains[own_id].kind,)) for own_id, label in labels.items()
        ]
        matches = find_matches(named_trains, train)
        if not matches:
            names = ", ".join(f"{label} ({own_id})" for own_id, label in labels.items())
            raise UserError(t("{company} may run: {names}.", company=company, names=names))
        shown = best_runs.shown_routes(draft, await best_runs.find_route_sets(session))
        stops = {own_id: typed_route_of_train(session.game, company, shown, own_id) for own_id in own_trains}
        stops[matches[0].id] = path
        routes, problem = await find_typed_routes(answer.bot.pool, session.game, company, stops)
        if problem:
            raise UserError(problem)
        session.set_draft(best_runs.with_chosen_routes(draft, routes))
        await show_page(session)


@route_command.autocomplete("train")
async def _complete_trains(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the train of `/act route`: those of the acting company; [] if no company is to act."""
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
    """Handle `/act special`: make a move that has no subcommand, such as a private's power.

    ``first`` and ``second`` are the values of its first two fields, as typed; if one is missing, the page
    that asks for it is shown. The user is told if the move or a value is not legal, if ``power`` may mean
    several moves, or if he has no seat in a started game of the channel.
    """
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await open_session(answer)
        if session is None:
            return
        choices = unlisted_choices(session.game, session.seat)
        matches = find_matches(
            (NamedItem(option.kind, option.label, (translated(option.label),)) for option in choices), power
        )
        is_unique = len({match.name for match in matches}) == 1
        choice = next((option for option in choices if is_unique and option.kind == matches[0].id), None)
        if choice is None:
            names = ", ".join(translated(option.label) for option in choices)
            raise UserError(t("The powers open to you now: {names}.", names=names or t("none")))
        field_names = [choice_field.name for choice_field in choice.fields]
        typed_values = dict(zip(field_names, (first, second), strict=False))
        await submit_or_show(
            session, parse_values(session.game, session.seat, (choice.kind,), typed_values), True
        )


@special_command.autocomplete("power")
async def _complete_powers(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the power of `/act special`: legal moves without a subcommand; [] without a seat."""
    current_game = await find_started_game(interaction)
    seat = seat_of(current_game)
    if current_game is None or seat is None:
        return []
    return completions(
        [(translated(choice.label), choice.kind) for choice in unlisted_choices(current_game.game, seat)],
        typed,
    )


def _power_completion(index: int) -> Completion:
    """Return the autocompletion callback of `/act special` for the value of field ``index`` (from 0).

    The fields are those of the typed power.
    """

    async def complete_option(interaction: Interaction, typed: str) -> Completions:
        """Return the legal values of field ``index`` of the typed power that match ``typed``.

        Values typed for earlier fields count. [] if none match, if the power is unknown or has no such field,
        or if the user has no seat in a started game.
        """
        current_game = await find_started_game(interaction)
        seat, namespace = seat_of(current_game), interaction.namespace
        kind = str(getattr(namespace, "power", ""))
        choice = (
            choice_of(current_game.game, seat, kind)
            if current_game is not None and seat is not None
            else None
        )
        if current_game is None or seat is None or choice is None or len(choice.fields) <= index:
            return []
        names = [choice_field.name for choice_field in choice.fields]
        earlier_values = dict(
            zip(names, (getattr(namespace, "first", None), getattr(namespace, "second", None)), strict=False)
        )
        options = options_for_typing(current_game.game, seat, (kind,), names[index], earlier_values)
        return completions(option_completions(options, names[index], typed))

    return complete_option


special_command.autocomplete("first")(_power_completion(0))
special_command.autocomplete("second")(_power_completion(1))


@app_commands.command(name="choose", description="Any move in one line, completed step by step")
@app_commands.describe(move="Such as buy_share company=... source=...")
async def choose_command(interaction: Interaction, move: str) -> None:
    """Handle `/act choose`: make any move typed in one line.

    The user is told if the line cannot be read, if the move is not legal, or if he has no seat in a started
    game of the channel.
    """
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await open_session(answer)
        if session is None:
            return
        try:
            currency = session.game.title.data.currency
            kind, args = parse_move(move, choices_of(session.game, session.seat), currency)
        except ParseError as error:
            raise UserError(str(error)) from error
        choice = choice_of(session.game, session.seat, kind)
        if choice is None:
            raise UserError(illegal_move_text(session.game, session.seat))
        await submit_and_show(session, Draft(kind, resolve_names(session.game, session.seat, choice, args)))


@choose_command.autocomplete("move")
async def _complete_moves(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the line of `/act choose`: first the kind of move, then its fields.

    [] if the user has no seat in a started game. Raises ParseError if a typed value cannot be read.
    """
    current_game = await find_started_game(interaction)
    seat = seat_of(current_game)
    return (
        completions(complete_move(current_game.game, seat, typed))
        if current_game is not None and seat is not None
        else []
    )


OTHER_COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    run_command, route_command, special_command, choose_command, undo_command, redo_command, restart_command,
)  # fmt: skip


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/act` with all its subcommands."""
    group = app_commands.Group(name="act", description="Your moves as typed commands", guild_only=True)
    for name, subcommand in MOVE_SUBCOMMANDS.items():
        group.add_command(move_command(name, subcommand))
    for other_command in OTHER_COMMANDS:
        group.add_command(other_command)
    tree.add_command(group)
