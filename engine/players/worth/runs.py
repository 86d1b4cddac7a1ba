"""What companies earn, or would earn with another train; kept with the board on which it was worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.actions import Json
from engine.core.errors import Violation
from engine.core.events_holdings import TrainMoved
from engine.core.state import DEPOT, POOL, Train
from engine.core.view import View
from engine.players.fork import Fork
from engine.players.knowledge import Knowledge
from engine.routes.paths import LAST_ROUTES, parse_routes
from engine.routes.policy import check_routes, revenue
from engine.routes.suggest import RouteSet, after, best_routes

KEY = "players"


def best_run(view: View, company: str, patience: int) -> RouteSet:
    """The best run of a company as far as some patience finds it."""
    trains = view.trains(company)
    key = (
        KEY,
        company,
        view.state.phase,
        tuple((t.kind, *map(str, t.data.values())) for t in trains),
        patience,
    )
    return view.board().remember(key, lambda: best_routes(view, company, after(patience)))


def surest_run(view: View, company: str, patience: int, quick: int) -> RouteSet:
    """The best of what searches find, and the run of the last turn where it can be made again.

    A search with more patience, if it is cut, may find less than one with little: from ``quick`` on, each is
    four times as patient as the one before.
    """
    found = best_routes(view, company, after(patience))
    if found.proven:
        return found
    others = [_last_run(view, company)]
    while quick < patience:
        others.append(best_run(view, company, quick))
        quick *= 4
    return max([found, *others], key=lambda run: run.revenue)


def _last_run(view: View, company: str) -> RouteSet:
    """The routes of the last turn with what they earn now; none where they cannot be run again."""
    routes = parse_routes(view.company(company).data.get(LAST_ROUTES) or [])
    if isinstance(routes, Violation) or not routes or check_routes(view, company, routes) is not None:
        return RouteSet((), 0, False, 0)
    earned = revenue(view, company, routes)
    return RouteSet(routes, earned, False, earned)


def income(view: View, company: str, patience: int) -> int:
    """What a company earns with its trains as they are; nothing without a station on the board."""
    if not view.trains(company) or not view.stations(company):
        return 0
    return best_run(view, company, patience).revenue


def last_income(view: View, company: str) -> int | None:
    """What it earned in its last turn, if it still has just the trains that ran; None if that is unknown."""
    record = view.company(company)
    routes = record.data.get(LAST_ROUTES) or ()
    ran = {t for route in routes for t in (route["train"], *route.get("joined", ()))}
    held = {t.id for t in view.trains(company)}
    return record.last_revenue if record.last_revenue and ran and ran == held else None


def income_with(
    fork: Fork, company: str, extra: Train, patience: int, outfit: Mapping[str, Json] | None = None
) -> int:
    """What a company would earn with one more train."""
    view = fork.view
    if not view.stations(company) or extra.owner not in (DEPOT, POOL):
        return 0
    with fork.branch():
        fork.writer.emit(TrainMoved(extra.id, extra.owner, company))
        fork.writer.turn_train(extra.id, extra.kind)
        for key, value in (outfit or {}).items():
            fork.writer.note_train(extra.id, key, value)
        return income(view, company, patience)


def income_as(fork: Fork, company: str, kept: Sequence[str], new: Sequence[Train], known: Knowledge) -> int:
    """What a company would earn on the track of now with some of its trains and new ones of others.

    A card of two sides is turned to the side that is given.
    """
    view = fork.view
    with fork.branch():
        for train in view.trains(company):
            if train.id not in kept:
                fork.writer.emit(TrainMoved(train.id, company, DEPOT))
        for extra in new:
            fork.writer.emit(TrainMoved(extra.id, extra.owner, company))
            fork.writer.turn_train(extra.id, extra.kind)
            for key, value in known.outfit(view, company, extra).items():
                fork.writer.note_train(extra.id, key, value)
        return income(view, company, known.patience)
