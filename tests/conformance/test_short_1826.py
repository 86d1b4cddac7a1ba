"""Short invented records of 1826: the auction, first rounds, and lines that cannot be followed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.recorded.reader import Unreadable, read
from engine.recorded.replay import Report, replay
from engine.titles.g1826 import TITLE
from engine.titles.g1826.recorded.game import RecordedGame
from engine.titles.g1826.recorded.setup import pars
from tests.rulemark import rule

Line = dict[str, Any]
NAMES = ("Ann", "Bob", "Cyd")


def game(*lines: Line, final: Line | None = None, **setup: Any) -> Report:
    """Follow lines that are numbered here; the record ends where they end."""
    head = {"game": "1826", "source": "recorded", "players": list(NAMES), "starting_cash": 600,
            "bank_after_deal": 10200, **setup}  # fmt: skip
    numbered = [{"n": n, **line} for n, line in enumerate(lines, 1)]
    rows = [{"setup": head}, *numbered, {"final": final or {}}]
    report = replay(read("short", "".join(json.dumps(row) + "\n" for row in rows).encode()), TITLE)
    report.mismatches = [m for m in report.mismatches if m.n != "end"]
    return report


def by(who: str, kind: str, title: str = "Initial 1", /, **action: Any) -> Line:
    sort = "player" if who in NAMES else "corporation"
    events = action.pop("events", [])
    more = {"auto": True} if action.pop("auto", False) else {}
    return {"round": title, "actor": {"kind": sort, "id": who}, "action": {"type": kind, **action},
            "events": events, **more}  # fmt: skip


def mark(kind: str, title: str, *events: Line, **position: Any) -> Line:
    after = {"players": {name: {"cash": cash} for name, cash in position.items()}}
    more = {"after": after} if position else {}
    return {"round": title, "actor": None, "action": {"type": kind}, "events": list(events), **more}


def priority(name: str) -> Line:
    return {"event": "priority", "player": name}


@rule("1826", "O93")
def test_a_round_in_which_only_the_privates_pay_is_followed() -> None:
    report = game(
        mark("round_start", "Initial 1", priority("Ann")),
        by("Ann", "buy_private", item="Bridge", price=20),
        *(by(name, "pass") for name in ("Bob", "Cyd")),
        by("Ann", "pass", events=[{"event": "all_passed"}]),
        mark("round_end", "Initial 1", Ann=580, Bob=600, Cyd=600),
        mark("round_start", "OR 0.1", {"event": "privates_only_round"}),
        mark("round_end", "OR 0.1", Ann=585, Bob=600, Cyd=600),
        mark("round_start", "Initial 2", priority("Bob")),
        by("Bob", "buy_private", "Initial 2", item="Mail", price=40),
    )
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == 10


@rule("1826", "O93")
def test_the_income_of_privates_may_be_told_within_the_round_in_which_all_passed() -> None:
    income = {"event": "private_income", "player": "Ann", "amount": 5, "item": "Bridge"}
    report = game(
        mark("round_start", "Initial 1", priority("Ann")),
        by("Ann", "buy_private", item="Bridge", price=20),
        *(by(name, "pass") for name in ("Bob", "Cyd")),
        by("Ann", "pass", events=[{"event": "all_passed"}, income]),
        mark("round_end", "Initial 1", Ann=585, Bob=600, Cyd=600),
        mark("round_start", "Initial 2", priority("Bob")),
    )
    assert [str(found) for found in report.mismatches] == []


def test_a_record_may_leave_out_all_passes_of_stock_rounds() -> None:
    lines = [line for line in opening() if line["action"]["type"] != "pass"]
    assert len(lines) < len(opening())
    report = game(*lines)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(lines)


@rule("1826", "O62")
@pytest.mark.parametrize("kind", ["none", "withhold"])
def test_a_run_that_earns_nothing_may_be_told_with_its_dividend(kind: str) -> None:
    left = {"event": "price", "corporation": "Paris", "from": space(100, 1, 3), "to": space(90, 1, 2)}
    report = game(
        *opening(),
        by("Paris", "turn_start", "OR 1.1", president="Bob"),
        by("Paris", "run_routes", "OR 1.1", revenue=0, trains=[]),
        by("Paris", "dividend", "OR 1.1", kind=kind, amount=0, events=[left]),
        by("Paris", "buy_train", "OR 1.1", **{"from": "depot"}, train="2H", price=100),
    )
    assert [str(found) for found in report.mismatches] == []


def test_a_pass_of_a_corporation_declines_what_is_not_asked_here() -> None:
    report = game(
        *opening(),
        by("Paris", "turn_start", "OR 1.1", president="Bob"),
        by("Paris", "pass", "OR 1.1"),
        by("Paris", "buy_train", "OR 1.1", **{"from": "depot"}, train="2H", price=100),
    )
    assert [found.n for found in report.mismatches if found.what != "event"] == []


@rule("1826", "O93")
def test_the_holder_of_the_priority_buys_the_first_private_when_all_pass() -> None:
    report = game(
        mark("round_start", "Initial 1", priority("Ann")),
        *(by(name, "pass") for name in NAMES),
        by("Ann", "buy_private", item="Bridge", price=20),
        by("Bob", "buy_private", item="Mail", price=45),
    )
    assert [(m.n, m.what) for m in report.mismatches] == [(6, "action.price")]


def opening() -> list[Line]:
    """The privates are sold; Ann starts Nord and Bob the corporation that came with a private."""
    sr, start = "Stock 1", mark("round_start", "Initial 1", priority("Ann"))
    return [
        start,
        by("Ann", "buy_private", item="Bridge", price=20),
        by("Bob", "bid", item="Parisian", amount=165),
        by("Cyd", "bid", item="Alsatian", amount=225),
        by("Ann", "buy_private", item="Mail", price=40),
        by("Bob", "buy_private", item="Algerian", price=70),
        by("Cyd", "buy_private", item="Belgian", price=110),
        by("Bob", "buy_private", item="Parisian", price=165, auto=True),
        by("Cyd", "buy_private", item="Alsatian", price=225, auto=True),
        mark("round_end", "Initial 1", Ann=540, Bob=365, Cyd=265),
        mark("round_start", sr, priority("Ann")),
        by("Ann", "par", sr, corporation="Nord", price=100, cost=200, percent=40),
        by("Bob", "buy_share", sr, **{"from": "ipo"}, corporation="Paris", percent=20, certificates=1,
           cost=100, events=[{"event": "floats", "corporation": "Paris", "amount": 300}]),
        by("Cyd", "pass", sr),
        by("Ann", "buy_share", sr, **{"from": "ipo"}, corporation="Nord", percent=20, certificates=1,
           cost=100, events=[{"event": "floats", "corporation": "Nord", "amount": 300}]),
        *(by(name, "pass", sr) for name in ("Bob", "Cyd", "Ann")),
        mark("round_end", sr, Ann=240, Bob=265, Cyd=265),
        mark("round_start", "OR 1.1"),
    ]  # fmt: skip


@rule("1826", "O113")
def test_a_round_in_which_no_company_operates_is_followed() -> None:
    sold, rest = opening()[:11], [by(name, "pass", "Stock 1") for name in NAMES]
    report = game(
        *sold,
        *rest,
        mark("round_end", "Stock 1", Ann=540, Bob=365, Cyd=265),
        mark("round_start", "OR 1.1"),
        mark("round_end", "OR 1.1", Ann=540 + 5 + 10, Bob=365 + 15 + 25, Cyd=265 + 20 + 30),
        mark("round_start", "Stock 2", priority("Ann")),
        by("Ann", "pass", "Stock 2"),
    )
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == 19


def test_a_par_that_came_with_a_private_is_that_of_the_first_share() -> None:
    end = {
        **mark("round_end", "OR 1.1"),
        "derived": {"prices": {"Nord": {"value": 90}, "Als": {"value": 75}}},
    }
    assert pars([*opening(), end]) == {"Nord": 100, "Paris": 100, "Als": 75}
    report = game(*opening())
    assert [str(found) for found in report.mismatches] == []


@rule("1826", "O51")
@pytest.mark.parametrize("who", ["Nord", "Ann"])
def test_the_mail_and_the_bridge_are_used_as_recorded(who: str) -> None:
    """The mail is placed by a corporation, or by its president who owns the private."""
    title, no_income = "OR 1.1", {"kind": "none", "amount": 0}
    left = {"event": "price", "corporation": "Paris", "from": space(100, 1, 3), "to": space(90, 1, 2)}
    report = game(
        *opening(),
        by("Paris", "turn_start", title, president="Bob"),
        by("Paris", "dividend", title, **no_income, events=[left]),
        by("Paris", "buy_train", title, **{"from": "depot"}, train="2H", price=100),
        by("Nord", "turn_start", title, president="Ann"),
        by(who, "place_bonus", title, item="Mail", hex="F12", value=20),
        by("Nord", "lay_tile", title, hex="F10", tile="8", rotation=4, cost=0, track=[[0, 4]]),
        by("Nord", "lay_tile", title, hex="F12", tile="6", rotation=1, cost=40),
    )
    assert [str(found) for found in report.mismatches] == ["n 25: action.value: recorded 20, ours 10"]


def space(value: int, row: int, column: int) -> Line:
    return {"value": value, "row": row, "column": column}


def test_a_line_that_lacks_a_field_is_told_and_ends_the_replay() -> None:
    report = game(mark("round_start", "Initial 1", priority("Ann")), by("Ann", "bid", amount=45))
    (found,) = report.mismatches
    assert (found.n, found.ours) == (2, "misstated: KeyError('item')")


def test_an_action_of_nobody_ends_the_replay() -> None:
    report = game(mark("round_start", "Initial 1", priority("Ann")), mark("build_canal", "Initial 1"))
    assert [(m.n, m.stated) for m in report.mismatches] == [(2, "in turn")]


def test_a_setup_that_lacks_the_players_is_refused() -> None:
    with pytest.raises(Unreadable, match="set-up"):
        game(players=None)


def test_the_money_of_the_setup_is_compared() -> None:
    report = game(bank_after_deal=10000)
    assert [(m.n, m.what) for m in report.mismatches] == [(0, "bank")]


def test_rounds_come_in_the_order_of_play() -> None:
    names = ["Initial 1", "Initial 2", "Stock 1", "OR 1.1", "OR 1.2", "Stock 2", "OR 2.1"]
    rank = RecordedGame().rank
    assert sorted(names, key=rank) == names
    assert rank("somewhere") == (0, 0, 0)
