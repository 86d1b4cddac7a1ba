"""The runs of the shared recorded games: the search for each, on the board as it was."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine import TITLES
from engine.core.view import View
from engine.recorded.reader import read
from engine.recorded.replay import Replay as Follower
from engine.recorded.replay import Report, follower
from tests.bench.timing import spread

GAMES = Path(__file__).resolve().parents[3] / "shared" / "conformance"
MISSING = "the recorded games (../shared/conformance) are not here"
LIMIT = 10.0


def figures() -> dict[str, Any] | str:
    """For each game its runs; a word where there are no games."""
    return {name: _told(report) for name, report, _ in replayed()} or MISSING


def _told(report: Report) -> dict[str, Any]:
    return {
        **spread([run.seconds * 1000 for run in report.runs]),
        "proven": sum(run.proven for run in report.runs),
        "below_recorded": sum(run.best < run.recorded for run in report.runs),
    }


def final_positions() -> Iterator[View]:
    """How the recorded games ended."""
    yield from (view for _, _, view in replayed())


@cache
def replayed() -> tuple[tuple[str, Report, View], ...]:
    """Each recorded game with the report of its replay and its last position."""
    return tuple(map(_followed, sorted([*GAMES.glob("*.jsonl"), *GAMES.glob("*.jsonl.gz")])))


def _followed(file: Path) -> tuple[str, Report, View]:
    recording = read(file.name, file.read_bytes())
    title = TITLES[recording.title]
    one = Follower(recording, title, follower(title), time.process_time, LIMIT)
    return file.name, one.run(), one.game.view
