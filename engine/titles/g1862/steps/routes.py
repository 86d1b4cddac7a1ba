"""Routes of 1862: freight, local and express trains, the main run and the runs that meet it (7.4, 7.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.board.network import next_stops
from engine.core.errors import Violation
from engine.core.recorded import either, list_of, made_as, one_of
from engine.core.state import Place, Train
from engine.core.view import View
from engine.message import AND, joined, say, word
from engine.routes.paths import Route, check_track
from engine.routes.policy import (
    RoutePolicy,
    RouteSet,
    Stop,
    check_ends,
    check_once,
    check_passing,
    check_train,
    stop_name,
)
from engine.titles.g1862.data.options import FREIGHT, LOCAL, is_permitted
from engine.titles.g1862.phases.bands import TYPE, is_permanent, train_name, type_of
from engine.titles.g1862.solver.columns import Unit
from engine.titles.g1862.solver.duty import Crew, crew_of, crews, runnable, unit_of
from engine.titles.g1862.solver.fares import (
    fare,
    groupings,
    kind_of,
    large_stops,
    local_subsidy,
    reach_of,
    surplus,
)
from engine.titles.g1862.solver.lines import (
    LARGE,
    LONDON,
    RED,
    area_kind,
    borders_on,
    has_link,
    home_of,
    towns_on,
)
from engine.titles.g1862.solver.search import best_sets

ROUTE = made_as(
    say("{parts} ({money})"),
    parts=list_of(
        either(one_of(say("1 small station"), word("joined")), made_as(say("{towns} small stations")))
    ),
)
"""Reads what is told of a route."""
TRAIN_IDLE, FREIGHT_IDLE = IDLE = ("train_idle", "freight_idle")
"""Codes of a refusal because a train does not run that could."""


def may_run(view: View, company: str, train: str) -> bool:
    """Whether the company has a permit for the type of a train; without permits in a simple game (11.1)."""
    return is_permitted(view, company, view.state.trains[train].data.get(TYPE))


@dataclass(frozen=True)
class MixedRoutes(RoutePolicy):
    """Trains of three types; track is shared, but every stop pays once."""

    def ready(self, view: View, train: str) -> bool:
        return TYPE in view.state.trains[train].data

    def revenue_key(self, view: View) -> str:
        return view.state.phase

    def search(self, view: View, company: str, count: int, stop: Stop) -> tuple[RouteSet, ...]:
        return best_sets(view, company, count, stop)

    def check(self, view: View, company: str, routes: Sequence[Route]) -> Violation | None:
        for route in routes:
            found = (
                check_train(view, company, route, routes)
                or _check_permit(view, company, route)
                or self.check_route(view, company, route)
            )
            if found is not None:
                return found
        if not routes:
            return self._check_none(view, company)
        return (
            _check_freight(view, routes)
            or _check_chain(view, company, routes)
            or _check_idle(view, company, routes)
        )

    def _check_none(self, view: View, company: str) -> Violation | None:
        if not self.has_route(view, company):
            return None
        return Violation(
            "must_run", say("{company} must run its trains; choose a run through its home.", company=company)
        )

    def check_route(self, view: View, company: str, route: Route) -> Violation | None:
        return (
            check_track(view.board(), route.path)
            or check_ends(view, route)
            or _check_areas(view, company, route)
            or _check_length(view, route)
            or check_once(view, route)
            or check_passing(view, company, route)
            or _check_station(view, company, route)
            or _check_uncounted(view, route)
        )

    def earnings(self, view: View, company: str, routes: Sequence[Route]) -> tuple[int, ...]:
        return fare(view, routes).earned

    def subsidy(self, view: View, company: str, routes: Sequence[Route]) -> int:
        return local_subsidy(view, routes)

    def describe(self, view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
        found = fare(view, routes)
        together = {r.train for chain in found.chains if len(chain.routes) > 1 for r in chain.routes}
        told = []
        for route, earned, left in zip(routes, found.earned, found.uncounted, strict=True):
            parts = [joined(" - ", (_stop_word(view, place, left) for place in self._large(view, route)))]
            towns = len(towns_on(view.board(), route.path)) if kind_of(view, route) == LOCAL else 0
            parts += [
                say("{towns} small stations", towns=towns) if towns > 1 else say("1 small station")
            ] * bool(towns)
            parts += [word("joined")] * (route.train in together)
            told.append(say("{parts} ({money})", parts=joined(", ", parts), money=view.money(earned)))
        return tuple(told)

    def retold(self, view: View, told: str) -> str:
        return ROUTE(view, told)

    def legend(self, view: View, company: str, routes: Sequence[Route]) -> str:
        found = fare(view, routes)
        told = [say("Stops in brackets are visited and not counted.")] * any(found.uncounted)
        told += [say("Joined freight trains are one run.")] * any(len(c.routes) > 1 for c in found.chains)
        return joined(" ", [*told, say("A stop of several trains counts once.")] if len(routes) > 1 else told)

    def uncounted_stop_choices(self, view: View, route: Route) -> tuple[tuple[Place, ...], ...]:
        count = surplus(view, route)
        return tuple(combinations(self._large(view, route), count)) if count else ()

    def _large(self, view: View, route: Route) -> tuple[Place, ...]:
        return large_stops(view.board(), route.path)

    def has_route(self, view: View, company: str) -> bool:
        """Whether some train has a legal run: then it has one from the home to the next large stop."""
        units = {unit_of(view, train) for train in runnable(view, company)}
        return any(_leaves_home(view, company, unit) for unit in units)


def _leaves_home(view: View, company: str, unit: Unit) -> bool:
    board, home, (kind, legs, _) = view.board(), home_of(view, company), unit
    return home is not None and any(
        kind != LOCAL or area_kind(board, place) is None
        for place in next_stops(board, company, home, LARGE, legs[0] if kind == FREIGHT else None)
        if board.stop(*place).group != LONDON or has_link(board, company)
    )


def _stop_word(view: View, place: Place, left: Sequence[Place]) -> str:
    name = stop_name(view, place)
    return f"({name})" if place in left else name


# --- a train alone ---------------------------------------------------------------------------------------


def _check_permit(view: View, company: str, route: Route) -> Violation | None:
    if may_run(view, company, route.train):
        return None
    permits = joined(AND, map(word, view.company(company).data.get("permits", ()))) or "no"
    text = say(
        "{company} has permits for {permits} trains and runs only those.", company=company, permits=permits
    )
    return Violation("no_permit", text, {"train": route.train})


def _check_areas(view: View, company: str, route: Route) -> Violation | None:
    board = view.board()
    areas = [place for place in large_stops(board, route.path) if area_kind(board, place)]
    if areas and kind_of(view, route) == LOCAL:
        text = say("A local train runs between large stations; it reaches no red area and no port.")
        return Violation("local_off_board", text, {"hex": areas[0][0]})
    if any(board.stop(*place).group == LONDON for place in areas) and not has_link(board, company):
        return Violation(
            "no_link", say("{company} runs to London once it has a station marker there.", company=company)
        )
    kinds = [area_kind(board, place) for place in areas]
    if len(set(kinds)) < len(kinds):
        words = say("red area") if kinds[0] == RED else word("port")
        return Violation("two_areas", say("A route has at most one {words} and ends there.", words=words))
    return None


def _check_length(view: View, route: Route) -> Violation | None:
    stops, (_, most) = large_stops(view.board(), route.path), reach_of(view, route.train)
    if len(stops) < 2:
        return Violation(
            "too_few_stops", say("A route has two large stations, or one and a red area or a port.")
        )
    if kind_of(view, route) == FREIGHT:
        hexes = borders_on(route.path)
        if hexes > most:
            text = say("This train runs at most {most} hexes beyond the one where it starts.", most=most)
            return Violation("too_far", text, {"hexes": hexes, "most": most})
    elif len(stops) > most:
        text = say(
            "This train visits at most {most} large stops, and none on its way may be left out.", most=most
        )
        return Violation("too_many_stops", text, {"stops": len(stops), "most": most})
    return None


def _check_station(view: View, company: str, route: Route) -> Violation | None:
    board = view.board()
    if any(company in board.companies_at(*place) for place in large_stops(board, route.path)):
        return None
    text = say(
        "A route of {company} includes a large station with its marker; London does not serve.",
        company=company,
    )
    return Violation("no_station", text, {"train": route.train})


def _check_uncounted(view: View, route: Route) -> Violation | None:
    left, count = route.uncounted, surplus(view, route)
    if left is None:
        return None
    stops = large_stops(view.board(), route.path)
    if len(left) == count == len(set(left)) and set(left) <= set(stops):
        return None
    text = say("This route leaves out exactly {count} of the large stops that it visits.", count=count)
    return Violation("bad_uncounted", text, {"train": route.train})


# --- all trains together ---------------------------------------------------------------------------------


def _check_freight(view: View, routes: Sequence[Route]) -> Violation | None:
    freight = [route for route in routes if kind_of(view, route) == FREIGHT]
    if next(groupings(view, freight), None) is not None:
        return None
    text = say(
        "Freight trains join end to end at large stations into one run without a stop or "
        "track twice; only permanent ones may run apart."
    )
    return Violation("freight_apart", text)


def _check_chain(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """The main run includes the home; each further run meets one before it at a large station (7.8)."""
    board, home = view.board(), home_of(view, company)
    stations = [{p for p in large_stops(board, r.path) if not area_kind(board, p)} for r in routes]
    linked = [here for here in stations if home in here]
    if not linked:
        return Violation(
            "no_main_run", say("One run at least includes the home of {company}.", company=company)
        )
    reached = set[Place]().union(*linked)
    apart = [here for here in stations if home not in here]
    while met := [here for here in apart if here & reached]:
        apart = [here for here in apart if not here & reached]
        reached |= set[Place]().union(*met)
    if not apart:
        return None
    text = say("Each further run meets the main run, or one that is joined to it, at a large station.")
    return Violation("run_apart", text)


def _check_idle(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Each train runs if it can; freight trains are joined for that (7.8, 7.8.1)."""
    runs = {route.train for route in routes}
    idle = [train for train in runnable(view, company) if train.id not in runs]
    for train in idle:
        if type_of(train) != FREIGHT and _leaves_home(view, company, unit_of(view, train)):
            text = say(
                "Each train runs if it can: the {name} needs a run that meets another one.",
                name=_name(view, train),
            )
            return Violation(TRAIN_IDLE, text, {"train": train.id})
    return _check_crew(view, company, [view.state.trains[train] for train in runs]) if idle else None


def _check_crew(view: View, company: str, trains: Sequence[Train]) -> Violation | None:
    """No other freight trains must run than those that do."""
    crew, every = crew_of(view, trains), crews(view, company)
    if crew in every:
        return None
    more = next((other for other in every if crew.within(other)), None)
    if more is not None:
        names = _names(view, company, more)
        several = joined(AND, names)
        text = say("the freight train {several} can run, and must.", several=several)
        if len(names) > 1:
            how = say(", joined end to end") if more.loose else ""
            text = say(
                "the freight trains {several} can run together{joined}, and must.",
                several=several,
                joined=how,
            )
        return Violation(FREIGHT_IDLE, say("Each train runs if it can: {text}", text=text))
    lasting = next((other for other in every if other.lasting), None)
    if lasting is None or crew.lasting:
        return None
    names = _names(view, company, Crew((), lasting.lasting))
    several = joined(AND, names)
    text = (
        say("the freight trains {several} can run", several=several)
        if len(names) > 1
        else say("the freight train {several} can run", several=several)
    )
    more_text = say("and trains that rust run joined to a permanent one.")
    return Violation(
        FREIGHT_IDLE, say("Each train runs if it can: {text}, {more_text}", text=text, more_text=more_text)
    )


def _names(view: View, company: str, crew: Crew) -> list[str]:
    """The trains of a crew by name."""
    free = {False: Counter(crew.loose), True: Counter(crew.lasting)}
    found = []
    for train in runnable(view, company):
        legs, leg = free[is_permanent(view, train.kind)], unit_of(view, train)[1][0]
        if type_of(train) == FREIGHT and legs[leg]:
            legs[leg] -= 1
            found.append(_name(view, train))
    return found


def _name(view: View, train: Train) -> str:
    return train_name(view.data.trains[train.kind], type_of(train))


ROUTES = MixedRoutes(counts=LARGE, track_shared=True)
