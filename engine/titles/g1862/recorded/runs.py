"""Recorded runs: which train a route means, and what it leaves out."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board.faces import TOWN
from engine.core.actions import Json
from engine.core.state import Place, Train
from engine.core.view import View
from engine.recorded import runs
from engine.recorded.runs import place_of
from engine.titles.g1862.data.options import FREIGHT
from engine.titles.g1862.phases.bands import reach, type_of
from engine.titles.g1862.steps.routes import IDLE


class Runs(runs.Runs):
    """Trains have a letter and a type; those that visit more than they count leave out the rest."""

    idle = IDLE

    def is_meant(self, train: Train, said: Json) -> bool:
        return bool((train.kind, type_of(train)) == (said["level"], said["kind"]))

    def left_out(self, view: View, route: Mapping[str, Json], paid: set[Place]) -> list[Place]:
        """The stops over the number that counts: first those that nobody counts."""
        level, kind = route["train"]["level"], route["train"]["kind"]
        counts, visits = reach(view.data.trains[level], kind)
        large = [stop for stop in route["stops"] if stop["kind"] != TOWN]
        if kind == FREIGHT or counts == visits or len(large) <= counts:
            return []
        spare = [place_of(view, stop) for stop in large if not stop["counted"]]
        return sorted(spare, key=lambda place: place in paid)[: len(large) - counts]


run_routes = Runs().run_routes
