"""Runs that nobody chooses: the rules demand the best one, and it follows from an action by itself.

A search may take a second, so who must not wait asks for `Unsearched` instead: then he searches elsewhere
(`forced_run` with the position of the signal), puts the run among ``view.runs`` and submits again.
"""

from __future__ import annotations

import hashlib
import json

from engine.core.actions import Json
from engine.core.errors import EngineError
from engine.core.state import to_json
from engine.core.view import View
from engine.routes.paths import Route
from engine.routes.suggest import after, best_routes

PATIENCE = 100
"""How often the search may ask whether to go on: about a second."""


class Unsearched(EngineError):
    """A run is due that is not among those known; the action was taken back."""

    def __init__(self, company: str, key: str, state: Json) -> None:
        super().__init__(f"the run of {company} is due and not yet searched")
        self.company, self.key, self.state = company, key, state


def forced_run(view: View, company: str) -> tuple[Route, ...]:
    """The run that earns the most; raises Unsearched where runs are searched elsewhere.

    Nobody waits for a search without end: with very many trains it is the best set found with a fixed
    effort, the same on every machine.
    """
    if view.runs is None:
        return best_routes(view, company, after(PATIENCE)).routes
    state = to_json(view.state)
    key = _key(state, company)
    if key not in view.runs:
        raise Unsearched(company, key, state)
    return view.runs[key]


def _key(state: Json, company: str) -> str:
    text = json.dumps([company, state], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]
