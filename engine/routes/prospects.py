"""What a best run depends on, and whether a run that was found may be shown.

A search may take seconds, and most turns change nothing that it looks at: `basis` is equal for two positions
in which a company's best run is the same. `verified` keeps only sets that the plain rules accept at the
revenue that the search claims.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields, replace

from engine.core.actions import Json
from engine.core.view import View
from engine.routes.paths import LAST_ROUTES
from engine.routes.policy import RouteSet, check_routes, policy_of, revenue, subsidy


def basis(view: View, company: str) -> str:
    """A fingerprint of all that the routes of a company and their revenue depend on.

    Equal for positions with the same track, station and other markers, phase, trains of the company (and how
    they run now), powers and what the title notes of the company. Money, shares, prices and whose turn it is
    are no part of it, except who presides over what.
    """
    text = json.dumps(_depends(view, company), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _depends(view: View, company: str) -> Json:
    state, policy = view.state, policy_of(view)
    own = {k: v for k, v in view.company(company).data.items() if k != LAST_ROUTES}
    return {
        "title": view.data.key,
        "company": company,
        "kind": view.company(company).kind,
        "own": own,
        "terms": _passage(view, company),
        "phase": state.phase,
        "tiles": {coord: list(laid) for coord, laid in state.tiles.items()},
        "stations": sorted([t.company, *t.place] for t in state.tokens.values() if t.place is not None),
        "markers": {name: list(place) for name, place in state.markers.items()},
        "trains": [[t.id, t.kind, t.data, _manner(view, t.id)] for t in view.trains(company)],
        "owners": {c.id: view.owner(c.id) for c in state.companies.values() if not c.closed},
        "named": [route.to_json() for route in policy.named(view, company)],
        "bonuses": sorted([*place, amount] for place, amount in policy.bonuses(view, company).items()),
    }


def _passage(view: View, company: str) -> Json:
    terms = policy_of(view).terms(view, company)
    parts = terms.harbours, terms.again, terms.unblocked, terms.gates, terms.bars
    return [_ordered(part) for part in parts]


def _manner(view: View, train: str) -> Json:
    manner = policy_of(view).manner(view, train)
    return [_ordered(getattr(manner, part.name)) for part in fields(manner)]


def _ordered(value: Json) -> Json:
    """The same with its sets as lists in order."""
    if isinstance(value, frozenset):
        return sorted(value)
    return [_ordered(part) for part in value] if isinstance(value, tuple) else value


def verified(
    view: View, company: str, sets: Sequence[RouteSet]
) -> tuple[tuple[RouteSet, ...], tuple[str, ...]]:
    """The sets that the plain rules accept at the revenue claimed, and a sentence for each of the others.

    What is left when a set fails is no longer proven to be the best.
    """
    priced = [_at_its_worth(view, company, found) for found in sets]
    judged = [(found, fault_of(view, company, found)) for found in priced]
    faults = tuple(fault for _, fault in judged if fault)
    good = (found for found, fault in judged if not fault)
    return tuple(replace(found, proven=found.proven and not faults) for found in good), faults


def _at_its_worth(view: View, company: str, found: RouteSet) -> RouteSet:
    """A set at what it earns where a cut search knows less: a marker may be worth more with another train."""
    if found.proven or check_routes(view, company, found.routes) is not None:
        return found
    earned = revenue(view, company, found.routes)
    return replace(found, revenue=earned) if found.revenue < earned <= found.bound else found


def fault_of(view: View, company: str, found: RouteSet) -> str:
    """Why the plain rules disagree with a set of the search; empty when they do not."""
    refusal = check_routes(view, company, found.routes)
    if refusal is not None:
        return f"The search offers routes of {company} that are refused ({refusal.code}): {refusal.text}"
    claimed = found.revenue, found.subsidy
    earned = revenue(view, company, found.routes), subsidy(view, company, found.routes)
    if earned != claimed:
        return f"The search claims {claimed} for routes of {company} that earn {earned}."
    return ""
