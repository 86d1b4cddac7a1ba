"""Routes in words and figures, from the JSON form that drafts and searches use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.chat.markdown import escape
from bot.words import t, translated
from bot.work.typed_routes import combined_train_text
from engine import Game, View
from engine.api import runs as rules
from engine.api.runs import Route, parse_routes
from engine.api.table import Place, Train, train_label


def parse_json_routes(routes: Sequence[Any]) -> tuple[Route, ...]:
    """Return the routes of a run from their JSON form in drafts and searches; () if they are unreadable."""
    result = parse_routes(list(routes))
    return result if isinstance(result, tuple) else ()


def trains_to_run(view: View, company: str) -> list[Train]:
    """Return the trains that a company can run, alone or combined with another train; [] if it has none."""
    return [view.state.trains[train] for train in rules.runners(view, company)]


def route_lines(game: Game, company: str, routes: Sequence[Any]) -> list[str]:
    """Return a line for each train that the company can run: its stops and revenue, or that it does not run.

    ``routes`` are the routes of the run as decoded JSON; unreadable ones are ignored. For a train combined
    with another, the line only names the other train. The lines are translated and escaped for Discord.
    """
    view, parsed_routes = game.view, parse_json_routes(routes)
    descriptions = rules.descriptions(view, company, parsed_routes)
    names = {train.id: translated(train_label(view, train)) for train in view.trains(company)}
    lines = {
        route.train: escape(translated(text)) for route, text in zip(parsed_routes, descriptions, strict=True)
    }
    for route in parsed_routes:
        lines |= dict.fromkeys(route.joined, t("runs as one with {train}", train=names[route.train]))
    no_route_text = t("stands still")
    return [
        f"**{names[train.id]}** {lines.get(train.id, no_route_text)}"
        for train in trains_to_run(view, company)
    ]


def revenue(game: Game, company: str, routes: Sequence[Any]) -> int:
    """Return the total revenue of the routes of a run (JSON), in the currency of the game.

    0 if the routes are unreadable.
    """
    return rules.revenue(game.view, company, parse_json_routes(routes))


def subsidy(game: Game, company: str, routes: Sequence[Any]) -> int:
    """Return the money that the bank pays into the company's treasury for the routes of a run (JSON).

    The subsidy is not part of the routes' revenue. It is 0 if the routes earn none or are unreadable.
    """
    return rules.subsidy(game.view, company, parse_json_routes(routes))


def bonuses_of(game: Game, company: str, routes: Sequence[Any]) -> tuple[str, ...]:
    """Return the names of the bonuses that the routes of a run (JSON) earn, for the run page; () if none."""
    return rules.bonuses_won(game.view, company, parse_json_routes(routes)) if routes else ()


def routes_with_uncounted_stops(
    routes: Sequence[Any], route_index: int, uncounted_stops: Sequence[Place]
) -> list[Any]:
    """Return the routes of a run (JSON) where these stops of one route do not count.

    ``route_index`` counts from 0; there must be such a route. Its ``uncounted_stops`` add no revenue. They
    replace the stops that were left out before.
    """
    json_routes = [route.to_json() for route in parse_json_routes(routes)]
    json_routes[route_index] = replace(
        parse_json_routes(routes)[route_index], uncounted=tuple(uncounted_stops)
    ).to_json()
    return json_routes


def route_text_of_train(game: Game, company: str, routes: Sequence[Any], train: str) -> str:
    """Return the stops of a train's route as a player would type them, with commas; "" if it has no route.

    ``routes`` are those of the run, as JSON, ``train`` is the train's id. For a train that is combined with
    another, the text is "= " and that train.
    """
    route = next((candidate for candidate in parse_json_routes(routes) if train in candidate.trains), None)
    if route and train in route.joined:
        return combined_train_text(route.train)
    view = game.view
    return ", ".join(rules.stop_name(view, place) for place in rules.stops_of(view, route)) if route else ""
