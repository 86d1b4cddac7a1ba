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
    answer,
    basis,
    best_routes,
    earning_bonuses,
    revenue_gains_of_lays,
    until,
    verified,
    without_packages,
)
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
        """Return a sentence on whether the search has proven that the first set of routes earns most.

        If the search failed, it is why (`failure`).
        """
        text = t("No routes earn more.") if self.proven else t("The search was cut; more may be possible.")
        return self.failure or text


class _SearchCache:
    """The results of searches in one pool, by all that they depend on, and the modules it has compiled."""

    def __init__(self) -> None:
        """Begin without results of route searches.

        The best sets of routes and the proven best runs are by game id and a text of all that the routes
        depend on; the revenue that tile lays add is by game id, revision, seat and kind of move.
        """
        self.prepared_modules = set[str]()
        self.route_sets = LruCache[tuple[int, str], RouteSets](MAX_CACHED)
        self.best_runs = LruCache[tuple[int, str], RouteSets](MAX_CACHED)
        self.revenue_gains = LruCache[tuple[int, int, str, str], RevenueGains](MAX_CACHED)


_CACHES: WeakKeyDictionary[Pool, _SearchCache] = WeakKeyDictionary()


async def best_route_sets(
    pool: Pool, game_id: int, game: Game, company: str, *, longer: bool = False
) -> RouteSets:
    """Search a company's best sets of routes in a worker and return them, the best first.

    ``longer`` searches again with more time, unless it is proven that no set earns more. Positions with the
    same sets share the cached result. After a failed search it is empty and says why.
    """
    cache = _CACHES.setdefault(pool, _SearchCache())
    sets_cache, key = cache.route_sets, (game_id, basis(game.view, company))
    if (cached := sets_cache.get(key)) is not None and (
        cached.proven or cached.was_longer_search or not longer
    ):
        return cached
    seconds, search_module = (
        LONG_SECONDS if longer else SEARCH_SECONDS,
        compile_search_module(pool, game.title),
    )
    is_uncompiled = not await pool.wait_until_compiled(LONG_SECONDS if longer else COMPILE_SECONDS)
    args = (game.title.key, position(game), company, seconds, search_module, is_uncompiled)
    try:
        *result, faults = await pool.run(
            _search_best_sets, *args, deadline=seconds + ALTERNATIVES_SECONDS + GRACE_SECONDS
        )
    except PoolError as error:
        return RouteSets(
            (), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=error)
        )
    for text in faults:
        log.error("game %s, revision %s: %s", game_id, game.revision, text)
    sets = replace(RouteSets(*result), was_longer_search=longer, was_uncompiled=is_uncompiled)
    if sets.proven or not is_uncompiled:
        sets_cache[key] = sets
    return sets


def cached_route_sets(pool: Pool, game_id: int, game: Game, company: str) -> RouteSets:
    """Return a company's best sets of routes in this position if a search has found them; else no sets."""
    return _CACHES.setdefault(pool, _SearchCache()).route_sets.get(
        (game_id, basis(game.view, company)), RouteSets((), False, 0)
    )


async def bonus_route_sets(pool: Pool, game: Game, company: str) -> RouteSets:
    """Search in a worker the best sets of routes in which a train earns a bonus, even if others earn more.

    Only bonuses that one train alone may earn count. After a failed search the result is empty and says why.
    The result is not cached.
    """
    search_module, is_uncompiled = (
        compile_search_module(pool, game.title),
        not await pool.wait_until_compiled(COMPILE_SECONDS),
    )
    args = (game.title.key, position(game), company, SEARCH_SECONDS, search_module, is_uncompiled)
    try:
        *result, faults = await pool.run(_search_bonuses, *args, deadline=SEARCH_SECONDS + GRACE_SECONDS)
    except PoolError as error:
        return RouteSets(
            (), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=error)
        )
    for text in faults:
        log.error("revision %s: %s", game.revision, text)
    return RouteSets(*result)


def _search_bonuses(
    title: str, state: Any, company: str, seconds: float, search_module: str, without_compiled: bool
) -> tuple[Any, ...]:
    """Search, in a worker, the best routes that earn a bonus; return sets, proof, bound and faults.

    The sets are pairs of revenue and routes (JSON), the best first; the proof is True if none is better, the
    bound what none can exceed, the faults are sentences on sets left out as illegal. ``seconds`` limits the
    search. ``search_module`` is loaded for it ("": none), unless the search goes ``without_compiled``
    modules; ImportError is raised if that fails.
    """
    view = _start_search(title, state, search_module, without_compiled)
    stop = _deadline(seconds)
    valid, faults = verified(view, company, earning_bonuses(view, company, stop))
    sets = [(route_set.revenue, tuple(route.to_json() for route in route_set.routes)) for route_set in valid]
    proven = all(route_set.proven for route_set in valid) if valid else not stop()
    return tuple(sets), proven, max((route_set.bound for route_set in valid), default=0), faults


def compile_search_module(pool: Pool, title: Title) -> str:
    """Let a pool compile the module of a title's route searches, unless it did before; do not wait for it.

    Return the module's name if workers are to load it, else "".
    """
    cache, search_module = _CACHES.setdefault(pool, _SearchCache()), title.compiled_module or ""
    if search_module and search_module not in cache.prepared_modules:
        cache.prepared_modules.add(search_module)
        pool.compile_module(search_module)
    return search_module if pool.processes else ""


def _start_search(title: str, state: Any, search_module: str, without_compiled: bool) -> View:
    """Load the modules of a route search in this worker, and return the position to search.

    ``search_module`` is the title's own ("" for none). With ``without_compiled`` the compiled modules are not
    ready, and the search goes without them. Raises ImportError if ``search_module`` cannot be loaded.
    """
    without_packages(without_compiled)
    if search_module and not without_compiled:
        load_modules((search_module,))
    return view_of(title, state)


def _search_best_sets(
    title: str, state: Any, company: str, seconds: float, search_module: str, without_compiled: bool
) -> tuple[Any, ...]:
    """Search, in a worker, the best routes and the next best ones; return sets, proof, bound and faults.

    The sets are pairs of revenue and routes (JSON), the best first; the proof is True if none is better, the
    bound what none can exceed, the faults are sentences on sets left out as illegal. ``seconds`` limits the
    search for the best. ``search_module`` is loaded for it ("": none), unless the search goes
    ``without_compiled`` modules; ImportError is raised if that fails.
    """
    view = _start_search(title, state, search_module, without_compiled)
    best = best_routes(view, company, _deadline(seconds))
    alternatives_found = (
        alternatives(view, company, MAX_ALTERNATIVES, _deadline(ALTERNATIVES_SECONDS))
        if best.proven and best.revenue
        else ()
    )
    valid, faults = verified(
        view, company, [route_set for route_set in (best, *alternatives_found) if route_set.routes]
    )
    sets = [(route_set.revenue, tuple(route.to_json() for route in route_set.routes)) for route_set in valid]
    return tuple(sets), best.proven and not faults, best.bound, faults


async def best_run(pool: Pool, game_id: int, game: Game, company: str) -> RouteSets:
    """Return a company's best set of routes if a worker's search proves it within 1.5 seconds, else no set.

    A proven result of `best_route_sets` is used instead, with its other sets. The result is cached by what
    the routes depend on, unless the worker fails: then it is empty.
    """
    cache, key = _CACHES.setdefault(pool, _SearchCache()), (game_id, basis(game.view, company))
    if key in cache.route_sets and cache.route_sets[key].proven:
        return cache.route_sets[key]
    if key in cache.best_runs:
        return cache.best_runs[key]
    search_module = compile_search_module(pool, game.title)
    args = (game.title.key, position(game), company, SHORT_SECONDS, search_module, pool.is_compiling)
    try:
        result_values = await pool.run(_best_run, *args, deadline=SHORT_SECONDS + GRACE_SECONDS)
    except PoolError:
        return RouteSets((), False, 0)
    cache.best_runs[key] = result = RouteSets(*result_values)
    return result


def _best_run(
    title: str, state: Any, company: str, seconds: float, search_module: str, without_compiled: bool
) -> tuple[Any, ...]:
    """Search, in a worker, for the best routes; return them if proven and legal, the proof and the bound.

    They are at most one pair of revenue and routes (JSON); the bound is what none can exceed. ``seconds``
    limits the search. ``search_module`` is loaded for it ("": none), unless the search goes
    ``without_compiled`` modules; ImportError is raised if that fails.
    """
    view = _start_search(title, state, search_module, without_compiled)
    best = best_routes(view, company, _deadline(seconds))
    valid, _ = verified(view, company, [best] if best.routes and best.proven else [])
    return (
        tuple(
            (route_set.revenue, tuple(route.to_json() for route in route_set.routes)) for route_set in valid
        ),
        best.proven,
        best.bound,
    )


async def find_forced_routes(pool: Pool, title: str, state: Any, company: str) -> list[Any]:
    """Search, in a worker, for the routes (JSON) that the engine asked for (`Unanswered`) within a move.

    ``title`` is the title's key, ``state`` the position as JSON. If the worker fails, they are searched in a
    thread of this process.
    """
    try:
        ticket = Ticket(Priority.MEMBER_PAGE)
        return await pool.run(
            _find_forced_routes, title, state, company, deadline=SEARCH_SECONDS + GRACE_SECONDS, ticket=ticket
        )
    except PoolError:
        return await asyncio.to_thread(_find_forced_routes, title, state, company)


def _find_forced_routes(title: str, state: Any, company: str) -> list[Any]:
    """Return, in a worker, the company's routes (JSON) that the engine asked for by the error `Unanswered`.

    ``title`` is the title's key, ``state`` the position as JSON.
    """
    return answer(view_of(title, state), company)


async def find_revenue_gains(pool: Pool, game_id: int, game: Game, seat: str, move_kind: str) -> RevenueGains:
    """Search in a worker how much revenue each legal tile lay adds to the best run of the acting company.

    ``move_kind`` is the kind of tile lay. Lays that the search does not reach within 1.5 seconds are left
    out. The result is cached by revision; it is empty if the search fails.
    """
    cached = cached_revenue_gains(pool, game_id, game, seat, move_kind)
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
    _CACHES.setdefault(pool, _SearchCache()).revenue_gains[(game_id, game.revision, seat, move_kind)] = gains
    return gains


def cached_revenue_gains(
    pool: Pool, game_id: int, game: Game, seat: str, move_kind: str
) -> RevenueGains | None:
    """Return the cached revenue gains of the tile lays in this position; None if they were not searched."""
    return _CACHES.setdefault(pool, _SearchCache()).revenue_gains.get(
        (game_id, game.revision, seat, move_kind)
    )


def _find_revenue_gains(
    setup: Setup, seat: str, move_kind: str, seconds: float, without_compiled: bool
) -> RevenueGains:
    """Search, in a worker, the revenue that each tile lay would add to the best run.

    ``setup`` is a game that starts at the position; ``move_kind`` the kind of tile lay. ``seconds`` limits
    the search: then some lays are missing. ``without_compiled``: it goes without compiled modules.
    """
    without_packages(without_compiled)
    return revenue_gains_of_lays(load_game(setup, ()), seat, move_kind, _deadline(seconds))


def _deadline(seconds: float) -> Stop:
    """Return the condition that is True, and so ends a route search, after some seconds."""
    return until(seconds, time.monotonic)


# --- by hand ---------------------------------------------------------------------------------------
