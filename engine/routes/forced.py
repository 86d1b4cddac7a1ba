"""Runs that nobody chooses: the rules demand the best one, and it follows from an action by itself.

A search may take a second, so who must not wait gives `View.answers`: then the search is asked of him with
`SearchNeeded`; he searches elsewhere (`answer`), puts the run there and submits again.
"""

from __future__ import annotations

import hashlib
import json

from engine.core.actions import Json
from engine.core.errors import Violation
from engine.core.state import to_json
from engine.core.view import SearchNeeded, View
from engine.routes.paths import Route, parse_routes
from engine.routes.suggest import after, best_routes

PATIENCE = 100
"""How often the search may ask whether to go on: about a second."""


def forced_run(view: View, company: str) -> tuple[Route, ...]:
    """The run that earns the most; raises SearchNeeded where runs are searched elsewhere.

    Nobody waits for a search without end: with very many trains it is the best set found with a fixed
    effort, the same on every machine.
    """
    if view.answers is None:
        return best_routes(view, company, after(PATIENCE)).routes
    state = to_json(view.state)
    key = _key(state, company)
    if key not in view.answers:
        raise SearchNeeded(company, key, state)
    routes = parse_routes(view.answers[key])
    assert not isinstance(routes, Violation)
    return routes


def answer(view: View, company: str) -> list[Json]:
    """What `SearchNeeded` asks about the company, in JSON."""
    return [route.to_json() for route in forced_run(view, company)]


def _key(state: Json, company: str) -> str:
    text = json.dumps([company, state], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]
