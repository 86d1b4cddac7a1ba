"""Recorded games are followed action by action with no fact that differs; altered facts are found.

They are read where ../shared/conformance is; `test_replay.py` needs none of them.
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
from engine.titles.g1862 import TITLE

GAMES = Path(__file__).resolve().parents[3] / "shared" / "conformance"
FILES = sorted(GAMES.glob("1862*.jsonl*"))
HERE = pytest.mark.skipif(not FILES, reason="the recorded games (../shared/conformance) are not here")
Line = dict[str, Any]
PLAYER, COMPANY = "Player 1", "ESR"
AFTER = 5
"""Lines behind an altered one that are still followed."""


@cache
def recording(path: Path) -> Recording:
    return read(path.name, path.read_bytes())


# --- the recorded games ------------------------------------------------------------------------------


@HERE
@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_recorded_game_is_followed_without_a_difference(path: Path) -> None:
    record = recording(path)
    report = replay(record, TITLE)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(record.lines)
    assert report.checks > 50 * report.actions


# --- altered facts -----------------------------------------------------------------------------------


def _line(lines: list[Line], kind: str, **wanted: Any) -> Line:
    """The first line whose action is of this type and says what is wanted."""
    return next(
        line
        for line in lines
        if line["action"]["type"] == kind and all(line["action"].get(k) == v for k, v in wanted.items())
    )


def _with_event(lines: list[Line], kind: str) -> tuple[Line, Line]:
    found = ((line, e) for line in lines for e in line.get("events", []) if e["event"] == kind)
    return next(found)


def _action(kind: str, key: str) -> Callable[[list[Line]], Line]:
    def alter(lines: list[Line]) -> Line:
        line = _line(lines, kind)
        line["action"][key] += 10
        return line

    return alter


def _event(kind: str, key: str, value: Any = None) -> Callable[[list[Line]], Line]:
    def alter(lines: list[Line]) -> Line:
        line, event = _with_event(lines, kind)
        event[key] = event[key] + 10 if value is None else value
        return line

    return alter


def _position(change: Callable[[Any], None], n: int = 40) -> Callable[[list[Line]], Line]:
    def alter(lines: list[Line]) -> Line:
        line = lines[n - 1]
        change(line["after"])
        return line

    return alter


def _lost_event(kind: str) -> Callable[[list[Line]], Line]:
    def alter(lines: list[Line]) -> Line:
        line, event = _with_event(lines, kind)
        line["events"].remove(event)
        return line

    return alter


def _raise(record: Any, key: str) -> None:
    record[key] += 1


def _field(line_of: str, key: str, value: Any) -> Callable[[list[Line]], Line]:
    def alter(lines: list[Line]) -> Line:
        line = _line(lines, line_of)
        line[key] = value
        return line

    return alter


def _route(key: str) -> Callable[[list[Line]], Line]:
    def alter(lines: list[Line]) -> Line:
        line = _line(lines, "run_routes")
        line["action"]["routes"][0][key] += 10
        return line

    return alter


def _stop_value(lines: list[Line]) -> Line:
    line = _line(lines, "run_routes")
    line["action"]["routes"][0]["stops"][0]["value"] += 10
    return line


Alter = Callable[[list[Line]], Line]


def _player(change: Callable[[Any], None]) -> Alter:
    return _position(lambda a: change(a["players"][PLAYER]))


def _company(change: Callable[[Any], None], n: int = 40) -> Alter:
    return _position(lambda a: change(a["corporations"][COMPANY]), n)


def _new_company(after: Any) -> None:
    after["corporations"]["ENR"] = {"cash": 1, "permits": [], "tokens": [], "trains": []}


OF_PLAYER, OF_COMPANY = f"players.{PLAYER}", f"corporations.{COMPANY}"
ALTERATIONS: dict[str, tuple[Alter, str]] = {
    "the cost of a share": (_action("buy_share", "cost"), "action.cost"),
    "the price of a train": (_action("buy_train", "price"), "action.price"),
    "the revenue of a run": (_action("run_routes", "revenue"), "action.revenue"),
    "the revenue of one route": (_route("revenue"), "action.routes.revenue"),
    "the subsidy of one route": (_route("subsidy"), "action.routes.subsidy"),
    "the value of a stop": (_stop_value, "action.routes.0.values"),
    "a subsidy": (_action("run_routes", "subsidy"), "action.subsidy"),
    "a player's money": (_player(lambda p: _raise(p, "cash")), f"{OF_PLAYER}.cash"),
    "a player's certificates": (_player(lambda p: _raise(p, "certs")), f"{OF_PLAYER}.certs"),
    "a holding": (_player(lambda p: _raise(p["shares"], COMPANY)), f"{OF_PLAYER}.shares.{COMPANY}"),
    "an obligation": (_player(lambda p: p.update(obligations=[COMPANY])), f"{OF_PLAYER}.obligations"),
    "a treasury": (_company(lambda c: _raise(c, "cash")), f"{OF_COMPANY}.cash"),
    "a rank": (_company(lambda c: _raise(c["price"], "rank")), f"{OF_COMPANY}.price.rank"),
    "a marker": (_company(lambda c: c["tokens"].append(["F5", 0]), 70), f"{OF_COMPANY}.tokens"),
    "markers left": (_company(lambda c: _raise(c, "tokens_left")), f"{OF_COMPANY}.tokens_left"),
    "a train": (_company(lambda c: c["trains"].pop(), 70), f"{OF_COMPANY}.trains"),
    "a permit": (_company(lambda c: c["permits"].append("express")), f"{OF_COMPANY}.permits"),
    "a president": (_company(lambda c: c.update(president="Player 2")), f"{OF_COMPANY}.president"),
    "the bank": (_position(lambda a: _raise(a, "bank")), "bank"),
    "the phase": (_position(lambda a: a.update(phase="C")), "phase"),
    "the trains left": (_position(lambda a: _raise(a["depot"], "A")), "depot.A"),
    "the shares in the ipo": (_position(lambda a: _raise(a["ipo"], "NGC")), "ipo.NGC"),
    "a share in the pool": (_position(lambda a: a["pool"].update({COMPANY: 10})), f"pool.{COMPANY}"),
    "a tile": (_position(lambda a: a["tiles"].update(C10=["5", 0]), 59), "tiles.C10"),
    "the operating order": (_position(lambda a: a["order"].reverse(), 57), "order"),
    "a company too many": (_position(_new_company), "corporations.ENR"),
    "who has priority": (_event("priority", "player", "Player 2"), "event"),
    "a dividend": (_event("pays_out", "amount"), "event"),
    "a price move": (_event("price", "to"), "event"),
    "the capital": (_event("capital", "amount"), "event"),
    "the phase that begins": (_event("phase", "phase", "D"), "event"),
    "a float that is not told": (_lost_event("floats"), "event"),
    "a subsidy that is not told": (_lost_event("subsidy"), "event"),
    "the kind of actor": (_field("place_token", "actor", {"kind": "player", "id": "SVR"}), "actor.kind"),
    "who decides": (_field("place_token", "by", "Player 1"), "by"),
}


@HERE
@pytest.mark.parametrize("name", sorted(ALTERATIONS))
def test_an_altered_fact_is_found_at_its_line(name: str) -> None:
    alter, what = ALTERATIONS[name]
    record = recording(FILES[0])
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines[:100]])
    line = alter(lines)
    assert (line["n"], what) in {(m.n, m.what) for m in _mismatches(lines[: line["n"] + AFTER])}


def _mismatches(lines: list[Line]) -> list[Mismatch]:
    """What differs in the first lines, whose end is not compared."""
    short = replace(recording(FILES[0]), lines=lines, final={})
    return [m for m in replay(short, TITLE).mismatches if m.n != "end"]


@HERE
def test_the_end_is_compared() -> None:
    record = recording(FILES[0])
    final = copy.deepcopy(dict(record.final))
    final["result"][PLAYER] += 1
    final["reason"] = "lner_formed"
    found = {m.what for m in replay(replace(record, final=final), TITLE).mismatches}
    assert found == {f"final.result.{PLAYER}", "final.reason"}


@HERE
def test_the_recorded_revenue_is_paid_even_where_it_is_a_slip() -> None:
    lines: list[Line] = copy.deepcopy([dict(line) for line in recording(FILES[0]).lines[:100]])
    line = _line(lines, "run_routes")
    line["action"]["revenue_by_current_rule"] = line["action"]["revenue"]
    line["action"]["revenue"] += 100
    short = replace(recording(FILES[0]), lines=lines[: line["n"] + 1], final={})
    report = replay(short, TITLE)
    (note,) = report.notes
    assert note.startswith(f"n {line['n']}: ")
    assert f"is paid {line['action']['revenue']} " in note
    (paid,) = (m for m in report.mismatches if m.what == "event" and m.ours["event"] == "pays_out")
    assert paid.ours["amount"] == line["action"]["revenue"]
    assert not any(m.n == line["n"] for m in report.mismatches)


@HERE
def test_routes_that_are_refused_are_one_difference_and_the_rest_is_compared() -> None:
    lines: list[Line] = copy.deepcopy([dict(line) for line in recording(FILES[0]).lines[:100]])
    line = _line(lines, "run_routes")
    line["action"]["routes"][0]["track"].pop()
    found = _mismatches(lines)
    assert {(m.n, m.what) for m in found} == {(line["n"], "action.revenue")}
