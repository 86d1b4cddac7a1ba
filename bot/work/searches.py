"""The search for routes, in workers: the best sets, what track would add, and routes by names of stops.

A search takes a few seconds at most; a set found by then is shown with a remark that the search was cut.
Every set is checked against the plain rules; one that they refuse is logged and never shown.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any
from weakref import WeakKeyDictionary

from bot.words import Later, later, msg, t, told
from bot.words.grammar import AS_ONE, joined_to, places
from bot.work.pool import Pool, PoolFault, load_modules
from bot.work.priority import Rank, Ticket
from bot.work.recent import Recent
from engine import Game, Setup, Title, View, load_game
from engine.api import runs as rules
from engine.api.runs import (
    Gains,
    Route,
    Stop,
    alternatives,
    answer,
    basis,
    best_routes,
    earning_bonuses,
    lay_gains,
    routes_via,
    until,
    verified,
    without_packages,
)
from engine.api.table import position, train_label, view_of

SEARCH_SECONDS, GRACE_SECONDS = 5.0, 15.0
"""Seconds for a search, and seconds more until its worker is killed."""

LONG_SECONDS, PREPARE_SECONDS = 20.0, 6.0
"""Seconds for a longer search on request; seconds to wait for modules that are being prepared."""

SHORT_SECONDS, ALTERNATIVES_SECONDS = 1.5, 2.0
"""Seconds for a search over all tile lays, and for one for the next best sets."""

MAX_ALTERNATIVES, MAX_ROUTES, MAX_CACHED = 9, 60, 256
"""Next best sets offered, routes tried for a train by hand, searches cached."""


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of routes as JSON with their revenues, best first; ``proven``: no better set exists.

    ``longer``: the search had more time; ``early``: it ran before its compiled modules were prepared.
    """

    sets: tuple[tuple[int, tuple[Any, ...]], ...]
    proven: bool
    bound: int
    note: str = ""
    longer: bool = False
    early: bool = False

    @property
    def sureness(self) -> str:
        """Whether the first set is certainly the best, as a sentence."""
        text = t("No routes earn more.") if self.proven else t("The search was cut; more may be possible.")
        return self.note or text


class _Cache:
    """The results of searches in one pool, by all that they depend on, and the modules it has prepared."""

    def __init__(self) -> None:
        self.prepared_modules = set[str]()
        self.sets = Recent[tuple[int, str], Sets](MAX_CACHED)
        self.runs = Recent[tuple[int, str], Sets](MAX_CACHED)
        self.gains = Recent[tuple[int, int, str, str], Gains](MAX_CACHED)


_CACHES: WeakKeyDictionary[Pool, _Cache] = WeakKeyDictionary()


async def best_sets(pool: Pool, game_id: int, game: Game, company: str, *, longer: bool = False) -> Sets:
    """The best sets of routes for a company now; positions with the same best sets share one search.

    ``longer`` searches again with more time, unless the sets are proven.
    """
    cache = _CACHES.setdefault(pool, _Cache())
    sets_cache, key = cache.sets, (game_id, basis(game.view, company))
    if (cached := sets_cache.get(key)) is not None and (cached.proven or cached.longer or not longer):
        return cached
    seconds, module = LONG_SECONDS if longer else SEARCH_SECONDS, prepare_searches(pool, game.title)
    early = not await pool.wait_prepared(LONG_SECONDS if longer else PREPARE_SECONDS)
    args = (game.title.key, position(game), company, seconds, module, early)
    try:
        *raw, faults = await pool.run(_search, *args, deadline=seconds + ALTERNATIVES_SECONDS + GRACE_SECONDS)
    except PoolFault as fault:
        return Sets((), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=fault))
    for text in faults:
        log.error("game %s, revision %s: %s", game_id, game.rev, text)
    sets = replace(Sets(*raw), longer=longer, early=early)
    if sets.proven or not early:
        sets_cache[key] = sets
    return sets


def cached_sets(pool: Pool, game_id: int, game: Game, company: str) -> Sets:
    """The cached result of `best_sets` for this position; empty when it was not searched."""
    return _CACHES.setdefault(pool, _Cache()).sets.get(
        (game_id, basis(game.view, company)), Sets((), False, 0)
    )


async def bonus_sets(pool: Pool, game: Game, company: str) -> Sets:
    """The best sets in which a train earns a bonus that only one train may earn, even if others earn more."""
    module, early = prepare_searches(pool, game.title), not await pool.wait_prepared(PREPARE_SECONDS)
    args = (game.title.key, position(game), company, SEARCH_SECONDS, module, early)
    try:
        *raw, faults = await pool.run(_search_bonuses, *args, deadline=SEARCH_SECONDS + GRACE_SECONDS)
    except PoolFault as fault:
        return Sets((), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=fault))
    for text in faults:
        log.error("revision %s: %s", game.rev, text)
    return Sets(*raw)


def _search_bonuses(
    title: str, state: Any, company: str, seconds: float, module: str, early: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best sets that earn a bonus: sets, proof, bound and faults."""
    view = _start_search(title, state, module, early)
    stop = _deadline(seconds)
    valid, faults = verified(view, company, earning_bonuses(view, company, stop))
    sets = [(s.revenue, tuple(r.to_json() for r in s.routes)) for s in valid]
    proven = all(s.proven for s in valid) if valid else not stop()
    return tuple(sets), proven, max((s.bound for s in valid), default=0), faults


def prepare_searches(pool: Pool, title: Title) -> str:
    """Prepare, once a pool, the module that a title's searches need; its name if workers should load it."""
    cache, module = _CACHES.setdefault(pool, _Cache()), title.warm or ""
    if module and module not in cache.prepared_modules:
        cache.prepared_modules.add(module)
        pool.prepare(module)
    return module if pool.processes else ""


def _start_search(title: str, state: Any, module: str, early: bool) -> View:
    """The position of a search, after this worker has loaded its modules; the search's time starts then."""
    without_packages(early)
    if module and not early:
        load_modules((module,))
    return view_of(title, state)


def _search(
    title: str, state: Any, company: str, seconds: float, module: str, early: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best set and the next best ones: sets, proof, bound and faults."""
    view = _start_search(title, state, module, early)
    best = best_routes(view, company, _deadline(seconds))
    others = (
        alternatives(view, company, MAX_ALTERNATIVES, _deadline(ALTERNATIVES_SECONDS))
        if best.proven and best.revenue
        else ()
    )
    valid, faults = verified(view, company, [s for s in (best, *others) if s.routes])
    sets = [(s.revenue, tuple(r.to_json() for r in s.routes)) for s in valid]
    return tuple(sets), best.proven and not faults, best.bound, faults


async def best_run(pool: Pool, game_id: int, game: Game, company: str) -> Sets:
    """The best set, if a short search proves it; else an empty result. For a card, which waits for it."""
    cache, key = _CACHES.setdefault(pool, _Cache()), (game_id, basis(game.view, company))
    if key in cache.sets and cache.sets[key].proven:
        return cache.sets[key]
    if key in cache.runs:
        return cache.runs[key]
    module = prepare_searches(pool, game.title)
    args = (game.title.key, position(game), company, SHORT_SECONDS, module, pool.is_preparing)
    try:
        raw = await pool.run(_best_run, *args, deadline=SHORT_SECONDS + GRACE_SECONDS)
    except PoolFault:
        return Sets((), False, 0)
    cache.runs[key] = result = Sets(*raw)
    return result


def _best_run(
    title: str, state: Any, company: str, seconds: float, module: str, early: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best set: the set if it is proven and valid, the proof and the bound."""
    view = _start_search(title, state, module, early)
    best = best_routes(view, company, _deadline(seconds))
    valid, _ = verified(view, company, [best] if best.routes and best.proven else [])
    return tuple((s.revenue, tuple(r.to_json() for r in s.routes)) for s in valid), best.proven, best.bound


async def answer_forced(pool: Pool, title: str, state: Any, company: str) -> list[Any]:
    """The engine's answer to `Unanswered` for a company in a position; a move waits for it."""
    try:
        ticket = Ticket(Rank.PAGE)
        return await pool.run(
            _answer_forced, title, state, company, deadline=SEARCH_SECONDS + GRACE_SECONDS, ticket=ticket
        )
    except PoolFault:
        return await asyncio.to_thread(_answer_forced, title, state, company)


def _answer_forced(title: str, state: Any, company: str) -> list[Any]:
    """Compute the answer to `Unanswered`, in a worker."""
    return answer(view_of(title, state), company)


async def find_gains(pool: Pool, game_id: int, game: Game, seat: str, kind: str) -> Gains:
    """The revenue that each lay of a kind of action adds to the best run, as far as a short search shows."""
    cached = cached_gains(pool, game_id, game, seat, kind)
    if cached is not None:
        return cached
    start = replace(game.setup, state=position(game))
    try:
        prepare_searches(pool, game.title)
        gains = await pool.run(
            _find_gains,
            start,
            seat,
            kind,
            SHORT_SECONDS,
            pool.is_preparing,
            deadline=SHORT_SECONDS + GRACE_SECONDS,
        )
    except PoolFault:
        gains = Gains(0, {}, False)
    _CACHES.setdefault(pool, _Cache()).gains[(game_id, game.rev, seat, kind)] = gains
    return gains


def cached_gains(pool: Pool, game_id: int, game: Game, seat: str, kind: str) -> Gains | None:
    """The cached result of `find_gains` for this position; None when it was not searched."""
    return _CACHES.setdefault(pool, _Cache()).gains.get((game_id, game.rev, seat, kind))


def _find_gains(start: Setup, seat: str, kind: str, seconds: float, early: bool) -> Gains:
    """Compute, in a worker, the revenue that lays would add."""
    without_packages(early)
    return lay_gains(load_game(start, ()), seat, kind, _deadline(seconds))


def _deadline(seconds: float) -> Stop:
    """The condition that ends a search after some seconds."""
    return until(seconds, time.monotonic)


# --- by hand ---------------------------------------------------------------------------------------


async def routes_by_names(
    pool: Pool, game: Game, company: str, text_by_train: Mapping[str, str]
) -> tuple[list[Any], str]:
    """The best legal routes through the stops named for each train, or a sentence on what is wrong."""
    args = (game.title.key, position(game), company, dict(text_by_train))
    try:
        routes, fault = await pool.run(_routes_by_names, *args, deadline=SEARCH_SECONDS + GRACE_SECONDS)
    except PoolFault:
        return [], t("These routes took too long to find; name more of the stops on the way.")
    return routes, told(fault.to_json()) if fault else ""


NO_STOP = msg("{kind}: there is no stop “{name}”; use names or coordinates on the map.")
FAULT = msg("{kind}: {fault}")
NO_LEAD = msg("{kind}: after “=” stands the train with which it runs as one: {trains}.")
NO_WAY = msg("{kind}: no track leads so from stop to stop; name every stop on the way, in order.")


def _routes_by_names(
    title: str, state: Any, company: str, text_by_train: Mapping[str, str]
) -> tuple[list[Any], Later | None]:
    """Find, in a worker, routes through named stops: the best ones, or what is wrong."""
    view = view_of(title, state)
    trains_by_run, fault = _join_trains(view, text_by_train)
    routes_by_run: list[list[Route]] = []
    if fault:
        return [], fault
    for trains in trains_by_run:
        if text_by_train[trains[0]].strip():
            routes, fault = _find_routes(view, company, trains, text_by_train[trains[0]])
            if fault:
                return [], fault
            routes_by_run.append(routes)
    best, fault = _best_combination(view, company, routes_by_run)
    return [route.to_json() for route in best], fault


def as_one_with(train: str) -> str:
    """The text for a train that runs as one with another train."""
    return f"{AS_ONE} {train}"


def _join_trains(view: View, text_by_train: Mapping[str, str]) -> tuple[list[tuple[str, ...]], Later | None]:
    """The trains of each run: one train, or several that run as one because of "=" and an id or kind.

    Trains with stops come first. A train may also join one without stops.
    """
    kinds = {train: view.state.trains[train].kind for train in text_by_train}
    runs = {train: [train] for train, text in text_by_train.items() if joined_to(text) is None}
    leads = sorted(runs, key=lambda train: not text_by_train[train].strip())
    for train in [each for each in text_by_train if each not in runs]:
        lead_name = joined_to(text_by_train[train])
        lead = next((lead for lead in leads if lead_name in (lead, kinds[lead])), None)
        if lead is None:
            label = train_label(view, view.state.trains[train])
            return [], later(NO_LEAD, kind=label, trains=", ".join(leads) or "-")
        runs[lead].append(train)
    return [tuple(trains) for trains in runs.values()], None


def _find_routes(
    view: View, company: str, trains: Sequence[str], text: str
) -> tuple[list[Route], Later | None]:
    """All legal routes of a run through the named stops, or what is wrong with them."""
    train, *joined = trains
    kind = train_label(view, view.state.trains[train])
    refusal = rules.check_joining(view, company, trains)
    if refusal is not None:
        return [], later(FAULT, kind=kind, fault=refusal.text)
    stops = []
    for name in places(text):
        matches = rules.stops_named(view, name)
        if not matches:
            return [], later(NO_STOP, kind=kind, name=name[:40])
        stops.append(matches)
    routes: list[Route] = []
    for order in islice(product(*stops), MAX_ROUTES):
        routes += islice(routes_via(view, company, train, order, tuple(joined)), MAX_ROUTES)
    if not routes:
        return [], later(NO_WAY, kind=kind)
    faults = [rules.check_route(view, company, route) for route in routes]
    legal = [route for route, fault in zip(routes, faults, strict=True) if fault is None]
    first = next((fault for fault in faults if fault is not None), None)
    return legal[:MAX_ROUTES], None if legal or first is None else later(FAULT, kind=kind, fault=first.text)


def _best_combination(
    view: View, company: str, routes_by_run: Sequence[Sequence[Route]]
) -> tuple[list[Route], Later | None]:
    """The combination of one route for each run that earns the most, or what is wrong with all of them."""
    best: list[Route] = []
    best_revenue, fault = -1, None
    for routes in islice(product(*routes_by_run), 20_000):
        refusal = rules.check_routes(view, company, routes)
        revenue = rules.revenue(view, company, routes)
        if refusal is not None:
            fault = fault or later(refusal.text)
        elif revenue > best_revenue:
            best, best_revenue = list(routes), revenue
    return best, None if best_revenue >= 0 else fault
