"""Recorded games are followed action by action with no fact that differs; altered facts are found.

The recorded games themselves are read where ../shared/conformance is; the rest runs on an invented one.
"""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.__main__ import main
from engine.conformance import Mismatch, Recording, Report, Unreadable, read, replay
from engine.titles.g1862 import TITLE
from engine.titles.g1862.recorded import rank
from tests import toy
from tests.rulemark import rule

GAMES = Path(__file__).resolve().parents[3] / "shared" / "conformance"
FILES = sorted(GAMES.glob("1862*.jsonl*"))
HERE = pytest.mark.skipif(not FILES, reason="the recorded games (../shared/conformance) are not here")
Line = dict[str, Any]
PLAYER, COMPANY = "Player 1", "ESR"


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
    assert (line["n"], what) in {(m.n, m.what) for m in _mismatches(lines)}


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
    record = recording(FILES[0])
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines[:100]])
    line = _line(lines, "run_routes")
    line["action"]["revenue_by_current_rule"] = line["action"]["revenue"]
    line["action"]["revenue"] += 100
    found = _mismatches(lines[: line["n"] + 1])
    (paid,) = (m for m in found if m.what == "event" and m.ours["event"] == "pays_out")
    assert paid.ours["amount"] == line["action"]["revenue"]
    assert not any(m.n == line["n"] for m in found)


# --- a short invented record -------------------------------------------------------------------------

NAMES = ("Ann", "Bob", "Cyd")
DEALT = tuple(TITLE.data.companies)[:16]
PERMITS = ("freight",) * 6 + ("local",) * 5 + ("express",) * 5
COUNTS = TITLE.data.figures["train_counts"]["standard"]


def after(bank: int, *cash: int, **more: Any) -> Line:
    players: Line = {name: {"cash": c, "certs": 0, "shares": {}} for name, c in zip(NAMES, cash, strict=True)}
    for name, record in more.pop("players", {}).items():
        players[name].update(record)
    common = {"corporations": {}, "phase": "A", "pool": {}, "ipo": {}, "depot": dict(COUNTS)}
    return {"players": players, "bank": bank, **common, **more}


def short_record() -> list[Line]:
    """Ann wins a charter for 5 and starts the company at 54; nothing else is done."""
    company, home = DEALT[0], "C8"
    started = {
        "cash": 0, "price": {"column": TITLE.data.market.rows[0].index(54), "value": 54, "rank": 0},
        "par": 54, "floated": False, "chartered": True, "president": "Ann", "receivership": False,
        "permits": [PERMITS[0]], "trains": [], "treasury": 0, "tokens": [], "tokens_left": 3,
    }  # fmt: skip
    setup = {
        "game": "1862", "source": "recorded", "players": list(NAMES), "options": [], "token_limit": 7,
        "corporations": [
            {"id": c, "home": home, "permit": PERMITS[i], "available_from": "A" if i < 8 else "BC"[i // 12]}
            for i, c in enumerate(DEALT)
        ],
        "offer_order": list(DEALT), "train_counts": {**COUNTS, "H": "unlimited"},
        "after": after(12600, 800, 800, 800),
    }  # fmt: skip
    due = {"players": {"Ann": {"obligations": [company]}}}
    bought = {"certs": 1, "shares": {company: 30}, "obligations": [company]}
    shares = {"corporations": {company: started}, "ipo": {company: 70}}
    steps: list[tuple[str, Line, list[Line], Line]] = [
        ("Ann", {"type": "bid", "corporation": company, "amount": 5}, [], after(12600, 800, 800, 800)),
        ("Bob", {"type": "pass", "step": "auction_bid"}, [], after(12600, 800, 800, 800)),
        ("Cyd", {"type": "pass", "step": "auction_bid"}, [], after(12605, 795, 800, 800, **due)),
        (
            "Ann",
            {"type": "par", "corporation": company, "price": 54, "chartered": True},
            [{"event": "president", "corporation": company, "player": "Ann"}],
            after(12767, 633, 800, 800, players={"Ann": bought}, **shares),
        ),
    ]  # fmt: skip
    lines = [
        {"n": n, "round": "Initial Parliament", "actor": {"kind": "player", "id": who}, "action": action,
         "events": events, "after": position}
        for n, (who, action, events, position) in enumerate(steps, 1)
    ]  # fmt: skip
    final = {
        "result": {"Ann": 795, "Bob": 800, "Cyd": 800},
        "finished": False,
        "rounds": "Initial Parliament",
    }
    return [{"setup": setup}, *lines, {"final": final}]


def packed(lines: list[Line]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def followed(lines: list[Line]) -> Report:
    return replay(read("short", packed(lines)), TITLE)


@rule("1862", "4.2")
def test_the_short_record_agrees() -> None:
    report = followed(short_record())
    assert [str(found) for found in report.mismatches] == []
    assert list(report.lines())[-1] == f"short: 4 actions, {report.checks} checks, 0 mismatches"
    assert "readings=recorded" in next(report.lines())


def test_without_a_source_the_rulebook_is_followed() -> None:
    lines = short_record()
    del lines[0]["setup"]["source"]
    assert followed(lines).options == {"length": "standard", "markers": "7"}


def test_an_action_that_is_refused_ends_the_replay() -> None:
    lines = short_record()
    lines[1]["action"]["amount"] = 7
    report = followed(lines)
    (found,) = report.mismatches
    assert (found.n, report.actions) == (1, 1)
    assert "bad_bid" in found.ours


def test_a_line_out_of_turn_ends_the_replay() -> None:
    lines = short_record()
    lines[4]["actor"]["id"] = "Bob"
    (found,) = followed(lines).mismatches
    assert found.n == 4
    assert found.stated == "in turn"
    assert "Ann" in found.ours


def test_a_word_that_is_unknown_ends_the_replay() -> None:
    lines = short_record()
    lines[4]["action"]["type"] = "build_canal"
    (found,) = followed(lines).mismatches
    assert "unknown_word" in found.ours


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no set-up"),
        (b"not json\n{}\n", "line 1 is not JSON"),
        (b"[]\n{}\n", "line 1 is not an object"),
        (b'{"setup": {"game": "1862"}}\n{"final": {}}\n{"x": 1}\n', "not the final one"),
        (b'{"setup": {}}\n{"final": {}}\n', "which game"),
        (b'{"setup": {"game": "1862"}}\n{"n": 1}\n{"final": {}}\n', "not an action"),
        (b"\x1f\x8bbroken", "neither text nor gzip"),
        (b"\xff\xfe\x00", "neither text nor gzip"),
    ],
)
def test_a_file_that_is_no_record_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read("x", data)


def test_a_setup_that_cannot_be_dealt_is_refused() -> None:
    lines = short_record()
    lines[0]["setup"]["train_counts"]["A"] = 99
    with pytest.raises(Unreadable, match="no length of the game"):
        followed(lines)
    del lines[0]["setup"]["train_counts"]
    with pytest.raises(Unreadable, match="train_counts"):
        followed(lines)


def test_an_action_that_lacks_an_argument_is_refused() -> None:
    lines = short_record()
    del lines[1]["action"]["amount"]
    with pytest.raises(Unreadable, match="n 1 cannot be followed"):
        followed(lines)


def test_a_title_without_records_is_refused() -> None:
    with pytest.raises(Unreadable, match="no replay for"):
        replay(read("short", packed(short_record())), toy.TITLE)


def test_events_are_compared_as_bags() -> None:
    report = Report("x", {})
    report.compare(1, "", {"a": {"b": 1, "c": [1]}, "d": 2}, {"a": {"b": 1, "c": [2]}, "e": 3})
    assert [m.what for m in report.mismatches] == ["a.c", "d", "e"]
    assert report.checks == 4


def test_rounds_come_in_the_order_of_play() -> None:
    names = ["Initial Parliament", "Parliament 1", "Stock 1", "OR 1.1", "OR 1.2", "Parliament 2", "Stock 2"]
    assert sorted(names, key=rank) == names


# --- the command -------------------------------------------------------------------------------------


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.TITLES, "1862", TITLE)


@pytest.mark.usefixtures("known")
def test_the_command_says_how_often_a_record_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, none = tmp_path / "good.jsonl", tmp_path / "bad.jsonl.gz", tmp_path / "none.jsonl"
    good.write_bytes(packed(short_record()))
    lines = short_record()
    lines[2]["after"]["bank"] += 1
    bad.write_bytes(gzip.compress(packed(lines)))
    assert main(["replay", str(good)]) == 0
    assert "4 actions" in capsys.readouterr().out
    assert main(["replay", str(good), str(bad)]) == 1
    out = capsys.readouterr().out
    assert "n 2: bank: recorded 12601, ours 12600" in out
    assert "1 mismatches" in out
    assert main(["replay", str(bad), str(none)]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_the_command_knows_its_titles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = short_record()
    lines[0]["setup"]["game"] = "1899"
    path = tmp_path / "x.jsonl"
    path.write_bytes(packed(lines))
    assert main(["replay", str(path)]) == 2
    assert "no title 1899" in capsys.readouterr().err
