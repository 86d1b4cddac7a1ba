"""Records that begin in built positions, with what random games of 1826 hardly come to, are followed.

Written by the scribe, or by hand with the words of the format's description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.state import OUT
from engine.game import Game
from tests.conformance.built26 import followed, followed_to
from tests.conformance.scribe26 import Scribe
from tests.rulemark import rule
from tests.titles.g1826.france import France, holds
from tests.titles.g1826.french_nationals import Formation
from tests.titles.g1826.french_turns import Turn
from tests.titles.g1826.test_1826_bankruptcy import hopeless
from tests.titles.g1826.test_1826_nationals import with_old_trains

Line = dict[str, Any]
OLD = {"6H": ("2H", "4H"), "10H": ("4H", "6H")}
"""For the train that is to be bought: which one it scraps, and which one a bystander keeps."""


def forming(kind: str, loans: int, etat: bool = False) -> Game:
    """PO is to buy the first train of a kind, and those with loans lose theirs; Est has another."""
    scenario = Formation("Tom", "Dick", "Harry", readings="recorded").buying(kind)
    if etat:
        scenario.national("Etat", (0, 0), 200, p2=30, p3=20).loans("Etat", loans).operated("Etat")
    for minor in ("Als",) if etat else ("Als", "Nord"):
        scenario.ten_shares(minor, 90, 100, p2=60).loans(minor, loans)
    scenario.ten_shares("Est", 90, 500, p3=60)
    old, kept = OLD[kind]
    with_old_trains(scenario, old, "Als", "Etat" if etat else "Nord")
    spare = next(t for t in scenario.state.trains.values() if t.kind == kept and t.owner == OUT)
    spare.owner = "Est"
    return scenario.cash(p1=600, p2=600, p3=600).game()


POSITIONS: dict[str, tuple[Callable[[], Game], set[str]]] = {
    "Etat inherits loans": (lambda: forming("6H", 1), {"loans_inherited", "interest"}),
    "Etat inherits two of four loans": (lambda: forming("6H", 2), {"loans_inherited", "interest"}),
    "SNCF inherits loans": (lambda: forming("10H", 1), {"loans_become_bonds", "bond_interest"}),
    "SNCF inherits loans of Etat": (lambda: forming("10H", 2, etat=True), {"loans_become_bonds"}),
}


@rule("1826", "O158", "O168", "O132")
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_a_national_with_inherited_loans_is_followed(name: str) -> None:
    build, words = POSITIONS[name]
    lines = Scribe(3, 11, start=build()).play(60)
    report = followed(build(), lines)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(lines)
    said = {event["event"] for line in lines for event in line["events"]}
    assert said >= words | {"rust", "phase", "start_price"}


@rule("1826", "O158")
@pytest.mark.parametrize("told", ["price", "start_price"])
def test_the_price_of_etat_stays_for_its_loans_where_the_record_says_so(told: str) -> None:
    """The program's own reading says nothing of the price; the record's prices show what it did."""
    position, lines, at = formation("6H")
    start = {"event": "start_price", "corporation": "Etat", "value": 90, "column": 1, "row": 0}
    moved = {"event": "price", "corporation": "Etat", "from": {}, "to": {"value": 75, "column": 0, "row": 1}}
    events = [event for event in lines[at]["events"] if event["event"] != "start_price"]
    lines[at]["events"] = [*events, start, *([moved] if told == "price" else [])]
    report = followed(position, lines[: at + 1])
    assert [str(found) for found in report.mismatches] == []
    cells = {"price": [], "start_price": ["the price of Etat stays for the loans it inherits"]}
    assert [note.split(": ")[1].split(",")[0] for note in report.notes] == cells[told]


def formation(kind: str) -> tuple[Game, list[Line], int]:
    """The position, the lines that follow, and which of them tells of the formation."""
    lines = Scribe(3, 11, start=forming(kind, 1)).play(60)
    at = next(i for i, line in enumerate(lines) if line["action"]["type"] == "national_forms")
    return forming(kind, 1), lines, at


@rule("1826", "O158", "O168")
@pytest.mark.parametrize(("capital", "stays"), [(360, False), (440, True), (400, None)])
def test_what_the_sncf_is_paid_shows_whether_its_price_went_left(capital: int, stays: bool | None) -> None:
    """At 110 four shares bring 440; after two loans inherited, at 90, they bring 360."""
    position, lines, at = formation("10H")
    start = {"event": "start_price", "corporation": "SNCF", "value": 110, "column": 3, "row": 0}
    events = [event for event in lines[at]["events"] if event["event"] not in ("start_price", "floats")]
    lines[at]["events"] = [*events, start, {"event": "floats", "corporation": "SNCF", "amount": capital}]
    report = followed(position, lines[: at + 1])
    assert bool(report.notes) is (stays is not False)
    assert [found.what for found in report.mismatches] == (["event"] if stays is None else [])


# --- what a record tells otherwise ---------------------------------------------------------------------


def indebted(loans: int) -> Game:
    """The SNCF runs with four bonds of others, perhaps with loans too."""
    scenario = Turn("A", "B", "C", readings="recorded").national("SNCF", cash=500, p1=60).phase("E")
    scenario.no_trains_left("2H", "4H", "6H").old_train("SNCF", "10H-1").bonds(p2=2, p3=1, pool=1)
    return scenario.loans("SNCF", loans).turn("SNCF", "track").game()


def run(*interest: int) -> list[Line]:
    """A run of the SNCF: its bonds pay 40, and these sums are told as interest of it, in order."""
    paid = [{"event": "bond_interest", "issuer": "SNCF", "to": to, "bonds": bonds, "amount": 10 * bonds}
            for to, bonds in (("B", 2), ("C", 1), ("Pool", 1))]  # fmt: skip
    own = [{"event": "interest", "corporation": "SNCF", "amount": n, "source": "treasury"} for n in interest]
    actor = {"kind": "corporation", "id": "SNCF"}
    begun = {"n": 1, "round": "OR 1.1", "actor": actor, "action": {"type": "turn_start", "president": "A"}}
    action = {"type": "run_routes", "revenue": 100, "trains": ["10H"]}
    return [begun, {"n": 2, "round": "OR 1.1", "actor": actor, "action": action, "events": [*own, *paid]}]


@rule("1826", "O132", "O137")
@pytest.mark.parametrize(("loans", "interest"), [(0, ()), (0, (40,)), (1, (50,)), (1, (50, 40))])
def test_interest_on_bonds_may_be_told_once_more_behind_that_on_loans(
    loans: int, interest: tuple[int, ...]
) -> None:
    assert [str(found) for found in followed(indebted(loans), run(*interest)).mismatches] == []


@rule("1826", "O132", "O137")
@pytest.mark.parametrize(("loans", "interest"), [(0, (50,)), (1, (40,)), (1, (40, 50)), (1, (50, 40, 40))])
def test_interest_that_is_neither_on_loans_nor_on_bonds_is_a_difference(
    loans: int, interest: tuple[int, ...]
) -> None:
    assert {found.what for found in followed(indebted(loans), run(*interest)).mismatches} == {"event"}


@rule("1826", "O3")
def test_a_lay_that_touches_no_track_within_reach_is_taken_as_recorded() -> None:
    scenario = Turn("A", "B", "C", readings="recorded").corporation("PLM", 90, 500, p1=60)
    game = scenario.turn("PLM", "track").game()
    actor = {"kind": "corporation", "id": "PLM"}
    action = {"type": "lay_tile", "hex": "J4", "tile": "9", "rotation": 0, "upgrade": False, "cost": 0}
    line = {"n": 1, "round": "OR 1.1", "actor": actor, "action": action, "events": []}
    report, after = followed_to(game, [line])
    assert [str(found) for found in report.mismatches] == []
    assert report.notes == ["n 1: PLM lays 9 on J4 out of its reach: taken as recorded"]
    assert after.state.tiles["J4"] == ("9", 0)
    wrong = {**line, "action": {**action, "tile": "58"}}
    assert followed(game, [wrong]).mismatches


# --- a start (O103) ------------------------------------------------------------------------------------


def start(percent: int) -> list[Line]:
    action = {"type": "par", "corporation": "Paris", "price": 100, "cost": 200, "percent": percent}
    actor = {"kind": "player", "id": "A"}
    return [{"n": 1, "round": "Stock 2", "actor": actor, "action": action, "events": []}]


@rule("1826", "O103")
@pytest.mark.parametrize("joined", [True, False])
@pytest.mark.parametrize("percent", [40, 20])
def test_into_how_many_shares_a_corporation_starts_is_taken_as_recorded(joined: bool, percent: int) -> None:
    scenario = France("A", "B", "C", readings="recorded").cash(p1=2000).stock_round()
    if joined:  # Paris to Le Havre
        scenario.tile("F8", "9", 2).tile("E7", "58", 5)
    report, game = followed_to(scenario.game(), start(percent))
    assert [str(found) for found in report.mismatches] == []
    usual = percent == (20 if joined else 40)
    count = 5 if percent == 40 else 10
    assert report.notes == ([] if usual else [f"n 1: Paris starts with {count} shares, as the record has it"])
    assert holds(game, "Paris") == {"p1": percent, "ipo": 100 - percent}
    assert game.view.company("Paris").data["shares"] == count


# --- sales that pay for a train ------------------------------------------------------------------------


def bought(price: int = 300) -> Line:
    action = {"type": "buy_train", "train": "6H", "from": "depot", "price": price}
    actor = {"kind": "corporation", "id": "PLM"}
    events = [{"event": "first_of_type", "train": "6H"}]
    return {"round": "OR 1.1", "actor": actor, "action": action, "events": events}


def sold(percent: int, proceeds: int, before: tuple[int, int], after: tuple[int, int]) -> Line:
    """A sale of shares of Belg, with value and row of its price before and after."""
    named = {"corporation": "Belg", "percent": percent, "certificates": percent // 10, "proceeds": proceeds}
    spaces = [{"value": value, "column": 3, "row": row} for value, row in (before, after)]
    event = {"event": "price", "corporation": "Belg", "from": spaces[0], "to": spaces[1]}
    actor = {"kind": "player", "id": "A"}
    return {
        "round": "OR 1.1", "actor": actor, "action": {"type": "sell_shares", **named}, "events": [event]
    }  # fmt: skip


def in_need() -> Game:
    return hopeless().shares("Belg", p1=40).game()


SALES = [sold(20, 200, (100, 1), (82, 3)), sold(10, 82, (82, 3), (75, 4))]
SALES[1]["events"].append({"event": "president", "corporation": "Belg", "player": "B"})


@rule("1826", "O129")
@pytest.mark.parametrize("first", [True, False], ids=["the train is told first", "the sales are told first"])
def test_a_train_is_told_before_or_after_the_sales_that_pay_for_it(first: bool) -> None:
    lines = [bought(), *SALES] if first else [*SALES, bought()]
    report = followed(in_need(), [{"n": n, **line} for n, line in enumerate(lines, 1)])
    assert [str(found) for found in report.mismatches] == []


@rule("1826", "O129")
def test_the_price_of_a_train_that_is_told_first_is_compared_when_it_is_paid() -> None:
    lines = [bought(310), *SALES]
    report = followed(in_need(), [{"n": n, **line} for n, line in enumerate(lines, 1)])
    assert [(found.n, found.what) for found in report.mismatches] == [(3, "action.price")]


@rule("1826", "O129")
def test_a_train_that_the_sales_do_not_pay_is_refused() -> None:
    lines = [bought(), SALES[0]]
    report = followed(in_need(), [{"n": n, **line} for n, line in enumerate(lines, 1)])
    assert [found.n for found in report.mismatches] == [2]
    assert "raise_money_first" in str(report.mismatches[0])


@rule("1826", "O131", "O129")
def test_bonds_that_no_line_tells_come_before_the_sale_that_pays_for_a_train() -> None:
    """The SNCF lacks 800: its last bond first, then a share of its president, and his money."""
    scenario = Turn("A", "B", "C", readings="recorded").national("SNCF", p1=20).bonds(p2=9).loans("SNCF", 2)
    scenario.corporation("Belg", 100, 300, p1=40, p2=20).trains("Belg", "10H").phase("E").cash(p1=620)
    scenario.no_trains_left("2H", "4H", "6H", "10H")
    actor = {"kind": "corporation", "id": "SNCF"}
    action = {"type": "buy_train", "train": "E", "from": "depot", "price": 800}
    sale = sold(10, 100, (100, 1), (90, 2))
    lines = [sale, {"round": "OR 1.1", "actor": actor, "action": action, "events": []}]
    report, game = followed_to(
        scenario.turn("SNCF", "trains").game(), [{"n": n, **line} for n, line in enumerate(lines, 1)]
    )
    assert [str(found) for found in report.mismatches] == []
    assert game.view.company("SNCF").data["bonds"] == {"p2": 9, "pool": 1}
