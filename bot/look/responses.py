"""What the commands of `/show` share: responses as picture or text, labels of things, and typed options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import discord

from bot.cards.texts import company_name
from bot.chat.bounds import parse_whole_number
from bot.chat.completion import Completions
from bot.chat.current_game import CurrentGame, find_started_game
from bot.chat.frame import Page, build_layout
from bot.chat.markdown import escape, leading_lines
from bot.chat.named import autocomplete_labels, require_id
from bot.chat.respond import Ack, Response, UserError
from bot.look.pages import picture_page, text_page
from bot.turn.session.routes import route_lines
from bot.words import colours, t
from bot.work.searches import best_route_sets
from engine import Game

Form = Literal["image", "text"]
YesNo = Literal["yes", "no"]
Interaction = discord.Interaction[Any]
MAX_TEXT = 3400
"""The maximum number of characters of the lines in one response."""


def acknowledgement(public: YesNo) -> Ack:
    """Return how a `/show` command is acknowledged: publicly or in private."""
    return Ack.PUBLIC if public == "yes" else Ack.PRIVATE


def _shows_text(form: Form | None) -> bool:
    """Return True if a view of the game is to be shown as text, False if as a picture.

    ``form`` None leaves it to the member's preference; a public response is a picture then.
    """
    return colours.prefers_text_first() if form is None else form == "text"


async def show_view(
    response: Response, current_game: CurrentGame, form: Form | None, view_name: str, **params: Any
) -> None:
    """Respond to a `/show` command with one view of the game, as a picture or as text.

    ``view_name`` is the name of the view (a kind of picture) in `render.api`, such as "map", and ``params``
    are the view's parameters. If ``form`` is None, the member's preference decides on picture or text.
    """
    make_page = text_page if _shows_text(form) else picture_page
    await response.show(await make_page(response, current_game, view_name, **params))


async def show_lines(response: Response, header: str, lines: Iterable[str]) -> None:
    """Respond to a `/show` command with lines of text (Markdown) under a heading.

    If not all of them fit in a message, a last line counts the others.
    """
    await response.show(Page(build_layout(f"## {header}", _fit_lines(list(lines)))))


def _fit_lines(lines: list[str], max_characters: int = MAX_TEXT) -> str:
    """Join the first lines of a `/show` command that fit in ``max_characters``, and return the text.

    If some do not fit, one more line, which does not count towards the limit, says how many are left out. If
    there are no lines, a sentence says that there is nothing to show.
    """
    fitting_lines = [*leading_lines(lines, max_characters)]
    if left_out := len(lines) - len(fitting_lines):
        fitting_lines.append(t("-# … {count} more; name a topic to see less.", count=left_out))
    return "\n".join(fitting_lines) or t("There is nothing to show.")


def company_labels(game: Game) -> dict[str, str]:
    """Return the names of all companies by id, private companies last, for the options of `/show`."""
    companies = sorted(game.view.companies(), key=lambda company: company.kind == "private")
    return {company.id: company_name(game.view, company.id) for company in companies}


async def complete_from_game(
    interaction: Interaction, typed: str, labels_of: Callable[[Game], Mapping[str, str]]
) -> Completions:
    """Return the completions for an option of `/show`: the labels of the game that contain the typed text.

    ``labels_of`` returns these labels by value. Returns [] if no game has started. Raises BadLog if the
    game's log cannot be read.
    """
    current_game = await find_started_game(interaction)
    return autocomplete_labels(labels_of(current_game.game), typed) if current_game else []


def player_names(game: Game) -> dict[str, str]:
    """Return the names of the players by seat id, for the options of `/show`."""
    return {seat: game.view.name(seat) for seat in game.view.seats}


def parse_record_number(text: str) -> int:
    """Parse the number of a record of the log, as typed into the option of `/show log`.

    Raises UserError if the text is not a whole number.
    """
    number = parse_whole_number(text)
    if number is None:
        raise UserError(t("Name a move by its number, or take a round from the list."))
    return number


async def show_best_routes(
    response: Response, current_game: CurrentGame, name: str | None, form: Form | None
) -> None:
    """Respond to `/show routes` with the best routes of a company, by default of the one that acts now.

    A picture is shown; text, if the member asks for it with ``form`` or prefers it (``form`` None), or if
    there are no routes. Raises UserError if no or several companies match ``name``, or if ``name`` is None
    and no company acts.
    """
    next_decision = current_game.game.waiting()
    company = next_decision.company if next_decision else None
    if name:
        company = require_id(name, company_labels(current_game.game))
    if company is None:
        raise UserError(t("Name a company; the next to run is known in its turn only."))
    route_sets = await best_route_sets(response.bot.pool, current_game.info.id, current_game.game, company)
    routes = list(route_sets.sets[0][1]) if route_sets.sets else []
    if routes and not _shows_text(form):
        await show_view(response, current_game, form, "routes", company=company, routes=routes)
        return
    lines = route_lines(current_game.game, company, routes) or [
        t("{company} has no train.", company=escape(company))
    ]
    await show_lines(
        response,
        t("Best routes of {company}", company=escape(company)),
        [*lines, f"-# {route_sets.proof_sentence}"],
    )
