"""Reading and following records, on a short invented one: agreement, refusals, reports, the command."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.__main__ import main
from engine.recorded.reader import Unreadable, read
from engine.recorded.replay import Report, replay
from engine.titles.g1862 import TITLE
from engine.titles.g1862.data.board import hexmap
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.recorded.game import RecordedGame
from tests import toy
from tests.rulemark import rule

Line = dict[str, Any]

NAMES = ("Ann", "Bob", "Cyd")
DEALT = tuple(TITLE.data.companies)[:16]
PERMITS = ("freight",) * 6 + ("local",) * 5 + ("express",) * 5
COUNTS = TITLE.data.figures(Figures).train_counts["standard"]


def after(bank: int, *cash: int, **more: Any) -> Line:
    players: Line = {name: {"cash": c, "certs": 0, "shares": {}} for name, c in zip(NAMES, cash, strict=True)}
    for name, record in more.pop("players", {}).items():
        players[name].update(record)
    common = {"corporations": {}, "phase": "A", "pool": {}, "ipo": {}, "depot": dict(COUNTS)}
    return {"players": players, "bank": bank, **common, **more}


def short_record() -> list[Line]:
    """Ann wins a charter for 5 and starts the company at 54; nothing else is done."""
    company = DEALT[0]
    started = {
        "cash": 0, "price": {"column": TITLE.data.market.rows[0].index(54), "value": 54, "rank": 0},
        "par": 54, "floated": False, "chartered": True, "president": "Ann", "receivership": False,
        "permits": [PERMITS[0]], "trains": [], "treasury": 0, "tokens": [], "tokens_left": 3,
    }  # fmt: skip
    setup = {
        "game": "1862", "source": "recorded", "players": list(NAMES), "options": [], "token_limit": 7,
        "corporations": [
            {"id": c, "home": hexmap().homes[c][0], "permit": PERMITS[i],
             "available_from": "A" if i < 8 else "BC"[i // 12]}
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
        (b'{"setup": ' + b"[" * 100_000, "line 1 is not JSON"),
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


def test_an_action_that_lacks_an_argument_is_told_by_line() -> None:
    lines = short_record()
    del lines[1]["action"]["amount"]
    (found,) = followed(lines).mismatches
    assert (found.n, found.ours) == (1, "misstated: KeyError('amount')")


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
    assert sorted(names, key=RecordedGame().rank) == names


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
