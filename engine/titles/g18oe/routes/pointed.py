"""Routes that a player has pointed out before a railroad of 18OE runs (11.3.9)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Violation
from engine.core.view import View
from engine.routes.paths import Route, parse_routes
from engine.steps.turns import turn_note

POINTED = "pointed_out"


def pointed_out(view: View) -> Sequence[Route]:
    """The routes that were pointed out to the railroad whose turn it is; none when nobody did."""
    return parsed(turn_note(view, POINTED, []))


def parsed(raw: object) -> Sequence[Route]:
    """Routes of an action that was taken, or that a note keeps; none of what is malformed."""
    found = parse_routes(raw)
    return () if isinstance(found, Violation) else found
