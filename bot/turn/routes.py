"""Routes in words and figures, from the JSON form that drafts and searches use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.chat.figures import plain
from bot.words import known, t
from bot.work.searches import as_one_with
from engine import Game, View
from engine.api import runs as rules
from engine.api.runs import Route, parse_routes
from engine.api.table import Place, Train, train_label


def parsed(routes: Sequence[Any]) -> tuple[Route, ...]:
    """Parse routes from their JSON form; () if they are unreadable."""
    parsed_routes = parse_routes(list(routes))
    return parsed_routes if isinstance(parsed_routes, tuple) else ()


def runners(view: View, company: str) -> list[Train]:
    """Return the trains that a company can run; of joined trains all."""
    return [view.state.trains[train] for train in rules.runners(view, company)]


def route_lines(game: Game, company: str, routes: Sequence[Any]) -> list[str]:
    """Return a line for each train that can run: its stops and revenue, or that it stands still."""
    view, parsed_routes = game.view, parsed(routes)
    words = rules.descriptions(view, company, parsed_routes)
    names = {one.id: known(train_label(view, one)) for one in view.trains(company)}
    lines = {route.train: plain(known(text)) for route, text in zip(parsed_routes, words, strict=True)}
    for route in parsed_routes:
        lines |= dict.fromkeys(route.joined, t("runs as one with {train}", train=names[route.train]))
    still = t("stands still")
    return [f"**{names[one.id]}** {lines.get(one.id, still)}" for one in runners(view, company)]


def revenue(game: Game, company: str, routes: Sequence[Any]) -> int:
    """Return what the routes earn, in currency."""
    return rules.revenue(game.view, company, parsed(routes))


def subsidy(game: Game, company: str, routes: Sequence[Any]) -> int:
    """Return what the bank pays into the treasury for the routes, in currency."""
    return rules.subsidy(game.view, company, parsed(routes))


def bonuses_of(game: Game, company: str, routes: Sequence[Any]) -> tuple[str, ...]:
    """Return the names of the bonuses that the routes earn."""
    return rules.bonuses_won(game.view, company, parsed(routes)) if routes else ()


def with_uncounted(routes: Sequence[Any], number: int, way: Sequence[Place]) -> list[Any]:
    """Return the routes with other uncounted stops ``way`` in route ``number``, in JSON form."""
    changed = [r.to_json() for r in parsed(routes)]
    changed[number] = replace(parsed(routes)[number], uncounted=tuple(way)).to_json()
    return changed


def line_of(game: Game, company: str, routes: Sequence[Any], train: str) -> str:
    """Return the stops of a train's route as a player types them, or the train that it is joined to."""
    route = next((r for r in parsed(routes) if train in r.trains), None)
    if route and train in route.joined:
        return as_one_with(route.train)
    view = game.view
    return ", ".join(rules.stop_name(view, place) for place in rules.stops_of(view, route)) if route else ""
