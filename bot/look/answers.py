"""What the commands of `/show` share: answers as picture or text, labels of things, and typed options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import discord

from bot.cards.texts import company_name
from bot.chat.bounds import parse_whole_number
from bot.chat.completion import Completions
from bot.chat.current_game import CurrentGame, find_started_game
from bot.chat.frame import Page, layout
from bot.chat.markdown import escape
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
"""Characters of the lines in one answer."""


def acknowledgement(public: YesNo) -> Ack:
    """Return how a `/show` command is acknowledged: publicly or in private."""
    return Ack.PUBLIC if public == "yes" else Ack.PRIVATE


def _is_text_wanted(as_: Form | None) -> bool:
    """Return True to show a view of the game as text, False as a picture.

    ``as_`` None leaves it to the member's preference; a public answer is a picture then.
    """
    return colours.prefers_text_first() if as_ is None else as_ == "text"


async def show_view(
    response: Response, current_game: CurrentGame, as_: Form | None, view: str, **params: Any
) -> None:
    """Answer a `/show` command with one view of the game, as a picture or as text.

    ``view`` is its name in `render.api`, such as "map", and ``params`` are its parameters. ``as_`` None lets
    the member's preference decide on picture or text.
    """
    make_page = text_page if _is_text_wanted(as_) else picture_page
    await response.show(await make_page(response, current_game, view, **params))


async def show_lines(response: Response, header: str, lines: Iterable[str]) -> None:
    """Answer a `/show` command with lines of text (Markdown) under a heading.

    If not all of them fit in a message, a last line counts the others.
    """
    await response.show(Page(layout(f"## {header}", _fit_lines(list(lines)))))


def _fit_lines(lines: list[str], maximum: int = MAX_TEXT) -> str:
    """Return as one text the first of a `/show` command's lines that fit in ``maximum`` characters.

    If some do not fit, a last line, beyond the maximum, counts them. Without lines, a sentence says that
    there is nothing to show.
    """
    fitting_lines: list[str] = []
    for line in lines:
        if sum(map(len, fitting_lines)) + len(fitting_lines) + len(line) > maximum:
            return "\n".join(
                [
                    *fitting_lines,
                    t("-# … {count} more; name a topic to see less.", count=len(lines) - len(fitting_lines)),
                ]
            )
        fitting_lines.append(line)
    return "\n".join(fitting_lines) or t("There is nothing to show.")


def company_labels(game: Game) -> dict[str, str]:
    """Return the names of all companies by id, private companies last, for the options of `/show`."""
    companies = sorted(game.view.companies(), key=lambda company: company.kind == "private")
    return {company.id: company_name(game.view, company.id) for company in companies}


async def complete_from_game(
    interaction: Interaction, typed: str, labels_of: Callable[[Game], Mapping[str, str]]
) -> Completions:
    """Return the completions for an option of `/show` from labels of the game that contain the typed text.

    ``labels_of`` returns these labels by value. [] if no game has started. Raises BadLog if the game's log
    cannot be read.
    """
    current_game = await find_started_game(interaction)
    return autocomplete_labels(labels_of(current_game.game), typed) if current_game else []


def player_names(game: Game) -> dict[str, str]:
    """Return the names of the players by seat id, for the options of `/show`."""
    return {seat: game.view.name(seat) for seat in game.view.seats}


def parse_first_move(text: str) -> int:
    """Parse the number of a record of the log, as typed in `/show log`.

    Raises UserError if the text is no whole number.
    """
    number = parse_whole_number(text)
    if number is None:
        raise UserError(t("Name a move by its number, or take a round from the list."))
    return number


async def show_best_routes(
    response: Response, current_game: CurrentGame, name: str | None, as_: Form | None
) -> None:
    """Answer `/show routes` with the best routes of a company, by default of the one that acts now.

    They are shown as text if the member wants that or if there are none. Raises UserError if no or several
    companies match ``name``, and without a name if no company acts.
    """
    next_decision = current_game.game.waiting()
    company = next_decision.company if next_decision else None
    if name:
        company = require_id(name, company_labels(current_game.game))
    if company is None:
        raise UserError(t("Name a company; the next to run is known in its turn only."))
    route_sets = await best_route_sets(response.bot.pool, current_game.info.id, current_game.game, company)
    routes = list(route_sets.sets[0][1]) if route_sets.sets else []
    if routes and not _is_text_wanted(as_):
        await show_view(response, current_game, as_, "routes", company=company, routes=routes)
        return
    lines = route_lines(current_game.game, company, routes) or [
        t("{company} has no train.", company=escape(company))
    ]
    await show_lines(
        response,
        t("Best routes of {company}", company=escape(company)),
        [*lines, f"-# {route_sets.proof_sentence}"],
    )
