"""The search for routes, in the workers: the best sets, what lays would add, and routes by names of stops.

A search has a few seconds; what it found by then is shown, with the word that it was cut. Nothing is shown
that the plain rules refuse: such a fault of the search is logged.
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
from engine import Game, Genesis, Title, View, load_game
from engine.face import runs as rules
from engine.face.runs import (
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
from engine.face.table import position, train_label, view_of

SECONDS, GRACE = 5.0, 15.0
"""What a search may take, and workers get beyond that to answer: a late one is lost."""

LONG, READY = 20.0, 6.0
"""What a search may take for whoever asks for more; how long one waits for what is still being made ready."""

AHEAD, NEXT = 1.5, 2.0
"""What a search may take that looks at all lays, and one for the next best sets."""

"""Stands in the line of a train before another one with which it runs as one."""

OTHERS, WAYS, KEEP = 9, 60, 256
"""Next best sets offered, ways looked at for a train by hand, searches remembered."""


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of routes in JSON form with their revenues, best first; ``proven``: no better one was missed.

    ``longer``: the search was given more time; ``early``: what makes it fast was not ready yet.
    """

    sets: tuple[tuple[int, tuple[Any, ...]], ...]
    proven: bool
    bound: int
    note: str = ""
    longer: bool = False
    early: bool = False

    @property
    def sureness(self) -> str:
        """Whether the first set is the best, in a sentence."""
        found = t("No routes earn more.") if self.proven else t("The search was cut; more may be possible.")
        return self.note or found


class _Kept:
    """What workers found, by what it depends on; the longest unused goes first. ``ready``: modules."""

    def __init__(self) -> None:
        self.ready = set[str]()
        self.sets = Recent[tuple[int, str], Sets](KEEP)
        self.runs = Recent[tuple[int, str], Sets](KEEP)
        self.gains = Recent[tuple[int, int, str, str], Gains](KEEP)


_KEPT: WeakKeyDictionary[Pool, _Kept] = WeakKeyDictionary()


async def best_sets(pool: Pool, game_id: int, game: Game, company: str, *, longer: bool = False) -> Sets:
    """The best sets of routes for a company now; searched once for all positions where they are the same.

    ``longer``: once more with more time, unless they are proven.
    """
    here = _KEPT.setdefault(pool, _Kept())
    kept, key = here.sets, (game_id, basis(game.view, company))
    if (known := kept.get(key)) is not None and (known.proven or known.longer or not longer):
        return known
    seconds, module = LONG if longer else SECONDS, make_ready(pool, game.title)
    early = not await pool.prepared(LONG if longer else READY)
    job = (game.title.key, position(game), company, seconds, module, early)
    try:
        *raw, faults = await pool.run(_search, *job, deadline=seconds + NEXT + GRACE)
    except PoolFault as fault:
        return Sets((), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=fault))
    for text in faults:
        log.error("game %s, revision %s: %s", game_id, game.rev, text)
    sets = replace(Sets(*raw), longer=longer, early=early)
    if sets.proven or not early:
        kept[key] = sets
    return sets


def known_sets(pool: Pool, game_id: int, game: Game, company: str) -> Sets:
    """What `best_sets` found for this position, without a search: for an answer that cannot wait for one."""
    return _KEPT.setdefault(pool, _Kept()).sets.get((game_id, basis(game.view, company)), Sets((), False, 0))


async def bonus_sets(pool: Pool, game: Game, company: str) -> Sets:
    """The best sets in which a train earns a bonus that only one may earn, though others may earn more."""
    module, early = make_ready(pool, game.title), not await pool.prepared(READY)
    job = (game.title.key, position(game), company, SECONDS, module, early)
    try:
        *raw, faults = await pool.run(_search_bonuses, *job, deadline=SECONDS + GRACE)
    except PoolFault as fault:
        return Sets((), False, 0, t("The search gave up ({fault}); draw the routes by hand.", fault=fault))
    for text in faults:
        log.error("revision %s: %s", game.rev, text)
    return Sets(*raw)


def _search_bonuses(
    title: str, state: Any, company: str, seconds: float, module: str, early: bool
) -> tuple[Any, ...]:
    view = _begun(title, state, module, early)
    stop = _until(seconds)
    good, faults = verified(view, company, earning_bonuses(view, company, stop))
    found = [(s.revenue, tuple(r.to_json() for r in s.routes)) for s in good]
    proven = all(s.proven for s in good) if good else not stop()
    return tuple(found), proven, max((s.bound for s in good), default=0), faults


def make_ready(pool: Pool, title: Title) -> str:
    """Let what a title's searches need be made ready, once; the module that processes load for it."""
    here, module = _KEPT.setdefault(pool, _Kept()), title.warm or ""
    if module and module not in here.ready:
        here.ready.add(module)
        pool.prepare(module)
    return module if pool.processes else ""


def _begun(title: str, state: Any, module: str, early: bool) -> View:
    """The position, in a worker that has loaded all it needs: its time begins only now."""
    without_packages(early)
    if module and not early:
        load_modules((module,))
    return view_of(title, state)


def _search(
    title: str, state: Any, company: str, seconds: float, module: str, early: bool
) -> tuple[Any, ...]:
    view = _begun(title, state, module, early)
    first = best_routes(view, company, _until(seconds))
    more = alternatives(view, company, OTHERS, _until(NEXT)) if first.proven and first.revenue else ()
    good, faults = verified(view, company, [s for s in (first, *more) if s.routes])
    found = [(s.revenue, tuple(r.to_json() for r in s.routes)) for s in good]
    return tuple(found), first.proven and not faults, first.bound, faults


async def best_run(pool: Pool, game_id: int, game: Game, company: str) -> Sets:
    """The best set alone, as far as a short search proves it: for a card, which waits for it."""
    here, key = _KEPT.setdefault(pool, _Kept()), (game_id, basis(game.view, company))
    if key in here.sets and here.sets[key].proven:
        return here.sets[key]
    if key in here.runs:
        return here.runs[key]
    module = make_ready(pool, game.title)
    job = (game.title.key, position(game), company, AHEAD, module, pool.is_preparing)
    try:
        raw = await pool.run(_best_run, *job, deadline=AHEAD + GRACE)
    except PoolFault:
        return Sets((), False, 0)
    here.runs[key] = found = Sets(*raw)
    return found


def _best_run(
    title: str, state: Any, company: str, seconds: float, module: str, early: bool
) -> tuple[Any, ...]:
    view = _begun(title, state, module, early)
    found = best_routes(view, company, _until(seconds))
    good, _ = verified(view, company, [found] if found.routes and found.proven else [])
    return tuple((s.revenue, tuple(r.to_json() for r in s.routes)) for s in good), found.proven, found.bound


async def forced_in(pool: Pool, title: str, state: Any, company: str) -> list[Any]:
    """What `Unanswered` asks about a company in a position; a move waits for it."""
    try:
        first = Ticket(Rank.PAGE)
        return await pool.run(_forced, title, state, company, deadline=SECONDS + GRACE, ticket=first)
    except PoolFault:
        return await asyncio.to_thread(_forced, title, state, company)


def _forced(title: str, state: Any, company: str) -> list[Any]:
    return answer(view_of(title, state), company)


async def gains_of(pool: Pool, game_id: int, game: Game, seat: str, kind: str) -> Gains:
    """What each lay of a kind of action would add to the best run, as far as a short search tells."""
    known = known_gains(pool, game_id, game, seat, kind)
    if known is not None:
        return known
    start = replace(game.genesis, state=position(game))
    try:
        make_ready(pool, game.title)
        found = await pool.run(_gains, start, seat, kind, AHEAD, pool.is_preparing, deadline=AHEAD + GRACE)
    except PoolFault:
        found = Gains(0, {}, False)
    _KEPT.setdefault(pool, _Kept()).gains[(game_id, game.rev, seat, kind)] = found
    return found


def known_gains(pool: Pool, game_id: int, game: Game, seat: str, kind: str) -> Gains | None:
    """What `gains_of` found in this position; None before it was asked."""
    return _KEPT.setdefault(pool, _Kept()).gains.get((game_id, game.rev, seat, kind))


def _gains(start: Genesis, seat: str, kind: str, seconds: float, early: bool) -> Gains:
    without_packages(early)
    return lay_gains(load_game(start, ()), seat, kind, _until(seconds))


def _until(seconds: float) -> Stop:
    return until(seconds, time.monotonic)


# --- by hand ---------------------------------------------------------------------------------------


async def by_names(pool: Pool, game: Game, company: str, named: Mapping[str, str]) -> tuple[list[Any], str]:
    """The best legal routes over the stops named for each train, or a sentence that says what is wrong."""
    job = (game.title.key, position(game), company, dict(named))
    try:
        routes, fault = await pool.run(_by_names, *job, deadline=SECONDS + GRACE)
    except PoolFault:
        return [], t("These routes took too long to find; name more of the stops on the way.")
    return routes, told(fault.to_json()) if fault else ""


NO_STOP = msg("{kind}: there is no stop “{name}”; use names or coordinates on the map.")
FAULT = msg("{kind}: {fault}")
NO_LEAD = msg("{kind}: after “=” stands the train with which it runs as one: {trains}.")
NO_WAY = msg("{kind}: no track leads so from stop to stop; name every stop on the way, in order.")


def _by_names(
    title: str, state: Any, company: str, named: Mapping[str, str]
) -> tuple[list[Any], Later | None]:
    view = view_of(title, state)
    runs, fault = _as_one(view, named)
    ways: list[list[Route]] = []
    if fault:
        return [], fault
    for trains in runs:
        if named[trains[0]].strip():
            found, fault = _ways(view, company, trains, named[trains[0]])
            if fault:
                return [], fault
            ways.append(found)
    best, fault = _together(view, company, ways)
    return [route.to_json() for route in best], fault


def as_one_with(train: str) -> str:
    """The line of a train that runs as one with this one."""
    return f"{AS_ONE} {train}"


def _as_one(view: View, named: Mapping[str, str]) -> tuple[list[tuple[str, ...]], Later | None]:
    """The trains of each run: one alone, or with those whose line is "=" and its id or kind.

    Those with stops are looked at first; what is joined to a train that stands still does too.
    """
    kinds = {train: view.state.trains[train].kind for train in named}
    runs = {train: [train] for train, text in named.items() if joined_to(text) is None}
    able = sorted(runs, key=lambda train: not named[train].strip())
    for train in [each for each in named if each not in runs]:
        wanted = joined_to(named[train])
        lead = next((lead for lead in able if wanted in (lead, kinds[lead])), None)
        if lead is None:
            label = train_label(view, view.state.trains[train])
            return [], later(NO_LEAD, kind=label, trains=", ".join(able) or "-")
        runs[lead].append(train)
    return [tuple(trains) for trains in runs.values()], None


def _ways(view: View, company: str, trains: Sequence[str], text: str) -> tuple[list[Route], Later | None]:
    train, *joined = trains
    kind = train_label(view, view.state.trains[train])
    refusal = rules.check_joining(view, company, trains)
    if refusal is not None:
        return [], later(FAULT, kind=kind, fault=refusal.text)
    stops = []
    for name in places(text):
        named = rules.stops_named(view, name)
        if not named:
            return [], later(NO_STOP, kind=kind, name=name[:40])
        stops.append(named)
    found: list[Route] = []
    for order in islice(product(*stops), WAYS):
        found += islice(routes_via(view, company, train, order, tuple(joined)), WAYS)
    if not found:
        return [], later(NO_WAY, kind=kind)
    faults = [rules.check_route(view, company, route) for route in found]
    legal = [route for route, fault in zip(found, faults, strict=True) if fault is None]
    first = next((fault for fault in faults if fault is not None), None)
    return legal[:WAYS], None if legal or first is None else later(FAULT, kind=kind, fault=first.text)


def _together(view: View, company: str, ways: Sequence[Sequence[Route]]) -> tuple[list[Route], Later | None]:
    best: list[Route] = []
    worth, fault = -1, None
    for chosen in islice(product(*ways), 20_000):
        refusal = rules.check_routes(view, company, chosen)
        revenue = rules.revenue(view, company, chosen)
        if refusal is not None:
            fault = fault or later(refusal.text)
        elif revenue > worth:
            best, worth = list(chosen), revenue
    return best, None if worth >= 0 else fault
