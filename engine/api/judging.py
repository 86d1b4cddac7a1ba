"""Files that anybody may hand in: read within limits, and compared with what today's rules make of them."""

from __future__ import annotations

from engine.checks.exported import MOST_BYTES, limited
from engine.checks.exported import parsed as parse_export
from engine.checks.rejudge import forgery_reason, rejudge, replay_and_compare
from engine.core.errors import BROKEN_GAME_ERRORS

__all__ = [
    "BROKEN_GAME_ERRORS",
    "MOST_BYTES",
    "forgery_reason",
    "limited",
    "parse_export",
    "rejudge",
    "replay_and_compare",
]
