"""The search, in workers, for the best routes through stops that a member has typed for each train."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any

from bot.words import LazyText, msg, t, t_lazy, translate_stored_text
from bot.words.grammar import JOIN_SIGN, joined_train, split_stop_names
from bot.work.pool import SEARCH_MODULE, Pool, PoolError
from bot.work.searches import GRACE_SECONDS, SEARCH_SECONDS
from engine import Game, View
from engine.api import runs as rules
from engine.api.runs import Route, routes_via
from engine.api.table import position, train_label, view_of

MAX_ROUTES = 60
"""Routes that are tried for a train."""

NO_STOP = msg("{kind}: there is no stop “{name}”; use names or coordinates on the map.")
FAULT = msg("{kind}: {fault}")
NO_PRIMARY_TRAIN = msg("{kind}: after “=” stands the train with which it runs as one: {trains}.")
NO_WAY = msg("{kind}: no track leads so from stop to stop; name every stop on the way, in order.")


async def find_typed_routes(
    pool: Pool, game: Game, company: str, text_by_train: Mapping[str, str]
) -> tuple[list[Any], str]:
    """Search, in a worker, for a company's best routes through the stops that a member typed for each train.

    ``text_by_train`` has, by train id, the text that was typed for it: stops ("Norwich, Ely"), "= 4" to run
    as one with train 4, or "" for no route. Return the routes (JSON) and "", or [] and a sentence on what is
    wrong.
    """
    args = (game.title.key, position(game), company, dict(text_by_train))
    try:
        routes, fault = await pool.run(
            _find_typed_routes, *args, deadline=SEARCH_SECONDS + GRACE_SECONDS, work_kind=SEARCH_MODULE
        )
    except PoolError:
        return [], t("These routes took too long to find; name more of the stops on the way.")
    return routes, translate_stored_text(fault.to_json()) if fault else ""


def _find_typed_routes(
    title_key: str, state: Any, company: str, text_by_train: Mapping[str, str]
) -> tuple[list[Any], LazyText | None]:
    """Find, in a worker, a company's best routes through the stops that a member typed for each train.

    ``title_key`` is the title's key, ``state`` the position as JSON; ``text_by_train`` has, by train id, the
    text that was typed for it. Return the routes (JSON) and None, or [] and a sentence on what is wrong.
    """
    view = view_of(title_key, state)
    trains_by_run, fault = _group_trains_by_run(view, text_by_train)
    routes_by_run: list[list[Route]] = []
    if fault:
        return [], fault
    for trains in trains_by_run:
        if text_by_train[trains[0]].strip():
            routes, fault = _routes_of_run(view, company, trains, text_by_train[trains[0]])
            if fault:
                return [], fault
            routes_by_run.append(routes)
    best, fault = _best_combination(view, company, routes_by_run)
    return [route.to_json() for route in best], fault


def combined_train_text(train: str) -> str:
    """Return what a member types instead of a route, "= 4", for a train that runs combined with another.

    ``train`` is the id or the kind of the other train.
    """
    return f"{JOIN_SIGN} {train}"


def _group_trains_by_run(
    view: View, text_by_train: Mapping[str, str]
) -> tuple[list[tuple[str, ...]], LazyText | None]:
    """Group the trains (ids) by the run that a member typed for them; return the groups and None.

    A train for which "=" and an id or kind was typed joins the group of that train. A kind means the first
    such train with stops, else one without. If there is no such train, return [] and a sentence on what is
    wrong. ``text_by_train`` has, by train id, the text that was typed for it. Runs in a worker.
    """
    kinds = {train: view.state.trains[train].kind for train in text_by_train}
    trains_by_primary = {
        train: [train] for train, text in text_by_train.items() if joined_train(text) is None
    }
    primary_trains = sorted(trains_by_primary, key=lambda train: not text_by_train[train].strip())
    for train in [candidate for candidate in text_by_train if candidate not in trains_by_primary]:
        primary_name = joined_train(text_by_train[train])
        primary = next(
            (primary for primary in primary_trains if primary_name in (primary, kinds[primary])), None
        )
        if primary is None:
            label = train_label(view, view.state.trains[train])
            return [], t_lazy(NO_PRIMARY_TRAIN, kind=label, trains=", ".join(primary_trains) or "-")
        trains_by_primary[primary].append(train)
    return [tuple(trains) for trains in trains_by_primary.values()], None


def _routes_of_run(
    view: View, company: str, trains: Sequence[str], text: str
) -> tuple[list[Route], LazyText | None]:
    """Return the legal routes (at most 60) of a run through the stops that a member typed, and None.

    If there are none, return [] and a sentence on what is wrong. ``text`` names the stops; several ``trains``
    (ids) run as one. Runs in a worker.
    """
    train, *joined_trains = trains
    kind = train_label(view, view.state.trains[train])
    refusal = rules.check_joining(view, company, trains)
    if refusal is not None:
        return [], t_lazy(FAULT, kind=kind, fault=refusal.text)
    stops = []
    for name in split_stop_names(text):
        matches = rules.stops_named(view, name)
        if not matches:
            return [], t_lazy(NO_STOP, kind=kind, name=name[:40])
        stops.append(matches)
    routes: list[Route] = []
    for order in islice(product(*stops), MAX_ROUTES):
        routes += islice(routes_via(view, company, train, order, tuple(joined_trains)), MAX_ROUTES)
    if not routes:
        return [], t_lazy(NO_WAY, kind=kind)
    faults = [rules.check_route(view, company, route) for route in routes]
    legal = [route for route, fault in zip(routes, faults, strict=True) if fault is None]
    first_fault = next((fault for fault in faults if fault is not None), None)
    return legal[:MAX_ROUTES], None if legal or first_fault is None else t_lazy(
        FAULT, kind=kind, fault=first_fault.text
    )


def _best_combination(
    view: View, company: str, routes_by_run: Sequence[Sequence[Route]]
) -> tuple[list[Route], LazyText | None]:
    """Return the legal combination of routes, one for each run, with the highest revenue, and None.

    ``routes_by_run`` has the possible routes of each run. Only the first 20,000 combinations are tried. If
    none is legal, return [] and a sentence on why the first one was refused. Runs in a worker.
    """
    best_routes: list[Route] = []
    best_revenue, fault = -1, None
    for routes in islice(product(*routes_by_run), 20_000):
        refusal = rules.check_routes(view, company, routes)
        revenue = rules.revenue(view, company, routes)
        if refusal is not None:
            fault = fault or t_lazy(refusal.text)
        elif revenue > best_revenue:
            best_routes, best_revenue = list(routes), revenue
    return best_routes, None if best_revenue >= 0 else fault
