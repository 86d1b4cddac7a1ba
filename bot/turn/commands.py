"""`/act`: every move as a slash command with autocompletion; it calls the same service as the buttons.

An incomplete command opens the workspace at the field that is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.chat.bounds import parse_whole
from bot.chat.completion import Hints, hints
from bot.chat.current_table import CurrentTable, info_here, peek
from bot.chat.respond import Ack, Answer, UserError, answering
from bot.chat.typed import ParseError, complete, parse_move, resolve_names
from bot.games.history import moves_to_undo
from bot.turn import best_runs as best
from bot.turn.draft import Draft, choice_of, open_choices_text
from bot.turn.routes import line_of, runners
from bot.turn.session import TurnSession, session_for
from bot.turn.subcommands import MOVES, Subcommand, offered, parse_values, proposals, specials
from bot.turn.workspace import show, show_outcome, show_turn
from bot.votes import undo
from bot.votes.undo import What
from bot.words import known, t
from bot.words.grammar import Thing, pick
from bot.work.searches import routes_by_names
from engine.api.moves import RUN
from engine.api.table import train_label

Interaction = discord.Interaction[Any]
Callback = Callable[..., Coroutine[Any, Any, None]]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Hints]]
SLASH = "slash"
PARAMETERS = ("first", "second", "third")


async def session_here(answer: Answer) -> TurnSession | None:
    """Return the user's session in this channel's game; None if this interaction was already answered."""
    info = await info_here(answer)
    given = await answer.bot.games.stored_answer(answer.id)
    if given is not None:
        await show_turn(answer, info.id, given)
        return None
    return await session_for(answer, info.id)


async def carry_out_or_show(session: TurnSession, draft: Draft, said: bool) -> None:
    """Carry out a complete draft; show the page of one that is incomplete or was completed without input."""
    session.choose(draft)
    if session.next_field() is None and (said or not session.chosen.args):
        await carry_out(session, session.chosen)
    else:
        await show(session)


async def carry_out(session: TurnSession, draft: Draft) -> None:
    """Make the moves of a draft, and show the turn after them."""
    await show_outcome(
        session.answer, session.info.id, await session.hand_in(draft, session.game.rev, via=SLASH)
    )


# --- the subcommands of the table ------------------------------------------------------------------------


def move_command(name: str, subcommand: Subcommand) -> app_commands.Command[Any, ..., None]:
    """Build the slash command of a subcommand, with up to three typed options."""
    fields = list(subcommand.options)

    async def run(interaction: Interaction, **typed: str | None) -> None:
        async with answering(interaction, Ack.PRIVATE) as answer:
            session = await session_here(answer)
            if session is not None:
                values = dict(zip(fields, (typed.get(p) for p in PARAMETERS), strict=False))
                await carry_out_or_show(
                    session,
                    parse_values(session.game, session.seat, subcommand.kinds, values),
                    any(typed.values()),
                )

    callback = with_parameters(run, len(fields))
    shown = {p: subcommand.options[f] for p, f in zip(PARAMETERS, fields, strict=False)}
    hints = {p: completion(subcommand, f) for p, f in zip(PARAMETERS, fields, strict=False)}
    return command(name, subcommand.text, callback, shown, hints)


def with_parameters(run: Callback, count: int) -> Callback:
    """Give a callback the signature of ``count`` optional texts, from which discord.py reads the options."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    texts = [Parameter(name, kind, default=None, annotation=str | None) for name in PARAMETERS[:count]]
    run.__signature__ = Signature([Parameter("interaction", kind), *texts])  # type: ignore[attr-defined]
    return run


def command(
    name: str,
    text: str,
    callback: Callback,
    shown: Mapping[str, tuple[str, str]],
    hints: Mapping[str, Any],
) -> app_commands.Command[Any, ..., None]:
    """Build a slash command with renamed, described and autocompleted options."""
    if shown:
        callback = app_commands.rename(**{p: label for p, (label, _) in shown.items()})(callback)
        callback = app_commands.describe(**{p: about for p, (_, about) in shown.items()})(callback)
        callback = app_commands.autocomplete(**hints)(callback)
    return app_commands.Command(name=name, description=text, callback=callback)


def completion(subcommand: Subcommand, name: str) -> Completion:
    """Return the autocompletion of one option of a subcommand."""

    async def hint(interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        seat = seat_of(here)
        if here is None or seat is None:
            return []
        earlier = list(subcommand.options)[: list(subcommand.options).index(name)]
        before = {f: getattr(interaction.namespace, subcommand.options[f][0], None) for f in earlier}
        options = offered(here.game, seat, subcommand.kinds, name, before)
        return hints(proposals(options, name, typed))

    return hint


def seat_of(here: CurrentTable | None) -> str | None:
    """Return the seat for which a user types: the one on turn, otherwise the first; None without a seat."""
    return next(iter([*here.to_act, *here.seats]), None) if here is not None else None


# --- runs ------------------------------------------------------------------------------------------


@app_commands.command(name="run", description="Run the trains: the routes of your page, else the best ones")
async def run_command(interaction: Interaction) -> None:
    """Run the routes of the user's page, otherwise the best ones."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await session_here(answer)
        if session is None:
            return
        draft = _run_draft(session)
        found = await best.sets_of(session)
        routes = best.shown_routes(draft, found)
        if not routes:
            raise UserError(found.note or t("No route was found; /act pass runs no train."))
        await carry_out(session, Draft(RUN, {"routes": routes}))


def _run_draft(session: TurnSession) -> Draft:
    """Return the draft of the run, or a new one; raises UserError if no run is open."""
    if choice_of(session.game, session.seat, RUN) is None:
        raise UserError(open_choices_text(session.game, session.seat))
    return session.draft if session.draft is not None and session.draft.kind == RUN else Draft(RUN)


@app_commands.command(name="route", description="Set the route of one train by its stops; /act run runs it")
@app_commands.describe(
    train="Which train",
    path="The stops in order, with commas between; empty: it stands still; = and a train: joined to it",
)
async def route_command(interaction: Interaction, train: str, path: str = "") -> None:
    """Set the route of one train by its stops, and show the page of the run."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await session_for(answer, (await info_here(answer)).id)
        draft, company = _run_draft(session), session.company or ""
        own = runners(session.view, company)
        hits = pick((Thing(t.id, train_label(session.view, t), (t.kind,)) for t in own), train)
        wanted = next((t for t in own if hits and t.id == hits[0].id), None)
        if wanted is None:
            names = ", ".join(f"{train_label(session.view, t)} ({t.id})" for t in own)
            raise UserError(t("{company} may run: {names}.", company=company, names=names))
        shown = best.shown_routes(draft, await best.sets_of(session))
        named = {t.id: line_of(session.game, company, shown, t.id) for t in own} | {wanted.id: path}
        routes, fault = await routes_by_names(answer.bot.pool, session.game, company, named)
        if fault:
            raise UserError(fault)
        session.choose(best.with_routes(draft, routes))
        await show(session)


@route_command.autocomplete("train")
async def _trains(interaction: Interaction, typed: str) -> Hints:
    """Complete the train: those that the acting company can run."""
    here = await peek(interaction)
    waiting = here.game.waiting() if here else None
    if here is None or waiting is None or waiting.company is None:
        return []
    view = here.game.view
    found = [(f"{train_label(view, t)} ({t.id})", t.id) for t in runners(view, waiting.company)]
    return hints(found, typed)


# --- powers, and any move --------------------------------------------------------------------------


@app_commands.command(name="special", description="Use a power of a private company and the like")
@app_commands.describe(power="Which power", first="Its first choice", second="Its second choice")
async def special_command(
    interaction: Interaction, power: str, first: str | None = None, second: str | None = None
) -> None:
    """Make a move that has no subcommand of its own, such as a private company's power."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await session_here(answer)
        if session is None:
            return
        found = specials(session.game, session.seat)
        hits = pick((Thing(c.kind, c.label, (known(c.label),)) for c in found), power)
        one = len({thing.name for thing in hits}) == 1
        choice = next((c for c in found if one and c.kind == hits[0].id), None)
        if choice is None:
            names = ", ".join(known(c.label) for c in found)
            raise UserError(t("The powers open to you now: {names}.", names=names or t("none")))
        names_of = [f.name for f in choice.fields]
        said = dict(zip(names_of, (first, second), strict=False))
        await carry_out_or_show(session, parse_values(session.game, session.seat, (choice.kind,), said), True)


@special_command.autocomplete("power")
async def _powers(interaction: Interaction, typed: str) -> Hints:
    """Complete the power: the choices without a subcommand."""
    here = await peek(interaction)
    seat = seat_of(here)
    if here is None or seat is None:
        return []
    return hints([(known(c.label), c.kind) for c in specials(here.game, seat)], typed)


def _power_completion(index: int) -> Completion:
    """Return the autocompletion of the power's field number ``index``."""

    async def hint(interaction: Interaction, typed: str) -> Hints:
        here = await peek(interaction)
        seat, space = seat_of(here), interaction.namespace
        kind = str(getattr(space, "power", ""))
        choice = choice_of(here.game, seat, kind) if here is not None and seat is not None else None
        if here is None or seat is None or choice is None or len(choice.fields) <= index:
            return []
        names = [f.name for f in choice.fields]
        before = dict(
            zip(names, (getattr(space, "first", None), getattr(space, "second", None)), strict=False)
        )
        found = offered(here.game, seat, (kind,), names[index], before)
        return hints(proposals(found, names[index], typed))

    return hint


special_command.autocomplete("first")(_power_completion(0))
special_command.autocomplete("second")(_power_completion(1))


@app_commands.command(name="choose", description="Any move in one line, completed step by step")
@app_commands.describe(move="Such as buy_share company=... source=...")
async def choose_command(interaction: Interaction, move: str) -> None:
    """Make any move typed in one line."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        session = await session_here(answer)
        if session is None:
            return
        try:
            currency = session.game.title.data.currency
            kind, args = parse_move(move, session.game.choices(session.seat), currency)
        except ParseError as bad:
            raise UserError(str(bad)) from bad
        if choice_of(session.game, session.seat, kind) is None:
            raise UserError(open_choices_text(session.game, session.seat))
        await carry_out(session, Draft(kind, resolve_names(session.game, session.seat, kind, args)))


@choose_command.autocomplete("move")
async def _moves(interaction: Interaction, typed: str) -> Hints:
    """Complete the line of any move, step by step."""
    here = await peek(interaction)
    seat = seat_of(here)
    return hints(complete(here.game, seat, typed)) if here is not None and seat is not None else []


# --- taking back -----------------------------------------------------------------------------------


async def _take_back(interaction: Interaction, what: What, to: int | None = None) -> None:
    """Undo, restart or redo moves in this channel's game, and show the turn."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        info = await info_here(answer)
        if await answer.bot.games.game(info.id) is None:
            raise UserError(t("The game has not started, so there is nothing to take back."))
        outcome = await undo.take_back(
            answer.bot.games, info.id, answer.user.id, what, to, interaction_id=answer.id, via=SLASH
        )
        await show_outcome(answer, info.id, outcome)


@app_commands.command(
    name="undo", description="Take back your last move, or all after one, while nobody acted since"
)
@app_commands.describe(to="The last move to keep")
async def undo_command(interaction: Interaction, to: str | None = None) -> None:
    """Take back the user's last move, or all moves after number ``to``."""
    last = None if to is None else parse_whole(to)
    if to is not None and last is None:
        async with answering(interaction, Ack.PRIVATE):
            raise UserError(t("Name the last move to keep by its number, as the list offers it."))
    else:
        await _take_back(interaction, "undo", last)


@undo_command.autocomplete("to")
async def _moves_to_keep(interaction: Interaction, typed: str) -> Hints:
    """Complete the last move to keep: the moves that the user can undo."""
    here = await peek(interaction)
    found = moves_to_undo(here.game) if here is not None else []
    return hints([(label, str(seq)) for seq, label in found], typed)


@app_commands.command(name="redo", description="Do again what you have just taken back")
async def redo_command(interaction: Interaction) -> None:
    """Redo the moves that were just taken back."""
    await _take_back(interaction, "redo")


@app_commands.command(name="restart-turn", description="Take back everything of your present turn")
async def restart_command(interaction: Interaction) -> None:
    """Take back all moves of the user's turn."""
    await _take_back(interaction, "restart")


OTHER_COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    run_command, route_command, special_command, choose_command, undo_command, redo_command, restart_command,
)  # fmt: skip


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the group of commands."""
    group = app_commands.Group(name="act", description="Your moves as typed commands", guild_only=True)
    for name, subcommand in MOVES.items():
        group.add_command(move_command(name, subcommand))
    for each in OTHER_COMMANDS:
        group.add_command(each)
    tree.add_command(group)
