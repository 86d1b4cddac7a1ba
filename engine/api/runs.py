"""Routes in words and figures, and the search for them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.api.gains import RevenueGains, revenue_gains_of_lays
from engine.core.actions import Json
from engine.core.view import SearchNeeded, View
from engine.routes.forced import answer, forced_run
from engine.routes.onward import next_stops
from engine.routes.paths import LAST_ROUTES, Route, parse_routes
from engine.routes.policy import (
    Stop,
    bonuses_open,
    bonuses_won,
    check_joining,
    check_route,
    check_routes,
    descriptions,
    joinable,
    joined_for,
    joined_reach,
    legend,
    revenue,
    stop_name,
    stops_named,
    stops_of,
    subsidy,
    uncounted_stop_choices,
)
from engine.routes.prospects import basis, verified
from engine.routes.rules import runners
from engine.routes.suggest import alternatives, best_routes, earning_bonuses, routes_via, until
from engine.solver.packages import without_packages

__all__ = [
    "RevenueGains",
    "Route",
    "SearchNeeded",
    "Stop",
    "alternatives",
    "answer",
    "basis",
    "best_routes",
    "bonuses_open",
    "bonuses_won",
    "check_joining",
    "check_route",
    "check_routes",
    "descriptions",
    "earning_bonuses",
    "forced_run",
    "joinable",
    "joined_for",
    "joined_reach",
    "last_run",
    "legend",
    "next_stops",
    "parse_routes",
    "revenue",
    "revenue_gains_of_lays",
    "routes_via",
    "runners",
    "stop_name",
    "stops_named",
    "stops_of",
    "subsidy",
    "uncounted_stop_choices",
    "until",
    "verified",
    "without_packages",
]


def last_run(view: View, company: str) -> Sequence[Json]:
    """The routes of the company's last run in JSON form, legal or not by now."""
    return list(view.company(company).data.get(LAST_ROUTES) or ())
