"""Recorded games of 1889 are followed with no fact that differs, and every run is solved.

They are read where ../shared/conformance is.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.recorded.reader import Recording, read
from engine.recorded.replay import replay
from engine.titles.g1889 import TITLE

GAMES = Path(__file__).resolve().parents[3] / "shared" / "conformance"
FILES = sorted(GAMES.glob("1889*.jsonl*"))
HERE = pytest.mark.skipif(not FILES, reason="the recorded games (../shared/conformance) are not here")

AFTER = 5
"""Lines behind an altered one that are still followed."""


@cache
def recording(path: Path) -> Recording:
    return read(path.name, path.read_bytes())


@HERE
@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_recorded_game_is_followed_and_its_runs_are_solved(path: Path) -> None:
    record = recording(path)
    report = replay(record, TITLE, clock=time.process_time)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(record.lines)
    assert report.checks > 50 * report.actions
    assert all(run.proven and run.best >= run.recorded for run in report.runs)
    slips = sum("slip" in line for line in record.lines)
    assert len(report.notes) == slips


@HERE
@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
@pytest.mark.parametrize("kind", ["cash", "price", "tile", "route", "private"])
def test_an_altered_fact_is_found(path: Path, kind: str) -> None:
    record = recording(path)
    lines = [dict(line) for line in record.lines]
    at = next(i for i, line in enumerate(lines) if _alter(kind, line) is not None)
    lines[at] = _alter(kind, lines[at]) or {}
    report = replay(replace(record, lines=lines[: at + AFTER]), TITLE)
    assert str(report.mismatches[0]).startswith(f"n {lines[at]['n']}:")


def _alter(kind: str, line: dict) -> dict | None:
    """The line with one fact changed, or None where it has no such fact."""
    said, after = line["action"], line["after"]
    if kind == "cash" and line["n"] > 100:
        first = {**after["players"]["Player 1"], "cash": after["players"]["Player 1"]["cash"] + 1}
        return {**line, "after": {**after, "players": {**after["players"], "Player 1": first}}}
    if kind == "price" and said["type"] == "sell_shares":
        return {**line, "action": {**said, "proceeds": said["proceeds"] + 5}}
    if kind == "tile" and said["type"] == "lay_tile":
        return {**line, "action": {**said, "cost": said["cost"] + 80}}
    if kind == "route" and said["type"] == "run_routes" and said["routes"]:
        return {**line, "action": {**said, "revenue": said["revenue"] + 10}}
    owners = {name: told for name, told in after["players"].items() if told["privates"]}
    if kind == "private" and owners and line["n"] > 10:
        name, told = next(iter(owners.items()))
        robbed = {**told, "privates": told["privates"][1:]}
        return {**line, "after": {**after, "players": {**after["players"], name: robbed}}}
    return None
