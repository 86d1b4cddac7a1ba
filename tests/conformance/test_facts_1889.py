"""The data of 1889 say, field by field, what the fact file says."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from engine.abilities import KINDS
from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import STOP
from engine.board.lays import LayRules, lays
from engine.data.loader import load_title
from engine.titles.g1889.figures import Figures
from tests.conformance.test_facts import FACTS, TILES, assert_face, fact_stop, facts, stop_fields, title_map

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files (../shared/facts) are not here")
FOLDER = Path(__file__).resolve().parents[2] / "engine" / "titles" / "g1889" / "data"
DATA = load_title(FOLDER, Figures, KINDS)
FIGURES = DATA.figures(Figures)
HEXMAP = title_map("1889")
PORT = "437"
DIESEL = "gray"
"""The key of the map under which a D train values stops."""


def ours(private: str) -> str:
    """The id of a private: one of the fact file is a company's too."""
    return "TER" if private == "TR" else private


def test_players_bank_and_limits():
    fact = facts("1889")
    players = fact["players"]
    assert (DATA.min_players, DATA.max_players) == (players["min"], players["max"])
    assert DATA.starting_cash == {int(n): cash for n, cash in players["starting_cash"].items()}
    assert DATA.certificate_limit == {int(n): limit for n, limit in players["certificate_limit"].items()}
    assert DATA.bank == fact["bank"]["total"]
    assert DATA.currency == fact["currency"]["symbol"]
    assert FIGURES.holding_limit == players["holding_limit_percent"]
    assert FIGURES.pool_limit == players["bank_pool_limit_percent"]
    assert FIGURES.float_percent == fact["capitalisation"]["float_percent"]
    assert FIGURES.first_bid_over_price == fact["auction"]["first_bid_over_value"]
    assert FIGURES.bid_step == fact["auction"]["increment"]


def test_market():
    fact = facts("1889")["market"]
    rows = [[cell["price"] for cell in row] for row in fact["rows"]]
    assert [list(row) for row in DATA.market.rows] == rows
    cells = {(r, c): cell for r, row in enumerate(fact["rows"]) for c, cell in enumerate(row)}
    assert set(DATA.market.par_cells) == {at for at, cell in cells.items() if cell["kind"] == "par"}
    zones = {at: cell["colour"] for at, cell in cells.items() if "limit" in cell["kind"]}
    assert DATA.market.zones == zones
    assert {cells[at]["kind"] for at, zone in zones.items() if zone in DATA.market.unlimited} == {
        "no_certificate_and_no_holding_limit"
    }
    assert set(DATA.market.uncounted) == set(zones.values())
    assert [DATA.market.value(cell) for cell in DATA.market.par_cells] == fact["par_prices"]
    assert {column for _, column in DATA.market.par_cells} == {fact["par_column"]}


def test_corporations():
    for fact in facts("1889")["corporations"]:
        spec = DATA.companies[fact["symbol"]]
        assert (spec.name, spec.kind, spec.home) == (fact["name"], "major", fact["home"]["hex"])
        assert HEXMAP.homes[spec.id] == (fact["home"]["hex"], fact["home"]["stop"])
        assert spec.home is not None
        assert HEXMAP[spec.home].name == fact["home"]["name"]
        assert list(spec.tokens) == fact["token_costs"]
        assert len(spec.tokens) == fact["tokens"]
        printed = [c["percent"] for c in fact["certificates"] for _ in range(c["count"])]
        assert list(spec.shares) == printed
        assert (spec.colour, spec.text_colour) == (fact["colours"]["fill"], fact["colours"]["text"])
    assert len(DATA.of_kind("major")) == len(facts("1889")["corporations"])


def test_privates():
    fact = facts("1889")
    assert [p.id for p in DATA.of_kind("private")] == [ours(p["id"]) for p in fact["privates"]]
    assert list(FIGURES.auction_items) == [ours(p["id"]) for p in fact["privates"]]
    for private in fact["privates"]:
        spec = DATA.companies[ours(private["id"])]
        assert (spec.name, spec.price, spec.revenue) == (
            private["name"], private["value"], private["revenue"],
        )  # fmt: skip
        assert spec.extras.get("min_players", DATA.min_players) == private["min_players"]


def power(private: str) -> dict[str, Any]:
    """The abilities of a private by kind, as their parameters."""
    return {a.kind: a for a in DATA.companies[private].abilities}


def test_powers_of_the_privates():
    fact = {p["id"]: p["ability"] for p in facts("1889")["privates"]}
    also = {p["id"]: p.get("also") for p in facts("1889")["privates"]}
    assert power("TER")["blocked_hex"].hexes == tuple(fact["TR"]["hexes"])
    port = power("MF")["owner_lay"]
    assert (port.tiles, port.hexes) == ((fact["MF"]["tile"],), tuple(fact["MF"]["hexes"]))
    assert (port.when, port.reserved) == (("stock", "track", "between"), True)
    assert power("ER")["blocked_hex"].hexes == tuple(also["ER"]["hexes"])
    sold = power("ER")["owner_lay"]
    assert (list(sold.tiles), list(sold.hexes)) == (fact["ER"]["tiles"], fact["ER"]["hexes"])
    assert (sold.when, sold.reserved) == (("sold",), False)
    mines = power("SMR")["terrain_discount"]
    assert (mines.discount, list(mines.hexes)) == (fact["SMR"]["discount"], fact["SMR"]["hexes"])
    mountains = {c for c, spot in HEXMAP.hexes.items() if [kind for kind, _ in spot.terrain] == ["mountain"]}
    assert set(mines.hexes) == mountains
    assert power("DR")["exchange"].company == fact["DR"]["corporation"]
    assert power("SIR") == {}
    assert power("UTF")["stays_open"].revenue == fact["UTF"]["revenue_from_phase_5"]


def test_beginner_variant():
    fact = facts("1889")["variants"]["beginner"]
    for private, value in fact["values"].items():
        spec = DATA.companies[ours(private)].variants["beginner"]
        assert (spec.price, spec.revenue, spec.abilities) == (value, fact["revenues"][private], ())
    dealt = list(FIGURES.dealt_to_beginners)
    assert {str(n): dealt[:n] for n in range(2, 7)} == {
        n: [ours(p) for p in names] for n, names in fact["privates_by_players"].items()
    }
    assert FIGURES.beginner_tiles == fact["extra_tiles"]


def test_trains():
    found = facts("1889")["trains"]
    assert list(DATA.trains) == [fact["name"] for fact in found]
    for fact in found:
        spec = DATA.trains[fact["name"]]
        assert spec.price == fact["price"]
        assert (spec.count or "unlimited") == fact["count"]
        assert spec.rusted_by == fact["rusts_when_first_bought"]
        stops = sum(len(spot.face.stops) for spot in HEXMAP.hexes.values())
        assert spec.reach == fact["distance"]["max"] or spec.reach > stops
        assert spec.sold_from == fact.get("available_from_phase")
        assert spec.trade_in == dict.fromkeys(fact.get("trade_in", ()), fact.get("price_with_trade_in"))


def test_phases():
    found = facts("1889")["phases"]
    assert list(DATA.phases) == [fact["name"] for fact in found]
    begun: dict[str, bool] = {}
    for fact in found:
        phase = DATA.phases[fact["name"]]
        begun |= dict.fromkeys(phase.events, True)
        assert list(phase.tiles) == fact["tile_colours"]
        assert phase.operating_rounds == fact["operating_rounds"]
        assert phase.train_limit == {"major": fact["train_limit"]}
        sells = "privates_to_companies" in begun and "privates_close" not in begun
        assert sells == fact["companies_buy_privates"]
        assert ("privates_close" in phase.events) == any("privates close" in e for e in fact["events"])
        assert fact["trigger"] in (None, f"first {phase.train} train bought")
        rusted = [f"{kind} trains rust" for kind, t in DATA.trains.items() if t.rusted_by == phase.train]
        assert rusted == [e for e in fact["events"] if "rust" in e]


def test_tiles_and_copies():
    fact = facts("1889")["tiles"]
    assert DATA.tiles == fact["counts"]
    for tile, new in fact["new_in_catalogue"].items():
        assert_face(TILES[tile].drawing, new, tile)
        assert list(TILES[tile].labels) == new["labels"]


def test_hexes():
    fact_map = facts("1889")["map"]
    assert HEXMAP.layout.value == fact_map["layout"]
    assert set(HEXMAP.hexes) == set(fact_map["hexes"])
    for coord, fact in fact_map["hexes"].items():
        spot = HEXMAP[coord]
        assert spot.face.colour == fact["colour"]
        assert list(spot.face.exits) == fact.get("exits", [])
        assert (spot.name, list(spot.also)) == (fact["name"], fact.get("name_variants", []))
        assert list(spot.labels) == fact.get("labels", [])
        around = {str(edge): other for edge, other in enumerate(spot.neighbours) if other}
        assert around == fact["neighbours"], coord
        assert [company for company, _ in spot.homes] == fact.get("home_of", [])
        assert spot.fixed != fact["upgradable"]


def test_stops_and_track_of_the_map():
    for coord, fact in facts("1889")["map"]["hexes"].items():
        for stop, given in zip(HEXMAP[coord].face.stops, fact.get("stops", ()), strict=True):
            wanted = fact_stop(given)
            if "revenue_by_phase" in given:
                wanted["revenue"] = {**given["revenue_by_phase"], DIESEL: given["revenue_for_train"]["D"]}
            assert stop_fields(stop) == wanted, coord
        ends = {
            tuple(STOP + int(e[1:]) if e[0] == "s" else int(e[1:]) for e in piece)
            for piece in fact.get("track", ())
        }
        assert set(HEXMAP[coord].face.track) == ends, coord


def test_closed_edges():
    """Sides to hexes that never change and have no track there."""
    for coord, fact in facts("1889")["map"]["hexes"].items():
        spot = HEXMAP[coord]
        closed = [e for e in range(6) if HEXMAP.barrier(coord, e) == "off_board_side"]
        assert closed == ([] if spot.fixed else fact.get("closed_edges", [])) or spot.fixed, coord
        assert not spot.impassable


def test_terrain():
    for coord, fact in facts("1889")["map"]["hexes"].items():
        spot, stated = HEXMAP[coord], fact.get("terrain", [])
        assert spot.terrain_cost == sum(entry["cost"] for entry in stated), coord
        kinds = [kind for entry in stated for kind in entry["kinds"]]
        assert not kinds or [kind for kind, _ in spot.terrain] == kinds, coord
        assert spot.every_tile == any(entry.get("each_upgrade") for entry in stated), coord


def allowed(board: Board, coord: str) -> set[tuple[str, int]]:
    """What fits on a hex in the last phase, whoever lays it."""
    rules = LayRules(("yellow", "green", "brown"))
    return {(tile, turn) for _, tile, turn in lays(board, None, rules, DATA.tiles, [coord])}


def printed_key(coord: str, fact: dict[str, Any], table: dict[str, Any]) -> str:
    if f"preprinted:{coord}" in table:
        return f"preprinted:{coord}"
    return "preprinted:blank" if fact["kind"] == "plain" else f"preprinted:{fact['kind']}"


def test_upgrades_of_printed_hexes():
    table = facts("1889")["upgrades"]["table"]
    for coord, fact in facts("1889")["map"]["hexes"].items():
        if not fact["upgradable"]:
            continue
        found = allowed(Board(HEXMAP, TILES), coord)
        entries = table[printed_key(coord, fact, table)]
        wanted = {e["to"] for e in entries if coord in e.get("only_hexes", [coord])}
        assert {tile for tile, _ in found} <= wanted, coord
        for entry in entries:
            if "rotations" in entry:
                faces = {TILES[tile].face(r).exits for tile, r in found if tile == entry["to"]}
                assert faces == {TILES[entry["to"]].face(r).exits for r in entry["rotations"]}, (coord, entry)
        lost = wanted - {tile for tile, _ in found}
        assert all(not _fits(coord, tile) for tile in lost), (coord, lost)


def _fits(coord: str, tile: str) -> bool:
    """Whether any way to turn a tile leads over open sides alone."""
    turned = (TILES[tile].face(r).exits for r in TILES[tile].rotations)
    return any(not any(HEXMAP.barrier(coord, edge) for edge in exits) for exits in turned)


def test_upgrades_of_tiles():
    """Wherever a tile can lie inland, it gets the tiles of the table and no others."""
    table = facts("1889")["upgrades"]["table"]
    hexes = [c for c, fact in facts("1889")["map"]["hexes"].items() if fact["upgradable"]]
    order = sorted(
        ((tile, coord, turn) for coord in hexes for tile, turn in _layable(coord)), key=lambda lay: lay[0]
    )
    for tile, group in groupby(order, key=lambda lay: lay[0]):
        found = {
            after
            for _, coord, turn in group
            for after, _ in allowed(Board(HEXMAP, TILES, {coord: (tile, turn)}), coord)
        }
        assert found == {entry["to"] for entry in table.get(tile, ())}, tile
    assert {tile for tile, *_ in order} == set(DATA.tiles)


def _layable(coord: str) -> set[tuple[str, int]]:
    """Every tile that can come to lie on a hex, with its rotations."""
    known: set[tuple[str, int]] = set()
    queue = sorted(allowed(Board(HEXMAP, TILES), coord))
    for lay in queue:
        if lay not in known:
            known.add(lay)
            queue += sorted(allowed(Board(HEXMAP, TILES, {coord: lay}), coord))
    return known


def test_port_spaces():
    found = {c for c, fact in facts("1889")["map"]["hexes"].items() if fact.get("port_space")}
    assert set(HEXMAP.tile_hexes[PORT].only or ()) == found


def test_printed_track_meets():
    """Fixed hexes that face each other agree about the side between them."""
    for spot in HEXMAP.hexes.values():
        for edge in spot.face.exits:
            other = HEXMAP[spot.neighbours[edge] or ""]
            assert not (spot.fixed and other.fixed) or opposite(edge) in other.face.exits
