"""Recorded runs: their routes in our form, and the income that the record pays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import CITY, OFFBOARD, TOWN, stop_end
from engine.core.actions import Action, Json
from engine.core.errors import Refused, Violation
from engine.core.events import CompanyChanged, CursorMoved, Noted
from engine.core.log import Record
from engine.core.state import Place, Train
from engine.core.view import View
from engine.game import Game
from engine.recorded.acts import Taken, deciding
from engine.recorded.reader import Line
from engine.routes.policy import parse_routes, policy_of, revenue, subsidy
from engine.steps.run import REVENUE, SUBSIDY, RunTrains
from engine.steps.turns import TURN

_STOPS = {"c": CITY, "t": TOWN, "o": OFFBOARD}
OLDER = "revenue_by_current_rule"
"""Beside a revenue by an older reading: what the same routes earn by the rules of today."""


def pay(game: Game, company: str, stated: Mapping[str, Json], step: str) -> Record:
    """Pay a stated income in place of a run, so that the rest can be compared; ``step`` is next."""
    if any(not isinstance(amount, int) or amount < 0 for amount in stated.values()):
        raise ValueError(f"an income of {dict(stated)}")
    cursor, before = game.state.cursor, game.view.company(company).last_revenue
    notes = [Noted(TURN + key, None, amount) for key, amount in stated.items()]
    earned = CompanyChanged(company, "last_revenue", before, stated[REVENUE])
    events = [*notes, earned, CursorMoved(cursor, replace(cursor, step=step))]
    return game.correct("record", [e.to_json() for e in events], "the recorded income is paid")


class Runs:
    """How recorded runs are taken; a title says what its trains are called and may leave out.

    ``idle`` are the codes of refusals for a train that could run and does not: it is noted, no difference.
    The turn goes on at ``step``.
    """

    idle: Collection[str] = ()
    step = "dividend"

    def is_meant(self, train: Train, said: Json) -> bool:
        """Whether a route names this train."""
        return bool(train.kind == said)

    def left_out(self, view: View, route: Mapping[str, Json], paid: set[Place]) -> list[Place]:
        """The stops of a route that are not counted; ``paid`` are those that any route counts."""
        return []

    def run_routes(self, game: Game, line: Line) -> Taken:
        """The routes as stated, if they may run; the stated revenue is paid, whatever they earn here.

        Of a run that is called a slip it is not asked what it earns.
        """
        taken = self._taken(game, line)
        return replace(taken, figures={}) if line.get("slip") else taken

    def _taken(self, game: Game, line: Line) -> Taken:
        said, company = line["action"], line["actor"]["id"]
        stated = {key: int(said[key]) for key in (REVENUE, SUBSIDY) if key in said}
        details = _details(game.view, said)
        try:
            routes = self.routes_of(game.view, company, said["routes"])
            action = Action(RunTrains.kind, deciding(game), {"routes": routes})
            refused = game.check(action)
        except Refused as error:
            refused = error.violation
        if refused is not None and refused.code not in self.idle:
            note = f"the recorded routes of {company} are refused; their income is paid as recorded"
            ours: Mapping[str, Json] = {} if not said["routes"] else {REVENUE: str(Refused(refused))}
            return Taken([pay(game, company, stated, self.step)], ours, details, note)
        earned = _earned(game.view, company, action, stated)
        figures = {OLDER if key == REVENUE and OLDER in said else key: earned[key] for key in stated}
        if refused is None and earned == stated:
            return Taken([game.submit(action)], figures, details)
        idle = f"{company} leaves a train idle that could run; its income is paid as recorded"
        note = _note(company, stated, earned) if refused is None else idle
        return Taken([pay(game, company, stated, self.step)], figures, details, note)

    def routes_of(self, view: View, company: str, routes: Sequence[Mapping[str, Json]]) -> list[Json]:
        """Recorded routes in our form; each takes a train of its name that no other route took."""
        free = list(view.trains(company))
        paid = {place_of(view, s) for route in routes for s in route["stops"] if s.get("counted", True)}
        found: list[Json] = []
        for route in routes:
            train = next((t for t in free if self.is_meant(t, route["train"])), None)
            if train is None:
                text = f"{company} has no train {_name(route['train'])} left."
                raise Refused(Violation("no_such_train", text))
            free.remove(train)
            left = self.left_out(view, route, paid)
            told = {"uncounted": [list(place) for place in left]} if left else {}
            found.append({"train": train.id, "path": _path(view.board(), route), **told})
        return found


def _name(said: Json) -> Json:
    return said["type"] if isinstance(said, dict) else said


def _earned(view: View, company: str, action: Action, stated: Collection[str]) -> dict[str, int]:
    """What legal routes earn here, of the kinds of income that are stated."""
    parsed = parse_routes(action.args["routes"])
    assert not isinstance(parsed, Violation)
    earned = {REVENUE: revenue(view, company, parsed), SUBSIDY: subsidy(view, company, parsed)}
    return {key: earned[key] for key in stated}


def _note(company: str, stated: Mapping[str, int], earned: Mapping[str, int]) -> str:
    """Tells an income that is paid as stated though the routes earn something else."""
    here, paid = (f"{found[REVENUE]} and {found.get(SUBSIDY, 0)} of subsidy" for found in (earned, stated))
    return f"{company} is paid {paid} as recorded; its routes earn {here}"


def _details(view: View, said: Mapping[str, Json]) -> dict[str, tuple[Json, Json]]:
    """That the routes add up to the stated income, and what each large stop is worth in this phase."""
    found: dict[str, tuple[Json, Json]] = {}
    for key in (REVENUE, SUBSIDY):
        parts = [route[key] for route in said["routes"] if key in route]
        if parts and not (key == REVENUE and OLDER in said):
            found[f"routes.{key}"] = (sum(parts), said[key])
    for i, route in enumerate(said["routes"]):
        worth = _key(view, route["train"])
        large = [stop for stop in route["stops"] if stop["kind"] != TOWN and "value" in stop]
        ours = [view.board().revenue(*place_of(view, stop), worth) for stop in large]
        found[f"routes.{i}.values"] = ([stop["value"] for stop in large], ours)
    return found


def _key(view: View, train: Json) -> str:
    """The key under which a train values stops now."""
    spec = view.data.trains.get(train) if isinstance(train, str) else None
    return (spec and spec.values) or policy_of(view).revenue_key(view)


def place_of(view: View, stop: Mapping[str, Json]) -> Place:
    """Where a recorded stop is."""
    return stop["hex"], view.board().face(stop["hex"]).indices(stop["kind"])[stop["index"]]


def _path(board: Board, route: Mapping[str, Json]) -> list[Json]:
    """The pieces of a route in running order, each turned the way the train runs."""
    first = route["stops"][0]
    stop = board.face(first["hex"]).indices(first["kind"])[first["index"]]
    here = first["hex"], stop_end(stop)
    path: list[Json] = []
    for raw in route["track"]:
        ends = [_end(board, raw[0], end) for end in raw[1:]]
        if (raw[0], ends[0]) != here:
            ends.reverse()
        path.append([raw[0], *ends])
        here = _beyond(board, raw[0], ends[1])
    return path


def _end(board: Board, coord: str, end: int | str) -> int:
    if isinstance(end, int):
        return end
    return stop_end(board.face(coord).indices(_STOPS[end[0]])[int(end[1:])])


def _beyond(board: Board, coord: str, end: int) -> tuple[str, int]:
    """Where a train is that reached this end: over the edge on the next hex, or at the stop."""
    if end > 5:
        return coord, end
    return board.hexmap.neighbour(coord, end) or "", opposite(end)
