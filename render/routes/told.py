"""Runs as values and in words: what each earns, and the stops of a run that has a name of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine import Json, View
from engine.api.table import train_key
from engine.core.errors import Violation
from engine.core.state import Place
from engine.message import joined, say
from engine.routes.paths import is_zone, places
from engine.routes.policy import (
    Route,
    descriptions,
    earnings,
    legend,
    parse_routes,
    policy_of,
    stop_name,
    stops_of,
    subsidy,
)
from engine.routes.rules import manner_of
from render.pen.theme import ROUTES, Colour


@dataclass(frozen=True)
class DrawnRun:
    """One train's run: its letter, kind, way in words (stops in running order), and money."""

    letter: str
    colour: Colour
    dash: tuple[float, ...]
    kind: str
    way: str
    revenue: int
    route: Route


def runs_of(view: View, company: str, routes: Json) -> list[DrawnRun]:
    """The runs in words and figures; ValueError when ``routes`` is not the JSON form of routes."""
    parsed = _parsed(routes)
    earned, told = earnings(view, company, parsed), descriptions(view, company, parsed)
    return [
        _run(view, route, amount, words, i)
        for i, (route, amount, words) in enumerate(zip(parsed, earned, told, strict=True))
    ]


def _parsed(routes: Json) -> tuple[Route, ...]:
    parsed = parse_routes(routes)
    if isinstance(parsed, Violation):
        raise ValueError(parsed.text)
    return parsed


def _run(view: View, route: Route, earned: int, told: str, index: int) -> DrawnRun:
    colour, dash, letter = ROUTES[index % len(ROUTES)]
    way = told.removesuffix(f" ({view.money(earned)})")
    kind = joined(" + ", (train_key(view, view.state.trains[train]) for train in route.trains))
    return DrawnRun(letter, colour, dash, kind, way, earned, route)


def notes_on(view: View, company: str, routes: Json) -> list[str]:
    """What is to be said of all runs together: the subsidy, and how their words are meant."""
    parsed = _parsed(routes)
    more = subsidy(view, company, parsed)
    told = [say("Subsidy for the treasury: {money}.", money=view.money(more))] if more else []
    said = legend(view, company, parsed)
    return [*told, *([said] if said else [])]


@dataclass(frozen=True)
class RunStop:
    """A stop of a run: its place, its name, what it is worth, and whether that is paid.

    over_sea: the run comes to it over the sea. ends: the stop is one of those that earn the run its name.
    """

    place: Place
    name: str
    worth: int
    paid: bool
    over_sea: bool
    ends: bool


@dataclass(frozen=True)
class BonusRun:
    """A run that earns a bonus which only one run has: its number, the name and the money of the bonus."""

    index: int
    name: str
    bonus: int
    stops: tuple[RunStop, ...]


def bonus_runs(view: View, company: str, routes: Json) -> list[BonusRun]:
    """The runs with a bonus of their own, each with its stops."""
    parsed, policy = _parsed(routes), policy_of(view)
    won = policy.settled(view, company, parsed)
    named = []
    for bonus in policy.extras(view, company).bonuses:
        index = won.bonuses.get(bonus.name)
        if bonus.once and index is not None:
            wanted = frozenset[Place]().union(*bonus.groups)
            stops = _run_stops(view, company, parsed[index], won.unpaid[index], wanted)
            named.append(BonusRun(index, bonus.name, bonus.amount, tuple(stops)))
    return named


def _run_stops(
    view: View, company: str, route: Route, unpaid: Collection[Place], wanted: Collection[Place]
) -> Iterator[RunStop]:
    stops = tuple(dict.fromkeys(stops_of(view, route)))
    worth = policy_of(view).worth(view, company, stops, manner_of(view, route).values)
    sea = _over_sea(route, stops)
    for place in stops:
        name, paid = stop_name(view, place), place not in unpaid
        yield RunStop(place, name, worth[place], paid, place in sea, place in wanted)


def _over_sea(route: Route, stops: tuple[Place, ...]) -> set[Place]:
    """The stops to which a route comes over the sea from the one before."""
    found: set[Place] = set()
    sea = False
    for piece in route.path:
        sea = sea or is_zone(piece)
        for place in () if is_zone(piece) else places([piece]):
            if place in stops:
                found |= {place} if sea else set()
                sea = False
    return found


def routes_text(view: View, *, company: str, routes: Json) -> str:
    """Each run with its train, its stops in running order and its revenue."""
    runs = runs_of(view, company, routes)
    lines = [
        say(
            "Routes of {company}: {money} in all",
            company=company,
            money=view.money(sum(run.revenue for run in runs)),
        )
    ]
    for run in runs:
        lines.append(
            say(
                "- {letter}: train {kind}: {way} ({money})",
                letter=run.letter,
                kind=run.kind,
                way=run.way,
                money=view.money(run.revenue),
            )
        )
    lines += [_named_line(view, named) for named in bonus_runs(view, company, routes)]
    return joined(
        "\n", [*(lines if runs else [*lines, say("- no train runs")]), *notes_on(view, company, routes)]
    )


def routes_alt(view: View, *, company: str, routes: Json) -> str:
    """The runs in one line."""
    runs = runs_of(view, company, routes)
    parts = [
        say("{letter} train {kind} {money}", letter=run.letter, kind=run.kind, money=view.money(run.revenue))
        for run in runs
    ]
    total = view.money(sum(run.revenue for run in runs))
    return say(
        "Map with {len:route|routes} of {company} earning {total}: {parts}",
        len=len(runs),
        company=company,
        total=total,
        parts=joined(", ", parts),
    )


def _named_line(view: View, named: BonusRun) -> str:
    """A run with a name, stop by stop."""
    stops, money = joined(", ", (_stop_words(view, stop) for stop in named.stops)), view.money(named.bonus)
    return say("{name}: {stops}; the bonus is {money}.", name=named.name, stops=stops, money=money)


def _stop_words(view: View, stop: RunStop) -> str:
    """A stop with its worth, in brackets where it is not paid."""
    money = view.money(stop.worth) if stop.paid else f"({view.money(stop.worth)})"
    if stop.over_sea:
        return say("over the sea to {name} {money}", name=stop.name, money=money)
    return f"{stop.name} {money}"
