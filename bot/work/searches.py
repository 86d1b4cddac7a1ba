"""The search for routes, in workers: the best sets, and what track would add.

A search takes a few seconds at most; a set found by then is shown with a remark that the search was cut.
Every set is checked against the plain rules; one that they refuse is logged and never shown.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from bot.words import t
from bot.work.pool import Pool, PoolError, load_modules
from bot.work.priority import Priority, Ticket
from bot.work.recent import LruCache
from engine import Game, Setup, Title, View, load_game
from engine.api.runs import (
    RevenueGains,
    Stop,
    alternatives,
    basis,
    best_routes,
    earning_bonuses,
    revenue_gains_of_lays,
    until,
    verified,
    without_packages,
)
from engine.api.runs import answer as search_forced_routes
from engine.api.table import position, view_of

SEARCH_SECONDS, GRACE_SECONDS = 5.0, 15.0
"""Seconds for a search, and seconds more until its worker is killed."""

LONG_SECONDS, COMPILE_SECONDS = 20.0, 6.0
"""Seconds for a longer search on request; seconds to wait for modules that are being prepared."""

SHORT_SECONDS, ALTERNATIVES_SECONDS = 1.5, 2.0
"""Seconds for a search over all tile lays, and for one for the next best sets."""

MAX_ALTERNATIVES, MAX_CACHED = 9, 256
"""Next best sets offered, searches cached."""


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RouteSets:
    """Sets of routes of a company with their revenues, the best first.

    Each set is a pair of its revenue and its routes (JSON). ``proven``: no better set exists. ``bound`` is a
    revenue that no set can exceed (money in the title's currency, as all revenues here). ``failure`` is a
    sentence on why the search failed, "" if it did not. ``was_longer_search``: the search had more time.
    ``was_uncompiled``: it ran before its compiled modules were ready.
    """

    sets: tuple[tuple[int, tuple[Any, ...]], ...]
    proven: bool
    bound: int
    failure: str = ""
    was_longer_search: bool = False
    was_uncompiled: bool = False

    @property
    def proof_sentence(self) -> str:
        """Return a sentence on whether the search has proven that no set earns more than the first.

        If the search failed, the sentence says why (`failure`).
        """
        text = t("No routes earn more.") if self.proven else t("The search was cut; more may be possible.")
        return self.failure or text


class _SearchCache:
    """The results of searches in one pool, by all that they depend on, and the modules it has compiled."""

    def __init__(self) -> None:
        """Create a cache without results of route searches, for a pool that has compiled no modules.

        Best sets of routes, and best routes that were proven to be so quickly, are cached by a key of the
        game and a text of all that the routes depend on; the revenue that tile lays add, by a key of the
        game, revision, seat and kind of move. The key is the game's id or, in a trial turn, that of the
        position.
        """
        self.prepared_modules = set[str]()
        self.route_sets = LruCache[tuple[int, str], RouteSets](MAX_CACHED)
        self.best_runs = LruCache[tuple[int, str], RouteSets](MAX_CACHED)
        self.revenue_gains = LruCache[tuple[int, int, str, str], RevenueGains](MAX_CACHED)


_CACHES: WeakKeyDictionary[Pool, _SearchCache] = WeakKeyDictionary()


async def best_route_sets(
    pool: Pool, cache_key: int, game: Game, company: str, *, longer: bool = False
) -> RouteSets:
    """Return a company's best sets of routes, the best first, found in a worker.

    The search has 5 seconds, or 20 with ``longer``. A cached result is returned if it is proven, if it comes
    from a longer search, or without ``longer``. ``cache_key`` is the id of the game or, in a trial turn, of
    the position; results are cached under it and all that the routes depend on, except unproven ones of a
    search without compiled modules. If the search fails, the result has no sets, and its `failure` says why.
    """
    cache = _CACHES.setdefault(pool, _SearchCache())
    sets_cache, key = cache.route_sets, (cache_key, basis(game.view, company))
    if (cached := sets_cache.get(key)) is not None and (
        cached.proven or cached.was_longer_search or not longer
    ):
        return cached
    seconds, search_module = (
        LONG_SECONDS if longer else SEARCH_SECONDS,
        compile_search_module(pool, game.title),
    )
    skip_compiled = not await pool.wait_until_compiled(LONG_SECONDS if longer else COMPILE_SECONDS)
    args = (game.title.key, position(game), company, seconds, search_module, skip_compiled)
    try:
        *result, faults = await pool.run(
            _search_best_route_sets, *args, deadline=seconds + ALTERNATIVES_SECONDS + GRACE_SECONDS
        )
    except PoolError as error:
        return RouteSets(
            (), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=error)
        )
    for text in faults:
        log.error("game %s, revision %s: %s", cache_key, game.revision, text)
    sets = replace(RouteSets(*result), was_longer_search=longer, was_uncompiled=skip_compiled)
    if sets.proven or not skip_compiled:
        sets_cache[key] = sets
    return sets


def cached_route_sets(pool: Pool, cache_key: int, game: Game, company: str) -> RouteSets:
    """Return the cached result of `best_route_sets` for a company, else a `RouteSets` without sets."""
    return _CACHES.setdefault(pool, _SearchCache()).route_sets.get(
        (cache_key, basis(game.view, company)), RouteSets((), False, 0)
    )


async def bonus_route_sets(pool: Pool, game: Game, company: str) -> RouteSets:
    """Return the best sets of routes in which a train earns a bonus, even if other routes earn more.

    A worker searches for them. Only bonuses that no more than one train may earn count. The result is not
    cached. If the search fails, the result has no sets, and its `failure` says why.
    """
    search_module, skip_compiled = (
        compile_search_module(pool, game.title),
        not await pool.wait_until_compiled(COMPILE_SECONDS),
    )
    args = (game.title.key, position(game), company, SEARCH_SECONDS, search_module, skip_compiled)
    try:
        *result, faults = await pool.run(_search_bonus_routes, *args, deadline=SEARCH_SECONDS + GRACE_SECONDS)
    except PoolError as error:
        return RouteSets(
            (), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=error)
        )
    for text in faults:
        log.error("revision %s: %s", game.revision, text)
    return RouteSets(*result)


def _search_bonus_routes(
    title_key: str, state: Any, company: str, seconds: float, search_module: str, skip_compiled: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best routes that earn a bonus; return (sets, proven, bound, faults).

    ``sets`` are pairs of revenue and routes (JSON). ``proven`` is True if each set is known to be the best
    that earns its bonus or, without a set, if the search ended before its time limit. ``bound`` is a revenue
    that no such set can exceed; ``faults`` are sentences on sets that were left out as illegal. ``seconds``
    is the time limit. ``search_module`` and ``skip_compiled`` are those of `_prepare_search`.
    """
    view = _prepare_search(title_key, state, search_module, skip_compiled)
    stop = _stop_after(seconds)
    valid, faults = verified(view, company, earning_bonuses(view, company, stop))
    sets = [(route_set.revenue, tuple(route.to_json() for route in route_set.routes)) for route_set in valid]
    proven = all(route_set.proven for route_set in valid) if valid else not stop()
    return tuple(sets), proven, max((route_set.bound for route_set in valid), default=0), faults


def compile_search_module(pool: Pool, title: Title) -> str:
    """Start to compile the module of a title's route searches, once for each pool, without waiting.

    Return its name for the workers; "" if the title has no such module, or if the pool uses threads.
    """
    cache, search_module = _CACHES.setdefault(pool, _SearchCache()), title.compiled_module or ""
    if search_module and search_module not in cache.prepared_modules:
        cache.prepared_modules.add(search_module)
        pool.compile_module(search_module)
    return search_module if pool.uses_processes else ""


def _prepare_search(title_key: str, state: Any, search_module: str, skip_compiled: bool) -> View:
    """Load the modules of a route search in this worker, and return the view of the position to search.

    ``title_key`` is the title's key, ``state`` the position as JSON. ``search_module`` is the title's own
    module ("": none). It is imported, unless ``skip_compiled`` says that the compiled modules are not ready;
    then the search uses none of them. Raises ImportError if the import fails.
    """
    without_packages(skip_compiled)
    if search_module and not skip_compiled:
        load_modules((search_module,))
    return view_of(title_key, state)


def _search_best_route_sets(
    title_key: str, state: Any, company: str, seconds: float, search_module: str, skip_compiled: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best routes and the next best ones; return (sets, proven, bound, faults).

    ``sets`` are pairs of revenue and routes (JSON), the best first. ``proven`` is True if no set earns more
    than the first. ``bound`` is a revenue that no set can exceed; ``faults`` are sentences on sets that were
    left out as illegal. ``seconds`` limits the search for the best. ``search_module`` and ``skip_compiled``
    are those of `_prepare_search`.
    """
    view = _prepare_search(title_key, state, search_module, skip_compiled)
    best = best_routes(view, company, _stop_after(seconds))
    next_best_sets = (
        alternatives(view, company, MAX_ALTERNATIVES, _stop_after(ALTERNATIVES_SECONDS))
        if best.proven and best.revenue
        else ()
    )
    valid, faults = verified(
        view, company, [route_set for route_set in (best, *next_best_sets) if route_set.routes]
    )
    sets = [(route_set.revenue, tuple(route.to_json() for route in route_set.routes)) for route_set in valid]
    return tuple(sets), best.proven and not faults, best.bound, faults


async def proven_best_routes(pool: Pool, cache_key: int, game: Game, company: str) -> RouteSets:
    """Return a company's best set of routes if a worker proves within 1.5 seconds that it is, else no set.

    A proven result of `best_route_sets` is returned instead, with its other sets. The result, even one
    without a set, is cached under ``cache_key`` (see `best_route_sets`) and all that the routes depend on. If
    the worker fails, no set is returned and nothing is cached.
    """
    cache, key = _CACHES.setdefault(pool, _SearchCache()), (cache_key, basis(game.view, company))
    if key in cache.route_sets and cache.route_sets[key].proven:
        return cache.route_sets[key]
    if key in cache.best_runs:
        return cache.best_runs[key]
    search_module = compile_search_module(pool, game.title)
    args = (game.title.key, position(game), company, SHORT_SECONDS, search_module, pool.is_compiling)
    try:
        result_values = await pool.run(_search_proven_best, *args, deadline=SHORT_SECONDS + GRACE_SECONDS)
    except PoolError:
        return RouteSets((), False, 0)
    cache.best_runs[key] = result = RouteSets(*result_values)
    return result


def _search_proven_best(
    title_key: str, state: Any, company: str, seconds: float, search_module: str, skip_compiled: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best routes; return (sets, proven, bound).

    ``sets`` has one pair of revenue and routes (JSON) if they are proven to be the best and legal, else none.
    ``bound`` is a revenue that no set can exceed. ``seconds`` is the time limit. ``search_module`` and
    ``skip_compiled`` are those of `_prepare_search`.
    """
    view = _prepare_search(title_key, state, search_module, skip_compiled)
    best = best_routes(view, company, _stop_after(seconds))
    valid, _ = verified(view, company, [best] if best.routes and best.proven else [])
    return (
        tuple(
            (route_set.revenue, tuple(route.to_json() for route in route_set.routes)) for route_set in valid
        ),
        best.proven,
        best.bound,
    )


async def find_forced_routes(pool: Pool, title_key: str, state: Any, company: str) -> list[Any]:
    """Search, in a worker, for the routes that the rules force a company to run, and return them (JSON).

    The engine raises `SearchNeeded` within a move when it needs them. ``title_key`` is the title's key,
    ``state`` the position as JSON. If the worker fails, the routes are searched for in a thread of this
    process.
    """
    try:
        ticket = Ticket(Priority.MEMBER_PAGE)
        return await pool.run(
            _find_forced_routes,
            title_key,
            state,
            company,
            deadline=SEARCH_SECONDS + GRACE_SECONDS,
            ticket=ticket,
        )
    except PoolError:
        return await asyncio.to_thread(_find_forced_routes, title_key, state, company)


def _find_forced_routes(title_key: str, state: Any, company: str) -> list[Any]:
    """Search, in a worker, for the routes that the rules force a company to run, and return them (JSON).

    ``title_key`` is the title's key, ``state`` the position as JSON.
    """
    return search_forced_routes(view_of(title_key, state), company)


async def find_revenue_gains(
    pool: Pool, cache_key: int, game: Game, seat: str, move_kind: str
) -> RevenueGains:
    """Return how much revenue each legal tile lay adds to the best run of the acting company.

    A worker searches for that on behalf of the player at ``seat`` (an id); ``move_kind`` is the kind of tile
    lay. Lays that are not reached within 1.5 seconds are left out. The result is empty if the search fails or
    no company with a train acts; even then, it is cached under ``cache_key`` (see `best_route_sets`) and the
    revision.
    """
    cached = cached_revenue_gains(pool, cache_key, game, seat, move_kind)
    if cached is not None:
        return cached
    setup = replace(game.setup, state=position(game))
    try:
        compile_search_module(pool, game.title)
        gains = await pool.run(
            _find_revenue_gains,
            setup,
            seat,
            move_kind,
            SHORT_SECONDS,
            pool.is_compiling,
            deadline=SHORT_SECONDS + GRACE_SECONDS,
        )
    except PoolError:
        gains = RevenueGains(0, {}, False)
    _CACHES.setdefault(pool, _SearchCache()).revenue_gains[(cache_key, game.revision, seat, move_kind)] = (
        gains
    )
    return gains


def cached_revenue_gains(
    pool: Pool, cache_key: int, game: Game, seat: str, move_kind: str
) -> RevenueGains | None:
    """Return the cached result of `find_revenue_gains` in this position; None if there is none."""
    return _CACHES.setdefault(pool, _SearchCache()).revenue_gains.get(
        (cache_key, game.revision, seat, move_kind)
    )


def _find_revenue_gains(
    setup: Setup, seat: str, move_kind: str, seconds: float, skip_compiled: bool
) -> RevenueGains:
    """Return, in a worker, the revenue that each tile lay would add to the best run of the acting company.

    ``setup`` describes a game whose start is the position to examine, ``seat`` is the id of the player who
    lays, ``move_kind`` the kind of tile lay. Lays that are not reached within ``seconds`` are left out; there
    are none if no company with a train acts. ``skip_compiled``: the search uses no compiled modules, because
    they are not ready.
    """
    without_packages(skip_compiled)
    return revenue_gains_of_lays(load_game(setup, ()), seat, move_kind, _stop_after(seconds))


def _stop_after(seconds: float) -> Stop:
    """Return a function that a route search asks whether to stop: it returns True after about ``seconds``."""
    return until(seconds, time.monotonic)
