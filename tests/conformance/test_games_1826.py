"""Recorded games of 1826 are followed without a difference; altered facts are found; short invented records.

The recorded games are read where ../shared/conformance is.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.recorded.reader import Recording, read
from engine.recorded.replay import Mismatch, replay
from engine.titles.g1826 import TITLE

GAMES = Path(__file__).resolve().parents[3] / "shared" / "conformance"
FILES = sorted(GAMES.glob("1826*.jsonl*"))
HERE = pytest.mark.skipif(not FILES, reason="the recorded games (../shared/conformance) are not here")
Line = dict[str, Any]
AFTER = 5
"""Lines behind an altered one that are still followed."""


@cache
def recording(path: Path) -> Recording:
    return read(path.name, path.read_bytes())


@HERE
@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_recorded_game_is_followed_without_a_difference(path: Path) -> None:
    record = recording(path)
    report = replay(record, TITLE)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(record.lines)
    assert report.checks > 5 * report.actions


@HERE
def test_slips_and_corrections_of_the_recorders_are_told_by_line() -> None:
    told = replay(recording(FILES[0]), TITLE).notes
    assert told == [
        "n 257: D12 becomes 87, as corrected at the table",
        "n 387: PO is paid 280 as stated, though its trains earn at most 270",
        "n 678: Als is paid 1020 as stated, though its trains earn at most 380",
    ]


# --- altered facts -----------------------------------------------------------------------------------

Alter = Callable[[list[Line]], Line]


def _line(lines: list[Line], kind: str) -> Line:
    return next(line for line in lines if line["action"]["type"] == kind)


def _action(kind: str, key: str, value: Any = None) -> Alter:
    def alter(lines: list[Line]) -> Line:
        line = _line(lines, kind)
        line["action"][key] = line["action"][key] + 10 if value is None else value
        return line

    return alter


def _event(kind: str, key: str, value: Any = None) -> Alter:
    def alter(lines: list[Line]) -> Line:
        found = ((line, e) for line in lines for e in line.get("events", []) if e["event"] == kind)
        line, event = next(pair for pair in found if key in pair[1])
        event[key] = event[key] + 10 if value is None else value
        return line

    return alter


def _lost_event(kind: str) -> Alter:
    def alter(lines: list[Line]) -> Line:
        found = ((line, e) for line in lines for e in line.get("events", []) if e["event"] == kind)
        line, event = next(found)
        line["events"].remove(event)
        return line

    return alter


def _position(n: int, *keys: str) -> Alter:
    def alter(lines: list[Line]) -> Line:
        line = lines[n - 1]
        where: Any = line
        for key in keys[:-1]:
            where = where[key]
        last = where[keys[-1]]
        where[keys[-1]] = [] if isinstance(last, list) else last + 10
        return line

    return alter


def _actor(kind: str, who: str) -> Alter:
    def alter(lines: list[Line]) -> Line:
        line = _line(lines, kind)
        line["actor"]["id"] = who
        return line

    return alter


def _free_cash(lines: list[Line]) -> Line:
    line = _line(lines, "bid")
    line["free_cash"] += 10
    return line


P1 = "Player 1"
ALTERATIONS: dict[str, tuple[Alter, str]] = {
    "the price of a private": (_action("buy_private", "price"), "action.price"),
    "the cost of a par": (_action("par", "cost"), "action.cost"),
    "the percent of a par": (_action("par", "percent", 30), "action.percent"),
    "who is paid for a par": (_action("par", "pays", "GC"), "action.pays"),
    "the cost of a share": (lambda lines: _alter(lines, "from", "treasury", "cost"), "action.cost"),
    "what a sale brings": (_action("sell_shares", "proceeds"), "action.proceeds"),
    "the cost of a tile": (_action("lay_tile", "cost"), "action.cost"),
    "the track of a tile": (_action("lay_tile", "track", [[1, 2]]), "action.track"),
    "the cost of a token": (_action("place_token", "cost"), "action.cost"),
    "the trains of a run": (_action("run_routes", "trains", ["4H"]), "action.trains"),
    "the income that is distributed": (
        lambda lines: _alter(lines, "kind", "pay", "amount"), "action.amount"
    ),
    "the price of a train": (_action("buy_train", "price"), "action.price"),
    "the amount of a loan": (_action("take_loan", "amount"), "action.amount"),
    "the cost of a redemption": (_action("redeem", "cost"), "action.cost"),
    "the president of a turn": (_action("turn_start", "president", P1), "action.president"),
    "who has priority": (_event("priority", "player", "Player 2"), "action.priority"),
    "a payout": (_event("payout", "amount"), "event"),
    "a price move": (_event("price", "to", {"value": 1, "column": 0, "row": 0}), "event"),
    "what half a dividend keeps": (_event("split_kept", "amount"), "event"),
    "interest": (_event("interest", "amount"), "event"),
    "the source of interest": (_event("interest", "source", "revenue"), "event"),
    "the capital": (_event("floats", "amount"), "event"),
    "the phase": (_event("phase", "phase", "6H"), "event"),
    "a train that rusts": (_event("rust", "train", "4H"), "event"),
    "a float that is not told": (_lost_event("floats"), "event"),
    "money that no bid binds": (_free_cash, "action.free_cash"),
    "a player's money": (_position(28, "after", "players", P1, "cash"), f"players.{P1}.cash"),
    "a treasury": (_position(51, "after", "corporations", "GC", "cash"), "corporations.GC.cash"),
    "a holding": (_position(51, "derived", "shares", P1, "GC"), f"shares.{P1}.GC"),
    "a price": (_position(51, "derived", "prices", "GC", "column"), "prices.GC.column"),
    "trains": (_position(51, "derived", "trains", "GC"), "trains.GC"),
    "loans": (_position(225, "derived", "loans", "Est"), "loans.Est"),
}  # fmt: skip


def _alter(lines: list[Line], key: str, value: str, figure: str) -> Line:
    line = next(line for line in lines if line["action"].get(key) == value)
    line["action"][figure] += 10
    return line


@HERE
@pytest.mark.parametrize("name", sorted(ALTERATIONS))
def test_an_altered_fact_is_found_at_its_line(name: str) -> None:
    alter, what = ALTERATIONS[name]
    record = recording(FILES[0])
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines[:265]])
    line = alter(lines)
    assert (line["n"], what) in {(m.n, m.what) for m in _mismatches(record, lines[: line["n"] + AFTER])}


def _mismatches(record: Recording, lines: list[Line]) -> list[Mismatch]:
    short = replace(record, lines=lines, final={})
    return [m for m in replay(short, TITLE).mismatches if m.n != "end"]


@HERE
@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (_actor("bid", "Player 2"), "Player 1"),
        (_actor("turn_start", "GC"), "OR 1.1"),
        (_action("par", "price", 83), "no_par_value"),
        (_action("dividend", "type", "build_canal"), "OR 1.1"),
    ],
)
def test_a_line_that_cannot_be_followed_ends_the_replay(alter: Alter, why: str) -> None:
    record = recording(FILES[0])
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines[:60]])
    line = alter(lines)
    found = _mismatches(record, lines)[-1]
    assert found.n == line["n"]
    assert why in str(found.ours)


@HERE
@pytest.mark.parametrize(
    "alter", [_action("lay_tile", "hex", "C13"), _action("place_token", "hex", "L14")], ids=["tile", "token"]
)
def test_what_is_built_against_the_rules_is_a_difference_and_the_rest_is_compared(alter: Alter) -> None:
    record = recording(FILES[0])
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines[:83]])
    line = alter(lines)
    found = _mismatches(record, lines)
    assert (found[0].n, found[0].what, found[0].stated) == (line["n"], "action.rules", "legal")
    assert all(m.stated != "in turn" for m in found)


@HERE
def test_the_members_and_the_president_of_a_national_are_compared() -> None:
    record = recording(FILES[0])
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines[:346]])
    line = _line(lines, "national_forms")
    line["action"]["minors"] = ["GC", "Ouest"]
    president = next(e for e in line["events"] if e["event"] == "president")
    president["player"] = "Player 5"
    assert [m.what for m in _mismatches(record, lines)] == ["minors", "national.president"]


@HERE
def test_the_end_is_compared() -> None:
    record = recording(FILES[0])
    final = copy.deepcopy(dict(record.final))
    final["result"][P1] += 1
    final["rounds"] = "OR 8.2"
    found = {m.what for m in replay(replace(record, final=final), TITLE).mismatches}
    assert found == {f"final.result.{P1}", "final.rounds"}
